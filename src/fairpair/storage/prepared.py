"""Statements that are compiled once and run by the driver: every command and every read needs them.

SQLAlchemy would spend more time on putting them together than the database on running them.
"""

from collections.abc import Iterable, Mapping
from typing import Any

from sqlalchemy import (
    BindParameter,
    ClauseElement,
    Connection,
    Dialect,
    Insert,
    Select,
    bindparam,
    exists,
    func,
    insert,
    select,
)
from sqlalchemy.engine.interfaces import DBAPICursor

from fairpair.storage.schema import STORED, events, receipts

_TOURNAMENT: BindParameter[str] = bindparam("tournament")
_COMMAND_ID: BindParameter[str] = bindparam("command_id")
_KNOWN = (receipts.c.tournament == _TOURNAMENT, receipts.c.command_id == _COMMAND_ID)
_HERE = events.c.tournament == _TOURNAMENT


class Prepared:
    """A statement in the SQL of one database."""

    def __init__(self, statement: ClauseElement, dialect: Dialect) -> None:
        compiled = statement.compile(dialect=dialect)
        self._text = str(compiled)
        self._order: list[str] | None = getattr(compiled, "positiontup", None)
        self._fixed = {name: fixed for name, fixed in compiled.params.items() if fixed is not None}

    def run(self, connection: Connection, values: Mapping[str, Any]) -> DBAPICursor:
        """Run it in the transaction of the connection; the cursor has what was found."""
        cursor = connection.connection.cursor()
        cursor.execute(self._text, self._arranged(values))
        return cursor

    def run_each(self, connection: Connection, rows: Iterable[Mapping[str, Any]]) -> None:
        """Run it for each of the rows."""
        arranged = [self._arranged(row) for row in rows]
        connection.connection.cursor().executemany(self._text, arranged)

    def _arranged(self, values: Mapping[str, Any]) -> Any:
        every = {**self._fixed, **values}
        return every if self._order is None else [every[name] for name in self._order]


class Statements:
    """The prepared statements, for one database."""

    def __init__(self, dialect: Dialect) -> None:
        later = select(*STORED).where(_HERE, events.c.seq > bindparam("after"))
        self.version = Prepared(_version(), dialect)
        self.load = Prepared(later.order_by(events.c.seq), dialect)
        self.receipt = Prepared(select(*receipts.c).where(*_KNOWN), dialect)
        self.insert_event = Prepared(insert(events), dialect)
        self.insert_receipt = Prepared(insert(receipts), dialect)
        self.insert_receipt_at = Prepared(_insert_receipt_at(), dialect)


def _version() -> Select[int]:
    """The number of the last event; 0 if there is none."""
    return select(func.coalesce(func.max(events.c.seq), 0)).where(_HERE)


def _insert_receipt_at() -> Insert:
    """Writes a receipt unless it is there, or the log `log` is not at the version `expected`.

    The log must also end with the hash `previous`, if there is one.
    """
    columns = receipts.c
    here = events.c.tournament == bindparam("log")
    version = select(func.coalesce(func.max(events.c.seq), 0)).where(here)
    last = select(events.c.hash).where(here, events.c.seq == bindparam("expected"))
    values = select(*(bindparam(column.name, type_=column.type) for column in columns))
    row = values.where(
        ~exists().where(*_KNOWN),
        version.scalar_subquery() == bindparam("expected"),
        func.coalesce(bindparam("previous"), last.scalar_subquery(), "")
        == func.coalesce(last.scalar_subquery(), ""),
    )
    return insert(receipts).from_select(columns.keys(), row)
