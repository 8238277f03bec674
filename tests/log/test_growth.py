"""What a command costs does not depend on the size of the tournament or of its log.

Counted are the functions that are called and the bytes that are allocated for one command: both
would show a copy or a search through everything.
"""

import sys
import tracemalloc
from collections.abc import Callable

import pytest

from fairpair.core.players import Player
from fairpair.core.results import Games
from fairpair.core.rounds import Bye, ByeKind, MatchRef, RoundRef, Table
from fairpair.log import commands as c
from fairpair.log.decide import carry_out
from fairpair.log.journal import Journal, Record, Records, read_journal
from log_driver import p

SMALL, LARGE = 200, 2000


def started(players: int) -> Journal:
    """Round 1 of so many players, with a result or two."""
    journal = Journal()
    tables = tuple(Table(n, (p(2 * n - 1), p(2 * n))) for n in range(1, players // 2 + 1))
    for command in (
        c.CreateTournament("Open", "seed", {"player_reports": True}),
        c.RegisterPlayers(tuple(Player(f"Player {n}") for n in range(players))),
        c.RegisterPlayers((Player("Last"),)),
        c.DraftRound(tables, (Bye(p(players + 1), ByeKind.PAIRING),)),
        c.PublishRound(),
        *(c.RecordResult(MatchRef(1, 1, n), Games((2, 0))) for n in (1, 2)),
    ):
        journal = carry_out(journal, command)
    return journal


def cost(step: Callable[[], object]) -> tuple[int, int]:
    """How many functions are called, and how many bytes are in use at most on the way."""
    step()
    calls = 0

    def count(_frame: object, kind: str, _argument: object) -> None:
        nonlocal calls
        calls += kind in ("call", "c_call")

    sys.setprofile(count)
    try:
        step()
    finally:
        sys.setprofile(None)
    tracemalloc.start()
    step()
    _now, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    return calls, most


@pytest.fixture(scope="module")
def fields() -> tuple[Journal, Journal]:
    return started(SMALL), started(LARGE)


MATCH = MatchRef(1, 1, SMALL // 4)


@pytest.mark.parametrize(
    "command",
    [
        c.RecordResult(MATCH, Games((2, 1))),
        c.CorrectResult(MatchRef(1, 1, 1), Games((2, 1)), "misread"),
        c.ClearResult(MatchRef(1, 1, 1), "misread"),
        c.ReportResult(MATCH, p(2 * MATCH.table), Games((2, 1))),
        c.EnterLate((Player("Late"),)),
        c.EditPlayer(p(1), Player("Other")),
        c.AvoidPair(p(1), p(9)),
        c.RenameTournament("Closed"),
    ],
    ids=lambda command: type(command).__name__,
)
def test_a_command_costs_the_same_in_a_large_field(
    fields: tuple[Journal, Journal], command: c.Command
) -> None:
    """The same step is counted on journals that were made anew: a shared list has grown."""

    def step(journal: Journal) -> Callable[[], object]:
        fresh = iter([renamed(read_journal(journal.records)) for _ in range(3)])
        return lambda: carry_out(next(fresh), command)

    def renamed(journal: Journal) -> Journal:
        """With one command more: a list that grows has room for the next ones then."""
        return carry_out(journal, c.RenameTournament("Open 2"))

    (few_calls, few_bytes), (many_calls, many_bytes) = (cost(step(one)) for one in fields)
    assert many_calls <= few_calls + 5
    assert many_bytes <= 1.5 * few_bytes + 4000


def test_a_series_of_commands_calls_in_step_with_its_length() -> None:
    """Also when the tables are put together from time to time."""

    def series(players: int) -> int:
        journal = started(players)
        matches = [MatchRef(1, 1, n) for n in range(3, players // 2 + 1)]

        def record_all() -> None:
            after = read_journal(journal.records)
            for match in matches:
                after = carry_out(after, c.RecordResult(match, Games((2, 0))))

        return cost(record_all)[0]

    assert series(LARGE) <= 11 * series(SMALL)


def test_records_share_their_list_until_two_journals_differ() -> None:
    def record(seq: int) -> Record:
        return Record(seq, seq, RoundRef(1, seq))  # type: ignore[arg-type]  # any event will do

    start = Records([record(1)])
    one = start.followed_by([record(2), record(3)])
    other = start.followed_by([record(4)])
    assert [r.seq for r in start] == [1]
    assert [r.seq for r in one] == [1, 2, 3]
    assert [r.seq for r in reversed(other)] == [4, 1]
    assert (one[-1].seq, one[0].seq, len(one)) == (3, 1, 3)
    assert one[1:] == (record(2), record(3))
    assert one[2:1] == ()
    assert one[::2] == (record(1), record(3))
    assert one == Records([record(1), record(2), record(3)])
    assert one != other
    with pytest.raises(IndexError):
        start[1]


def test_a_number_of_an_undone_registration_does_not_come_again() -> None:
    journal = started(20)
    journal = carry_out(journal, c.EnterLate((Player("Late"),)))
    journal = carry_out(journal, c.Undo())
    assert journal.next_player == 23
    assert journal == read_journal(journal.records)
