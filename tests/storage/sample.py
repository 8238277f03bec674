"""Events to store, and the processes the tests start."""

import subprocess
import sys
import threading
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from itertools import groupby
from pathlib import Path

from sqlalchemy import Connection, NullPool, create_engine, text

from fairpair.core.errors import VersionConflictError
from fairpair.core.ids import TournamentId
from fairpair.log.stored import StoredEvent
from timeouts import PATIENCE, wait_until

from .writer import written

CUP = TournamentId("cup")
SCRIPT = Path(__file__).with_name("writer.py")


def command(
    seq: int, command_id: str = "", parts: int = 1, payload: str = "{}"
) -> list[StoredEvent]:
    """The events of one command, numbered on from `seq`; by default its id is made of `seq`."""
    name = command_id or f"command-{seq}"
    at = "2026-11-01T10:00:00Z"
    return [
        StoredEvent(seq + part, name, part, f"of {name}", "Noted", 1, payload, at, "organiser")
        for part in range(parts)
    ]


def append_somehow(
    append: Callable[[TournamentId, int, list[StoredEvent]], None],
    command_id: str,
    tournament: TournamentId = CUP,
) -> None:
    """Append one command wherever the log ends by then, as the application does."""
    version = 0
    while True:
        try:
            append(tournament, version, command(version + 1, command_id, parts=2))
        except VersionConflictError as conflict:
            version = conflict.found
        else:
            return


@contextmanager
def connected(address: str) -> Iterator[Connection]:
    """A transaction past the store, as another program would do it."""
    url = address.replace("postgresql:", "postgresql+psycopg:")
    with create_engine(url, poolclass=NullPool).begin() as connection:
        yield connection


def run_sql(address: str, statement: str) -> list[tuple[object, ...]]:
    """The rows of one statement, past the store."""
    with connected(address) as connection:
        result = connection.execute(text(statement))
        return [tuple(row) for row in result] if result.returns_rows else []


class Writer:
    """`writer.py` at work on the tournament CUP; `said` are the commands it acknowledged."""

    def __init__(
        self, address: str, name: str, pages: int = 1000, count: int = 10**9, threads: int = 1
    ) -> None:
        numbers = (str(pages), str(count), str(threads))
        words = [sys.executable, str(SCRIPT), address, CUP, name, *numbers]
        self._process = subprocess.Popen(words, stdout=subprocess.PIPE, text=True)
        self.said: list[str] = []
        self._reading = threading.Thread(target=self._read)
        self._reading.start()

    def _read(self) -> None:
        assert self._process.stdout is not None
        with self._process.stdout as lines:
            self.said += (line.strip() for line in lines if line.endswith("\n"))

    def wait_for_more(self) -> None:
        """Until it acknowledges one more command."""
        before = len(self.said)
        wait_until(lambda: len(self.said) > before or self._process.poll() is not None)
        assert len(self.said) > before

    def kill(self) -> None:
        self._process.kill()
        self.finish()

    def finish(self) -> int:
        """Its exit code, when it has come to its end; then `said` is complete."""
        code = self._process.wait(PATIENCE)
        self._reading.join()
        return code


def check_written(log: list[StoredEvent], acknowledged: Iterable[str]) -> None:
    """The log is what writers wrote: without gaps, each command whole and once, none lost."""
    assert [event.seq for event in log] == list(range(1, len(log) + 1))
    commands = [list(events) for _, events in groupby(log, key=lambda event: event.command_id)]
    for events in commands:
        assert events == written(events[0].command_id, events[0].seq)
    names = [events[0].command_id for events in commands]
    assert len(names) == len(set(names))
    assert not set(acknowledged) - set(names)
