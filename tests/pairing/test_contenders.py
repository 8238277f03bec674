"""Facts of a player's past that come from more than the games: bonuses and acceleration."""

from fractions import Fraction

from fairpair.core.ids import PlayerId
from fairpair.engine.pairing.brackets.contender import Contender
from fairpair.engine.pairing.dutch.position import Position
from fairpair.engine.pairing.proposal import Past
from fairpair.formats.trf.tournament import tournament_of
from formats.sheet import columns, good
from formats.sheet import player as line


def facts(
    *lines: str, last_round: bool = False, virtual: dict[tuple[PlayerId, int], Fraction]
) -> dict[int, Contender]:
    """Everybody of a file after its last round."""
    rounds = "142 2" if last_round else "142 9"
    imported = tournament_of(good("012 Facts", rounds, "152 W", *lines))
    past = Past(imported.awarded, imported.extra, virtual)
    found = Position(
        imported.tournament, past, len(imported.tournament.rounds) + 1, imported.tournament.order
    ).players
    return {one.player: one for one in found}


def test_floats_are_by_scores_with_bonuses() -> None:
    """4 had a point of 299 when meeting 1; 2 and 3 had none."""
    found = facts(
        line(1, "4 w ="),
        line(2, "3 w ="),
        line(3, "2 b ="),
        line(4, "1 b ="),
        columns("299", {14: " 1.0", 20: "000", 24: "   4"}),
        virtual={},
    )
    assert [found[n].down for n in (1, 2, 3, 4)] == [(False, False)] * 3 + [(True, False)]
    assert [found[n].up for n in (1, 2, 3, 4)] == [(True, False)] + [(False, False)] * 3
    assert [found[n].score for n in (1, 2, 3, 4)] == [1, 1, 1, 3]


def test_a_bonus_counts_from_its_round_on() -> None:
    """They were level before round 2, in which one was given a point."""
    found = facts(
        line(1, "2 w =", "2 b ="),
        line(2, "1 b =", "1 w ="),
        columns("299", {14: " 1.0", 20: "002", 24: "   2"}),
        virtual={},
    )
    assert [(found[n].down, found[n].up) for n in (1, 2)] == [((False, False), (False, False))] * 2
    assert [found[n].score for n in (1, 2)] == [2, 4]


def test_topscorers_are_by_scores_with_virtual_points() -> None:
    """Half of the points is not enough, but half a point more is."""
    games = line(1, "2 w ="), line(2, "1 b =")
    found = facts(*games, last_round=True, virtual={(PlayerId(2), 2): Fraction(1, 2)})
    assert [found[n].topscorer for n in (1, 2)] == [False, True]
