"""The words of the history."""

from app.played_events import knock_out, next_round, won
from fairpair.core.players import DropKind
from fairpair.core.rounds import ByeKind, MatchRef, RoundRef
from fairpair.log import commands as c
from fairpair.log import events as e
from fairpair.log.describe import describe
from log_driver import p, running


def test_rounds_of_a_knock_out_have_their_names() -> None:
    desk = knock_out(4, third_place=True)
    told = [str(describe(r.event, desk.t)) for r in desk.journal.records[-2:]]
    assert told == ["Semi-finals paired", "Semi-finals published"]
    won(desk, 1, 1)
    won(desk, 1, 2)
    next_round(desk)
    one, other = seats = desk.t.rounds[RoundRef(2, 2)].pairings[1].seats
    names = [desk.t.name_of(player) for player in seats]
    [swapped] = desk.do(c.SwapPlayers(one, other))
    assert str(describe(swapped, desk.t)) == f"{names[0]} and {names[1]} swapped in the final"
    [moved] = desk.do(c.MoveTable(1, 7))
    assert str(describe(moved, desk.t)) == "Final: match moved from table 1 to table 7"
    left, _ = desk.do(c.DropPlayer(one))
    assert str(describe(left, desk.t)) == f"{names[0]} dropped after the final"


def test_a_disqualified_player_has_not_just_left() -> None:
    desk = running()
    [out] = desk.do(c.DropPlayer(p(5), DropKind.EXPELLED))
    assert str(describe(out, desk.t)) == "Ed disqualified after round 1"
    early = e.PlayerDropped(p(5), RoundRef(1, 0), DropKind.EXPELLED)
    assert str(describe(early, desk.t)) == "Ed disqualified before the start"


def test_rounds_for_everybody_have_numbers() -> None:
    desk = running()
    [left] = desk.do(c.DropPlayer(p(5)))
    assert str(describe(left, desk.t)) == "Ed dropped after round 1"
    given = e.ByeGiven(RoundRef(1, 1), p(5), ByeKind.HALF, "", ())
    assert str(describe(given, desk.t)) == "Ed has a half-point bye in round 1"
    more = e.TimeExtended(MatchRef(2, 1, 3), 5)
    assert str(describe(more, desk.t)) == "Stage 2, round 1, table 3: 5 extra minutes"
