"""`fairpair lab` as a person types it."""

import json
from pathlib import Path

import click
import pytest
from click.testing import CliRunner, Result

from fairpair.cli.main import cli

DOCS = Path(__file__).parents[2] / "docs"
EXACT = ("--exact", "--times", "12", "--workers", "1")
SMALL = ("--players", "12", "--times", "300")


def lab(*words: str) -> Result:
    answer = CliRunner().invoke(cli, ["lab", *words])
    assert answer.exception is None or isinstance(answer.exception, SystemExit), answer.exception
    return answer


def printed(*words: str) -> str:
    answer = lab(*words)
    assert answer.exit_code == 0, answer.stderr
    return answer.stdout


def test_the_example_of_the_page_runs() -> None:
    text = (DOCS / "how-to" / "compare-formats.md").read_text(encoding="utf-8")
    command, _, output = text.split("```console\n$ ")[1].split("```")[0].partition("\n")
    words = command.replace('"rounds=6 cut=8" "rounds=7 cut=8"', "").split()
    assert words[:3] == ["fairpair", "lab", "--compare"]
    assert printed("--compare", "rounds=6 cut=8", "rounds=7 cut=8", *words[3:]) == output


def test_the_page_names_every_option() -> None:
    text = (DOCS / "reference" / "file-commands.md").read_text(encoding="utf-8")
    section = text.split("## fairpair lab\n")[1].split("\n## ")[0]
    for option in cli.all_commands()["lab"].params:
        if isinstance(option, click.Option):
            assert f"`{option.opts[0]}" in section, option.opts


def test_formats_are_named_with_the_option_or_after_it() -> None:
    first = printed("--compare", "rounds=2", "rounds=3", *SMALL)
    assert first == printed("--compare", "rounds=2", "--compare", "rounds=3", *SMALL)
    assert first == printed("rounds=2", "rounds=3", *SMALL)
    assert "Played by the compiled kernel." in first
    assert "difference" in first


def test_three_formats_are_compared_with_the_first() -> None:
    text = printed("rounds=2", "rounds=3", "rounds=4", *SMALL)
    assert "difference, rounds=3" in text
    assert "difference, rounds=4" in text


def test_json_has_the_same_counts_with_any_number_of_workers() -> None:
    words = ("rounds=2 cut=2", "rounds=3", *SMALL, "--json")
    data = json.loads(printed(*words))
    assert data == json.loads(printed(*words, "--workers", "2"))
    assert data["engine"] == "kernel"
    assert [one["places"] for one in data["formats"]] == [2, 8]
    for figure in data["figures"].values():
        assert all(sum(spread.values()) == 300 for spread in figure["counts"])


def test_rules_that_the_kernel_does_not_know_are_played_by_the_engine() -> None:
    words = ("rounds=2", "--preset", "fide_dutch", "--players", "8")
    assert "Played by the exact engine." in printed(*words, "--times", "4")
    data = json.loads(printed(*words, "--times", "4", "--json"))
    assert data["engine"] == "exact"
    assert data["points_unit"] == 2


def test_rules_for_all_formats_and_for_one() -> None:
    text = printed("rounds=2 best_of=1", "rounds=2", "--set", "draws_allowed=false", *SMALL)
    assert "rounds=2 best_of=1" in text


def test_the_shortest_format_that_is_not_worse_is_recommended() -> None:
    words = ("--search", "--hours", "10", "--players", "33", "--tables", "12", "--times", "400")
    text = printed(*words)
    assert text.startswith("Recommended: ")
    assert "12 tables are not enough for 16 matches" in text
    assert "one player has a bye in every round" in text
    data = json.loads(printed(*words, "--json"))
    assert data["limits"]["sittings"] == 2
    assert data["recommended"] in data["candidates"]
    assert data["recommended"]["minutes"] <= data["best"]["minutes"] <= 600
    assert all(
        one["minutes"] == 120 * one["rounds"] + 75 * _cut_rounds(one) for one in data["candidates"]
    )


def _cut_rounds(one: dict[str, int | None]) -> int:
    return 0 if one["cut"] is None else (one["cut"] - 1).bit_length()


@pytest.mark.parametrize("goal", ["winner", "top", "cut"])
def test_every_goal_has_a_recommendation_with_a_fixed_cut(goal: str) -> None:
    words = ("--search", "cut=6", "--hours", "7", "--players", "16", "--goal", goal)
    data = json.loads(printed(*words, "--times", "200", "--json"))
    assert {one["cut"] for one in data["candidates"]} == {6}
    assert {one["knockout_byes"] for one in data["candidates"]} == {2}


@pytest.mark.parametrize(
    ("words", "code", "text"),
    [
        ((), 3, "Compare between 1 and 8 formats."),
        (("rounds=two",), 3, "'two' is not a number of rounds."),
        (("mode=elimination",), 3, "A knockout without main rounds"),
        (("rounds",), 2, "Invalid value for FORMAT: 'rounds' must be KEY=VALUE."),
        (("cut=1",), 3, "must be a whole number between 2 and 512"),
        (("--search",), 2, "--search needs --hours."),
        (("--search", "--hours", "1"), 3, "No format fits into the time."),
        (("--search", "--hours", "9", "cut=2", "cut=4"), 2, "at most one format"),
        (("rounds=2", "--cluster", "localhost"), 3, "not the address of a Dask scheduler"),
    ],
)
def test_what_cannot_be_done_is_said(words: tuple[str, ...], code: int, text: str) -> None:
    answer = lab(*words)
    assert answer.exit_code == code, answer.stderr
    assert text in answer.stderr
