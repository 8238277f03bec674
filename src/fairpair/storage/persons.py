"""The table of persons: personal data that can be erased, and traces of it elsewhere."""

from dataclasses import astuple
from typing import Any

from sqlalchemy import Connection, Select, delete, insert, or_, select, update

from fairpair.core.ids import TournamentId
from fairpair.log.persons import without_hash
from fairpair.log.stored import ErasedPerson, PersonChanges
from fairpair.storage.schema import access_keys, events, persons, receipts, summaries

_STORED = tuple(column for column in persons.c if column.name != "tournament")


def persons_of(tournament: TournamentId, after: int) -> Select[*tuple[Any, ...]]:
    """The personal data of the events above `after`."""
    where = (persons.c.tournament == tournament, persons.c.seq > after)
    return select(*_STORED).where(*where).order_by(persons.c.seq, persons.c.member)


def change_persons(
    connection: Connection, tournament: TournamentId, changes: PersonChanges
) -> None:
    """Add personal data, and erase some of earlier events."""
    names = [column.name for column in _STORED]
    if changes.added:
        rows = [dict(zip(names, astuple(one), strict=True)) for one in changes.added]
        connection.execute(insert(persons), [{"tournament": tournament, **row} for row in rows])
    for one in changes.erased:
        _erase(connection, tournament, one)


def _erase(connection: Connection, tournament: TournamentId, erased: ErasedPerson) -> None:
    where = [
        persons.c.tournament == tournament,
        persons.c.player == erased.player,
        persons.c.seq < erased.seq,
    ]
    if erased.member:
        where.append(persons.c.member == erased.member)
    _forget_requests(connection, tournament, select(persons.c.seq).where(*where))
    connection.execute(delete(persons).where(*where))
    connection.execute(delete(summaries).where(summaries.c.tournament == tournament))
    keys = (access_keys.c.tournament == tournament, access_keys.c.player == erased.player)
    connection.execute(update(access_keys).where(*keys).values(label=""))


def _forget_requests(connection: Connection, tournament: TournamentId, where: Select[int]) -> None:
    """Clear the fingerprints of the requests with this data: somebody could guess names by them."""
    own = (events.c.tournament == tournament, events.c.seq.in_(where))
    commands = select(events.c.command_id).where(*own).distinct()
    of_events = receipts.c.tournament.in_((tournament, "")) & receipts.c.command_id.in_(commands)
    # Requests that changed nothing may have named anybody.
    idle = (receipts.c.events == 0) & (receipts.c.version > 0)
    found = select(*receipts.c).where(or_(of_events, (receipts.c.tournament == tournament) & idle))
    for row in connection.execute(found).all():
        key = (receipts.c.tournament == row.tournament, receipts.c.command_id == row.command_id)
        left = without_hash(row.fingerprint)
        connection.execute(update(receipts).where(*key).values(fingerprint=left))
