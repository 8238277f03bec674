"""The store for several server processes: the database takes the turns and passes the word on."""

import hashlib
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import psycopg
from sqlalchemy import URL, Connection, Engine, create_engine, func, make_url, select
from sqlalchemy.exc import ArgumentError, DBAPIError

from fairpair.core.errors import StorageError
from fairpair.core.ids import TournamentId
from fairpair.storage import migrations, pg_errors
from fairpair.storage.listener import CHANNEL, Listener
from fairpair.storage.sql import SqlStore, in_words
from fairpair.storage.subscribers import Told

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

    def __init__(self, address: str, *, wait: float = 10) -> None:
        url = _url(address)
        self._place = _without_password(url)
        self._engine = _engine(url, wait)
        super().__init__(self._engine.execution_options(isolation_level="AUTOCOMMIT"), wait=wait)
        self._listener: Listener | None = None
        self._starting = threading.Lock()
        try:
            with in_words(self._trouble):
                self._prepare()
        except BaseException:
            self._engine.dispose()
            raise

    def subscribe(self, told: Told) -> Callable[[], None]:
        """Call `told` after each append of any process; one thread listens to the others.

        After a lost connection it is told the newest version of what moved, not each one between.
        """
        with self._gate.inside(), self._starting:
            if self._listener is not None:
                return self._subscribers.add(told)
            self._subscribers.know(self.tournaments())
            stop = self._subscribers.add(told)
            self._listener = Listener(
                self._wait, self._connect, self.tournaments, self._subscribers.tell
            )
            return stop

    @contextmanager
    def _turn(self, tournament: TournamentId, version: int) -> Iterator[Connection]:
        with self._alone(f"tournament {tournament}") as connection:
            yield connection
            connection.execute(select(func.pg_notify(CHANNEL, f"{tournament}:{version}")))
        # Who writes here and then asks what is newest must not have to wait for the notification.
        self._subscribers.tell(tournament, version)

    @contextmanager
    def _alone(self, what: str) -> Iterator[Connection]:
        with in_words(self._trouble), self._engine.connect() as connection:
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
                raise pg_errors.outcome_unknown(self._place) from error
            raise

    def _trouble(self, error: BaseException) -> StorageError:
        return pg_errors.from_driver(self._place, self._wait, error)

    def _schema(self) -> str | None:
        with self._reading.connect() as connection:
            return self._revision(connection)

    def _hears_others(self) -> bool:
        return self._listener is None or self._listener.listening

    def _let_go(self) -> None:
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
    return StorageError(
        "unknown-database",
        "The address of the PostgreSQL database cannot be read.",
        "Write postgresql://user:password@host:5432/name, and in a password %40 for @, %3A for :"
        " and %2F for /.",
    )


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
