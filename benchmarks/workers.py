"""What a second worker, or a second server, adds on one PostgreSQL database.

The clients of `writes` send results to `fairpair serve` on PostgreSQL, which is as durable as it is
by default: 30 for one tournament, and one for each of 20 tournaments. One worker, two workers and
two servers of one worker each take turns. Printed are results in a second and the processor time of
each: of the servers, of PostgreSQL and of the clients.

All of them share this machine, so the rate has a limit: all processors divided by the processor
time of a result. Where one worker comes close to it, a second cannot add much, whatever it does.
First, therefore, every worker has the same small share of one processor, which leaves enough for
PostgreSQL and the clients: this is how servers on machines of their own compare. It takes control
groups of Linux, which mostly only root can make. Then each takes what it gets. `--fast` sends a
tenth.
"""

import asyncio
import os
import statistics
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, nullcontext
from dataclasses import dataclass
from pathlib import Path

import psutil  # type: ignore[import-untyped]

sys.path.insert(0, str(Path(__file__).parents[1]))
sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))

from benchmarks._shares import can_share, limited
from benchmarks.writes import CASES, EVENTS, Field, Writers, processor_seconds, send

from api.servers import Server
from postgres import Server as Database

KINDS = {"one worker": (1,), "two workers": (2,), "two servers": (1, 1)}
"""The servers of each kind: how many workers each has."""
RESULTS = 1200
TURNS = 3
SHARE = 0.1
"""The part of one processor that each worker may use, where that is limited."""


@dataclass(frozen=True)
class Measured:
    """Results in a second, and milliseconds of processor time for each."""

    rate: float
    servers: float
    database: float
    clients: float
    busiest: float
    """The part of the workers' processor time that the busiest of them used."""

    @property
    def limit(self) -> float:
        """The rate at which all processors are busy."""
        return 1000 * (os.cpu_count() or 1) / (self.servers + self.database + self.clients)


@contextmanager
def running(kind: str, address: str, folder: Path) -> Iterator[list[Server]]:
    """The servers of this kind on one database."""
    with ExitStack() as stack:
        yield [
            stack.enter_context(
                Server(
                    *("--workers", str(workers), "--log-level", "warning"),
                    database=address,
                    log=folder / f"log-{number}",
                )
            )
            for number, workers in enumerate(KINDS[kind])
        ]


def measure(
    field: Field, database: Database, servers: list[Server], case: Writers, results: int
) -> Measured:
    """Send the results, spread over the servers."""
    ports = [int(server.address.rsplit(":", 1)[1]) for server in servers]

    def used() -> tuple[float, ...]:
        own = [processor_seconds(server.process.pid) for server in servers]
        each = [processor_seconds(worker) for worker in workers_of(servers)]
        return sum(own), processor_seconds(database.pid), time.process_time(), *each

    before = used()
    seconds = asyncio.run(send(field, ports, case, results))
    spent = (1000 * (now - then) / results for then, now in zip(before, used(), strict=True))
    own, stored, sent, *workers = spent
    return Measured(results / seconds, own, stored, sent, max(workers) / sum(workers))


def workers_of(servers: list[Server]) -> list[int]:
    """The processes that answer: the servers themselves, or what they have started."""
    started = [psutil.Process(server.process.pid).children() for server in servers]
    return [
        process
        for server, children in zip(servers, started, strict=True)
        for process in [child.pid for child in children] or [server.process.pid]
    ]


def compare(database: Database, folder: Path, results: int, share: float | None) -> None:
    """Let the kinds take turns, and print the middle of each."""
    found: dict[tuple[str, str], list[Measured]] = {}
    for _ in range(TURNS):
        for kind in KINDS:
            with database.database() as address:
                field = Field(address)
                with running(kind, address, folder) as servers:
                    time.sleep(1)  # until the second worker is there
                    measure(field, database, servers, CASES[2], 10 * EVENTS)  # warm
                    with limited(workers_of(servers), share) if share else nullcontext():
                        for case in CASES[1:]:
                            one = measure(field, database, servers, case, results)
                            found.setdefault((case.title, kind), []).append(one)
    for case in CASES[1:]:
        print(f"\n{case.title}")
        first = _middle([one.rate for one in found[case.title, "one worker"]])
        for kind in KINDS:
            _print(kind, found[case.title, kind], first)


def _print(kind: str, turns: list[Measured], first: float) -> None:
    rate = _middle([one.rate for one in turns])
    servers = _middle([one.servers for one in turns])
    database = _middle([one.database for one in turns])
    clients = _middle([one.clients for one in turns])
    limit = _middle([one.limit for one in turns])
    busiest = _middle([one.busiest for one in turns])
    print(
        f"  {kind:12} {rate:6.0f} results/s, {rate / first:5.2f} of one worker;"
        f" ms of processor each: servers {servers:5.2f}, PostgreSQL {database:5.2f},"
        f" clients {clients:5.2f}; limit of this machine {limit:5.0f}/s;"
        f" the busiest worker did {busiest:4.0%}"
    )


def _middle(values: list[float]) -> float:
    return statistics.median(values)


def main() -> None:
    """All of it."""
    busy = os.getloadavg()[0] if hasattr(os, "getloadavg") else 0.0
    print(f"Python {sys.version.split()[0]}, {os.cpu_count()} processors, load before {busy:.1f}")
    database = Database()
    try:
        with tempfile.TemporaryDirectory() as folder:
            results = RESULTS // 10 if "--fast" in sys.argv else RESULTS
            if can_share():
                print(f"\nEvery worker has {SHARE:.0%} of one processor")
                compare(database, Path(folder), results // 4, SHARE)
            else:
                print("\nShares of the processor are left out: control groups cannot be made here")
            print("\nEvery process takes what it gets")
            compare(database, Path(folder), results, None)
    finally:
        database.stop()


if __name__ == "__main__":
    main()
