"""The table of versions in a file: numbered by change, so that what is new is found at once."""

from alembic import op
from sqlalchemy import Column, Integer, PrimaryKeyConstraint, Text
from sqlalchemy import UniqueConstraint as Unique

revision = "0008"
down_revision = "0007"

_FILL = """
    INSERT INTO versions (tournament, version)
    SELECT tournament, max(seq) FROM events GROUP BY tournament
    """
# Nothing is ever deleted, so that no number comes twice.
_FOLLOW = """
    CREATE TRIGGER versions_follow_events AFTER INSERT ON events
    BEGIN
        INSERT INTO versions (tournament, version) VALUES (NEW.tournament, NEW.seq)
        ON CONFLICT (tournament) DO UPDATE
        SET change = (SELECT max(change) FROM versions) + 1, version = excluded.version;
    END
    """


def upgrade() -> None:
    """Make the table, with the versions there are, and the trigger that keeps it.

    PostgreSQL announces changes without it.
    """
    if op.get_bind().dialect.name != "sqlite":
        return
    op.create_table(
        "versions",
        Column("change", Integer, nullable=False),
        Column("tournament", Text, nullable=False),
        Column("version", Integer, nullable=False),
        PrimaryKeyConstraint("change", name="versions_by_change"),
        Unique("tournament", name="versions_once"),
        sqlite_strict=True,
    )
    op.execute(_FILL)
    op.execute(_FOLLOW)
