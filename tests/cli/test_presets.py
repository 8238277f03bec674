"""The commands that show presets."""

import json
import tomllib

import pytest
from click.testing import CliRunner, Result

from fairpair.cli.main import cli
from fairpair.core.rules import Rules
from fairpair.presets import names, preset, rules_of


def fairpair(*words: str, **env: str) -> Result:
    return CliRunner().invoke(cli, words, env=env)


@pytest.mark.parametrize("columns", ["60", "80", "200"])
def test_the_table_has_every_preset_in_the_room_there_is(columns: str) -> None:
    answer = fairpair("presets", COLUMNS=columns)
    assert answer.exit_code == 0
    lines = answer.stdout.splitlines()
    assert lines[0].split() == ["name", "title", "description"]
    assert [line.split()[0] for line in lines[2:] if not line.startswith(" ")] == list(names())
    assert max(map(len, lines)) <= max(int(columns), 74)
    for name in names():
        assert all(word in answer.stdout for word in preset(name).about.split())


def test_the_list_for_programs() -> None:
    answer = fairpair("presets", "--format", "json")
    listed = json.loads(answer.stdout)["presets"]
    assert [one["name"] for one in listed] == list(names())
    assert listed[0]["title"] == "Magic: The Gathering"
    assert all(one["about"] and one["source"] for one in listed)


@pytest.mark.parametrize("name", names())
def test_a_preset_is_shown_with_every_rule(name: str) -> None:
    shown = json.loads(fairpair("presets", "show", name, "--format", "json").stdout)
    assert Rules.read(shown["rules"]) == rules_of(name, {})
    assert shown["set_by_preset"] == list(preset(name).settings)
    assert shown["title"] == preset(name).title
    text = fairpair("presets", "show", name).stdout
    assert Rules.read(tomllib.loads(text)["rules"]) == rules_of(name, {})


def test_what_the_preset_sets_stands_before_the_defaults() -> None:
    text = fairpair("presets", "show", "mtg_standard").stdout
    own, others = text.split("# Defaults that this preset does not change:")
    assert "\nomw_floor = 0.33\n" in own
    assert "\n# rounds has no value\n" in others


@pytest.mark.parametrize(
    ("words", "code", "said"),
    [
        (("show", "magic_standard"), 3, "Did you mean mtg_standard?"),
        (("show",), 2, "Missing argument"),
        (("show", "infinity", "--format", "table"), 2, "'toml', 'json'"),
        (("--format", "xml"), 2, "'table', 'json'"),
        (("--format", "json", "show", "infinity"), 2, "after show"),
    ],
)
def test_what_is_wrong_is_told(words: tuple[str, ...], code: int, said: str) -> None:
    answer = fairpair("presets", *words)
    assert answer.exit_code == code
    assert said in answer.stderr
    assert answer.stdout == ""


@pytest.mark.parametrize("words", [("presets",), ("presets", "show")])
def test_the_help_has_an_example(words: tuple[str, ...]) -> None:
    assert "\n      fairpair presets show mtg_standard\n" in fairpair(*words, "--help").stdout


def test_a_preset_is_recommended_by_the_size_of_the_field() -> None:
    answer = fairpair("presets", "recommend", "24")
    assert answer.exit_code == 0
    assert answer.stdout.splitlines()[0] == "24 players: 3 Swiss rounds, then the top 8"
    assert "Preset: medium_tournament" in answer.stdout
    assert "Warning" not in answer.stdout


def test_an_odd_number_of_rounds_is_told() -> None:
    words = ("presets", "recommend", "60", "--game", "magic", "--rounds", "2")
    answer = fairpair(*words)
    assert "Warning: 2 rounds for 60 players: too few" in answer.stdout
    found = json.loads(fairpair(*words, "--format", "json").stdout)
    assert (found["rounds"], found["cut"]) == (6, 8)
    assert [one["code"] for one in found["warnings"]] == ["too-few-rounds", "many-unbeaten"]


@pytest.mark.parametrize("players", ["1", "x"])
def test_nothing_is_recommended_for_nobody(players: str) -> None:
    assert fairpair("presets", "recommend", players).exit_code == 2
