"""The table of access keys: their digests, and what they allow."""

from alembic import op
from sqlalchemy import CheckConstraint, Column, Integer, PrimaryKeyConstraint, Text

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """Make the table and the index to list a tournament's keys by."""
    sqlite = op.get_bind().dialect.name == "sqlite"
    text = Text() if sqlite else Text(collation="C")
    op.create_table(
        "access_keys",
        Column("digest", text, nullable=False),
        Column("kind", text, nullable=False),
        Column("role", text, nullable=False),
        Column("tournament", text),
        Column("player", Integer),
        Column("label", text, nullable=False),
        Column("created_at", text, nullable=False),
        Column("expires_at", text),
        Column("revoked_at", text),
        Column("parent", text),
        PrimaryKeyConstraint("digest", name="access_keys_once"),
        CheckConstraint("kind IN ('key', 'session', 'login')", name="access_keys_kinds"),
        sqlite_with_rowid=False,
        sqlite_strict=True,
    )
    op.create_index("access_keys_of_tournament", "access_keys", ["tournament", "kind"])
