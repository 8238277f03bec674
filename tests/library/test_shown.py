"""How results look: printed, in notebooks, for pandas."""

import sys
from types import ModuleType
from typing import Any

import pytest

import fairpair

from .test_tournament import after_a_round, started


class Frame:
    """Stands in for the one thing that is asked of pandas."""

    def __init__(self, rows: list[dict[str, Any]]) -> None:
        self.rows = rows


@pytest.fixture
def pandas(monkeypatch: pytest.MonkeyPatch) -> None:
    module = ModuleType("pandas")
    module.DataFrame = Frame  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "pandas", module)


@pytest.mark.usefixtures("pandas")
def test_pandas_gets_rows_with_plain_numbers() -> None:
    t = after_a_round()
    first = t.standings().to_pandas().rows[0]
    assert first["points"] == 3
    assert isinstance(first["omw"], float)
    assert t.round().to_pandas().rows[0]["result"] == "2-1"
    assert t.history().to_pandas().rows[0]["number"] == 1
    assert fairpair.simulate(4, seed=1).to_pandas().rows[0]["figure"] == "preset"


def test_without_pandas_one_sentence_says_what_to_do(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pandas", None)
    with pytest.raises(fairpair.FairpairError, match="pip install pandas"):
        started().round().to_pandas()


def test_notebooks_show_tables_and_no_markup_from_names() -> None:
    t = started("<b>Ana</b>", "Bo")
    shown = t.round().to_html()
    assert shown == t.round()._repr_html_()
    assert shown.startswith("<table><caption>Round 1</caption>")
    assert "<b>" not in shown
    assert "&lt;b&gt;Ana" in shown
    assert "<b>" not in t.explain("Bo")._repr_html_()


def test_a_round_prints_as_a_table() -> None:
    t = started("Ana", "Bo", "Cy", preset="fide_dutch", initial_colour="white")
    assert str(t.round()).splitlines() == [
        "Round 1",
        "table  white  black  result",
        "-----  -----  -----  ------",
        "    1  Ana    Bo",
        "       Cy            bye",
    ]
    assert len(t.round()) == 1
    assert t.round()[0].white == "Ana"
    assert t.ranking()[0].name in {"Ana", "Bo", "Cy"}


def test_reasons_are_printed_in_full() -> None:
    t = fairpair.Tournament(mode="elimination", seed="x")
    t.add_players("Ana", "Bo", "Cy", "Di")
    assert str(t.standings()).startswith("Standings\n")
    for _ in range(2):
        t.pair()
        t.record_all({match.table: "2-0" for match in t.round()})
    final = t.finish()
    assert all(row.reason in str(final) for row in final)


def test_standings_print_every_tie_break() -> None:
    table = after_a_round(tiebreaks="omw").standings()
    lines = str(table).splitlines()
    assert lines[0] == "Standings after round 1"
    assert lines[1].split() == ["rank", "name", "W-L-D", "points", "omw"]
    assert len(lines) == 3 + len(table)
    assert table.row(table[1].name) == table[1]
