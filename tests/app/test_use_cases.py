"""Requests as a whole: one append, one receipt, one undo; a repeat gets the first answer."""

import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fairpair.app.requests import CommandContext, Outcome, Steps
from fairpair.app.service import Service
from fairpair.app.use_cases import clocks, edits, rounds
from fairpair.app.use_cases.automatic_advance import advance
from fairpair.app.use_cases.edits import ResultEntry
from fairpair.app.use_cases.rounds import RoundOptions
from fairpair.app.use_cases.tournaments import Creation, NewTournament, create_tournament
from fairpair.app.views.history import actions, entry_of
from fairpair.core.errors import ConflictError, DomainError, InvalidStateError, VersionConflictError
from fairpair.core.ids import CommandId, PlayerId, TournamentId
from fairpair.core.players import Player
from fairpair.core.results import Games
from fairpair.core.rounds import ByeKind, MatchRef, RoundRef
from fairpair.core.stored import Receipt
from fairpair.core.tournament import PairingRestriction, Tournament
from fairpair.log import commands as c
from fairpair.log import events as e
from fairpair.storage import open_store

TESTS = Path(__file__).parents[1]
CUP = TournamentId("cup")
R1, R2 = RoundRef(1, 1), RoundRef(1, 2)
NAMES = ("Ana", "Bo", "Cy", "Di", "Ed", "Flo")


class Event:
    """A tournament of six on a service; every request has a new id unless one is named."""

    def __init__(self, address: str, **rules: object) -> None:
        self.service = Service(
            open_store(address), lambda: "2026-11-15T10:00:00+00:00", None, advance
        )
        self.count = 0
        self.run(_created, {"rounds": 3, **rules})

    @property
    def t(self) -> Tournament:
        return self.service.journal(CUP).tournament

    @property
    def version(self) -> int:
        return self.service.store.version(CUP)

    def context(self, command_id: str = "", expected: int | None = None) -> CommandContext:
        self.count += 1
        return CommandContext(CUP, CommandId(command_id or f"c{self.count}"), "Ana", expected)

    def run(self, use_case: Any, *args: Any, command_id: str = "", **kwargs: Any) -> Outcome:
        return self.service.run(self.context(command_id), use_case, *args, **kwargs)

    def do(self, command: c.Command, command_id: str = "") -> Outcome:
        return self.service.run_command(self.context(command_id), command)

    def enter_all(self, score: tuple[int, int] = (2, 0)) -> None:
        for table in self.t.rounds[self.t.upcoming].pending:
            match = self.t.upcoming.at(table)
            self.run(edits.enter_result, ResultEntry(match, Games(score)))

    def started(self) -> "Event":
        self.run(rounds.start)
        return self


def _created(_t: Tournament, rules: dict[str, object]) -> Steps:
    t = yield c.CreateTournament("Cup", "seed", rules)
    yield from edits.enter_players(t, [Player(name) for name in NAMES])


@pytest.fixture
def event(address: str) -> Iterator[Event]:
    event = Event(address)
    yield event
    event.service.close()


def kinds(outcome: Outcome) -> list[type[e.Event]]:
    return [type(x) for x in outcome.events]


class _Overtaken:
    """A store in front of another: the rival is faster, once, before the first call of `before`."""

    def __init__(self, store: object, before: str, rival: Callable[[], object]) -> None:
        self.store, self.before, self.rival = store, before, rival

    def __getattr__(self, name: str) -> object:
        if name == self.before:
            self.before = ""
            self.rival()
        return getattr(self.store, name)


@pytest.mark.parametrize("named", [None, TournamentId("open")])
@pytest.mark.parametrize("before", ["version", "submit"])
def test_creations_that_overlap_have_one_answer(
    event: Event, named: TournamentId | None, before: str
) -> None:
    def create(service: Service, name: str = "Open") -> Creation:
        new = NewTournament(name, {}, (Player("Ana"),), named)
        return create_tournament(service, new, CommandId("new"))

    made = list[Creation]()
    store = _Overtaken(event.service.store, before, lambda: made.append(create(event.service)))
    late = Service(store, lambda: event.service.now)  # type: ignore[arg-type]
    assert create(late) == replace(made[0], repeated=True)
    assert list(event.service.store.tournaments()) == ["cup", "open"]
    with pytest.raises(ConflictError, match="already been used for a different command"):
        create(late, "Closed")


# One request, one action


def test_a_round_is_completed_paired_and_published_at_once(event: Event) -> None:
    event.started().enter_all()
    before, version = event.t, event.version
    done = event.run(rounds.generate, R2, RoundOptions())
    assert kinds(done) == [e.RoundCompleted, e.RoundDrafted, e.RoundPublished]
    assert (done.action, done.version) == (version + 1, version + 3)
    rows = event.service.store.load(CUP, after=version)
    assert [(row.part, row.action) for row in rows] == [(n, version + 1) for n in range(3)]
    assert len({row.command_id for row in rows}) == 1
    event.do(c.Undo())
    assert event.t == before
    event.do(c.Redo())
    assert R2 in event.t.rounds


def test_the_history_names_what_a_request_was_for(event: Event) -> None:
    event.started().enter_all()
    done = event.run(rounds.generate, R2, RoundOptions())
    journal = event.service.journal(CUP)
    entry = entry_of(journal, done.action or 0)
    assert entry is not None
    assert (str(entry["text"]), entry["undone"]) == ("Round 2 published (+2)", False)
    stored = partial(event.service.store.load, CUP)
    action = actions(journal, stored).actions[0]
    assert str(action.what) == "Round 2 published"
    assert list(map(str, action.more)) == ["Round 1 completed", "Round 2 paired"]
    event.do(c.Undo())
    undone = actions(event.service.journal(CUP), stored).actions[0].what
    assert str(undone) == f"#{done.action} undone: Round 2 published"
    event.do(c.Redo())
    redone = actions(event.service.journal(CUP), stored).actions[0].what
    assert str(redone) == f"#{done.action} redone: Round 2 published"


def test_a_refusal_of_the_last_step_takes_the_first_with_it(event: Event) -> None:
    event.started().enter_all()
    before, version = event.t, event.version

    def half(_t: Tournament) -> Steps:
        yield c.CompleteRound()
        yield c.FinishTournament()  # rounds are left

    with pytest.raises(InvalidStateError):
        event.run(half, command_id="K")
    assert (event.t, event.version) == (before, version)
    assert event.service.store.receipt(CUP, CommandId("K")) is None


def test_a_step_sees_what_the_steps_before_it_did(event: Event) -> None:
    seen = []

    def two(t: Tournament) -> Steps:
        seen.append(t.name)
        t = yield c.RenameTournament("Open")
        seen.append(t.name)
        yield c.ChangeRules({"rounds": 4})

    assert event.run(two).action == 8
    assert seen == ["Cup", "Open"]


def test_a_use_case_can_live_with_a_refusal(event: Event) -> None:
    done = event.run(edits.configure, "Cup", {"rounds": 4})
    assert kinds(done) == [e.RulesChanged]


def test_another_version_is_refused_and_nothing_is_left(event: Event) -> None:
    context = event.context("old", expected=3)
    with pytest.raises(VersionConflictError):
        event.service.run(context, rounds.start)
    assert event.service.store.receipt(CUP, CommandId("old")) is None


def test_what_follows_by_itself_is_written_with_the_result(address: str) -> None:
    event = Event(address, advance="publish").started()
    heard: list[int] = []
    event.service.store.subscribe(lambda _tournament, version: heard.append(version))
    event.enter_all()
    last = event.service.store.load(CUP)[-4:]
    assert [row.type for row in last[:2]] == ["result_recorded", "round_completed"]
    assert [row.by for row in last] == ["Ana"] + ["Ana (automatic)"] * 3
    assert heard[-1] - heard[-2] == 4  # nobody was told of the result alone
    event.do(c.Undo())
    assert R2 in event.t.rounds  # still a draft: what follows is undone step by step
    event.service.close()


def set_clock(t: Tournament, ref: RoundRef, running: bool) -> Steps:
    return clocks.set_clock(t, ref, now="2026-11-15T10:00:00+00:00", running=running)


# Receipts

REQUESTS: dict[str, tuple[Any, tuple[Any, ...], tuple[Any, ...]]] = {
    "result": (
        edits.enter_result,
        (ResultEntry(MatchRef(1, 1, 1), Games((2, 0))),),
        (ResultEntry(MatchRef(1, 1, 1), Games((0, 2))),),
    ),
    "bye": (
        edits.set_bye,
        (PlayerId(1), 3, ByeKind.HALF),
        (PlayerId(1), 3, ByeKind.ZERO),
    ),
    "restriction": (
        edits.set_pairing_restriction,
        (PlayerId(1), PlayerId(2), PairingRestriction(True)),
        (PlayerId(1), PlayerId(2), PairingRestriction(False)),
    ),
    "rules": (edits.configure, ("Open", {"rounds": 4}), ("Cup", {"rounds": 3})),
    "table": (
        edits.run_idempotent,
        (c.FixTable(PlayerId(1), 1),),
        (c.FixTable(PlayerId(1), 2),),
    ),
    "clock": (set_clock, (R1, True), (R1, False)),
}


@pytest.mark.parametrize("kind", REQUESTS)
def test_a_request_that_changes_nothing_is_not_carried_out_later(event: Event, kind: str) -> None:
    """It is so already when it comes; repeated when it is not so any more, it changes nothing."""
    use_case, wanted, other = REQUESTS[kind]
    reason = ("late",) if kind == "rules" else ()
    event.started()
    event.run(use_case, *wanted, *reason)
    nothing = event.run(use_case, *wanted, *reason, command_id="K")
    assert (nothing.events, nothing.action) == ((), None)
    event.run(use_case, *other, *reason)
    state, version = event.t, event.version
    again = event.run(use_case, *wanted, *reason, command_id="K")
    assert again == Outcome(nothing.version, (), repeated=True)
    assert (event.t, event.version) == (state, version)
    with pytest.raises(ConflictError) as caught:
        event.run(use_case, *other, *reason, command_id="K")
    assert caught.value.code == "command-id-reused"


@pytest.mark.parametrize("kind", REQUESTS)
def test_a_repeat_gets_the_first_answer_whatever_happened_since(event: Event, kind: str) -> None:
    use_case, wanted, other = REQUESTS[kind]
    reason = ("late",) if kind == "rules" else ()
    event.started()
    first = event.run(use_case, *wanted, *reason, command_id="K")
    assert first.events
    event.run(use_case, *other, *reason)
    event.do(c.Undo())
    event.do(c.Undo())
    assert event.run(use_case, *wanted, *reason, command_id="K") == Outcome(
        first.version, first.events, repeated=True
    )
    with pytest.raises(ConflictError) as caught:
        event.do(c.RenameTournament("Other"), "K")
    assert caught.value.code == "command-id-reused"


def test_another_command_in_a_use_case_is_another_request(event: Event) -> None:
    event.started().enter_all()
    event.run(rounds.run_in_round, R1, c.CompleteRound(), command_id="one")
    with pytest.raises(ConflictError) as caught:
        event.run(rounds.run_in_round, R1, c.DiscardDraft(), command_id="one")
    assert caught.value.code == "command-id-reused"
    assert event.run(rounds.run_in_round, R1, c.CompleteRound(), command_id="one").repeated


def test_what_is_bound_is_no_part_of_the_request(event: Event) -> None:
    event.started()
    early = partial(clocks.set_clock, now="2026-11-15T10:00:00+00:00")
    first = event.run(early, R1, running=True, command_id="K")
    late = partial(clocks.set_clock, now="2026-11-15T11:00:00+00:00")
    assert event.run(late, R1, running=True, command_id="K").events == first.events
    assert event.run(late, R1, running=True, minutes=None, command_id="K").repeated


def test_a_new_service_knows_the_receipts(address: str, event: Event) -> None:
    done = event.run(rounds.start, command_id="K")
    other = Service(
        event.service.store if address == "memory:" else open_store(address), lambda: "now"
    )
    assert other.run(event.context("K"), rounds.start) == Outcome(
        done.version, done.events, repeated=True
    )
    other.close()


@pytest.mark.parametrize("address", ["sqlite", "postgres"], indirect=True)
def test_logs_from_before_there_were_receipts(event: Event) -> None:
    """They know the last command of a use case: the id is enough for it, not for a command."""
    old = Receipt(CUP, "old", "0123abcd", event.version, 1)
    event.service.store.append(CUP, event.version, [], [old])
    assert event.run(rounds.start, command_id="old").repeated
    with pytest.raises(ConflictError):
        event.do(c.RenameTournament("Other"), "old")


# Any order of requests, repeats and nonsense

moves = st.lists(st.tuples(st.sampled_from(range(12)), st.integers(0, 5)), max_size=25)


@settings(max_examples=40)
@given(moves)
def test_every_request_is_one_action_and_one_undo(chosen: list[tuple[int, int]]) -> None:
    event = Event("memory:")
    done: dict[str, tuple[Any, tuple[Any, ...], Outcome]] = {}
    for move, detail in chosen:
        use_case, args = _move(event.t, move, detail)
        before, version, name = event.t, event.version, f"r{len(done)}"
        try:
            outcome = event.run(use_case, *args, command_id=name)
        except DomainError:
            assert (event.t, event.version) == (before, version)
            continue
        done[name] = (use_case, args, outcome)
        rows = event.service.store.load(CUP, after=version)
        assert {row.action for row in rows} <= {version + 1}
        assert len(rows) == len(outcome.events)
        if rows and detail % 2:
            after = event.t
            event.do(c.Undo(outcome.action))
            assert event.t == before
            event.do(c.Redo(outcome.action))
            assert event.t == after
    final = event.version
    for name, (use_case, args, outcome) in done.items():
        again = event.run(use_case, *args, command_id=name)
        assert again == Outcome(outcome.version, outcome.events, repeated=True)
    assert event.version == final
    event.service.close()


def _move(t: Tournament, move: int, detail: int) -> tuple[Any, tuple[Any, ...]]:
    player, other = PlayerId(1 + detail), PlayerId(1 + (detail + 1) % 6)
    result = Games((2, 0)) if detail % 2 else Games((1, 2))
    match = t.upcoming.at(1 + detail % 3)
    return (
        (rounds.start, ()),
        (rounds.generate, (t.upcoming.next, RoundOptions(confirmed=("rematch",)))),
        (rounds.generate, (t.upcoming, RoundOptions(draft_only=bool(detail % 2)))),
        (edits.enter_result, (ResultEntry(match, result),)),
        (edits.enter_result, (ResultEntry(match, result, correction="slip", closed_too=True),)),
        (edits.set_bye, (player, 1 + detail % 3, ByeKind.HALF)),
        (edits.set_pairing_restriction, (player, other, PairingRestriction(bool(detail % 2)))),
        (edits.configure, (f"Cup {detail}", {"rounds": 3 + detail % 2}, "why")),
        (edits.enter_players, ([Player(f"Late {detail}")],)),
        (edits.edit_player, (player, {"club": f"Club {detail}"})),
        (rounds.finish, ()),
        (rounds.run_in_round, (t.upcoming, c.PublishRound())),
    )[move]


@pytest.mark.parametrize("address", ["sqlite", "postgres"], indirect=True)
def test_a_request_is_there_as_a_whole_or_not_at_all(address: str) -> None:
    """Its process is killed before and after every statement, until it gets through."""
    script = [sys.executable, "-m", "app.killed_request", address]
    ran = subprocess.run(script, cwd=TESTS, capture_output=True, text=True, check=True)
    lines = ran.stdout.splitlines()
    assert lines[-1] == "through", ran.stdout + ran.stderr
    seen = [line for line in lines if line.startswith("events")]
    assert set(seen) == {"events 0", "events 3"}
    assert seen == sorted(seen)
    assert len(seen) > 6
