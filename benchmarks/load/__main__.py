"""What real crowds cost a server, played by Locust (https://locust.io).

A server on a temporary SQLite file gets four crowds in turn: `hall` (400 phones with open pages
while two desks enter results and a round ends), `online` (5 000 watchers, most of whom hold a
stream), `events` (100 events at once with four watchers each) and `flood` (420 programs that send
as fast as they can, some with wrong keys: whoever is refused is told when to come back). The table
shows requests per second, the times in milliseconds that 50, 95 and 99 of 100 did not exceed, and
failures; "change is known" is the time from the desk's response to a page being told. The server
and Locust share the machine, so times include waiting for Locust's own work. `--fast` plays a tenth
of the people for a quarter of the time; `--help` lists the other options.
"""

import argparse
import csv
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import psutil  # type: ignore[import-untyped]

sys.path.insert(0, str(Path(__file__).parents[2] / "tests"))

from api.servers import ADMIN_KEY, Server, begin, record

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
OPEN_RESULTS = 30
"""The number of first-round results left for the desks."""


@dataclass(frozen=True)
class Scenario:
    """A file of this folder, and how many people it has."""

    name: str
    users: int
    players: int = 0
    """The size of the tournament that has begun before; 0 for none."""
    per_second: int = 100
    """The number of people who arrive each second."""


SCENARIOS = (
    Scenario("hall", 402, players=400),
    Scenario("online", 5001, players=200, per_second=250),
    Scenario("events", 500, per_second=50),
    Scenario("flood", 420, players=200),
)


def main() -> int:
    """Play the scenarios; 1 if a request failed."""
    options = _options()
    chosen = [s for s in SCENARIOS if not options.names or s.name in options.names]
    return max([_play(scenario, options) for scenario in chosen])


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="Load tests of the server, played by Locust.")
    names = [scenario.name for scenario in SCENARIOS]
    parser.add_argument("names", nargs="*", metavar="NAME", help=f"of {', '.join(names)}; or all")
    parser.add_argument("--fast", action="store_true", help="fewer people, for a shorter time")
    parser.add_argument("--users", type=int, help="number of people")
    parser.add_argument("--seconds", type=int, help="how long after everybody has come")
    options = parser.parse_args()
    unknown = [name for name in options.names if name not in names]
    if unknown:
        parser.error(f"there is no scenario {unknown[0]}; there are: {', '.join(names)}")
    return options


def _play(scenario: Scenario, options: argparse.Namespace) -> int:
    users = options.users or max(5, scenario.users // (10 if options.fast else 1))
    seconds = options.seconds or (15 if options.fast else 60)
    seconds += users // scenario.per_second
    with tempfile.TemporaryDirectory() as place, _server(Path(place)) as server:
        tournament = _begin(server, scenario.players) if scenario.players else ""
        process = psutil.Process(server.process.pid)
        before = sum(process.cpu_times()[:2])
        code = _locust(scenario, server, tournament, users, seconds, Path(place))
        spent = sum(process.cpu_times()[:2]) - before
        rows = _rows(Path(place) / "run_stats.csv")
        print(f"\n{scenario.name}: {users} people for {seconds} s")
        _print(rows)
        answers = sum(int(row["Request Count"]) for row in rows if row["Type"] != "NEWS")
        memory = process.memory_info().rss / 1e6
        print(
            f"server: {spent / seconds:.2f} of a processor, {1000 * spent / max(answers, 1):.2f} ms"
            f" a response, {memory:.0f} MB",
            flush=True,
        )
    return code


@contextmanager
def _server(place: Path) -> Iterator[Server]:
    with Server(database=f"sqlite:///{place / 'load.db'}", log=place / "log") as server:
        yield server


def _begin(server: Server, players: int) -> str:
    """A tournament whose first round is nearly over."""
    tournament = begin(server, players)
    for table in range(1, players // 2 + 1 - OPEN_RESULTS):
        record(server, tournament, table)
    return tournament


def _locust(  # noqa: PLR0913, PLR0917  what the command line has
    scenario: Scenario, server: Server, tournament: str, users: int, seconds: int, place: Path
) -> int:
    words = [
        *(sys.executable, "-m", "locust", "-f", str(HERE / f"{scenario.name}.py")),
        *("--headless", "--only-summary", "--host", server.address, "--csv", str(place / "run")),
        *("-u", str(users), "-r", str(scenario.per_second), "-t", f"{seconds}s"),
        *("--reset-stats", "--loglevel", "ERROR", "--stop-timeout", "2"),
    ]
    environment = {
        **os.environ,
        "FAIRPAIR_ADMIN_KEY": ADMIN_KEY,
        "FAIRPAIR_TOURNAMENT": tournament,
        "FAIRPAIR_PLAYERS": str(scenario.players),
        "PYTHONPATH": str(ROOT),
    }
    run = subprocess.run(words, env=environment, capture_output=True, text=True, check=False)
    if run.returncode:
        print(run.stdout[-2000:], run.stderr[-4000:], sep="\n")
    return run.returncode


def _rows(file: Path) -> list[dict[str, str]]:
    with file.open(encoding="utf-8", newline="") as lines:
        return [row for row in csv.DictReader(lines) if row["Name"] != "Aggregated"]


def _print(rows: list[dict[str, str]]) -> None:
    print(f"{'':20} {'number':>8} {'per s':>8} {'p50':>7} {'p95':>7} {'p99':>7}  failed")
    for row in rows:
        print(
            f"{row['Name']:20} {row['Request Count']:>8} {float(row['Requests/s']):8.1f}"
            f" {row['50%']:>7} {row['95%']:>7} {row['99%']:>7}  {row['Failure Count']}"
        )


if __name__ == "__main__":
    sys.exit(main())
