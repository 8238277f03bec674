"""A process that appends as fast as it can and says so: the crash tests kill it.

    python writer.py ADDRESS TOURNAMENT NAME CHECKPOINT_PAGES COUNT THREADS

What it writes follows from the id of the command alone, so the tests can say what must be there.
"""

import hashlib
import json
import sys
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from typing import TypeAlias, TypeVar

from fairpair.core.errors import CommandRepeatedError, StorageError, VersionConflictError
from fairpair.core.ids import TournamentId
from fairpair.log.stored import StoredEvent
from fairpair.storage.postgresql import PostgresStore
from fairpair.storage.sqlite import SqliteStore
from fairpair.storage.wal import CheckpointTimes

Result = TypeVar("Result")
Store: TypeAlias = SqliteStore | PostgresStore

PASSING = {"outcome-unknown", "database-unreachable"}


def written(command_id: str, seq: int) -> list[StoredEvent]:
    """The one to three events of this command, the first of them numbered `seq`."""
    digest = hashlib.sha256(command_id.encode()).hexdigest()
    parts = 1 + int(digest[0], 16) % 3
    return [
        StoredEvent(
            seq=seq + part,
            command_id=command_id,
            part=part,
            digest=digest,
            type="ResultRecorded",
            version=1,
            payload=json.dumps({"note": digest * (1 + int(digest[part + 1], 16)), "part": part}),
            at="2026-11-01T10:00:00Z",
            by="organiser",
        )
        for part in range(parts)
    ]


def persist(do: Callable[[], Result]) -> Result:
    """Again and again while the server is away."""
    while True:
        try:
            return do()
        except StorageError as error:
            if error.code not in PASSING:
                raise
            time.sleep(0.02)


def opened(address: str, pages: int) -> Store:
    path = address.removeprefix("sqlite:///")
    if path == address:
        return PostgresStore(address)
    return SqliteStore(Path(path), checkpoints=CheckpointTimes(pages))


def write(store: Store, tournament: TournamentId, name: str, count: int) -> None:
    """Append `count` commands; print the id of each one when its append has returned."""
    version = persist(lambda: store.version(tournament))
    for number in range(count):
        version = persist(partial(append, store, tournament, f"{name}-{number}", version))
        sys.stdout.write(f"{name}-{number}\n")
        sys.stdout.flush()


def main(address: str, tournament: str, name: str, *numbers: str) -> None:
    """Write in so many threads, which all have the same store."""
    pages, count, threads = (int(number) for number in numbers)
    store = persist(lambda: opened(address, pages))
    names = [name, *(f"{name}-thread{number}" for number in range(1, threads))]
    with ThreadPoolExecutor(len(names)) as pool:
        for done in [
            pool.submit(write, store, TournamentId(tournament), one, count) for one in names
        ]:
            done.result()
    store.close()


def append(store: Store, tournament: TournamentId, command_id: str, version: int) -> int:
    """The version after the command; it may have been written by an earlier try."""
    while True:
        events = written(command_id, version + 1)
        try:
            store.append(tournament, version, events)
        except VersionConflictError as conflict:
            version = conflict.found
        except CommandRepeatedError:
            return store.version(tournament)
        else:
            return events[-1].seq


if __name__ == "__main__":
    main(*sys.argv[1:])
