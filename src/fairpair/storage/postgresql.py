"""The store for several server processes: the database takes the turns and passes the word on."""

import hashlib
import selectors
import threading
import weakref
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext
from dataclasses import astuple
from functools import cached_property, partial
from typing import Any

import psycopg
from sqlalchemy import URL, Connection, Engine, create_engine, event, make_url
from sqlalchemy.exc import ArgumentError, InvalidatePoolError
from sqlalchemy.exc import TimeoutError as PoolTimeout

from fairpair.core.errors import CommandRepeatedError, StorageError
from fairpair.core.ids import TournamentId
from fairpair.core.stored import VersionCallback
from fairpair.log.stored import Append
from fairpair.storage import errors, migrations
from fairpair.storage.appends import check_append, has_additions, write_additions
from fairpair.storage.deletion import put_back
from fairpair.storage.group_commit import Entry, GroupCommit
from fairpair.storage.listener import Listener
from fairpair.storage.locked_log import LockedLog, write_merged, write_shared
from fairpair.storage.rating_lists.postgresql import PostgresLists
from fairpair.storage.script import Driver, Script, check_inserted
from fairpair.storage.sql import SqlStore, translate_errors

_CONNECTIONS = 20
_PATIENCE = {
    "connect_timeout": "10",
    "keepalives_idle": "30",
    "keepalives_interval": "10",
    "keepalives_count": "3",
    "tcp_user_timeout": "60000",
    "application_name": "fairpair",
}
"""Connection settings that notice a dead network within a minute; the address may set others."""


class PostgresStore(SqlStore):
    """An `EventStore` in the first schema of the database's search path, made if need be.

    `wait` is how many seconds to wait for another writer or for a free connection.
    """

    _driver_error = psycopg.Error

    def __init__(self, address: str, *, wait: float = 10) -> None:
        url = _url(address)
        self._place = _without_password(url)
        self._engine = _engine(url, wait)
        super().__init__(self._engine, wait=wait)
        self._asked = set[TournamentId]()
        self._listener: Listener | None = None
        self._shared = GroupCommit(self._write_shared, self._subscribers.notify)
        self._commits = weakref.WeakValueDictionary[TournamentId, GroupCommit]()
        self._starting = threading.Lock()
        try:
            with translate_errors(self._trouble):
                self._prepare()
        except BaseException:
            self._engine.dispose()
            raise

    @cached_property
    def rating_lists(self) -> PostgresLists:
        """The rating lists, in tables of their own."""
        return PostgresLists(self._connect, self.translated)

    def version(self, tournament: TournamentId) -> int:
        """The number of the last event; whoever asks wants to hear of later ones as well."""
        self._asked.add(tournament)
        found = super().version(tournament)
        if not found:
            self._asked.discard(tournament)
        return found

    def submit(self, new: Append) -> Callable[[], None]:
        """Have it written with all that waits by then, in one round trip and with one sync."""
        check_append(new)
        return partial(self._settle, self._shared, self._shared.add(new))

    def submit_apart(self, new: Append) -> Callable[[], None]:
        """Have it written with all that waits for its tournament, even if others write to it."""
        with self._starting:
            commits = self._commits.get(new.tournament)
            if commits is None:
                commits = GroupCommit(self._write_waiting, self._subscribers.notify)
                self._commits[new.tournament] = commits
        return partial(self._settle, commits, commits.add(new))

    def lock(self, tournament: TournamentId, after: int) -> LockedLog:
        """Wait until nobody else writes to the tournament, and keep it so."""
        return LockedLog(self, tournament, after, self._subscribers.notify)

    def _settle(self, commits: GroupCommit, entry: Entry) -> None:
        with self._gate.inside() if not entry.settled else nullcontext():
            commits.settle(entry)

    def _write_shared(self, group: Sequence[Entry]) -> None:
        with self._connected() as connection:
            write_shared(self, connection, group)

    def _write_waiting(self, group: Sequence[Entry]) -> None:
        with self._connected() as connection:
            write_merged(self, connection, group)

    def subscribe(self, told: VersionCallback) -> Callable[[], None]:
        """Call `told` after each append of any process; one thread listens to the others.

        After a lost connection it is told the newest version of every tournament that somebody
        has asked for or was told of, not each one between.
        """
        with self._gate.inside(), self._starting:
            stop = self._subscribers.add(told)
            if self._listener is None:
                self._listener = Listener(
                    self._wait, self._connect, self._asked_versions, self._subscribers.notify
                )
            return stop

    @property
    def interruptions(self) -> int:
        """How often the connection that listens was made."""
        return 0 if self._listener is None else self._listener.connections

    def _asked_versions(self) -> dict[TournamentId, int]:
        """However many tournaments there are: what nobody asked for nobody has to hear of."""
        script = Script()
        names = sorted(self._asked.copy() | self._subscribers.told())
        where = script.versions(names)
        with self.lease() as connection:
            return dict(self.send(connection, script)[where])

    def begin(self, script: Script, tournament: TournamentId) -> None:
        """Have the script begin a transaction nobody else can write to the tournament beside."""
        script.begin(_log_lock(tournament), self._wait)

    def write_free(
        self, connection: Connection, appends: Sequence[Append]
    ) -> list[tuple[bool, tuple[int, str | None, bool]]]:
        """Write appends to different logs in one transaction, without waiting for their locks.

        Says of each whether nobody else had the lock, and what `check_inserted` understands.
        """
        locks = [_log_lock(new.tournament) for new in appends]
        script = Script()
        had = script.begin_free(locks, self._wait)
        where = [script.insert(new, lock) for new, lock in zip(appends, locks, strict=True)]
        script.commit(*appends)
        with _rolled_back(connection):
            said = self.send(connection, script, commits=True)
        return list(zip(said[had][0], (said[one][0] for one in where), strict=True))

    def write(self, connection: Connection, new: Append, *, begun: bool = False) -> None:
        """Write it and commit; mostly in one message, with the begin of the transaction."""
        more = has_additions(new)
        script = Script()
        if not begun:
            self.begin(script, new.tournament)
        where = script.insert(new)
        if not more:
            script.commit(new)
        with self.translated(), _rolled_back(connection):
            try:
                said = self.send(connection, script, commits=not more)
                check_inserted(new, said[where][0])
                if new.restores:
                    put_back(connection, new.tournament)
                if more:
                    write_additions(connection, new)
                    script = Script()
                    script.commit(new)
                    self.send(connection, script, commits=True)
            except psycopg.errors.UniqueViolation as error:
                # Written for another tournament at the same moment.
                raise CommandRepeatedError((new.events or new.receipts)[0].command_id) from error
            except psycopg.Error:
                if not self.is_stored(connection, new):
                    raise

    def is_stored(self, connection: Connection, new: Append) -> bool:
        """Whether it was committed before an error: then only the announcement failed."""
        if connection.invalidated or not new.events:
            return False
        _driver(connection).rollback()
        script = Script()
        where = script.load(new.tournament, new.events[-1].seq - 1)
        return self.send(connection, script)[where][:1] == [astuple(new.events[-1])]

    def send(
        self, connection: Connection, script: Script, *, commits: bool = False
    ) -> list[list[tuple[Any, ...]]]:
        """The answers to a script; if it `commits`, nobody knows what a lost connection did."""
        driver = _driver(connection)
        try:
            return script.run(driver)
        except psycopg.Error as error:
            if driver.closed:
                connection.invalidate(error)
                if commits:
                    raise _outcome_unknown(self._place) from error
            raise

    def translated(self) -> AbstractContextManager[None]:
        """Turn what the driver raises in the block into a `StorageError`."""
        return translate_errors(self._trouble, psycopg.Error)

    @contextmanager
    def lease(self) -> Iterator[Connection]:
        """A connection for as long as the block, which the store waits for when it is closed."""
        with self._gate.inside(), self._connected() as connection:
            yield connection

    @contextmanager
    def _connected(self) -> Iterator[Connection]:
        with self.translated(), self._engine.connect() as connection, _without_lost(connection):
            yield connection

    @contextmanager
    def _exclusive_transaction(self, what: str) -> Iterator[Connection]:
        begin, end = Script(), Script()
        begin.begin(_lock(what), self._wait)
        end.commit()
        with self._connected() as connection:
            self.send(connection, begin)
            yield connection
            self.send(connection, end, commits=True)

    def _trouble(self, error: BaseException) -> StorageError:
        return _from_driver(self._place, self._wait, error)

    def _schema(self) -> str | None:
        with self._reading.connect() as connection:
            return self._revision(connection)

    def _receives_notifications(self) -> bool:
        return self._listener is None or self._listener.listening

    def _close_connections(self) -> None:
        if self._listener is not None:
            self._listener.stop()
        self._engine.dispose()

    def _connect(self) -> Driver:
        """A connection of its own, outside the pool and without transactions."""
        arguments, settings = self._engine.dialect.create_connect_args(self._engine.url)
        return psycopg.connect(
            *arguments, **{**_settings(self._engine.url), **settings}, autocommit=True
        )

    def _prepare(self) -> None:
        with self._reading.connect() as connection:
            if self._revision(connection) == migrations.head():
                return
        with self._exclusive_transaction("schema") as connection:
            found = self._revision(connection)
            if found != migrations.head():
                migrations.upgrade(connection, found)

    def _revision(self, connection: Connection) -> str | None:
        listed = connection.exec_driver_sql(
            "SELECT tablename FROM pg_tables WHERE schemaname = current_schema()"
        )
        return migrations.revision(connection, set(listed.scalars()), self._place)


def _url(address: str) -> URL:
    try:
        url = make_url(address)
    except (ArgumentError, ValueError):
        raise _unreadable() from None
    # A bare @ in a password ends up here, and would be shown with the name of the host.
    if "@" in (url.host or ""):
        raise _unreadable()
    return url.set(drivername="postgresql+psycopg")


def _unreadable() -> StorageError:
    return StorageError("unknown-database.postgresql")


def _without_password(url: URL) -> str:
    who = f"{url.username}@" if url.username else ""
    port = f":{url.port}" if url.port else ""
    # A socket's directory, or several hosts, stand in the query.
    where = url.host or ",".join(url.normalized_query.get("host", ()))
    return f"postgresql://{who}{where}{port}/{url.database or ''}"


def _engine(url: URL, wait: float) -> Engine:
    engine = create_engine(
        url,
        connect_args=_settings(url),
        isolation_level="AUTOCOMMIT",  # a script has its own BEGIN and COMMIT
        pool_size=_CONNECTIONS,
        max_overflow=0,
        pool_use_lifo=True,
        pool_timeout=wait,
        hide_parameters=True,
    )
    event.listen(engine, "checkout", _replace_lost)
    return engine


def _driver(connection: Connection) -> Driver:
    return connection.connection.driver_connection  # type: ignore[return-value]


@contextmanager
def _without_lost(connection: Connection) -> Iterator[None]:
    """Throw the connection away if it is lost in the block: the pool could not clean it up."""
    try:
        yield
    except psycopg.Error as error:
        if not connection.invalidated and _driver(connection).closed:
            connection.invalidate(error)
        raise


@contextmanager
def _rolled_back(connection: Connection) -> Iterator[None]:
    """Undo what is not committed if the block fails, so that the connection can be used again."""
    try:
        yield
    except BaseException:
        if not connection.invalidated:
            _driver(connection).rollback()
        raise


def _replace_lost(driver: Driver, _record: object, _proxy: object) -> None:
    """Ask only a connection on which something came while it was idle: mostly that was its end.

    To ask each one would cost every command a round trip.
    """
    with selectors.DefaultSelector() as selector:
        selector.register(driver.fileno(), selectors.EVENT_READ)
        if not selector.select(0):
            return
    try:
        driver.execute("SELECT 1")
    except psycopg.Error as error:
        raise InvalidatePoolError from error


def _settings(url: URL) -> dict[str, str | None]:
    # Poolers such as PgBouncer hand the next statement to another session: prepare nothing.
    settings: dict[str, str | None] = {"prepare_threshold": None}
    return settings | {name: value for name, value in _PATIENCE.items() if name not in url.query}


def _log_lock(tournament: TournamentId) -> int:
    return _lock(f"tournament {tournament}")


def _lock(name: str) -> int:
    """64 bits for an advisory lock; `hash()` differs between processes."""
    return int.from_bytes(hashlib.sha256(f"fairpair {name}".encode()).digest()[:8], signed=True)


def _from_driver(place: str, wait: float, error: BaseException) -> StorageError:
    """By SQLSTATE (PostgreSQL manual, appendix A); without one the server was not reached."""
    if isinstance(error, PoolTimeout):
        return errors.busy_error(place, wait)
    if not isinstance(error, psycopg.Error):
        return errors.unreachable_error(place, "server", reason=str(error).rstrip("."))
    said = _first_line(error)
    match error.sqlstate or "":
        case "" | "57P01" | "57P02" | "57P03" | "25P03":
            return errors.unreachable_error(place, "server", reason=said)
        case state if state[:2] in {"08", "28", "3D"}:
            return errors.unreachable_error(place, "server", reason=said)
        case "55P03" | "53300":
            return errors.busy_error(place, wait)
        case "25006" | "42501":
            return errors.read_only_error(place)
        case "53100":
            return errors.full_error(place)
        case "XX001" | "XX002" | "42P01":
            return errors.damaged_error(place)
        case _:
            return errors.unexpected_error(place, said)


def _outcome_unknown(place: str) -> StorageError:
    """The connection was lost between the commit and its answer."""
    return StorageError("outcome-unknown", place=place)


def _first_line(error: psycopg.Error) -> str:
    lines = str(error).strip().splitlines()
    return lines[0].rstrip(".") if lines else type(error).__name__
