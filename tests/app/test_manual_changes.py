"""Changes by hand in a round that was drafted (P12): what goes, what is asked, what is refused."""

from collections.abc import Mapping
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from draft_commands import draft_next
from fairpair.app.use_cases.pairing import draft
from fairpair.bootstrap import open_service
from fairpair.core.errors import DomainError, InvalidStateError
from fairpair.core.ids import CommandId, PlayerId, TournamentId
from fairpair.core.players import Player
from fairpair.core.results import Forfeit, Games, win_for
from fairpair.core.rounds import ByeKind, MatchRef, Round, RoundRef
from fairpair.engine.pairing.check import SOFT
from fairpair.log import commands as c
from log_driver import FIVE, R1, R2, LogDriver, match, p, set_up

SYSTEMS = ("swiss", "dutch")
SIX = (*FIVE, "Flo")
CUP = TournamentId("cup")

by_every_system = pytest.mark.parametrize("system", SYSTEMS)


def drafted(system: str, names: tuple[str, ...] = FIVE, rules: Mapping[str, Any] = {}) -> LogDriver:
    """Round 1 as the system drafts it."""
    desk = set_up({"system": system, **rules}, names)
    desk.do(draft(desk.t, desk.journal.version))
    return desk


def second(system: str, names: tuple[str, ...] = SIX, rules: Mapping[str, Any] = {}) -> LogDriver:
    """Round 2 as the system drafts it, after the first seats have won."""
    desk = drafted(system, names, rules)
    desk.do(c.PublishRound())
    for table in desk.t.rounds[R1].pending:
        desk.result(1, table, "2-0")
    desk.do(c.CompleteRound())
    desk.do(draft(desk.t, desk.journal.version))
    return desk


def seats(round_: Round) -> dict[int, tuple[PlayerId, ...]]:
    return {number: pairing.seats for number, pairing in round_.pairings.items()}


def bye_of(desk: LogDriver, ref: RoundRef = R1) -> PlayerId:
    [player] = desk.t.rounds[ref].byes
    return player


def codes(refusal: DomainError) -> set[str]:
    return {problem.where for problem in refusal.problems}


@by_every_system
def test_two_players_change_seats(system: str) -> None:
    desk = drafted(system)
    [(a, b), (x, y)] = seats(desk.t.rounds[R1]).values()
    desk.do(c.SwapPlayers(b, x, "brothers", keep_colours=True))
    assert seats(desk.t.rounds[R1]) == {1: (a, x), 2: (b, y)}
    desk.do(c.SwapPlayers(a, x))  # only the sides
    assert seats(desk.t.rounds[R1]) == {1: (x, a), 2: (b, y)}
    desk.do(c.PublishRound())


@by_every_system
def test_a_player_changes_with_the_bye(system: str) -> None:
    desk = drafted(system)
    left_over, (a, b) = bye_of(desk), seats(desk.t.rounds[R1])[2]
    desk.do(c.SwapPlayers(left_over, b))
    assert desk.t.rounds[R1].byes == {b: ByeKind.PAIRING}
    assert seats(desk.t.rounds[R1])[2] == (a, left_over)
    desk.do(c.PublishRound())


@by_every_system
def test_a_second_bye_by_hand_has_to_be_confirmed(system: str) -> None:
    desk = second(system, FIVE)
    [had_it] = desk.t.rounds[R1].byes
    table = desk.t.rounds[R2].table_of(had_it)
    assert table is not None  # the system gave it to somebody else
    refusal = desk.refused(c.SwapPlayers(had_it, bye_of(desk, R2)), "needs-confirmation")
    assert "too-many-byes" in codes(refusal)
    desk.do(c.SwapPlayers(had_it, bye_of(desk, R2), confirmed=tuple(codes(refusal))))
    assert desk.t.rounds[R2].byes == {had_it: ByeKind.PAIRING}
    desk.do(c.PublishRound())


@by_every_system
def test_a_requested_bye_is_not_swapped_away_by_accident(system: str) -> None:
    desk = set_up({"system": system}, (*SIX, "Gus"))
    desk.do(c.RequestBye(p(7), 1, ByeKind.HALF))
    desk.do(draft(desk.t, desk.journal.version))
    refusal = desk.refused(c.SwapPlayers(p(7), p(1)), "needs-confirmation")
    assert codes(refusal) == {"bye-ignored", "bye-not-requested"}


@by_every_system
def test_a_match_moves_to_another_table(system: str) -> None:
    desk = drafted(system, SIX)
    before = seats(desk.t.rounds[R1])
    desk.do(c.MoveTable(1, 40))
    assert seats(desk.t.rounds[R1]) == {40: before[1], 2: before[2], 3: before[3]}
    desk.do(c.MoveTable(3, 2))  # taken: the two change places
    assert seats(desk.t.rounds[R1]) == {40: before[1], 2: before[3], 3: before[2]}
    desk.refused(c.MoveTable(1, 2), "unknown-table")
    desk.refused(c.MoveTable(2, 2), "nothing-changed")
    desk.refused(c.MoveTable(2, 0), "table-number")
    desk.do(c.PublishRound(), c.RecordResult(match(1, 40), Games((2, 0))), c.MoveTable(40, 1))
    assert str(desk.t.rounds[R1].pairings[1].result) == "2-0"


@by_every_system
@pytest.mark.parametrize("published", [False, True])
def test_who_comes_late_meets_whoever_has_the_bye(system: str, published: bool) -> None:
    desk = drafted(system)
    left_over = bye_of(desk)
    if published:
        desk.do(c.PublishRound(), c.EnterLate((Player("Zoe"),), from_round=1))
    else:
        desk.do(c.RegisterPlayers((Player("Zoe"),)))
        assert codes(desk.refused(c.PublishRound(), "round-impossible")) == {"left-out"}
    desk.do(c.AddTable((left_over, p(6))))
    assert seats(desk.t.rounds[R1])[3] == (left_over, 6)
    assert desk.t.rounds[R1].byes == {}
    desk.do(*([] if published else [c.PublishRound()]))
    for table in (1, 2, 3):
        desk.result(1, table, "2-0")
    desk.do(c.CompleteRound())


@by_every_system
def test_a_table_that_is_added_lies_in_the_ranges(system: str) -> None:
    desk = drafted(system, FIVE, {"table_ranges": ["5-6", "20-21"]})
    desk.do(c.MoveTable(6, 30), c.RegisterPlayers((Player("Zoe"),)))
    desk.do(c.AddTable((bye_of(desk), p(6))))
    assert sorted(seats(desk.t.rounds[R1])) == [5, 6, 30]
    desk.do(c.RegisterPlayers((Player("Yve"), Player("Xan"))), c.AddTable((p(7), p(8))))
    assert sorted(seats(desk.t.rounds[R1])) == [5, 6, 20, 30]


@by_every_system
def test_a_swap_that_makes_a_rematch_is_confirmed_by_its_code(system: str) -> None:
    desk = second(system)
    [first, *_] = seats(desk.t.rounds[R1]).values()
    round_ = desk.t.rounds[R2]
    [other] = set(round_.pairings[round_.table_of(first[0]) or 0].seats) - {first[0]}
    swap = c.SwapPlayers(other, first[1], "they asked for it")
    refusal = desk.refused(swap, "needs-confirmation")
    assert "rematch" in codes(refusal)
    for other_code in sorted(SOFT - {"rematch"}):
        desk.refused(c.SwapPlayers(other, first[1], confirmed=(other_code,)), "needs-confirmation")
    desk.do(c.SwapPlayers(other, first[1], "they asked for it", ("rematch",)))
    assert set(first) in [set(x) for x in seats(desk.t.rounds[R2]).values()]
    desk.do(c.PublishRound())  # it is not asked again
    assert desk.t.rounds[R2].confirmed == {"rematch"}


@by_every_system
def test_nobody_is_left_out_or_seated_twice(system: str) -> None:
    desk = drafted(system)
    [(a, b), (x, _)] = seats(desk.t.rounds[R1]).values()
    left_over = bye_of(desk)
    desk.do(c.RegisterPlayers((Player("Zoe"),)))
    wrong = [
        (c.SwapPlayers(a, a), "same-player"),
        (c.SwapPlayers(a, p(6)), "not-in-round"),  # a would be left out
        (c.SwapPlayers(a, p(9)), "unknown-player"),
        (c.ReplacePlayer(a, x), "has-a-match"),
        (c.ReplacePlayer(a, a), "has-a-match"),
        (c.ReplacePlayer(p(6), left_over), "not-in-round"),
        (c.AddTable((left_over, b)), "has-a-match"),
        (c.AddTable((left_over, left_over)), "round-impossible"),
        (c.AddTable((left_over,)), "round-impossible"),
        (c.AddTable((left_over, p(6)), table=2), "table-taken"),
        (c.GiveBye(a, ByeKind.ZERO), "has-a-match"),
        (c.GiveBye(p(6), ByeKind.PAIRING), "round-impossible"),
    ]
    for command, code in wrong:
        desk.refused(command, code)
    assert codes(desk.refused(c.AddTable((left_over, left_over)), "round-impossible")) >= {
        "placed-twice"
    }


@by_every_system
def test_nobody_is_left_out_when_a_seat_is_given_away(system: str) -> None:
    desk = drafted(system)
    desk.do(c.RegisterPlayers((Player("Zoe"),)))
    a, b = seats(desk.t.rounds[R1])[1]
    refusal = desk.refused(c.ReplacePlayer(a, p(6)), "needs-confirmation")
    assert codes(refusal) == {"bye-not-requested"}  # a keeps a place: a bye of the kind named
    desk.do(c.ReplacePlayer(a, p(6), ByeKind.HALF, confirmed=("bye-not-requested",)))
    assert seats(desk.t.rounds[R1])[1] == (6, b)
    assert desk.t.rounds[R1].byes[a] == ByeKind.HALF
    desk.do(c.PublishRound())


@by_every_system
def test_pairs_that_must_not_meet_are_refused_whatever_is_confirmed(system: str) -> None:
    desk = set_up({"system": system}, SIX)
    desk.do(c.AvoidPair(p(1), p(2)), c.AvoidPair(p(1), p(3), hard=False))
    desk.do(draft(desk.t, desk.journal.version, confirmed=["avoided-pair"]))
    round_ = desk.t.rounds[R1]
    [other] = set(round_.pairings[round_.table_of(p(1)) or 0].seats) - {1}
    assert other != 2
    everything = tuple(sorted(SOFT))
    refusal = desk.refused(c.SwapPlayers(other, p(2), confirmed=everything), "round-impossible")
    assert codes(refusal) == {"avoided-pair"}
    if other != 3:
        desk.refused(c.SwapPlayers(other, p(3)), "needs-confirmation")
        desk.do(c.SwapPlayers(other, p(3), confirmed=("avoided-pair",)))
    desk.do(c.PublishRound())


@by_every_system
def test_a_drop_in_a_running_round_gives_the_match_to_the_opponent(system: str) -> None:
    desk = drafted(system)
    desk.do(c.PublishRound())
    (a, b), (x, y) = seats(desk.t.rounds[R1]).values()
    left_over = bye_of(desk)
    desk.do(c.DropPlayer(a), c.DropPlayer(y), c.DropPlayer(left_over))
    results = [pairing.result for pairing in desk.t.rounds[R1].pairings.values()]
    assert results == [Forfeit(win_for(1)), Forfeit(win_for(0))]
    assert desk.t.rounds[R1].byes == {left_over: ByeKind.PAIRING}
    desk.do(c.CompleteRound())
    assert desk.t.entrants_in(R2) == sorted([b, x])
    desk.do(draft(desk.t, desk.journal.version), c.PublishRound())


@by_every_system
def test_a_drop_in_a_draft_is_mended_with_the_bye_player(system: str) -> None:
    desk = drafted(system)
    left_over, (a, b) = bye_of(desk), seats(desk.t.rounds[R1])[1]
    desk.do(c.DropPlayer(a))
    assert codes(desk.refused(c.PublishRound(), "round-impossible")) == {"not-taking-part"}
    desk.do(c.ReplacePlayer(a, left_over))
    assert seats(desk.t.rounds[R1])[1] == (left_over, b)
    assert desk.t.rounds[R1].byes == {}
    desk.do(c.PublishRound())


@by_every_system
def test_a_played_table_stays_as_it_was_played(system: str) -> None:
    desk = drafted(system)
    desk.do(c.PublishRound())
    desk.result(1, 1, "2-0")
    (a, _), (x, y) = seats(desk.t.rounds[R1]).values()
    desk.refused(c.SwapPlayers(a, x), "result-recorded")
    desk.do(c.SwapPlayers(x, y))
    desk.result(1, 2, "2-0")
    desk.do(c.CompleteRound())
    desk.refused(c.SwapPlayers(x, y), "round-complete")
    desk.refused(c.MoveTable(1, 9), "round-complete")


@by_every_system
def test_every_change_can_be_undone(system: str) -> None:
    desk = drafted(system)
    before = desk.t
    left_over, (a, b) = bye_of(desk), seats(desk.t.rounds[R1])[1]
    for change in (
        c.SwapPlayers(a, b),
        c.SwapPlayers(a, left_over),
        c.MoveTable(1, 2),
        c.GiveBye(left_over, ByeKind.FULL),
        c.ReplacePlayer(a, left_over, ByeKind.PAIRING),
    ):
        desk.do(change)
        assert desk.t != before
        desk.do(c.Undo())
        assert desk.t == before


@settings(max_examples=40, deadline=None)
@given(st.sampled_from(SYSTEMS), st.integers(4, 9), st.data())
def test_whatever_is_changed_everybody_has_one_place(
    system: str, size: int, data: st.DataObject
) -> None:
    """Any changes, with everything soft confirmed: carried out or refused, never a broken round."""
    desk = drafted(system, tuple(f"P{n}" for n in range(1, size + 1)))
    soft = tuple(sorted(SOFT))
    one = st.integers(1, size + 1).map(p)
    number = st.integers(0, 7)
    change = st.one_of(
        st.builds(c.SwapPlayers, one, one, st.just(""), st.just(soft)),
        st.builds(c.ReplacePlayer, one, one, st.sampled_from(ByeKind), st.just(""), st.just(soft)),
        st.builds(c.AddTable, st.tuples(one, one), st.none() | number, st.just(soft)),
        st.builds(c.MoveTable, number, number),
        st.builds(c.GiveBye, one, st.sampled_from(ByeKind), confirmed=st.just(soft)),
    )
    for command in data.draw(st.lists(change, min_size=5, max_size=20)):
        try:
            desk.do(command)
        except DomainError:
            continue
        round_ = desk.t.rounds[R1]
        placed = [player for x in round_.pairings.values() for player in x.seats]
        assert sorted([*placed, *round_.byes]) == list(range(1, size + 1))
        assert list(round_.byes.values()).count(ByeKind.PAIRING) <= 1
        assert all(1 <= table <= 99_999 for table in round_.pairings)
    desk.do(c.PublishRound())


@by_every_system
def test_an_evening_by_hand_through_the_service(system: str, tmp_path: Path) -> None:
    """Drafts, a late player, a swap, a moved table, a drop; then all of it again from the file."""
    place = f"sqlite:///{tmp_path / 'cup.db'}"
    with closing(open_service(place)) as service:
        count = 0

        def do(*commands: c.Command) -> None:
            nonlocal count
            for command in commands:
                count += 1
                service.execute(CUP, command, CommandId(f"c{count}"), "ana")

        def now(n: int) -> Round:
            return service.journal(CUP).tournament.rounds[RoundRef(1, n)]

        do(c.CreateTournament("Cup", "seed", {"system": system, "rounds": 3}))
        do(c.RegisterPlayers(tuple(Player(name) for name in (*SIX, "Gus"))))
        draft_next(service, CUP, CommandId("draft-1"), "ana")
        [left_over] = now(1).byes
        do(c.PublishRound(), c.EnterLate((Player("Zoe"),), from_round=1))
        do(c.AddTable((left_over, p(8))), c.MoveTable(4, 9))
        for table in sorted(now(1).pairings):
            do(c.RecordResult(MatchRef(1, 1, table), Games((2, 1))))
        do(c.CompleteRound())
        draft_next(service, CUP, CommandId("draft-2"), "ana")
        assert not now(2).byes
        a, b = now(1).pairings[9].seats
        [other] = set(now(2).pairings[now(2).table_of(a) or 0].seats) - {a}
        with pytest.raises(InvalidStateError) as caught:
            do(c.SwapPlayers(other, b))
        assert "rematch" in codes(caught.value)
        do(c.SwapPlayers(other, b, "agreed", ("rematch",)), c.PublishRound())
        do(c.DropPlayer(b))
        for table in now(2).pending:
            do(c.RecordResult(MatchRef(1, 2, table), Games((0, 2))))
        do(c.CompleteRound())
        draft_next(service, CUP, CommandId("draft-3"), "ana")
        assert len(now(3).byes) == 1
        assert b not in {player for x in now(3).pairings.values() for player in x.seats}
        do(c.PublishRound())
        kept = service.journal(CUP)
    with closing(open_service(place)) as again:
        assert again.journal(CUP) == kept
