"""The table of receipts: one for every request, found by its id without looking through the log."""

from alembic import op
from sqlalchemy import Column, Integer, PrimaryKeyConstraint, Text

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    """Make the table, with a receipt for every command that is in the log already."""
    sqlite = op.get_bind().dialect.name == "sqlite"
    text = Text() if sqlite else Text(collation="C")
    op.create_table(
        "receipts",
        Column("tournament", text, nullable=False),
        Column("command_id", text, nullable=False),
        Column("fingerprint", text, nullable=False),
        Column("version", Integer, nullable=False),
        Column("events", Integer, nullable=False),
        Column("answer", text, nullable=False),
        Column("at", text, nullable=False),
        PrimaryKeyConstraint("tournament", "command_id", name="receipts_once"),
        sqlite_with_rowid=False,
        sqlite_strict=True,
    )
    op.execute(
        """
        INSERT INTO receipts (tournament, command_id, fingerprint, version, events, answer, at)
        SELECT tournament, command_id, min(digest), max(seq), count(*), '', min(at)
        FROM events GROUP BY tournament, command_id
        """
    )
