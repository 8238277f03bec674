"""The one table, as the code reads and writes it; `migrations` is what makes it."""

from sqlalchemy import Column, Integer, MetaData, PrimaryKeyConstraint, Table, Text
from sqlalchemy import UniqueConstraint as Unique

metadata = MetaData()

events = Table(
    "events",
    metadata,
    Column("tournament", Text, nullable=False),
    Column("seq", Integer, nullable=False),
    Column("command_id", Text, nullable=False),
    Column("part", Integer, nullable=False),
    Column("digest", Text, nullable=False),
    Column("type", Text, nullable=False),
    Column("version", Integer, nullable=False),
    Column("payload", Text, nullable=False),
    Column("at", Text, nullable=False),
    Column("actor", Text, nullable=False),
    PrimaryKeyConstraint("tournament", "seq", name="events_in_order"),
    Unique("tournament", "command_id", "part", name="events_commands_once"),
)
"""Append-only by triggers. `actor` is `StoredEvent.by`, a reserved word in SQL."""

STORED = tuple(column for column in events.c if column.name != "tournament")
"""The columns in the order of the fields of `StoredEvent`."""
