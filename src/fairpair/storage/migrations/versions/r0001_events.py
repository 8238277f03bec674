"""The table of events, and the triggers that let it only grow."""

from alembic import op
from sqlalchemy import CheckConstraint, Column, Integer, PrimaryKeyConstraint, Text
from sqlalchemy import UniqueConstraint as Unique

revision = "0001"
down_revision = None

_SQLITE = (
    """
    CREATE TRIGGER events_are_not_changed BEFORE UPDATE ON events
    BEGIN SELECT RAISE(ABORT, 'events are never changed'); END
    """,
    """
    CREATE TRIGGER events_are_not_deleted BEFORE DELETE ON events
    BEGIN SELECT RAISE(ABORT, 'events are never deleted'); END
    """,
    # INSERT OR REPLACE deletes without calling the trigger above.
    """
    CREATE TRIGGER events_are_not_replaced BEFORE INSERT ON events
    WHEN EXISTS (
        SELECT 1 FROM events WHERE tournament = NEW.tournament AND seq = NEW.seq
        UNION ALL
        SELECT 1 FROM events
        WHERE tournament = NEW.tournament AND command_id = NEW.command_id AND part = NEW.part
    )
    BEGIN SELECT RAISE(ABORT, 'events are never replaced'); END
    """,
)

_POSTGRESQL = (
    """
    CREATE FUNCTION events_only_grow() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN RAISE EXCEPTION 'events are never changed or deleted'; END $$
    """,
    """
    CREATE TRIGGER events_only_grow BEFORE UPDATE OR DELETE OR TRUNCATE ON events
    FOR EACH STATEMENT EXECUTE FUNCTION events_only_grow()
    """,
)


def upgrade() -> None:
    """Make the table and its triggers."""
    sqlite = op.get_bind().dialect.name == "sqlite"
    # Order by code point everywhere: the order of a locale may change with the system.
    text = Text() if sqlite else Text(collation="C")
    op.create_table(
        "events",
        Column("tournament", text, nullable=False),
        Column("seq", Integer, nullable=False),
        Column("command_id", text, nullable=False),
        Column("part", Integer, nullable=False),
        Column("digest", text, nullable=False),
        Column("type", text, nullable=False),
        Column("version", Integer, nullable=False),
        Column("payload", text, nullable=False),
        Column("at", text, nullable=False),
        Column("actor", text, nullable=False),
        PrimaryKeyConstraint("tournament", "seq", name="events_in_order"),
        Unique("tournament", "command_id", "part", name="events_commands_once"),
        CheckConstraint("seq >= 1 AND part >= 0", name="events_numbered"),
        sqlite_with_rowid=False,
        sqlite_strict=True,
    )
    for trigger in _SQLITE if sqlite else _POSTGRESQL:
        op.execute(trigger)
