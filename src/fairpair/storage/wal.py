"""The write-ahead log (WAL) of an SQLite file: emptied when nobody writes, and missed when gone.

What was committed last is in the file `<database>-wal` until a checkpoint moves it to the database
file. Without that file SQLite would open an older state without a word, so the database says in
its `user_version` whether there is one:

| value in the database file | meaning                                                             |
|----------------------------|---------------------------------------------------------------------|
| 0                          | everything is here                                                  |
| 1                          | the rest is in the WAL; without it this file is not complete        |
| 2                          | this was read with its WAL, or copied by SQLite: complete           |

1 is written to the file itself before the first transaction goes to the WAL, and 2 into the WAL.
"""

import logging
import sqlite3
import threading
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path

from sqlalchemy import Connection, Engine

from fairpair.core.dataclass import dataclass
from fairpair.core.errors import StorageError
from fairpair.storage import errors
from fairpair.storage.filelock import FileLock

_logger = logging.getLogger(__name__)

ALL_HERE, REST_IN_WAL, WITH_WAL = 0, 1, 2
_FRAME = 4120
"""A page of 4096 bytes and its header."""


def require_wal(path: Path) -> None:
    """Raise `StorageError` if the file needs a WAL that is not there."""
    if not path.exists() or wal_of(path).exists():
        return
    # Immutable: SQLite looks at this file only, and creates none beside it.
    place = f"{path.as_uri()}?mode=ro&immutable=1"
    try:
        with closing(sqlite3.connect(place, uri=True)) as connection:
            found = _version(connection)
    except sqlite3.Error:  # whoever opens it says what is wrong with it
        return
    if found == REST_IN_WAL:
        raise errors.missing_wal_error(str(path), wal_of(path).name)


def mark_complete(copy: Path) -> None:
    """Let a copy say that it needs no WAL."""
    try:
        with closing(sqlite3.connect(copy, isolation_level=None)) as connection:
            _mark(connection, ALL_HERE)
    except sqlite3.Error as error:
        raise errors.from_file(copy, 0, error) from error


def wal_of(path: Path) -> Path:
    """The file next to a database with what was written last."""
    return path.with_name(f"{path.name}-wal")


@dataclass(frozen=True, slots=True)
class CheckpointTimes:
    """When to checkpoint: at this many pages, and after this many idle seconds."""

    pages: int = 1000
    idle: float = 5.0


class WalKeeper:
    """Checkpoints a database when its WAL is long, when nobody has written for a while, and at the
    end. Everything is done under the lock of the database.
    """

    def __init__(self, path: Path, writing: Engine, lock: FileLock, when: CheckpointTimes) -> None:
        self._path = path
        self._wal = wal_of(path)
        self._writing = writing
        self._lock = lock
        self._idle = when.idle
        self._long = self._limit = when.pages * _FRAME
        self._announced = False
        """Whether the database said so when this last had the lock."""
        self._written = threading.Event()
        self._stopping = threading.Event()
        self._thread: threading.Thread | None = None

    def announce(self, connection: sqlite3.Connection) -> None:
        """Before a transaction: make the database file say that the rest is in the WAL."""
        if self._announced and self._lock.is_again_ours:
            return
        if _version(connection) != WITH_WAL:
            _mark(connection, REST_IN_WAL)
            _checkpoint(connection, "PASSIVE")
            _mark(connection, WITH_WAL)
        self._announced = True

    def after_commit(self) -> None:
        """Empty a long WAL, and see to it that it is emptied when nothing more comes.

        Nothing is raised: what was committed is durable without this.
        """
        try:
            self._tidy()
        except Exception:
            _logger.exception("The write-ahead log of %s was left as it is", self._path)

    def _tidy(self) -> None:
        size = 0
        with suppress(FileNotFoundError):
            size = self._wal.stat().st_size
        if size > self._limit:
            self._limit = self._long if self._shorten() else size + self._long
        self._written.set()
        if self._thread is None:
            thread = threading.Thread(target=self._run, name="fairpair-wal", daemon=True)
            thread.start()
            self._thread = thread

    def _shorten(self) -> bool:
        """Whether the WAL could be emptied; it failing does not fail what was committed before."""
        done = False
        self._announced = False
        with suppress(StorageError), self._connected() as connection:
            _mark(connection, REST_IN_WAL)
            done = _checkpoint(connection, "TRUNCATE")
            _mark(connection, WITH_WAL)
        return done

    def settle(self) -> None:
        """Move everything to the database file; as far as readers allow, if there are any."""
        self._announced = False
        with self._connected() as connection:
            if _version(connection) != ALL_HERE:
                _mark(connection, ALL_HERE)
            _checkpoint(connection, "TRUNCATE")

    def clear_deleted(self) -> None:
        """Write the file anew without what was deleted, and empty the WAL that had it."""
        self._announced = False
        with self._connected() as connection:
            connection.execute("VACUUM")
            _mark(connection, REST_IN_WAL)
            _checkpoint(connection, "TRUNCATE", wait=True)
            _mark(connection, WITH_WAL)

    def stop(self) -> None:
        """End the thread."""
        self._stopping.set()
        self._written.set()
        if self._thread is not None and threading.current_thread() is not self._thread:
            self._thread.join(timeout=2)

    def _run(self) -> None:
        while not self._stopping.is_set():
            self._written.wait()
            self._written.clear()
            if self._stopping.wait(self._idle) or self._written.is_set():
                continue
            with suppress(StorageError, OSError), self._lock.held():
                if not self._written.is_set():
                    self.settle()

    @contextmanager
    def _connected(self) -> Iterator[sqlite3.Connection]:
        """The writing connection without a transaction."""
        try:
            with self._writing.connect() as connection:
                yield driver_of(connection)
        except sqlite3.Error as error:
            raise errors.from_file(self._path, 0, error) from error


def driver_of(connection: Connection) -> sqlite3.Connection:
    """The connection of Python's own module."""
    found = connection.connection.driver_connection
    if not isinstance(found, sqlite3.Connection):
        raise AssertionError(f"{found!r} is not a connection to SQLite")
    return found


def _version(connection: sqlite3.Connection) -> int:
    [(found,)] = connection.execute("PRAGMA user_version").fetchall()
    return int(found)


def _mark(connection: sqlite3.Connection, value: int) -> None:
    connection.execute(f"PRAGMA user_version = {value:d}")


def _checkpoint(connection: sqlite3.Connection, mode: str, *, wait: bool = False) -> bool:
    """Whether all of the WAL was moved; readers of an older state prevent it."""
    [(before,)] = connection.execute("PRAGMA busy_timeout").fetchall()
    try:
        if not wait:
            connection.execute("PRAGMA busy_timeout = 0")
        [(busy, _, _)] = connection.execute(f"PRAGMA wal_checkpoint({mode})").fetchall()
    finally:
        connection.execute(f"PRAGMA busy_timeout = {before:d}")
    return not busy
