"""The tables of deleted tournaments: a log may be moved there as a whole, and only then."""

from alembic import op
from sqlalchemy import Column, Integer, LargeBinary, PrimaryKeyConstraint, Text

revision = "0010"
down_revision = "0009"

_SQLITE = (
    "DROP TRIGGER events_are_not_deleted",
    """
    CREATE TRIGGER events_are_not_deleted BEFORE DELETE ON events
    WHEN 'tournament_deleted' IS NOT (
        SELECT type FROM events WHERE tournament = OLD.tournament ORDER BY seq DESC LIMIT 1
    ) OR OLD.seq = (SELECT max(seq) FROM events WHERE tournament = OLD.tournament)
    BEGIN SELECT RAISE(ABORT, 'events are never deleted'); END
    """,
)
_POSTGRESQL = (
    "DROP TRIGGER events_only_grow ON events",
    """
    CREATE TRIGGER events_only_grow BEFORE UPDATE OR TRUNCATE ON events
    FOR EACH STATEMENT EXECUTE FUNCTION events_only_grow()
    """,
    """
    CREATE FUNCTION events_end_together() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
        IF 'tournament_deleted' IS DISTINCT FROM (
            SELECT type FROM events WHERE tournament = OLD.tournament ORDER BY seq DESC LIMIT 1
        ) OR OLD.seq = (SELECT max(seq) FROM events WHERE tournament = OLD.tournament)
        THEN RAISE EXCEPTION 'events are never changed or deleted'; END IF;
        RETURN OLD;
    END $$
    """,
    """
    CREATE TRIGGER events_end_together BEFORE DELETE ON events
    FOR EACH ROW EXECUTE FUNCTION events_end_together()
    """,
)


def upgrade() -> None:
    """Make the tables, and let a deleted tournament's events go."""
    sqlite = op.get_bind().dialect.name == "sqlite"
    text = Text() if sqlite else Text(collation="C")
    op.create_table(
        "deleted_events",
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
        Column("hash", text, nullable=False),
        PrimaryKeyConstraint("tournament", "seq", name="deleted_events_in_order"),
        sqlite_with_rowid=False,
        sqlite_strict=True,
    )
    op.create_table(
        "deleted_persons",
        Column("tournament", text, nullable=False),
        Column("seq", Integer, nullable=False),
        Column("member", Integer, nullable=False),
        Column("player", Integer, nullable=False),
        Column("salt", text, nullable=False),
        Column("data", text, nullable=False),
        PrimaryKeyConstraint("tournament", "seq", "member", name="deleted_persons_once"),
        sqlite_with_rowid=False,
        sqlite_strict=True,
    )
    op.create_table(
        "deleted_pictures",
        Column("tournament", text, nullable=False),
        Column("name", text, nullable=False),
        Column("data", LargeBinary, nullable=False),
        PrimaryKeyConstraint("tournament", "name", name="deleted_pictures_once"),
        sqlite_strict=True,
    )
    for statement in _SQLITE if sqlite else _POSTGRESQL:
        op.execute(statement)
