"""Drafting: the next round as a command, by each system, and through the service."""

import threading
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from draft_commands import draft_next
from fairpair import __version__
from fairpair.app.requests import Outcome
from fairpair.app.service import Service
from fairpair.app.use_cases.pairing import draft, draft_of
from fairpair.bootstrap import open_service
from fairpair.core.errors import DomainError, NotFoundError
from fairpair.core.ids import CommandId, PlayerId, TournamentId
from fairpair.core.players import Player
from fairpair.core.results import Forfeit, Games, win_for
from fairpair.core.rounds import Bye, ByeKind, MatchRef, RoundRef
from fairpair.engine.pairing.proposal import Board, ImpossiblePairingError, Proposal
from fairpair.log import commands as c
from fairpair.log.bye_limits import byes_worth_a_win
from fairpair.log.events import RoundDrafted
from fairpair.log.stored import Append
from log_driver import R1, LogDriver, after_round_1, p, players, running, set_up

CUP = TournamentId("cup")
SYSTEMS = ("swiss", "dutch")
EIGHT = ("Ana", "Bo", "Cy", "Di", "Ed", "Flo", "Gus", "Hal")

by_every_system = pytest.mark.parametrize("system", SYSTEMS)


def drafted(desk: LogDriver, **options: Any) -> c.DraftRound:
    """Draft the next round and store it: it needs no confirmation beyond those given."""
    command = draft(desk.t, desk.journal.version, **options)
    desk.do(command)
    return command


def refused(desk: LogDriver, code: str) -> DomainError:
    with pytest.raises(DomainError) as caught:
        draft(desk.t, desk.journal.version)
    assert caught.value.code == code
    assert caught.value.hint.endswith(".")
    return caught.value


def play(desk: LogDriver, ref: RoundRef) -> None:
    """Publish it; the first seat wins everywhere; close it."""
    desk.do(c.PublishRound())
    for table in desk.t.rounds[ref].pending:
        desk.result(ref.round_no, table, "2-0")
    desk.do(c.CompleteRound())


@by_every_system
def test_a_draft_says_where_it_comes_from(system: str) -> None:
    desk = set_up({"system": system})
    command = drafted(desk)
    assert (command.system, command.engine) == (system, f"fairpair {__version__}")
    assert (command.draw_seed, command.basis, command.confirmed) == ("seed-1", 6, ())
    assert [table.number for table in command.tables] == [1, 2]
    assert [bye.kind for bye in command.byes] == [ByeKind.PAIRING]
    round_ = desk.t.rounds[R1]
    assert (round_.system, round_.engine, round_.draw_seed) == (
        command.system,
        command.engine,
        "seed-1",
    )


@by_every_system
def test_the_same_tournament_gives_the_same_draft(system: str) -> None:
    rules = {"system": system, "table_order": "random"}
    one, two = (draft(set_up(rules, EIGHT).t) for _ in range(2))
    assert one == two


def test_round_1_of_the_dutch_system_by_hand() -> None:
    """Nobody is rated: by name, the upper half meets the lower one; Ed is left over."""
    desk = set_up({"system": "dutch", "initial_colour": "white"})
    command = drafted(desk)
    assert [table.seats for table in command.tables] == [(1, 3), (4, 2)]
    assert command.byes == (Bye(p(5), ByeKind.PAIRING),)


@by_every_system
def test_who_asked_for_a_bye_has_it(system: str) -> None:
    desk = set_up({"system": system}, EIGHT)
    desk.do(c.RequestBye(p(2), 1, ByeKind.HALF), c.RequestBye(p(7), 1, ByeKind.ZERO))
    desk.do(c.RequestBye(p(1), 1, ByeKind.FULL), c.RequestBye(p(3), 2, ByeKind.HALF))
    command = drafted(desk)
    kinds = {bye.player: bye.kind for bye in command.byes}
    left_over = [player for player, kind in kinds.items() if kind == ByeKind.PAIRING]
    assert len(left_over) == 1
    del kinds[left_over[0]]
    assert kinds == {1: ByeKind.FULL, 2: ByeKind.HALF, 7: ByeKind.ZERO}
    assert len(command.tables) == 2
    desk.do(c.PublishRound())


@by_every_system
def test_everybody_may_ask_for_a_bye(system: str) -> None:
    desk = set_up({"system": system}, ("Ana", "Bo"))
    desk.do(c.RequestBye(p(1), 1), c.RequestBye(p(2), 1))
    assert drafted(desk).tables == ()


@by_every_system
def test_only_those_who_are_there_are_paired(system: str) -> None:
    desk = set_up({"system": system, "check_in": True})
    refused(desk, "nobody-to-pair")
    desk.do(*(c.CheckIn(p(n)) for n in (1, 3, 4, 5)), c.DropPlayer(p(4)))
    desk.do(c.RegisterPlayers((Player("Zoe"),), from_round=2), c.CheckIn(p(6)))
    command = drafted(desk)
    placed = {player for table in command.tables for player in table.seats}
    assert placed | {bye.player for bye in command.byes} == {1, 3, 5}


@by_every_system
def test_tables_follow_the_rules(system: str) -> None:
    desk = set_up({"system": system, "table_ranges": ["11-12", "21-30"]}, EIGHT)
    desk.do(c.FixTable(p(4), 3))
    numbers = {table.number: table.seats for table in drafted(desk).tables}
    assert sorted(numbers) == [3, 11, 12, 21]
    assert 4 in numbers[3]


@by_every_system
def test_too_few_tables_are_told_before_anything_is_stored(system: str) -> None:
    desk = set_up({"system": system, "table_ranges": ["1-3"]}, EIGHT)
    assert "1 more table is needed" in refused(desk, "too-few-tables").message


@by_every_system
def test_refusals_come_in_the_words_of_the_log(system: str) -> None:
    rules = {"system": system, "rounds": 1}
    refused(LogDriver(), "no-tournament")
    refused(set_up(rules, ()), "nobody-to-pair")
    desk = set_up(rules)
    drafted(desk)
    refused(desk, "draft-exists")
    desk.do(c.PublishRound())
    refused(desk, "results-pending")
    for table in (1, 2):
        desk.result(1, table, "2-0")
    refused(desk, "round-open")
    desk.do(c.CompleteRound())
    refused(desk, "all-rounds-played")
    desk.do(c.MakeCut((p(1), p(2))))
    assert [table.seats for table in draft(desk.t).tables] == [(1, 2)]
    desk.do(c.Undo(), c.FinishTournament())
    refused(desk, "tournament-finished")


@by_every_system
def test_no_legal_pairing_is_told(system: str) -> None:
    desk = after_round_1({"system": system}, ("Ana", "Bo"))
    with pytest.raises(ImpossiblePairingError):
        draft(desk.t)


@by_every_system
def test_a_draft_from_an_older_version_is_refused_if_it_matters(system: str) -> None:
    desk = set_up({"system": system}, EIGHT)
    command = draft(desk.t, desk.journal.version)
    desk.do(c.RenameTournament("Saturday"))
    desk.do(command, c.DiscardDraft(), c.DropPlayer(p(8)))
    desk.refused(command, "basis-changed")


def test_what_was_avoided_if_possible_is_confirmed_by_people() -> None:
    """Only two are there, and they should not meet."""
    desk = set_up({"system": "swiss"}, ("Ana", "Bo"))
    desk.do(c.AvoidPair(p(1), p(2), hard=False))
    desk.refused(draft(desk.t), "needs-confirmation")
    assert drafted(desk, confirmed=["avoided-pair"]).confirmed == ("avoided-pair",)
    desk.do(c.PublishRound())


def test_a_forfeit_is_no_meeting_in_the_dutch_system() -> None:
    """Two players whose match was a forfeit: they are all there is, and meet in round 2."""
    desk = running({"system": "dutch"}, EIGHT[:2])
    desk.result(1, 1, Forfeit(win_for(0)))
    desk.do(c.CompleteRound())
    assert drafted(desk).confirmed == ("rematch",)
    desk.do(c.PublishRound())


def test_a_forfeited_pair_may_be_proposed_again() -> None:
    desk = running({"system": "dutch"}, EIGHT[:4])
    desk.result(1, 1, Forfeit(win_for(0)))
    desk.result(1, 2, Forfeit(win_for(1)))
    desk.do(c.CompleteRound())
    command = draft_of(desk.t, Proposal(2, (Board(p(2), p(1), ""), Board(p(3), p(4), ""))))
    assert command.confirmed == ("rematch",)
    desk.do(command)
    play(desk, RoundRef(1, 2))
    third = Proposal(3, (Board(p(1), p(2), ""), Board(p(4), p(3), "")))
    assert draft_of(desk.t, third).confirmed == ()  # by now they have played


def test_a_pair_that_played_is_confirmed_by_people() -> None:
    desk = running({"system": "dutch"}, EIGHT[:4])
    desk.result(1, 1, Forfeit(win_for(0)))
    desk.result(1, 2, "2-0")
    desk.do(c.CompleteRound())
    again = Proposal(2, (Board(p(2), p(1), ""), Board(p(3), p(4), "")))
    command = draft_of(desk.t, again)
    assert command.confirmed == ()
    desk.refused(command, "needs-confirmation")
    desk.do(draft_of(desk.t, again, confirmed=["rematch"]), c.PublishRound())


def test_rests_and_later_cycles_of_a_timetable_need_no_confirmation() -> None:
    desk = after_round_1({"system": "round_robin", "cycles": 2})
    played = desk.t.rounds[RoundRef(1, 1)]
    boards = tuple(Board(b, a, "Berger") for a, b in (x.seats for x in played.pairings.values()))
    rests = tuple(Bye(player, ByeKind.ZERO) for player in played.byes)
    command = draft_of(desk.t, Proposal(2, boards, rests=rests))
    assert command.confirmed == ("bye-not-requested", "rematch")
    assert command.byes == rests
    desk.do(command, c.PublishRound())


def test_a_double_round_robin_is_accepted_to_its_end() -> None:
    desk = set_up({"system": "round_robin", "cycles": 2})
    for n in range(1, 11):
        drafted(desk)
        play(desk, RoundRef(1, n))
    refused(desk, "all-rounds-played")
    met = Counter(
        frozenset(pairing.seats)
        for round_ in desk.t.rounds.values()
        for pairing in round_.pairings.values()
    )
    assert len(met) == 10
    assert set(met.values()) == {2}


def test_a_suggested_round_can_be_drafted() -> None:
    desk = after_round_1({"system": "swiss"}, ("Ana", "Bo"))
    with pytest.raises(ImpossiblePairingError) as caught:
        draft(desk.t)
    [again] = [x for x in caught.value.suggestions if x.kind == "rematch"]
    assert again.proposal
    desk.refused(draft_of(desk.t, again.proposal), "needs-confirmation")
    desk.do(draft_of(desk.t, again.proposal, confirmed=["rematch"]))


def test_a_round_is_paired_by_the_numbers_that_were_given() -> None:
    desk = set_up({"system": "dutch", "initial_colour": "white"}, EIGHT[:4])
    desk.do(c.RenumberPlayers(tuple(p(n) for n in (4, 3, 2, 1))))
    command = drafted(desk)
    assert [table.seats for table in command.tables] == [(4, 2), (1, 3)]


@settings(max_examples=30, deadline=None)
@given(
    st.sampled_from(SYSTEMS),
    st.integers(4, 13),
    st.sampled_from(["rank", "random"]),
    st.booleans(),
    st.data(),
)
def test_rounds_are_accepted_one_after_the_other(
    system: str, size: int, order: str, avoid: bool, data: st.DataObject
) -> None:
    """With byes asked for, people who leave and come late: never a confirmation."""
    rules = {
        "system": system,
        "table_order": order,
        "avoid_same_table": avoid,
        "table_ranges": ["5-8", "1-4"],
    }
    desk = set_up(rules, tuple(f"P{n:02}" for n in range(1, size + 1)))
    for n in (1, 2, 3):
        ref = RoundRef(1, n)
        here = desk.t.entrants_in(ref)
        for player in data.draw(st.sets(st.sampled_from(here), max_size=2), "byes"):
            kinds = [ByeKind.HALF, ByeKind.ZERO]
            if not byes_worth_a_win(desk.t, player):
                kinds.append(ByeKind.FULL)
            desk.do(c.RequestBye(player, n, data.draw(st.sampled_from(kinds))))
        try:
            drafted(desk)
        except ImpossiblePairingError:
            return
        round_ = desk.t.rounds[ref]
        placed = [player for x in round_.pairings.values() for player in x.seats]
        assert sorted([*placed, *round_.byes]) == sorted(here)
        assert set(round_.pairings) <= set(range(1, 9))
        if not avoid:
            filled = [5, 6, 7, 8, 1, 2, 3, 4][: len(round_.pairings)]
            assert set(round_.pairings) == set(filled)
        play(desk, ref)
        if n == 1 and data.draw(st.booleans(), "somebody leaves"):
            desk.do(c.DropPlayer(p(2)), c.EnterLate((Player("Zoe"),)))


# --- through the service ----------------------------------------------------------------------


@pytest.fixture
def place(tmp_path: Path) -> str:
    return f"sqlite:///{tmp_path / 'cup.db'}"


@pytest.fixture
def service(place: str) -> Iterator[Service]:
    service = open_service(place)
    yield service
    service.close()


def do(service: Service, command: c.Command, command_id: str) -> Outcome:
    return service.execute(CUP, command, CommandId(command_id), "ana")


def started(service: Service, rules: Mapping[str, Any], names: tuple[str, ...] = EIGHT) -> None:
    do(service, c.CreateTournament("Cup", "seed", rules), "create")
    do(service, players(*names), "players")


def play_in(service: Service, round_no: int) -> None:
    do(service, c.PublishRound(), f"publish-{round_no}")
    for table in service.journal(CUP).tournament.rounds[RoundRef(1, round_no)].pending:
        match = MatchRef(1, round_no, table)
        do(service, c.RecordResult(match, Games((2, table % 2))), f"result-{round_no}-{table}")
    do(service, c.CompleteRound(), f"complete-{round_no}")


@by_every_system
def test_a_whole_tournament_through_the_service(system: str, place: str, service: Service) -> None:
    rules = {"system": system, "rounds": 3, "avoid_same_table": True, "table_ranges": ["1-9"]}
    started(service, rules, (*EIGHT, "Ida"))
    for n in (1, 2, 3):
        outcome = draft_next(service, CUP, CommandId(f"draft-{n}"), "ana")
        assert isinstance(outcome.events[0], RoundDrafted)
        assert not outcome.repeated
        play_in(service, n)
    t = service.journal(CUP).tournament
    visits = [
        (player, number)
        for round_ in t.rounds.values()
        for number, pairing in round_.pairings.items()
        for player in pairing.seats
    ]
    assert len(visits) == len(set(visits)) == 24  # nobody at the same table twice
    assert len({player for r in t.rounds.values() for player in r.byes}) == 3
    with pytest.raises(DomainError, match="All 3 rounds have been played"):
        draft_next(service, CUP, CommandId("draft-4"))
    service.close()
    again = open_service(place)
    assert again.journal(CUP).tournament == t
    again.close()


@by_every_system
def test_a_repeat_gets_the_first_draft(system: str, service: Service) -> None:
    started(service, {"system": system})
    first = draft_next(service, CUP, CommandId("draft"), "ana")
    assert draft_next(service, CUP, CommandId("draft"), "ana") == Outcome(
        first.version, first.events, repeated=True
    )
    play_in(service, 1)
    assert draft_next(service, CUP, CommandId("draft")).events == first.events
    assert RoundRef(1, 2) not in service.journal(CUP).tournament.rounds
    with pytest.raises(DomainError) as caught:
        draft_next(service, CUP, CommandId("players"))
    assert caught.value.code == "command-id-reused"


def test_a_draft_of_nothing_is_refused(service: Service) -> None:
    with pytest.raises(NotFoundError) as caught:
        draft_next(service, CUP, CommandId("draft"))
    assert caught.value.code == "no-tournament"


class _Busy:
    """A store where somebody else does something before each of the first appends."""

    def __init__(self, service: Service, *rivals: c.Command) -> None:
        self.store, self.service, self.rivals = service.store, service, list(rivals)

    def submit(self, new: Append) -> Callable[[], None]:
        if self.rivals:
            rival = self.rivals.pop()
            self.service.execute(CUP, rival, CommandId(f"rival-{len(self.rivals)}"))
        return self.store.submit(new)

    def __getattr__(self, name: str) -> Any:
        return getattr(self.store, name)


@pytest.mark.parametrize("rivals", [2, 40])
def test_whoever_comes_while_it_is_paired_is_paired_as_well(service: Service, rivals: int) -> None:
    started(service, {}, EIGHT[:6])
    late = [players(f"Late {n}") for n in range(rivals)]
    busy = Service(_Busy(service, *late), service._clock)
    draft_next(busy, CUP, CommandId("draft"))
    round_ = busy.journal(CUP).tournament.rounds[R1]
    assert len(round_.pairings) == 3 + rivals / 2
    assert round_.byes == {}


def test_two_taps_at_once_make_one_draft(service: Service) -> None:
    started(service, {})
    outcomes: list[Outcome] = []

    def tap() -> None:
        outcomes.append(draft_next(service, CUP, CommandId("tap")))

    threads = [threading.Thread(target=tap) for _ in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(outcomes) == 6
    assert sum(not outcome.repeated for outcome in outcomes) == 1
    assert {outcome.version for outcome in outcomes} == {10}


def test_what_is_confirmed_is_handed_on(service: Service) -> None:
    started(service, {}, ("Ana", "Bo"))
    do(service, c.AvoidPair(PlayerId(1), PlayerId(2), hard=False), "apart")
    with pytest.raises(DomainError) as caught:
        draft_next(service, CUP, CommandId("draft"))
    assert caught.value.code == "needs-confirmation"
    draft_next(service, CUP, CommandId("draft"), confirmed=["avoided-pair"])
    assert service.journal(CUP).tournament.rounds[R1].confirmed == {"avoided-pair"}
