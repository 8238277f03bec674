"""Formats compared in Python: the figures are those of the command."""

import json
import pickle
from collections.abc import Callable
from typing import Any

import pytest
from click.testing import CliRunner

import fairpair
from fairpair.cli.main import cli

SIX, SEVEN = {"rounds": 3, "cut": 4}, {"rounds": 4, "cut": 4}


@pytest.fixture(scope="module")
def found() -> fairpair.FormatComparison:
    return fairpair.compare_formats(SIX, SEVEN, players=16, times=30, seed=5)


def test_it_counts_what_the_command_counts(found: fairpair.FormatComparison) -> None:
    words = ["rounds=3 cut=4", "rounds=4 cut=4", "--players", "16", "--times", "30", "--seed", "5"]
    answer = CliRunner().invoke(cli, ["lab", *words, "--json"], standalone_mode=False)
    assert json.loads(answer.stdout) == found.to_dict()


def test_a_figure_has_a_value_for_each_format(found: fairpair.FormatComparison) -> None:
    row = found["strongest_wins"]
    assert found["strongest player wins"] == row
    assert len(row.values) == len(row.margins) == len(found.formats) == 2
    assert row.differences == pytest.approx([row.values[1] - row.values[0]])
    assert len(row.difference_margins) == 1
    assert found.times == 30


def test_it_is_shown_as_the_other_tables_are(found: fairpair.FormatComparison) -> None:
    lines = str(found).splitlines()
    assert lines[0] == (
        "30 tournaments with the same random numbers: Magic: The Gathering, 16 players, seed 5"
    )
    assert lines[1].split() == [
        *("figure", "rounds=3", "cut=4", "rounds=4", "cut=4", "difference"),
    ]
    assert "strongest player wins" in found.to_html()
    records = found.records()
    assert len(records) == 2 * len(found)
    assert [one["format"] for one in records[:2]] == list(found.formats)
    assert str(pickle.loads(pickle.dumps(found))) == str(found)


def test_a_single_tournament_has_no_margin() -> None:
    one = fairpair.compare_formats({"rounds": 3}, players=8, times=1)
    assert one["champion"].margins == (None,)


def test_rules_have_the_names_of_other_calls() -> None:
    rules = {"rounds": 2, "points": (2, 1, 0), "tiebreaks": "omw, random"}
    found = fairpair.compare_formats({**rules, "preset": "mtg_standard"}, players=8, times=2)
    assert found["line_points"].values[0] <= 4


@pytest.mark.parametrize(
    ("call", "told"),
    [
        (fairpair.compare_formats, "formats must be a dictionary of rules"),
        (lambda: fairpair.compare_formats("rounds=6"), "format must be a dictionary of rules"),  # type: ignore[arg-type]
        (lambda: fairpair.compare_formats({"rouns": 6}), "Did you mean rounds?"),
        (lambda: fairpair.compare_formats({"preset": "mtg"}), "Did you mean mtg_standard?"),
        (lambda: fairpair.compare_formats({"preset": 3}), "preset must be a string"),
        (lambda: fairpair.compare_formats({"rounds": "6"}), "'6' is not a number of rounds"),
        (lambda: fairpair.compare_formats({"tiebreaks": ["omww"]}), "- tiebreaks: 'omww' is not"),
        (lambda: fairpair.compare_formats(SIX, model="ratin"), "Did you mean rating?"),
        (lambda: fairpair.compare_formats(SIX, players=2), "players must be a whole number"),
        (lambda: fairpair.compare_formats(SIX, times=0), "times must be a whole number"),
        (
            lambda: fairpair.compare_formats(SIX, players=8, times=1)["champ"],
            "Did you mean champion?",
        ),
    ],
)
def test_what_cannot_be_compared_is_told(call: Callable[[], Any], told: str) -> None:
    with pytest.raises(fairpair.FairpairError) as error:
        call()
    assert told in str(error.value)
