"""What the automatic backup after a round costs whoever completes the round.

A database is filled to about 4 MiB, then to about 37 MiB. Each time, an organiser records results
and completes rounds. The table shows the median milliseconds of a command that records a result,
of one that completes a round, of a copy of the database (which is made in the background), and how
many times a result the completion takes: as it is, and if it waited for the copy.
"""

import statistics
import tempfile
import time
from itertools import count
from pathlib import Path

from fairpair.app.service import Service
from fairpair.app.use_cases.pairing import draft
from fairpair.bootstrap import open_service
from fairpair.core.ids import CommandId, TournamentId
from fairpair.core.players import Player
from fairpair.core.rounds import MatchRef
from fairpair.formats.result_words import WORDS
from fairpair.log import commands as c
from fairpair.log.stored import StoredEvent
from fairpair.storage.sqlite import SqliteStore

CUP, ROUNDS, PLAYERS = TournamentId("cup"), 6, 20
NUMBERS = count()
AT = "2026-11-01T10:00:00Z"


def fill(service: Service, name: str, mebibytes: int) -> None:
    """Add a log of about this size in bytes, which nobody reads."""
    payload = "x" * 1000
    rows = [
        StoredEvent(n, f"{name} {n}", 0, "", "Noted", 1, payload, AT, "")
        for n in range(1, mebibytes * 230)
    ]
    service.store.append(TournamentId(name), 0, rows)


def do(service: Service, command: c.Command) -> float:
    """Carry it out; the milliseconds it took."""
    start = time.perf_counter()
    service.execute(CUP, command, CommandId(str(next(NUMBERS))))
    return (time.perf_counter() - start) * 1000


def play(service: Service, round_no: int) -> tuple[list[float], float]:
    """One round: the times of its results, and of its completion."""
    do(service, draft(service.journal(CUP).tournament))
    do(service, c.PublishRound())
    results = [
        do(service, c.RecordResult(MatchRef(1, round_no, table), WORDS["1-0"]))
        for table in range(1, PLAYERS // 2 + 1)
    ]
    return results, do(service, c.CompleteRound())


def measure(folder: Path, mebibytes: int) -> None:
    """Print the line of one size."""
    place = folder / f"{mebibytes}.db"
    service = open_service(f"sqlite:///{place}")
    fill(service, "other", mebibytes)
    do(service, c.CreateTournament("Cup", "seed", {"rounds": ROUNDS}))
    do(service, c.RegisterPlayers(tuple(Player(f"Player {n}") for n in range(PLAYERS))))
    results, completions = [], []
    for round_no in range(1, ROUNDS + 1):
        recorded, completed = play(service, round_no)
        results += recorded
        completions.append(completed)
    service.close()
    result, completion = statistics.median(results), statistics.median(completions)
    copy = statistics.median(copied(place, folder / f"copy-{mebibytes}-{n}.db") for n in range(5))
    print(
        f"{place.stat().st_size / 2**20:8.1f} {result:10.2f} {completion:10.2f} {copy:10.2f}"
        f" {completion / result:10.1f} {(completion + copy) / result:10.1f}",
        flush=True,
    )


def copied(place: Path, target: Path) -> float:
    """The milliseconds of one copy."""
    store = SqliteStore(place)
    start = time.perf_counter()
    store.backup(target)
    spent = time.perf_counter() - start
    store.close()
    return spent * 1000


def main() -> None:
    """Both sizes."""
    titles = ("result", "completion", "copy", "ratio", "if waiting")
    print(f"{'MiB':>8}" + "".join(f" {title:>10}" for title in titles))
    with tempfile.TemporaryDirectory() as folder:
        for mebibytes in (4, 37):
            measure(Path(folder), mebibytes)


if __name__ == "__main__":
    main()
