"""Ties in Python: values from outside, and the order of tied players."""

from fractions import Fraction
from pathlib import Path

import pytest

import fairpair


def evening(*tiebreaks: str) -> fairpair.Tournament:
    """Ana and Cy won round 1."""
    t = fairpair.Tournament("Cup", "chess_style", rounds=2, seed="x", tiebreaks=list(tiebreaks))
    t.add_players({"Ana": 2000, "Bo": 1900, "Cy": 1800, "Di": 1700})
    t.pair([("Ana", "Bo"), ("Cy", "Di")])
    t.record_all({1: "1-0", 2: "1-0"})
    return t


def ranks(t: fairpair.Tournament) -> dict[str, int | None]:
    return {row.name: row.rank for row in t.standings()}


def test_tied_players_are_ranked_and_the_archive_keeps_it(tmp_path: Path) -> None:
    t = evening("match_wins")
    assert ranks(t) == {"Ana": 1, "Cy": 1, "Bo": 3, "Di": 3}
    t.rank_tied(["Cy", "Ana"], "play-off")
    assert ranks(t) == {"Cy": 1, "Ana": 2, "Bo": 3, "Di": 3}
    assert "ranked by the organiser: play-off" in str(t.standings().explain("Cy"))
    assert [row.rank for row in t.standings(tiebreaks=["PTS"])] == [1, 1, 3, 3]
    t.save(tmp_path / "cup.json")
    assert ranks(fairpair.open(tmp_path / "cup.json")) == ranks(t)
    t.undo()
    assert ranks(t) == {"Ana": 1, "Cy": 1, "Bo": 3, "Di": 3}
    with pytest.raises(fairpair.FairpairError, match="Ana and Bo are not tied"):
        t.rank_tied(["Bo", "Ana"], "lot", after=1)


def test_external_values_are_exact(tmp_path: Path) -> None:
    t = evening("EXT")
    t.set_external_values({"Ana": 0.1, "Cy": "1/3", "Bo": Fraction(1, 2)}, "blitz play-off")
    assert ranks(t) == {"Cy": 1, "Ana": 2, "Bo": 3, "Di": 4}
    row = t.standings().row("Ana")
    assert row.tiebreaks["EXT"] == Fraction(1, 10)
    t.save(tmp_path / "cup.json")
    assert ranks(fairpair.open(tmp_path / "cup.json")) == ranks(t)
    t.set_external_values({"Cy": None})
    assert ranks(t) == {"Ana": 1, "Cy": 2, "Bo": 3, "Di": 4}
    with pytest.raises(fairpair.FairpairError, match="an exact number"):
        t.set_external_values({"Cy": "much"})
    with pytest.raises(fairpair.FairpairError, match="numbers by player"):
        t.set_external_values(["Cy"])  # type: ignore[arg-type]
