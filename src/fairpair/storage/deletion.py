"""The end of a tournament: what it had is moved aside for some time, and then erased."""

from collections.abc import Callable, Sequence

from sqlalchemy import (
    Connection,
    Insert,
    Row,
    Select,
    and_,
    delete,
    exists,
    func,
    insert,
    literal,
    select,
)

from fairpair.core.dataclass import dataclass
from fairpair.core.errors import NotFoundError
from fairpair.core.ids import TournamentId
from fairpair.core.stored import DeletedTournament
from fairpair.log.stored import DELETED, StoredEvent, StoredPerson
from fairpair.storage.schema import (
    STORED,
    deleted_events,
    deleted_persons,
    deleted_pictures,
    events,
    metadata,
    persons,
    pictures,
    receipts,
)
from fairpair.storage.tables import Changing, Rows

_KEPT = {events: deleted_events, persons: deleted_persons, pictures: deleted_pictures}


def delete_tournament(connection: Connection, here: TournamentId) -> None:
    """Move the log aside, except for its last event, and remove everything else that is its own.

    The receipt of that event stays as well, for a repeat of the request.
    """
    _erase_kept(connection, here)
    for table, kept in _KEPT.items():
        own = select(*table.c).where(table.c.tournament == here)
        connection.execute(insert(kept).from_select(list(table.c.keys()), own))
    last = _last_event(connection, here)
    if last is not None:
        _remove_all_but(connection, here, last.command_id)


def put_back(connection: Connection, here: TournamentId) -> None:
    """Move what is not there to where it was, with the receipts that follow from it.

    Raises `NotFoundError` if it was erased.
    """
    if not connection.scalar(select(exists().where(deleted_events.c.tournament == here))):
        raise NotFoundError("no-tournament.with-id", tournament=repr(here))
    for table, kept in _KEPT.items():
        keys = [column.name for column in table.primary_key.columns]
        same = and_(*(table.c[key] == kept.c[key] for key in keys))
        missing = select(*kept.c).where(kept.c.tournament == here, ~exists().where(same))
        in_order = missing.order_by(*(kept.c[key] for key in keys))
        connection.execute(insert(table).from_select(list(table.c.keys()), in_order))
    connection.execute(_receipts_of(here))
    _erase_kept(connection, here)


def _erase_kept(connection: Connection, here: TournamentId) -> None:
    for kept in _KEPT.values():
        connection.execute(delete(kept).where(kept.c.tournament == here))


@dataclass(frozen=True, slots=True)
class SqlDeleted:
    """A `DeletedStore` over the tables of deleted tournaments."""

    _rows: Rows
    _changing: Changing
    _clear: Callable[[], None]
    """Overwrites what was deleted."""

    def all(self) -> list[DeletedTournament]:
        """Every deleted tournament whose log is still there, the last one first."""
        last_first = (deleted_events.c.at.desc(), deleted_events.c.tournament)
        rows = self._rows(_deletions().order_by(*last_first))
        return [DeletedTournament(TournamentId(here), at, text) for here, at, text in rows]

    def load(self, tournament: TournamentId) -> list[StoredEvent]:
        """The log up to its deletion; empty if it is not there."""
        columns = [deleted_events.c[column.name] for column in STORED]
        own = select(*columns).where(deleted_events.c.tournament == tournament)
        return [StoredEvent(*row) for row in self._rows(own.order_by(deleted_events.c.seq))]

    def persons(self, tournament: TournamentId) -> list[StoredPerson]:
        """The personal data of that log."""
        _here, *columns = deleted_persons.c
        own = select(*columns).where(deleted_persons.c.tournament == tournament)
        found = self._rows(own.order_by(deleted_persons.c.seq, deleted_persons.c.member))
        return [StoredPerson(*row) for row in found]

    def erase(self, deleted: Sequence[DeletedTournament]) -> list[TournamentId]:
        """Erase what is left of these for good, in the turn of those who write to them."""
        erased = []
        for one in deleted:
            with self._changing(f"tournament {one.id}") as connection:
                if _erase_deleted(connection, one):
                    erased.append(one.id)
        if erased:
            self._clear()
        return erased


def _deletions() -> Select[str, str, str]:
    """Tournament, moment and payload of the deletions that no restoration followed."""
    kept = deleted_events.c
    later = exists().where(events.c.tournament == kept.tournament, events.c.seq > kept.seq)
    return select(kept.tournament, kept.at, kept.payload).where(kept.type == DELETED, ~later)


def _erase_deleted(connection: Connection, one: DeletedTournament) -> bool:
    """Whether it was still this deletion, and is erased now."""
    same = (deleted_events.c.tournament == one.id, deleted_events.c.at == one.at)
    if connection.execute(_deletions().where(*same)).first() is None:
        return False
    _erase_kept(connection, one.id)
    last = _last_event(connection, one.id)
    if last is not None and last.type == DELETED:  # something came with the deletion
        _remove_all_but(connection, one.id, last.command_id)
    return True


def _last_event(connection: Connection, here: TournamentId) -> Row[str, str] | None:
    own = select(events.c.type, events.c.command_id).where(events.c.tournament == here)
    return connection.execute(own.order_by(events.c.seq.desc()).limit(1)).one_or_none()


def _remove_all_but(connection: Connection, here: TournamentId, request: str) -> None:
    """Remove all that belongs to a tournament, whatever table it is in, except for a request."""
    for table in metadata.tables.values():
        if "tournament" in table.c and table not in _KEPT.values():
            others = [table.c.command_id != request] if "command_id" in table.c else []
            connection.execute(delete(table).where(table.c.tournament == here, *others))


def _receipts_of(here: TournamentId) -> Insert:
    """Receipts for the commands in a log that have none."""
    own, known = events.c, receipts.c
    there = exists().where(known.tournament == own.tournament, known.command_id == own.command_id)
    columns = (own.tournament, own.command_id, func.min(own.digest), func.max(own.seq))
    found = select(*columns, func.count(), literal(""), func.min(own.at))
    found = found.where(own.tournament == here, ~there).group_by(own.tournament, own.command_id)
    return insert(receipts).from_select(list(known.keys()), found)
