"""How long it takes to load and fold a large tournament, compared with only reading the same rows.

The script creates a log of 1 000 players and 11 rounds (about 6 500 events) in a temporary SQLite
file. It then measures reading the rows, decoding them, folding them, one more command, and the undo
of the first result, which checks for every later event whether it would still be possible. Ratios
are relative to `json.loads` of the same payloads in the same run.
"""

import contextlib
import json
import os
import statistics
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from fairpair.app.service import Service
from fairpair.core.errors import DomainError
from fairpair.core.ids import CommandId, PlayerId, TournamentId
from fairpair.core.players import Player
from fairpair.core.results import Games
from fairpair.core.rounds import MatchRef, Table
from fairpair.log import commands as c
from fairpair.log.chain import chain, first_break
from fairpair.log.codec import Codec, read_records
from fairpair.log.decide import decide
from fairpair.log.journal import Journal, Record, read_journal
from fairpair.log.persons import separate
from fairpair.log.stored import PersonChanges, StoredEvent
from fairpair.storage import open_store

CUP = TournamentId("cup")
CODEC = Codec()


def rows_of_a_tournament(players: int, rounds: int) -> list[StoredEvent]:
    """A log as an organiser makes it: one list of players, then round after round."""
    rows: list[StoredEvent] = []
    journal = Journal()

    def do(command: c.Command) -> None:
        nonlocal journal
        first = journal.version + 1
        events = decide(journal, command)
        journal = journal.extend([Record(first + n, first, x) for n, x in enumerate(events)])
        rows.extend(
            StoredEvent(first + n, f"c{first}", n, "0" * 64, *CODEC.encode(x), "2026", "ana")
            for n, x in enumerate(events)
        )

    do(c.CreateTournament("Big Open", "seed", {"rounds": rounds}))
    names = tuple(Player(f"Player {n}", rating=1000 + n) for n in range(players))
    do(c.RegisterPlayers(names))
    half = players // 2
    for round_no in range(1, rounds + 1):
        pairs = [(n + 1, half + 1 + (n + round_no) % half) for n in range(half)]
        tables = tuple(Table(n, (PlayerId(a), PlayerId(b))) for n, (a, b) in enumerate(pairs, 1))
        do(c.DraftRound(tables, system="benchmark"))
        do(c.PublishRound())
        for table in range(1, half + 1):
            do(c.RecordResult(MatchRef(1, round_no, table), Games((2, table % 2))))
        do(c.CompleteRound())
    return rows


def best(action: Callable[[], object], times: int = 7) -> float:
    """The median of some runs, in milliseconds of CPU time."""
    spent = []
    for _ in range(times):
        start = time.process_time()
        action()
        spent.append(time.process_time() - start)
    return statistics.median(spent) * 1000


def measure(players: int, rounds: int) -> None:
    """Print the figures for one size."""
    rows = rows_of_a_tournament(players, rounds)
    with tempfile.TemporaryDirectory() as folder:
        store = open_store(f"sqlite:///{Path(folder) / 'cup.db'}")
        separated, persons = separate(rows, lambda: "0" * 32)
        rows = chain(separated)
        store.append(CUP, 0, rows, persons=PersonChanges(tuple(persons)))
        records = read_records(CODEC, rows, persons)
        journal = read_journal(records)
        first_result = next(r.seq for r in rows if r.type == "result_recorded")

        def undo_first() -> None:
            with contextlib.suppress(DomainError):
                decide(journal, c.Undo(first_result))

        def whole() -> None:
            Service(store, str).journal(CUP)

        figures = {
            "json.loads of the payloads": best(lambda: [json.loads(r.payload) for r in rows]),
            "load the rows": best(lambda: store.load(CUP)),
            "decode": best(lambda: read_records(CODEC, rows, persons)),
            "check the hashes": best(lambda: first_break(rows)),
            "fold": best(lambda: read_journal(records)),
            "load + decode + fold": best(whole),
            "undo the first result (refused)": best(undo_first, 3),
        }
        store.close()
    base = figures["json.loads of the payloads"]
    size = sum(len(r.payload) for r in rows) / 1e6
    print(f"\n{players} players, {rounds} rounds: {len(rows)} events, {size:.2f} MB of payload")
    for name, value in figures.items():
        print(f"  {name:34}{value:9.1f} ms  {value / base:6.2f} x json.loads")


def commands_per_second() -> None:
    """Print how fast results go in, each durable, beside a bare synced file."""
    with tempfile.TemporaryDirectory() as folder:
        service = Service(open_store(f"sqlite:///{Path(folder) / 'cup.db'}"), str)
        service.execute(CUP, c.CreateTournament("Cup", "seed"), CommandId("create"))
        start = time.perf_counter()
        for n in range(300):
            name = c.RegisterPlayers((Player(f"Player {n}"),))
            service.execute(CUP, name, CommandId(f"c{n}"))
        ours = 300 / (time.perf_counter() - start)
        service.close()
        bare = synced_writes_per_second(Path(folder) / "bare")
    print(f"\nDurable commands: {ours:.0f}/s; bare writes with fdatasync: {bare:.0f}/s")
    print(f"  ratio {ours / bare:.2f}")


def synced_writes_per_second(path: Path) -> float:
    """As fast as this disk can promise anything."""
    with path.open("wb") as file:
        start = time.perf_counter()
        for _ in range(300):
            file.write(b"x" * 4096)
            file.flush()
            os.fdatasync(file.fileno())
        return 300 / (time.perf_counter() - start)


if __name__ == "__main__":
    print(f"Python {sys.version.split()[0]}, CPU time, median of several runs")
    measure(64, 6)
    measure(512, 9)
    measure(1000, 11)
    measure(4000, 11)
    commands_per_second()
