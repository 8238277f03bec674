"""The store for several server processes: the database takes the turns and passes the word on."""

import hashlib
import logging
import selectors
import socket
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress

import psycopg
from sqlalchemy import URL, Connection, Engine, create_engine, func, make_url, select
from sqlalchemy.exc import ArgumentError, DBAPIError

from fairpair.core.errors import StorageError
from fairpair.core.ids import TournamentId
from fairpair.core.stored import VersionCallback
from fairpair.storage import errors, migrations
from fairpair.storage.sql import SqlStore, translate_errors

CHANNEL = "fairpair"
"""What is sent on it is `tournament:version`, nothing else: anybody in the database can listen."""

_logger = logging.getLogger(__name__)

_FIRST_PAUSE = 0.1
_LONGEST_PAUSE = 5.0
_PATIENCE = {
    "connect_timeout": "10",
    "keepalives_idle": "30",
    "keepalives_interval": "10",
    "keepalives_count": "3",
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
        super().__init__(self._engine.execution_options(isolation_level="AUTOCOMMIT"), wait=wait)
        self._listener: Listener | None = None
        self._starting = threading.Lock()
        try:
            with translate_errors(self._trouble):
                self._prepare()
        except BaseException:
            self._engine.dispose()
            raise

    def subscribe(self, told: VersionCallback) -> Callable[[], None]:
        """Call `told` after each append of any process; one thread listens to the others.

        After a lost connection it is told the newest version of what moved, not each one between.
        """
        with self._gate.inside(), self._starting:
            if self._listener is not None:
                return self._subscribers.add(told)
            self._subscribers.mark_notified(self.tournaments())
            stop = self._subscribers.add(told)
            self._listener = Listener(
                self._wait, self._connect, self.tournaments, self._subscribers.notify
            )
            return stop

    def _announce(self, connection: Connection, tournament: TournamentId, version: int) -> None:
        connection.execute(select(func.pg_notify(CHANNEL, f"{tournament}:{version}")))

    @contextmanager
    def _exclusive_transaction(self, what: str) -> Iterator[Connection]:
        with (
            translate_errors(self._trouble, self._driver_error),
            self._engine.connect() as connection,
        ):
            self._take_lock(connection, what)
            yield connection
            self._commit(connection)

    def _take_lock(self, connection: Connection, name: str) -> None:
        """Wait for our turn, but not for ever; and should we vanish, others wait for us briefly."""
        limit = round(1000 * self._wait)
        connection.exec_driver_sql(
            f"SET LOCAL lock_timeout = {limit:d};"
            f"SET LOCAL idle_in_transaction_session_timeout = {3 * limit:d};"
            f"SELECT pg_advisory_xact_lock({_key(name):d})"
        )

    def _commit(self, connection: Connection) -> None:
        try:
            connection.commit()
        except DBAPIError as error:
            if error.connection_invalidated:
                raise _outcome_unknown(self._place) from error
            raise

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

    def _connect(self) -> psycopg.Connection[tuple[str, ...]]:
        """A connection of its own, outside the pool and without transactions."""
        arguments, settings = self._engine.dialect.create_connect_args(self._engine.url)
        return psycopg.connect(
            *arguments, **{**_settings(self._engine.url), **settings}, autocommit=True
        )

    def _prepare(self) -> None:
        with self._reading.connect() as connection:
            if self._revision(connection) == migrations.head():
                return
        with self._engine.begin() as connection:
            self._take_lock(connection, "schema")
            found = self._revision(connection)
            if found != migrations.head():
                migrations.upgrade(connection, found)

    def _revision(self, connection: Connection) -> str | None:
        listed = connection.exec_driver_sql(
            "SELECT tablename FROM pg_tables WHERE schemaname = current_schema()"
        )
        return migrations.revision(connection, set(listed.scalars()), self._place)


class Listener:
    """Listens until `stop`, over its own connection, through any number of losses.

    Once made it listens already, unless that took more than `wait` seconds.
    """

    def __init__(
        self,
        wait: float,
        connect: Callable[[], psycopg.Connection[tuple[str, ...]]],
        versions: Callable[[], Mapping[TournamentId, int]],
        tell: VersionCallback,
    ) -> None:
        self._connect = connect
        self._versions = versions
        self._tell = tell
        self._listening = threading.Event()
        self._stopping = threading.Event()
        self._wake, self._woken = socket.socketpair()
        self._thread = threading.Thread(target=self._run, name="fairpair-listener", daemon=True)
        self._thread.start()
        self._listening.wait(wait)

    @property
    def listening(self) -> bool:
        """Whether the connection stands."""
        return self._listening.is_set()

    def stop(self) -> None:
        """End the thread, which may be the one that asks; if it is busy connecting, do not wait."""
        if self._stopping.is_set():
            return
        self._stopping.set()
        with suppress(BrokenPipeError):  # the thread saw it already
            self._wake.send(b".")
        if threading.current_thread() is not self._thread:
            self._thread.join(timeout=2)
        self._wake.close()

    def _run(self) -> None:
        pause = _FIRST_PAUSE
        while not self._stopping.is_set():
            try:
                with self._connect() as connection:
                    connection.execute(f"LISTEN {CHANNEL}")
                    self._catch_up()
                    self._listening.set()
                    pause = _FIRST_PAUSE
                    self._listen(connection)
            except (psycopg.Error, StorageError) as error:
                self._listening.clear()
                _logger.warning("Not listening to the database, again in %g s: %s", pause, error)
            self._stopping.wait(pause)
            pause = min(2 * pause, _LONGEST_PAUSE)
        self._woken.close()

    def _catch_up(self) -> None:
        """What came while nobody listened; the subscribers leave out what they know."""
        for tournament, version in self._versions().items():
            self._tell(tournament, version)

    def _listen(self, connection: psycopg.Connection[tuple[str, ...]]) -> None:
        with selectors.DefaultSelector() as selector:
            selector.register(connection.fileno(), selectors.EVENT_READ)
            selector.register(self._woken, selectors.EVENT_READ)
            while not self._stopping.is_set():
                for note in connection.notifies(timeout=0):
                    tournament, _, version = note.payload.rpartition(":")
                    self._tell(TournamentId(tournament), int(version))
                selector.select()


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
    return create_engine(
        url,
        connect_args=_settings(url),
        # The lock must be held before the version is read, so each statement sees the newest.
        isolation_level="READ COMMITTED",
        pool_pre_ping=True,
        max_overflow=15,
        pool_timeout=wait,
        hide_parameters=True,
    )


def _settings(url: URL) -> dict[str, str | None]:
    # Poolers such as PgBouncer hand the next statement to another session: prepare nothing.
    settings: dict[str, str | None] = {"prepare_threshold": None}
    return settings | {name: value for name, value in _PATIENCE.items() if name not in url.query}


def _key(name: str) -> int:
    """64 bits for an advisory lock; `hash()` differs between processes."""
    return int.from_bytes(hashlib.sha256(f"fairpair {name}".encode()).digest()[:8], signed=True)


def _from_driver(place: str, wait: float, error: BaseException) -> StorageError:
    """By SQLSTATE (PostgreSQL manual, appendix A); without one the server was not reached."""
    if not isinstance(error, psycopg.Error):
        return errors.busy_error(place, wait)
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
