"""What SQLite and PostgreSQL have in common: the statements, and the order of an append."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from typing import Any, TypeVarTuple

from sqlalchemy import Connection, Engine, Row, Select, func, insert, select
from sqlalchemy.exc import DBAPIError
from sqlalchemy.exc import TimeoutError as PoolTimeout

from fairpair.core.errors import CommandRepeatedError, StorageError, VersionConflictError
from fairpair.core.ids import CommandId, TournamentId
from fairpair.log.stored import StoredEvent
from fairpair.storage import errors, migrations
from fairpair.storage.batches import batched
from fairpair.storage.gate import Gate
from fairpair.storage.keys import SqlKeys
from fairpair.storage.numbering import check_numbering
from fairpair.storage.schema import STORED, events
from fairpair.storage.subscribers import Subscribers, Told
from fairpair.storage.summaries import SqlSummaries
from fairpair.storage.webhooks import SqlWebhooks

_Row = TypeVarTuple("_Row")


class SqlStore(ABC):
    """An `EventStore` over one `events` table; the subclass knows how to take turns at writing."""

    def __init__(self, reading: Engine, *, wait: float) -> None:
        self._reading = reading
        self._wait = wait
        self._gate = Gate()
        self._subscribers = Subscribers()

    @abstractmethod
    def _turn(self, tournament: TournamentId, version: int) -> AbstractContextManager[Connection]:
        """A transaction nobody else can write beside, to take the log to `version`.

        After the block it is durable and the subscribers are told, or will be.
        """

    @abstractmethod
    def _alone(self, what: str) -> AbstractContextManager[Connection]:
        """A transaction nobody else can change `what` beside; after the block it is durable."""

    @abstractmethod
    def _trouble(self, error: BaseException) -> StorageError:
        """The driver's error in words."""

    @abstractmethod
    def _schema(self) -> str | None:
        """The revision of the schema that is there now."""

    @abstractmethod
    def _hears_others(self) -> bool:
        """Whether word of what other processes write comes through."""

    @abstractmethod
    def _let_go(self) -> None:
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

    def tournaments(self) -> dict[TournamentId, int]:
        """Every tournament with its version, ordered by id."""
        return {TournamentId(name): version for name, version in self._rows(_versions())}

    def version(self, tournament: TournamentId) -> int:
        """The number of the last event, 0 if there is none."""
        [(version,)] = self._rows(_version(tournament))
        return version

    def load(self, tournament: TournamentId, after: int = 0) -> list[StoredEvent]:
        """The events above `after`, in order."""
        where = (events.c.tournament == tournament, events.c.seq > after)
        return self._events(select(*STORED).where(*where))

    def command(self, tournament: TournamentId, command_id: CommandId) -> list[StoredEvent]:
        """The events of one command, in order."""
        where = (events.c.tournament == tournament, events.c.command_id == command_id)
        return self._events(select(*STORED).where(*where))

    def append(
        self, tournament: TournamentId, expected: int, events: Sequence[StoredEvent]
    ) -> None:
        """Add all or none, as `EventStore.append` says.

        A repeat is recognised first: whoever sends a command again after a lost answer has an old
        version in hand as well, and the repeat is the more useful of the two things to hear.
        """
        check_numbering(expected, events)
        with self._gate.inside(), self._turn(tournament, events[-1].seq) as connection:
            _refuse_repeats(connection, tournament, events)
            found = connection.scalar(_version(tournament))
            if found != expected:
                raise VersionConflictError(expected, found or 0)
            _insert(connection, tournament, events)

    def subscribe(self, told: Told) -> Callable[[], None]:
        """Call `told` in the writer's thread after each append of this store."""
        with self._gate.inside():
            return self._subscribers.add(told)

    def check(self) -> None:
        """Raise `StorageError` unless all is well, as `EventStore.check` says."""
        with self._gate.inside(), in_words(self._trouble):
            found = self._schema()
        if found != migrations.head():
            raise errors.other_schema(found, migrations.head())
        if not self._hears_others():
            raise errors.deaf()

    def close(self) -> None:
        """Wait for those who are reading or writing, then let go."""
        self._gate.shut(self._wait)
        self._let_go()

    @contextmanager
    def _changing(self, what: str) -> Iterator[Connection]:
        with self._gate.inside(), self._alone(what) as connection:
            yield connection

    def _events(self, statement: Select[*tuple[Any, ...]]) -> list[StoredEvent]:
        return [StoredEvent(*row) for row in self._rows(statement.order_by(events.c.seq))]

    def _rows(self, statement: Select[*_Row]) -> Sequence[Row[*_Row]]:
        with self._gate.inside(), in_words(self._trouble), self._reading.connect() as connection:
            return connection.execute(statement).all()


@contextmanager
def in_words(say: Callable[[BaseException], StorageError]) -> Iterator[None]:
    """Turn what the driver or the operating system raises into a `StorageError`."""
    try:
        yield
    except DBAPIError as error:
        raise say(error.orig or error) from error
    except (OSError, PoolTimeout) as error:
        raise say(error) from error


def _version(tournament: TournamentId) -> Select[int]:
    last = func.coalesce(func.max(events.c.seq), 0)
    return select(last).where(events.c.tournament == tournament)


def _versions() -> Select[str, int]:
    """Jumps along the primary key from one tournament to the next: it never counts events."""
    names = select(func.min(events.c.tournament).label("name")).cte("names", recursive=True)
    following = select(func.min(events.c.tournament)).where(events.c.tournament > names.c.name)
    names = names.union_all(select(following.scalar_subquery()).where(names.c.name.is_not(None)))
    last = select(func.max(events.c.seq)).where(events.c.tournament == names.c.name)
    every = select(names.c.name, last.scalar_subquery().label("version"))
    return every.where(names.c.name.is_not(None)).order_by(names.c.name)


def _refuse_repeats(
    connection: Connection, tournament: TournamentId, new: Sequence[StoredEvent]
) -> None:
    ids = [event.command_id for event in new if event.part == 0]
    known = select(events.c.command_id).where(events.c.tournament == tournament).limit(1)
    for some in batched(ids):
        repeated = connection.scalar(known.where(events.c.command_id.in_(some)))
        if repeated is not None:
            raise CommandRepeatedError(repeated)


def _insert(connection: Connection, tournament: TournamentId, new: Sequence[StoredEvent]) -> None:
    names = [column.name for column in STORED]
    connection.execute(
        insert(events),
        [
            {"tournament": tournament, **dict(zip(names, _values(event), strict=True))}
            for event in new
        ],
    )


def _values(event: StoredEvent) -> tuple[int | str, ...]:
    return (
        event.seq,
        event.command_id,
        event.part,
        event.digest,
        event.type,
        event.version,
        event.payload,
        event.at,
        event.by,
    )
