"""What an append must be, and how it is written."""

from collections.abc import Iterator
from dataclasses import fields
from itertools import groupby

from sqlalchemy import Connection

from fairpair.core.errors import CommandRepeatedError, VersionConflictError
from fairpair.core.ids import TournamentId
from fairpair.core.stored import Receipt
from fairpair.log.stored import Append, StoredEvent
from fairpair.storage.deletion import delete_tournament, put_back
from fairpair.storage.persons import change_persons
from fairpair.storage.pictures import add_pictures
from fairpair.storage.prepared import Statements
from fairpair.storage.schema import STORED, receipts
from fairpair.storage.tables import insert_keys, refuse_repeats

_RECEIPT = tuple(receipts.c.keys())
_EVENT = tuple(
    (column.name, field.name) for column, field in zip(STORED, fields(StoredEvent), strict=True)
)
"""The columns, and the fields of `StoredEvent` in the same order."""


def write_append(connection: Connection, new: Append, statements: Statements) -> None:
    """Write it in the transaction of the connection.

    Raises `CommandRepeatedError` or `VersionConflictError` before anything is written. The repeat
    comes first: whoever sends a command again after a lost answer has an old version in hand as
    well, and the repeat is the more useful of the two things to hear.
    """
    first, *rest = [*receipts_of(new), *new.receipts]
    if rest:
        refuse_repeats(connection, rest)
    where = {"log": new.tournament, "expected": new.expected, "previous": new.previous}
    try:
        written = statements.insert_receipt_at.run(connection, {**_receipt_row(first), **where})
    except connection.dialect.loaded_dbapi.IntegrityError as error:
        # Written for another tournament at the same moment.
        raise CommandRepeatedError(first.command_id) from error
    if written.rowcount != 1:
        refuse_repeats(connection, [first])
        [(found,)] = statements.version.run(connection, {"tournament": new.tournament}).fetchall()
        raise VersionConflictError(new.expected, found)
    if rest:
        statements.insert_receipt.run_each(connection, map(_receipt_row, rest))
    if new.restores:
        put_back(connection, new.tournament)
    if new.events:
        rows = (_event_row(new.tournament, event) for event in new.events)
        statements.insert_event.run_each(connection, rows)
    write_additions(connection, new)


def has_additions(new: Append) -> bool:
    """Whether there is anything for `write_additions`."""
    persons = new.persons.added or new.persons.erased
    return bool(new.keys or persons or new.pictures or new.deletes or new.restores)


def write_additions(connection: Connection, new: Append) -> None:
    """Write what few appends have: personal data, keys, pictures, the end of the tournament."""
    change_persons(connection, new.tournament, new.persons)
    if new.keys:
        insert_keys(connection, new.keys)
    if new.pictures:
        add_pictures(connection, new.tournament, new.pictures)
    if new.deletes:
        delete_tournament(connection, new.tournament)


def receipts_of(new: Append) -> Iterator[Receipt]:
    """The receipts of the commands these events come from, unless they are given."""
    known = {one.command_id for one in new.receipts if one.tournament == new.tournament}
    for command_id, found in groupby(new.events, key=lambda event: event.command_id):
        own = list(found)
        if command_id in known:
            continue
        last = own[-1]
        yield Receipt(new.tournament, command_id, last.digest, last.seq, len(own), "", last.at)


def _receipt_row(one: Receipt) -> dict[str, int | str]:
    return {name: getattr(one, name) for name in _RECEIPT}


def _event_row(tournament: TournamentId, event: StoredEvent) -> dict[str, int | str]:
    row = {name: getattr(event, field) for name, field in _EVENT}
    return {"tournament": tournament, **row}


def check_append(new: Append) -> None:
    """Raise `ValueError` unless the events continue `expected` without a gap.

    Each command must be whole: its parts 0, 1, 2, ... one after the other; no receipt comes twice.
    A break of this is a mistake in the program, not of a person, so there is no polite sentence
    for it.
    """
    if not new.events and not new.receipts:
        raise ValueError("there is nothing to append")
    if len({(one.tournament, one.command_id) for one in new.receipts}) < len(new.receipts):
        raise ValueError("a receipt comes twice")
    begun: set[str] = set()
    last: StoredEvent | None = None
    for seq, event in enumerate(new.events, new.expected + 1):
        if event.seq != seq:
            raise ValueError(f"event {event.seq} stands where {seq} belongs")
        if event.part == 0:
            follows = event.command_id not in begun
            begun.add(event.command_id)
        else:
            follows = last is not None and _next_part(last) == (event.command_id, event.part)
        if not follows:
            raise ValueError(f"part {event.part} of {event.command_id!r} is out of order at {seq}")
        _check_text(event)
        last = event


def _next_part(event: StoredEvent) -> tuple[str, int]:
    return event.command_id, event.part + 1


def _check_text(event: StoredEvent) -> None:
    """Refuse what PostgreSQL cannot keep (NUL) and what is not text (half a surrogate pair)."""
    text = "".join((event.command_id, event.digest, event.type, event.payload, event.at, event.by))
    if "\0" in text:
        raise ValueError(f"event {event.seq} holds a NUL character")
    text.encode()
