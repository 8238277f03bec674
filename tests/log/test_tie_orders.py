"""What the organiser decides about ties: values from outside, and the order of tied players."""

from fractions import Fraction

import pytest

from fairpair.core.players import DropKind, ExternalValue
from fairpair.engine.stages.cut import cut_of
from fairpair.engine.standings.explain import separation
from fairpair.engine.standings.table import Standings
from fairpair.engine.standings.tiebreak_input import tiebreak_input
from fairpair.engine.standings.wording import separation_text
from fairpair.log import commands as c
from fairpair.log.describe import describe
from log_driver import LogDriver, after_round_1, draft, games, match, p, running, set_up

SIX = ("Ana", "Bo", "Cy", "Di", "Ed", "Flo")
PLAIN = {"standings_tiebreakers": [], "rounds": 2, "cut": 2}
"""Only points: after round 1 Ana, Cy and Ed are tied, as are Bo, Di and Flo."""


def table(desk: LogDriver, until: int | None = None) -> Standings:
    return Standings(tiebreak_input(desk.t, until=until))


def ranks(desk: LogDriver, until: int | None = None) -> list[int]:
    found = table(desk, until).ranks
    return [found[player] for player in sorted(found)]


def values(*given: tuple[int, str | None], meaning: str = "blitz play-off") -> c.SetExternalValues:
    return c.SetExternalValues(
        tuple(ExternalValue(p(n), None if x is None else Fraction(x)) for n, x in given), meaning
    )


def order(*numbers: int, reason: str = "play-off", round_no: int | None = None) -> c.OrderTied:
    return c.OrderTied(tuple(map(p, numbers)), reason, round_no)


# --- values from outside -------------------------------------------------------------------------


def test_values_rank_the_tied_and_who_has_none_is_last() -> None:
    desk = after_round_1({"standings_tiebreakers": ["EXT"]}, SIX)
    assert ranks(desk) == [1, 4, 1, 4, 1, 4]
    desk.do(values((1, "1/3"), (3, "0.34"), (2, "-1"), (4, "0")))
    assert ranks(desk) == [2, 5, 1, 4, 3, 6]
    desk.do(c.Undo())
    assert ranks(desk) == [1, 4, 1, 4, 1, 4]


def test_lower_values_can_be_better_and_other_tiebreaks_can_follow() -> None:
    desk = after_round_1({"standings_tiebreakers": ["EXT/R", "player_number"]}, SIX)
    desk.do(values((1, "2"), (3, "1"), (5, "1")))
    assert ranks(desk) == [3, 4, 1, 5, 2, 6]


def test_a_value_is_changed_and_removed_and_the_meaning_stays() -> None:
    desk = after_round_1({"standings_tiebreakers": ["EXT"]}, SIX)
    desk.do(values((1, "1"), (3, "2")))
    events = desk.do(values((1, None), (3, "2"), (5, "1"), meaning=""))
    assert str(describe(events[0], desk.t)) == "External values (blitz play-off): Ana: none; Ed: 1"
    assert ranks(desk) == [3, 4, 1, 4, 2, 4]
    desk.refused(values((3, "2"), meaning=""), "nothing-changed")
    events = desk.do(values(meaning="jury"))
    assert str(describe(events[0], desk.t)) == "External values renamed to jury"


@pytest.mark.parametrize(
    ("command", "code"),
    [
        (values((9, "1")), "unknown-player"),
        (values((1, "1"), meaning=" "), "bad-value"),
        (values((1, "1000001")), "bad-value"),
        (values((1, "1/1001")), "bad-value"),
        (values((1, "1"), (1, "2")), "external-value-twice"),
        (values((1, "1"), meaning="a\x00b"), "bad-value"),
    ],
)
def test_values_that_cannot_be(command: c.SetExternalValues, code: str) -> None:
    after_round_1(PLAIN, SIX).refused(command, code)


def test_pairings_do_not_look_at_values() -> None:
    desk = set_up()
    refusal = desk.refused(c.ChangeRules({"pairing_tiebreakers": ["EXT"]}), "bad-rules")
    assert "pairings never depend on external values" in refusal.problems[0].message


# --- the order of tied players -------------------------------------------------------------------


def test_an_order_ranks_the_tied_and_its_undo_lets_them_share_again() -> None:
    desk = after_round_1(PLAIN, SIX)
    assert ranks(desk) == [1, 4, 1, 4, 1, 4]
    events = desk.do(order(5, 1, 3))
    assert str(describe(events[0], desk.t)) == (
        "Tied players ranked after round 1: Ed, Ana, Cy (play-off)"
    )
    assert ranks(desk) == [2, 4, 3, 4, 1, 4]
    why = separation(table(desk), p(5), p(1))
    assert str(separation_text(why, desk.t.name_of)) == (
        "Ed is ahead of Ana: tied on points; ranked by the organiser: play-off"
    )
    desk.refused(order(5, 1, 3), "nothing-changed")
    desk.do(order(3, 1, 5, reason="lot drawn in the hall"))
    assert (ranks(desk), len(desk.t.tie_orders)) == ([2, 4, 1, 4, 3, 4], 1)
    desk.do(c.Undo())
    assert ranks(desk) == [2, 4, 3, 4, 1, 4]
    desk.do(c.Undo())
    assert ranks(desk) == [1, 4, 1, 4, 1, 4]


def test_the_cut_follows_the_order() -> None:
    desk = after_round_1({**PLAIN, "rounds": 1}, SIX)
    desk.do(order(5, 3, 1))
    assert cut_of(desk.t).seeds == (p(5), p(3))
    basis = desk.journal.version
    desk.do(order(1, 3, 5))
    desk.refused(c.MakeCut((p(5), p(3)), basis), "basis-changed")


def test_an_order_has_no_effect_on_those_who_are_not_tied_any_more() -> None:
    desk = after_round_1(PLAIN, SIX)
    desk.do(order(5, 1, 3))
    desk.do(c.CorrectResult(match(1, 1), games("0-2"), "misread"))
    assert ranks(desk) == [4, 1, 1, 4, 1, 4], "Bo is tied with Cy and Ed, and has no place"
    desk.do(c.CorrectResult(match(1, 1), games("2-0"), "it was right"))
    assert ranks(desk) == [2, 4, 3, 4, 1, 4]
    desk.do(c.DropPlayer(p(1), DropKind.EXPELLED))
    assert table(desk).ranks == {p(5): 1, p(3): 2, p(2): 3, p(4): 3, p(6): 3}


def test_an_order_counts_after_its_round_only() -> None:
    desk = after_round_1(PLAIN, SIX)
    desk.do(order(5, 3, 1), draft("1-4 3-6 5-2"), c.PublishRound())
    for number in (1, 2, 3):
        desk.result(2, number, "2-0")
    assert (ranks(desk, 1), ranks(desk)) == ([3, 4, 2, 4, 1, 4], [1, 4, 1, 4, 1, 4])
    desk.do(order(1, 5, 3), order(2, 4, 6, round_no=1))
    assert (ranks(desk, 1), ranks(desk)) == ([3, 4, 2, 5, 1, 6], [1, 4, 3, 4, 2, 4])
    desk.do(c.CompleteRound(), c.FinishTournament(early=True))
    desk.refused(order(3, 5, 1), "tournament-finished")
    assert ranks(desk)[0] == 1


def test_a_round_with_an_order_cannot_be_undone_before_the_order() -> None:
    desk = running(PLAIN, SIX)
    published = desk.journal.version
    desk.do(order(1, 2, 3, 4, 5, 6))
    refusal = desk.refused(c.Undo(published), "needed-later")
    assert "Tied players ranked" in refusal.problems[0].message


@pytest.mark.parametrize(
    ("command", "code", "text"),
    [
        (order(1, 2), "not-tied", "Ana and Bo are not tied: Ana is ahead of Bo: points 3 against"),
        (order(2, 4, 6, 1), "not-tied", "Ana and Bo are not tied"),
        (order(1, 3), "tie-order-incomplete", "Ed is tied with these players, too."),
        (order(1), "tie-order-players", "at least two"),
        (order(1, 3, 3), "tie-order-players", "each named once"),
        (order(1, 3, 9), "unknown-player", "9"),
        (order(1, 3, 5, reason=" "), "bad-value", ""),
        (order(1, 3, 5, round_no=2), "unknown-round", "round 2"),
        (order(1, 3, 5, round_no=0), "unknown-round", "round 0"),
    ],
)
def test_orders_that_cannot_be(command: c.OrderTied, code: str, text: str) -> None:
    assert text in after_round_1(PLAIN, SIX).refused(command, code).message


def test_before_round_1_and_without_a_rank_there_is_no_order() -> None:
    set_up(PLAIN, SIX).refused(order(1, 2), "tie-order-early")
    desk = after_round_1(PLAIN, SIX)
    desk.do(c.DropPlayer(p(3), DropKind.EXPELLED))
    desk.refused(order(1, 3), "tie-order-unranked")
    desk.refused(order(3, 1), "tie-order-unranked")


def test_players_who_differ_in_a_later_tiebreak_are_told_which() -> None:
    desk = after_round_1({"standings_tiebreakers": ["EXT"]}, SIX)
    desk.do(values((1, "2"), (3, "1"), (5, "1")))
    refusal = desk.refused(order(3, 1), "not-tied")
    assert "tied on points; EXT 2 against 1" in refusal.message
    desk.do(order(5, 3))
    assert ranks(desk) == [1, 4, 3, 4, 2, 4]
