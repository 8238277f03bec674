"""Statements that go to PostgreSQL in one message, so that a command is one round trip.

The values are part of the text, which the driver quotes. Nothing is prepared: poolers such as
PgBouncer hand the next message to another session.
"""

from collections.abc import Sequence
from dataclasses import fields
from operator import attrgetter
from typing import Any, TypeAlias

import psycopg

from fairpair.core.errors import CommandRepeatedError, VersionConflictError
from fairpair.core.ids import CommandId, TournamentId
from fairpair.core.stored import Receipt
from fairpair.log.stored import Append, StoredEvent
from fairpair.storage.appends import receipts_of
from fairpair.storage.schema import STORED, events, receipts

Driver: TypeAlias = "psycopg.Connection[tuple[Any, ...]]"

CHANNEL = "fairpair"
"""What is sent on it is `tournament:version`, nothing else: anybody in the database can listen."""

_EVENT = attrgetter(*(field.name for field in fields(StoredEvent)))
_RECEIPT = attrgetter(*(field.name for field in fields(Receipt)))
_EVENT_COLUMNS = ", ".join(column.name for column in STORED)
_RECEIPT_COLUMNS = ", ".join(receipts.c.keys())

_LOAD = " ".join(
    ("SELECT", _EVENT_COLUMNS, "FROM events WHERE tournament = %s AND seq > %s ORDER BY seq")
)
_FIND_RECEIPT = " ".join(
    ("SELECT", _RECEIPT_COLUMNS, "FROM receipts WHERE tournament = %s AND command_id = %s")
)
_VERSIONS = (
    "SELECT * FROM (SELECT name, (SELECT max(seq) FROM events WHERE tournament = name) AS version"
    " FROM unnest(%s::text[]) AS name) AS found WHERE version > 0"
)
_ANNOUNCE = (
    "SELECT pg_notify(%s, %s) WHERE EXISTS"
    " (SELECT FROM events WHERE tournament = %s AND seq = %s AND command_id = %s)"
)
_INSERT_RECEIPTS = "".join(
    (
        *("new_receipts AS (INSERT INTO receipts (", _RECEIPT_COLUMNS, ")"),
        " SELECT left_receipts.* FROM free, left_receipts)",
    )
)
_INSERT_EVENTS = "".join(
    (
        *("new_events AS (INSERT INTO events (tournament, ", _EVENT_COLUMNS, ")"),
        " SELECT added_events.* FROM free, added_events)",
    )
)


class Script:
    """Some statements in order, each with its values."""

    def __init__(self) -> None:
        self._texts: list[str] = []
        self._values: list[object] = []

    def add(self, text: str, values: Sequence[object] = ()) -> int:
        """Add one statement; where its rows will be in the answer."""
        self._texts.append(text)
        self._values += values
        return len(self._texts) - 1

    def run(self, driver: Driver) -> list[list[tuple[Any, ...]]]:
        """Send it; the rows of each statement."""
        cursor = psycopg.ClientCursor(driver)
        cursor.execute(";\n".join(self._texts), self._values or None)
        found = [_rows(cursor)]
        while cursor.nextset():
            found.append(_rows(cursor))
        return found

    def begin(self, lock: int, wait: float) -> None:
        """Begin a transaction and wait for our turn, but not for ever.

        Should we vanish, others wait for us briefly. The lock must be held before the version is
        read, so each statement has to see the newest.
        """
        self._begin(wait)
        self.add(f"SELECT pg_advisory_xact_lock({lock:d})")

    def begin_free(self, locks: Sequence[int], wait: float) -> int:
        """Begin a transaction with those of the locks that nobody has; finds whether we have each.

        What is inserted has to say which lock it needs.
        """
        self._begin(wait)
        return self.add(
            f"SELECT {', '.join(f'pg_try_advisory_xact_lock({lock:d})' for lock in locks)}"
        )

    def _begin(self, wait: float) -> None:
        limit = round(1000 * wait)
        self.add("BEGIN ISOLATION LEVEL READ COMMITTED")
        self.add(f"SET LOCAL lock_timeout = {limit:d}")
        self.add(f"SET LOCAL idle_in_transaction_session_timeout = {3 * limit:d}")

    def commit(self, *written: Append) -> None:
        """Commit, and only then let other processes hear of the versions it leads to.

        A transaction that notifies keeps all others from committing until it is on the disk:
        theirs could not share its sync. This one has nothing that must be on the disk.
        """
        self.add("COMMIT")
        told = [new for new in written if new.version is not None]
        if not told:
            return
        self.add("BEGIN")
        self.add("SET LOCAL synchronous_commit = off")
        for new in told:
            there = (new.tournament, new.version, new.events[-1].command_id)
            self.add(_ANNOUNCE, (CHANNEL, f"{new.tournament}:{new.version}", *there))
        self.add("COMMIT")

    def load(self, tournament: TournamentId, after: int) -> int:
        """Read the events above `after`."""
        return self.add(_LOAD, (tournament, after))

    def receipt(self, tournament: TournamentId, command_id: CommandId) -> int:
        """Read the receipt of a request."""
        return self.add(_FIND_RECEIPT, (tournament, command_id))

    def versions(self, names: Sequence[TournamentId]) -> int:
        """Read the versions of those of these tournaments that are there."""
        return self.add(_VERSIONS, [list(names)])

    def insert(self, new: Append, lock: int | None = None) -> int:
        """Write events and receipts, if the log is as expected and has none of the receipts.

        If a `lock` is given, nobody else may have it. Finds the version of the log before, one of
        the receipts that were there, and whether it was written.
        """
        left = [*receipts_of(new), *new.receipts]
        values: list[object] = [new.tournament]
        for one in left:
            values += (one.tournament, one.command_id)
        values += (new.expected, new.previous, lock)
        for one in left:
            values += _RECEIPT(one)
        for event in new.events:
            values += (new.tournament, *_EVENT(event))
        return self.add(_insertion(len(left), len(new.events)), values)


def _insertion(new_receipts: int, new_events: int) -> str:
    """The statement for these numbers of rows."""
    left, added = _marks(len(receipts.c), new_receipts), _marks(len(events.c), new_events)
    parts = [
        "last AS (SELECT seq, hash FROM events WHERE tournament = %s ORDER BY seq DESC LIMIT 1)",
        "log AS (SELECT coalesce((SELECT seq FROM last), 0) AS version,"
        " coalesce((SELECT hash FROM last), '') AS hash)",
        f"asked (place, id) AS (VALUES {_marks(2, new_receipts)})",
        "known AS (SELECT command_id FROM receipts, asked"
        " WHERE tournament = place AND command_id = id LIMIT 1)",
        "free AS (SELECT FROM log WHERE version = %s AND hash = coalesce(%s, hash)"
        " AND NOT EXISTS (SELECT FROM known)"
        " AND coalesce(pg_try_advisory_xact_lock(%s::bigint), true))",
        f"left_receipts ({_RECEIPT_COLUMNS}) AS (VALUES {left})",
        _INSERT_RECEIPTS,
    ]
    if new_events:
        parts += [
            f"added_events (tournament, {_EVENT_COLUMNS}) AS (VALUES {added})",
            _INSERT_EVENTS,
        ]
    said = "SELECT version, (SELECT command_id FROM known), EXISTS (SELECT FROM free) FROM log"
    return f"WITH {', '.join(parts)} {said}"


def check_inserted(new: Append, said: tuple[int, str | None, bool]) -> None:
    """Raise what kept it from being written. The repeat comes first.

    Whoever sends a command again after a lost answer has an old version in hand as well, and the
    repeat is the more useful of the two things to hear.
    """
    version, repeated, written = said
    if repeated is not None:
        raise CommandRepeatedError(repeated)
    if not written:
        raise VersionConflictError(new.expected, version)


def _marks(width: int, count: int) -> str:
    return ", ".join([f"({', '.join(['%s'] * width)})"] * count)


def _rows(cursor: psycopg.ClientCursor[tuple[Any, ...]]) -> list[tuple[Any, ...]]:
    return cursor.fetchall() if cursor.description else []
