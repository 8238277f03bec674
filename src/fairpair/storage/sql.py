"""What SQLite and PostgreSQL have in common: the statements, and the order of an append."""

import logging
import sqlite3
import threading
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from typing import TYPE_CHECKING, Any, TypeVarTuple

from sqlalchemy import Connection, Engine, Row, Select, exists, func, insert, select
from sqlalchemy.exc import DBAPIError, SQLAlchemyError

from fairpair.core.errors import StorageError
from fairpair.core.ids import CommandId, TournamentId
from fairpair.core.stored import Receipt, StoredKey, StoredPicture, VersionCallback
from fairpair.log.stored import (
    DELETED,
    Append,
    PersonChanges,
    StoredEvent,
    StoredPerson,
    nothing,
)
from fairpair.storage import errors, migrations
from fairpair.storage.appends import check_append, write_append
from fairpair.storage.deletion import SqlDeleted
from fairpair.storage.group_commit import tell_writer
from fairpair.storage.persons import persons_of
from fairpair.storage.pictures import SqlPictures
from fairpair.storage.prepared import Prepared, Statements
from fairpair.storage.presets import SqlPresets
from fairpair.storage.schema import events, server_secret
from fairpair.storage.tables import (
    SqlKeys,
    SqlSummaries,
    SqlWebhooks,
    write_probe,
)

if TYPE_CHECKING:
    from fairpair.storage.locked_log import LockedLog

_logger = logging.getLogger(__name__)
_NO_PERSONS = PersonChanges()
_Row = TypeVarTuple("_Row")


class Subscribers:
    """Tells versions in rising order: one that comes after a higher one is left out."""

    def __init__(self) -> None:
        self._turn = threading.RLock()
        self._all: dict[object, VersionCallback] = {}
        self._last: dict[TournamentId, int] = {}

    def add(self, told: VersionCallback) -> Callable[[], None]:
        """From now on call `told`; what comes back ends it, and may be called twice."""
        key = object()
        with self._turn:
            self._all[key] = told

        def stop() -> None:
            with self._turn:
                self._all.pop(key, None)

        return stop

    def told(self) -> set[TournamentId]:
        """The tournaments that somebody was told of."""
        with self._turn:
            return set(self._last)

    def notify(self, tournament: TournamentId, version: int) -> None:
        """Call everybody, one version at a time.

        A subscriber that raises is logged and passed over: the events are stored, and the writer
        must not hear otherwise.
        """
        with self._turn:
            if version <= self._last.get(tournament, 0):
                return
            self._last[tournament] = version
            for told in list(self._all.values()):
                try:
                    told(tournament, version)
                except Exception:
                    _logger.exception("A subscriber failed on %s version %d", tournament, version)


class Gate:
    """Lets nobody in after `close`, which waits for those inside."""

    def __init__(self) -> None:
        self._changed = threading.Condition()
        self._inside = 0
        self._open = True

    @contextmanager
    def inside(self) -> Iterator[None]:
        """Be inside for the block; raises `StorageError` once the store is closed."""
        with self._changed:
            if not self._open:
                raise StorageError("database-closed")
            self._inside += 1
        try:
            yield
        finally:
            with self._changed:
                self._inside -= 1
                self._changed.notify_all()

    def close(self, wait: float) -> None:
        """Close for good. Those inside get `wait` seconds to finish."""
        with self._changed:
            self._open = False
            self._changed.wait_for(lambda: self._inside == 0, wait)


class SqlStore(ABC):
    """An `EventStore` over one `events` table; the subclass knows how to take turns at writing."""

    _driver_error: type[Exception] = sqlite3.Error

    def __init__(self, reading: Engine, *, wait: float) -> None:
        self._reading = reading
        self._statements = Statements(reading.dialect)
        self._wait = wait
        self._gate = Gate()
        self._subscribers = Subscribers()

    @abstractmethod
    def _exclusive_transaction(self, what: str) -> AbstractContextManager[Connection]:
        """A transaction nobody else can change `what` beside; after the block it is durable."""

    @abstractmethod
    def _trouble(self, error: BaseException) -> StorageError:
        """The driver's error in words."""

    @abstractmethod
    def _schema(self) -> str | None:
        """The revision of the schema that is there now."""

    @abstractmethod
    def _receives_notifications(self) -> bool:
        """Whether word of what other processes write comes through."""

    @abstractmethod
    def _close_connections(self) -> None:
        """Close the connections."""

    @property
    def keys(self) -> SqlKeys:
        """The access keys kept beside the logs."""
        return SqlKeys(self._rows, self._changing)

    @property
    def webhooks(self) -> SqlWebhooks:
        """The webhooks kept beside the logs."""
        return SqlWebhooks(self._rows, self._changing)

    @property
    def summaries(self) -> SqlSummaries:
        """What lists show of the tournaments, kept beside the logs."""
        return SqlSummaries(self._rows, self._changing)

    @property
    def pictures(self) -> SqlPictures:
        """The logos and banners of the tournaments, kept beside the logs."""
        return SqlPictures(self._rows)

    @property
    def presets(self) -> SqlPresets:
        """The presets that were saved on this server."""
        return SqlPresets(self._rows, self._changing)

    @property
    def deleted(self) -> SqlDeleted:
        """What is left of deleted tournaments."""
        return SqlDeleted(self._rows, self._changing, self._clear_deleted)

    def server_secret(self, new: bytes) -> bytes:
        """What this server signs with; `new` if there is nothing yet, from now on."""
        found = self._rows(select(server_secret.c.secret))
        if not found:
            with self._changing("server secret") as connection:
                if connection.scalar(select(server_secret.c.secret)) is None:
                    connection.execute(insert(server_secret), {"number": 1, "secret": new.hex()})
            found = self._rows(select(server_secret.c.secret))
        return bytes.fromhex(found[0].secret)

    def tournaments(self) -> dict[TournamentId, int]:
        """Every tournament with its version, ordered by id."""
        return {TournamentId(name): version for name, version in self._rows(_versions())}

    def version(self, tournament: TournamentId) -> int:
        """The number of the last event, 0 if there is none."""
        [(version,)] = self._prepared_rows(self._statements.version, tournament=tournament)
        return int(version)

    def load(self, tournament: TournamentId, after: int = 0) -> list[StoredEvent]:
        """The events above `after`, in order."""
        values = {"tournament": tournament, "after": after}
        found = self._prepared_rows(self._statements.load, **values)
        return [StoredEvent(*row) for row in found]

    def persons(self, tournament: TournamentId, after: int = 0) -> list[StoredPerson]:
        """The personal data of the events above `after`, in order."""
        return [StoredPerson(*row) for row in self._rows(persons_of(tournament, after))]

    def receipt(self, tournament: TournamentId, command_id: CommandId) -> Receipt | None:
        """The receipt of one request."""
        values = {"tournament": tournament, "command_id": command_id}
        found = self._prepared_rows(self._statements.receipt, **values)
        return Receipt(*found[0]) if found else None

    def append(  # noqa: PLR0913, PLR0917  all that is one transaction
        self,
        tournament: TournamentId,
        expected: int,
        events: Sequence[StoredEvent],
        receipts: Sequence[Receipt] = (),
        keys: Sequence[StoredKey] = (),
        persons: PersonChanges = _NO_PERSONS,
        pictures: Sequence[StoredPicture] = (),
    ) -> None:
        """Add all or none, as `EventStore.append` says."""
        self.submit(Append(tournament, expected, events, receipts, keys, persons, pictures))()

    def submit(self, new: Append) -> Callable[[], None]:
        """Append it, as `EventStore.submit` says: here it is durable at once."""
        check_append(new)
        with self._gate.inside():
            with self._exclusive_transaction(f"tournament {new.tournament}") as connection:
                write_append(connection, new, self._statements)
            tell_writer(new)
            if new.version is not None:
                self._subscribers.notify(new.tournament, new.version)
        if new.persons.erased:
            self._clear_deleted()
        return nothing

    def lock(self, _tournament: TournamentId, _after: int) -> "LockedLog | None":
        """None: those who write to a file or to the memory take turns, and seldom lose a race."""
        return None

    def _clear_deleted(self) -> None:  # noqa: B027  only a file has to
        """Overwrite what was deleted."""

    def backups_with(self, _tournament: TournamentId, _player: int) -> list[str]:
        """None: only a file has backups that are known here."""
        return []

    def subscribe(self, told: VersionCallback) -> Callable[[], None]:
        """Call `told` in the writer's thread after each append of this store."""
        with self._gate.inside():
            return self._subscribers.add(told)

    @property
    def interruptions(self) -> int:
        """Always 0: a look at a file misses nothing."""
        return 0

    def check(self) -> None:
        """Raise `StorageError` unless all is well, as `EventStore.check` says."""
        with self._gate.inside(), translate_errors(self._trouble):
            found = self._schema()
        if found != migrations.head():
            raise errors.schema_mismatch_error(found, migrations.head())
        if not self._receives_notifications():
            raise errors.notifications_unavailable()
        with self._changing("readiness") as connection:
            write_probe(connection)

    def close(self) -> None:
        """Wait for those who are reading or writing, then let go."""
        self._gate.close(self._wait)
        self._close_connections()

    @contextmanager
    def _changing(self, what: str) -> Iterator[Connection]:
        with self._gate.inside(), self._exclusive_transaction(what) as connection:
            yield connection

    @contextmanager
    def _connected(self) -> Iterator[Connection]:
        with self._reading.connect() as connection:
            yield connection

    def _rows(self, statement: Select[*_Row]) -> Sequence[Row[*_Row]]:
        with self._gate.inside(), translate_errors(self._trouble), self._connected() as connection:
            return connection.execute(statement).all()

    def _prepared_rows(self, statement: Prepared, **values: Any) -> Sequence[Any]:
        with (
            self._gate.inside(),
            translate_errors(self._trouble, self._driver_error),
            self._connected() as connection,
        ):
            return statement.run(connection, values).fetchall()


@contextmanager
def translate_errors(
    say: Callable[[BaseException], StorageError], driver: type[Exception] = sqlite3.Error
) -> Iterator[None]:
    """Turn what the driver, its pool or the operating system raises into a `StorageError`."""
    try:
        yield
    except DBAPIError as error:
        raise say(error.orig or error) from error
    except (driver, OSError, SQLAlchemyError) as error:
        raise say(error) from error


def _versions() -> Select[str, int]:
    """Jumps along the primary key from one tournament to the next: it never counts events."""
    names = select(func.min(events.c.tournament).label("name")).cte("names", recursive=True)
    following = select(func.min(events.c.tournament)).where(events.c.tournament > names.c.name)
    names = names.union_all(select(following.scalar_subquery()).where(names.c.name.is_not(None)))
    last = select(func.max(events.c.seq)).where(events.c.tournament == names.c.name)
    every = select(names.c.name, last.scalar_subquery().label("version"))
    there = every.where(names.c.name.is_not(None)).subquery()
    end = (events.c.tournament == there.c.name, events.c.seq == there.c.version)
    is_deleted = exists().where(*end, events.c.type == DELETED)
    return select(there.c.name, there.c.version).where(~is_deleted).order_by(there.c.name)
