"""What one recorded result costs the server, and how many it takes in a second.

Scorekeepers send results to a real server (`fairpair serve`), each over one open connection: one
alone, 30 of them for one tournament, and one for each of 20 tournaments. Printed are results in a
second and processor time of the server for each. A second server with the same clients counts SQL
statements and syncs of the disk. For comparison, one connection of Python's own `sqlite3` appends
the same rows in the same run, a transaction and a sync each, and once more without the trigger that
keeps the table of versions. `--fast` sends a tenth. The benchmark `workers` has the same clients
write to PostgreSQL.
"""

import asyncio
import json
import os
import sqlite3
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

import psutil  # type: ignore[import-untyped]

sys.path.insert(0, str(Path(__file__).parents[1]))
sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))

from benchmarks._clients import Client, finish

from api.servers import Server
from fairpair.app.access.grants import Role
from fairpair.app.service import Service
from fairpair.app.use_cases.pairing import draft
from fairpair.bootstrap import open_access, open_service
from fairpair.core.ids import CommandId, TournamentId
from fairpair.core.players import Player
from fairpair.log import commands as c
from fairpair.presets import preset

COUNTED = Path(__file__).with_name("_counted.py")
TABLES = 30
EVENTS = 20
RESULTS = 1200
"""The number sent in each measurement."""
OUTSIDE = ("BEGIN", "COMMIT", "sync")
"""What is counted apart from statements."""


@dataclass(frozen=True)
class Writers:
    """Who sends: a number of writers for each of a number of tournaments."""

    title: str
    events: int
    each: int


CASES = (
    Writers("1 writer", 1, 1),
    Writers("30 writers, 1 tournament", 1, 30),
    Writers("20 writers, 20 tournaments", EVENTS, 1),
)


class Field:
    """A database with tournaments whose first round is in progress."""

    def __init__(self, address: str) -> None:
        self.address = address
        self.keys: dict[TournamentId, str] = {}
        self._sent: Counter[tuple[TournamentId, int]] = Counter()
        with closing(open_service(address)) as service:
            for number in range(EVENTS):
                cup = TournamentId(f"cup-{number}")
                _begin(service, cup)
                self.keys[cup] = open_access(service).make(Role.SCOREKEEPER, cup).key

    def requests(self, cup: TournamentId, first: int, each: int, many: int) -> Iterator[bytes]:
        """Results for every `each`th table from `first` on, never the one that is there."""
        tables = range(first, TABLES + 1, each)
        for number in range(many):
            table = tables[number % len(tables)]
            result = ("1-0", "0-1")[self._sent[cup, table] % 2]
            self._sent[cup, table] += 1
            body = json.dumps({"result": result})
            yield (
                f"PUT /api/tournaments/{cup}/pairings/1-1-{table}/result HTTP/1.1\r\n"
                f"Host: localhost\r\nAuthorization: Bearer {self.keys[cup]}\r\n"
                f"Content-Type: application/json\r\nContent-Length: {len(body)}\r\n\r\n{body}"
            ).encode()


def _begin(service: Service, cup: TournamentId) -> None:
    people = tuple(Player(f"Player {n}", 2500 - n) for n in range(2 * TABLES))
    service.execute(
        cup,
        c.CreateTournament("Open", "seed", dict(preset("fide_dutch").settings)),
        CommandId("create"),
    )
    service.execute(cup, c.RegisterPlayers(people), CommandId("enter"))
    service.execute(cup, draft(service.journal(cup).tournament), CommandId("draft"))
    service.execute(cup, c.PublishRound(), CommandId("publish"))


async def send(field: Field, ports: Sequence[int], case: Writers, results: int) -> float:
    """All writers of the case together, spread over the ports; the seconds they took."""
    loop = asyncio.get_running_loop()
    clients: list[Client] = []
    many = results // (case.events * case.each)
    for cup in list(field.keys)[: case.events]:
        for first in range(1, case.each + 1):
            requests = field.requests(cup, first, case.each, many)
            spent: list[float] = []
            _, client = await loop.create_connection(
                lambda requests=requests, spent=spent: Client(requests, spent),  # type: ignore[misc]
                "127.0.0.1",
                ports[len(clients) % len(ports)],
            )
            clients.append(client)
    return await finish(clients)


def processor_seconds(process: int) -> float:
    """What a process and its children have used so far."""
    own = psutil.Process(process)
    times = [one.cpu_times() for one in (own, *own.children(recursive=True))]
    return float(sum(one.user + one.system for one in times))


def measure(field: Field, folder: Path, results: int) -> dict[str, float]:
    """Print speed and processor time of each case; results in a second."""
    rates: dict[str, float] = {}
    words = ("--log-level", "warning")
    with Server(*words, database=field.address, log=folder / "log") as server:
        port = int(server.address.rsplit(":", 1)[1])
        asyncio.run(send(field, [port], CASES[2], 10 * EVENTS))  # warm
        for case in CASES:
            before = processor_seconds(server.process.pid)
            seconds = asyncio.run(send(field, [port], case, results))
            used = processor_seconds(server.process.pid) - before
            rates[case.title] = results / seconds
            print(
                f"  {case.title:28} {results / seconds:7.0f} results/s"
                f" {1000 * used / results:7.2f} ms of the server's processor each",
                flush=True,
            )
    return rates


def count(field: Field, folder: Path, results: int) -> None:
    """Print statements and syncs of each case."""
    file = folder / "counts"
    program = (str(COUNTED), str(file))
    words = ("--log-level", "warning")
    with Server(*words, database=field.address, log=folder / "log", program=program) as server:
        port = int(server.address.rsplit(":", 1)[1])
        asyncio.run(send(field, [port], CASES[2], 10 * EVENTS))
        for case in CASES:
            before = json.loads(file.read_text())
            asyncio.run(send(field, [port], case, results))
            after = json.loads(file.read_text())
            new = {word: (after[word] - before.get(word, 0)) / results for word in after}
            statements = {word: n for word, n in new.items() if word not in OUTSIDE and n}
            print(
                f"  {case.title:28} {sum(statements.values()):5.2f} statements"
                f" {new.get('COMMIT', 0):5.2f} commits {new.get('sync', 0):5.2f} syncs each"
                f"   ({', '.join(f'{word} {n:.2f}' for word, n in statements.items())})",
                flush=True,
            )


@dataclass(frozen=True)
class Bare:
    """Appends without a server: how many in a second, and processor seconds of each."""

    rate: float
    each: float


def append_bare(field: Field, path: Path, results: int, without: str = "") -> Bare:
    """Append what a result leaves, a transaction each, if need be without one trigger."""
    with closing(sqlite3.connect(field.address.removeprefix("sqlite:///"))) as read:
        last = "ORDER BY version DESC LIMIT 1"
        receipt = read.execute(f"SELECT * FROM receipts WHERE tournament='cup-0' {last}").fetchone()
        last = "ORDER BY seq DESC LIMIT 1"
        event = read.execute(f"SELECT * FROM events WHERE tournament='cup-0' {last}").fetchone()
        found = "SELECT sql FROM sqlite_master WHERE sql > '' AND name != ?"
        tables = [sql for (sql,) in read.execute(found, [without])]
    with closing(sqlite3.connect(path, isolation_level=None)) as bare:
        bare.execute("PRAGMA journal_mode = WAL")
        bare.execute("PRAGMA synchronous = FULL")
        for sql in tables:
            bare.execute(sql)
        start, used = time.perf_counter(), time.process_time()
        for number in range(1, results + 1):
            name = f"{number:032}"
            bare.execute("BEGIN IMMEDIATE")
            bare.execute(_insert("receipts", receipt), (receipt[0], name, *receipt[2:]))
            bare.execute(_insert("events", event), (event[0], number, name, *event[3:]))
            bare.execute("COMMIT")
        spent = time.process_time() - used
        return Bare(results / (time.perf_counter() - start), spent / results)


def _insert(table: str, row: tuple[object, ...]) -> str:
    return f"INSERT INTO {table} VALUES ({', '.join('?' * len(row))})"


def on_sqlite(folder: Path, results: int) -> None:
    """Speed, counts, and the comparison."""
    field = Field(f"sqlite:///{folder / 'cups.db'}")
    print("SQLite, one process")
    first = append_bare(field, folder / "bare-1.db", results // 2)
    less = append_bare(field, folder / "less.db", results // 2, "versions_follow_events")
    rates = measure(field, folder, results)
    second = append_bare(field, folder / "bare-2.db", results // 2)
    bare = (first.rate + second.rate) / 2
    for title, rate, each in (
        ("bare appends, one connection", bare, (first.each + second.each) / 2),
        ("without the trigger", less.rate, less.each),
    ):
        print(f"  {title:28} {rate:7.0f} results/s {1000 * each:7.2f} ms of the processor each")
    for title, rate in rates.items():
        print(f"  {title:28} {rate / bare:7.2f} of bare appends")
    print("SQLite, counted")
    count(field, folder, results // 2)


def main() -> None:
    """All of it."""
    print(f"Python {sys.version.split()[0]}, {os.cpu_count()} processors, loopback", flush=True)
    results = RESULTS // 10 if "--fast" in sys.argv else RESULTS
    with tempfile.TemporaryDirectory() as folder:
        on_sqlite(Path(folder), results)


if __name__ == "__main__":
    main()
