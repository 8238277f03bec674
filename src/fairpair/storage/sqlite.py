"""The embedded store: one file, one writing connection at a time, readers that never wait."""

import errno
import logging
import os
import shutil
import sqlite3
import threading
import weakref
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager, nullcontext, suppress
from functools import cached_property, partial
from pathlib import Path

from sqlalchemy import Connection, Engine, QueuePool, StaticPool, create_engine

from fairpair.core.errors import StorageError
from fairpair.core.ids import TournamentId
from fairpair.core.stored import VersionCallback
from fairpair.directories import temporary_directory
from fairpair.log.stored import Append
from fairpair.storage import backup, errors, migrations
from fairpair.storage.appends import check_append
from fairpair.storage.filelock import FileLock
from fairpair.storage.group_commit import Entry, GroupCommit, write_group
from fairpair.storage.rating_lists.sqlite import LISTS, SqliteLists
from fairpair.storage.rotation import CopyCallback, RotatingBackups
from fairpair.storage.schema import metadata
from fairpair.storage.sql import SqlStore, translate_errors
from fairpair.storage.wal import CheckpointTimes, WalKeeper, driver_of, require_wal

_logger = logging.getLogger(__name__)

_USUAL = CheckpointTimes()
_LEAST_FREE = 2**20
"""The bytes that must be free for the server to be ready."""
_PAUSE = 0.25
_PAUSE_IN_TROUBLE = 2.0
_LAST_CHANGE = "SELECT coalesce(max(change), 0) FROM versions"
_NEW_VERSIONS = "SELECT tournament, version FROM versions WHERE change > ? ORDER BY change"


class SqliteStore(SqlStore):
    """An `EventStore` in the file `path`, made with mode 0600 if it is not there.

    Writes, checkpoints and the closing of the writing connection happen under `<path>.lock`; all
    other connections are read-only and cannot checkpoint. `wait` is how many seconds to wait for
    another writer, `checkpoints` say when the WAL is emptied.
    """

    def __init__(
        self,
        path: Path,
        *,
        make_parents: bool = False,
        create: bool = True,
        wait: float = 10,
        checkpoints: CheckpointTimes = _USUAL,
    ) -> None:
        # One name for one file: the lock would not hold between a link and what it points to.
        self._path = path.resolve()
        reading = _engine(partial(_read_only, self._path, wait))
        super().__init__(reading, wait=wait)
        self._writing = _engine(partial(_read_write, self._path, wait))
        self._lock = FileLock(self._path, wait)
        self._wal = WalKeeper(self._path, self._writing, self._lock, checkpoints)
        self._commits = GroupCommit(self._write_waiting, self._subscribers.notify)
        self._watcher: Watcher | None = None
        self._starting = threading.Lock()
        self._backups = RotatingBackups(reading, self._path, wait)
        self._close_once = weakref.finalize(
            self, _close_connections, reading, self._writing, self._lock, self._wal, self._backups
        )
        try:
            with translate_errors(self._trouble):
                if not create:
                    self._require_there()
                self._prepare(make_parents)
                self._backups.clear_abandoned()
                self._file = self._path.stat()
        except BaseException:
            self._close_connections()
            raise

    @cached_property
    def rating_lists(self) -> SqliteLists:
        """The rating lists, in the file `lists.db` beside this one."""
        same = self._path.name == LISTS
        return SqliteLists(self._path.with_name(f"rating-{LISTS}" if same else LISTS))

    def submit(self, new: Append) -> Callable[[], None]:
        """Have it written with all that waits by then, in one transaction and with one sync."""
        check_append(new)
        return partial(self._settle, self._commits.add(new))

    def _write_waiting(self, group: Sequence[Entry]) -> None:
        """Whoever waited while the group before was refused does not wait as long once more."""
        transaction = partial(self._exclusive_transaction, "appends", group[0].since)
        write_group(transaction, self._statements, group)

    def _settle(self, entry: Entry) -> None:
        with self._gate.inside() if not entry.settled else nullcontext():
            self._commits.settle(entry)
        if entry.new.persons.erased:
            self._clear_deleted()

    def subscribe(self, told: VersionCallback) -> Callable[[], None]:
        """Call `told` after each append: ours in the writer's thread, others' within a second.

        Of several that others made between two looks only the newest version is told.
        """
        with self._gate.inside(), translate_errors(self._trouble), self._starting:
            if self._watcher is None:
                connect = partial(_read_only, self._path, self._wait)
                self._watcher = Watcher(connect, self._subscribers.notify)
            return self._subscribers.add(told)

    def backup(self, target: Path, *, overwrite: bool = False) -> None:
        """Write a consistent copy to `target` (mode 0600) while everybody goes on working.

        Raises `ConflictError` (`file-exists`) when it is there, unless `overwrite` says so.
        """
        trouble = partial(backup.copy_trouble, self._path, target, self._wait)
        with self._gate.inside(), translate_errors(trouble):
            backup.copy(self._reading, self._path, target, overwrite=overwrite)

    def keep_backup(self, at: str, ended: CopyCallback) -> None:
        """Have a copy named after the moment `at` made in the folder `backups`, in a thread."""
        self._backups.request(at, ended)

    def backups_with(self, tournament: TournamentId, player: int) -> list[str]:
        """The names of the backups and of the copies before upgrades that have data of a player."""
        with translate_errors(self._trouble), self._backups.at_rest():
            copies = backup.list_copies(self._path)
            return [copy.name for copy in copies if backup.has_person(copy, tournament, player)]

    @contextmanager
    def _exclusive_transaction(
        self, _what: str, since: float | None = None
    ) -> Iterator[Connection]:
        with translate_errors(self._trouble), self._lock.held(since):
            self._check_in_place()
            with self._writing.connect() as connection:
                self._wal.announce(driver_of(connection))
                with _immediate_transaction(connection):
                    yield connection
            self._wal.after_commit()

    def _clear_deleted(self) -> None:
        with translate_errors(self._trouble), self._lock.held():
            self._wal.clear_deleted()

    def check(self) -> None:
        """Raise `StorageError` unless all is well; a disk without room for a round is full."""
        with translate_errors(self._trouble):
            if shutil.disk_usage(self._path.parent).free < _LEAST_FREE:
                raise errors.full_error(str(self._path))
        super().check()

    def _trouble(self, error: BaseException) -> StorageError:
        return errors.from_file(self._path, self._wait, error)

    def _schema(self) -> str | None:
        self._check_in_place()
        return self._revision()

    def _receives_notifications(self) -> bool:
        return self._watcher is None or self._watcher.looking

    def _close_connections(self) -> None:
        if self._watcher is not None:
            self._watcher.stop()
        self._close_once()

    def _check_in_place(self) -> None:
        """SQLite would keep writing to a file that was deleted, and all of that would be lost."""
        with suppress(FileNotFoundError):
            if os.path.samestat(self._file, self._path.stat()):
                return
        raise errors.unreachable_error(str(self._path), "moved")

    def _require_there(self) -> None:
        if not self._path.exists():
            raise errors.unreachable_error(str(self._path), "missing")

    def _prepare(self, make_parents: bool) -> None:
        """Upgrade the file to the current schema; one that already has it is only read."""
        if self._path.is_dir():
            raise IsADirectoryError(errno.EISDIR, "it is a directory")
        if make_parents:
            self._path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        require_wal(self._path)
        if self._path.with_name(f"{self._path.name}-journal").exists():
            self._roll_back()
        if self._revision() == migrations.head():
            return
        with self._lock.held():
            if not self._path.exists():
                os.close(os.open(self._path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
            found = self._revision()
            if found is not None and found != migrations.head():
                self._keep_copy()
            if found != migrations.head():
                with self._writing.connect() as connection, _immediate_transaction(connection):
                    reached = found or migrations.create(connection)
                    if reached != migrations.head():
                        migrations.upgrade(connection, reached)
                self._wal.settle()

    def _roll_back(self) -> None:
        """Undo what was interrupted before the file was in WAL mode; a reader is not able to."""
        engine = _engine(partial(_connect, self._path, "rw", self._wait))
        with self._lock.held(), engine.connect() as connection:
            connection.exec_driver_sql("SELECT count(*) FROM sqlite_master")
        engine.dispose()

    def _revision(self) -> str | None:
        if not self._path.exists():
            return None
        with self._reading.connect() as connection:
            listed = connection.exec_driver_sql("SELECT name FROM sqlite_master WHERE type='table'")
            tables = set(listed.scalars())
            found = migrations.revision(connection, tables, str(self._path))
        if tables and found is None:
            raise migrations.foreign(str(self._path))
        return found

    def _keep_copy(self) -> None:
        wanted = self._path.with_name(f"{self._path.name}.before-{migrations.head()}")
        backup.copy(self._reading, self._path, backup.free_name(wanted))


class MemoryStore(SqlStore):
    """An `EventStore` in SQLite's own memory: it ends with the process.

    There is one connection, which is used by one thread at a time.
    """

    def __init__(self) -> None:
        engine = create_engine(
            "sqlite://",
            poolclass=StaticPool,
            connect_args={"check_same_thread": False, "isolation_level": None},
        )
        super().__init__(engine, wait=10)
        self._one_at_a_time = threading.RLock()
        metadata.create_all(engine)

    @cached_property
    def rating_lists(self) -> SqliteLists:
        """The rating lists, in a file that goes with this store."""
        return SqliteLists(temporary_directory(self) / LISTS)

    @contextmanager
    def _connected(self) -> Iterator[Connection]:
        with self._one_at_a_time, super()._connected() as connection:
            yield connection

    @contextmanager
    def _exclusive_transaction(self, _what: str) -> Iterator[Connection]:
        with (
            translate_errors(self._trouble),
            self._connected() as connection,
            _immediate_transaction(connection),
        ):
            yield connection

    def _trouble(self, error: BaseException) -> StorageError:
        return errors.from_file(Path("memory"), self._wait, error)

    def _schema(self) -> str | None:
        return migrations.head()

    def _receives_notifications(self) -> bool:
        return True

    def _close_connections(self) -> None:
        self._reading.dispose()


class Watcher:
    """Looks four times a second, over a connection of its own, at the versions that are new."""

    def __init__(self, connect: Callable[[], sqlite3.Connection], tell: VersionCallback) -> None:
        self._connect = connect
        self._tell = tell
        with closing(connect()) as connection:
            self._last = _last_change(connection)
        self._stopping = threading.Event()
        self.looking = True
        """Whether the last look went well; the first one was right here."""
        self._thread = threading.Thread(target=self._run, name="fairpair-watcher", daemon=True)
        self._thread.start()

    def stop(self) -> None:
        """End the thread, which may be the one that asks."""
        self._stopping.set()
        if threading.current_thread() is not self._thread:
            self._thread.join(timeout=2)

    def _run(self) -> None:
        while not self._stopping.is_set():
            try:
                with closing(self._connect()) as connection:
                    while not self._stopping.is_set():
                        self._look(connection)
                        self.looking = True
                        self._stopping.wait(_PAUSE)
            except (sqlite3.Error, OSError) as error:
                if self._stopping.is_set():
                    return
                self.looking = False
                _logger.warning("Cannot watch the database for others' changes: %s", error)
            self._stopping.wait(_PAUSE_IN_TROUBLE)

    def _look(self, connection: sqlite3.Connection) -> None:
        newest = _last_change(connection)
        if newest == self._last:
            return
        # A lower number: an older state was restored, and anything may have changed since.
        after = self._last if newest > self._last else 0
        for tournament, version in connection.execute(_NEW_VERSIONS, [after]).fetchall():
            self._tell(TournamentId(tournament), version)
        self._last = newest


def _last_change(connection: sqlite3.Connection) -> int:
    [(number,)] = connection.execute(_LAST_CHANGE).fetchall()
    return int(number)


def _engine(connect: Callable[[], sqlite3.Connection]) -> Engine:
    return create_engine(
        "sqlite://",
        creator=connect,
        poolclass=QueuePool,
        max_overflow=-1,
        pool_reset_on_return=None,  # nobody leaves a transaction open: see `_immediate_transaction`
        hide_parameters=True,
    )


@contextmanager
def _immediate_transaction(connection: Connection) -> Iterator[None]:
    """Nobody else writes during the block, and after it all of it is durable."""
    driver = driver_of(connection)
    driver.execute("BEGIN IMMEDIATE")
    try:
        yield
        driver.execute("COMMIT")
    except BaseException:
        driver.rollback()  # if SQLite has not done so itself
        raise


def _connect(path: Path, mode: str, wait: float) -> sqlite3.Connection:
    # Without isolation_level Python begins no transactions: ours are explicit.
    return sqlite3.connect(
        f"{path.as_uri()}?mode={mode}",
        uri=True,
        timeout=wait,
        isolation_level=None,
        check_same_thread=False,
    )


def _read_only(path: Path, wait: float) -> sqlite3.Connection:
    return _connect(path, "ro", wait)


def _read_write(path: Path, wait: float) -> sqlite3.Connection:
    connection = _connect(path, "rw", wait)
    try:
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("PRAGMA synchronous = FULL")
        # On a Mac a plain fsync may stop at the drive's own memory.
        connection.execute("PRAGMA fullfsync = ON")
        connection.execute("PRAGMA checkpoint_fullfsync = ON")
        connection.execute("PRAGMA foreign_keys = ON")
        connection.execute("PRAGMA wal_autocheckpoint = 0")  # `WalKeeper` does it
        connection.execute("PRAGMA secure_delete = ON")
    except BaseException:
        connection.close()
        raise
    return connection


def _close_connections(
    reading: Engine, writing: Engine, lock: FileLock, wal: WalKeeper, backups: RotatingBackups
) -> None:
    """Copies and readers first, so that the writing connection is the last and checkpoints.

    That happens under the lock. When it cannot be had, its holder has the file open, and then
    closing does not checkpoint. Whoever has only read needs no lock.
    """
    backups.finish()
    wal.stop()
    reading.dispose()
    if isinstance(writing.pool, QueuePool) and writing.pool.checkedin():
        with suppress(StorageError, OSError), lock.held():
            wal.settle()
            writing.dispose()
    writing.dispose()
