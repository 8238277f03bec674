"""The table of presets that were saved on a server."""

from alembic import op
from sqlalchemy import Column, PrimaryKeyConstraint, Text

revision = "0011"
down_revision = "0010"


def upgrade() -> None:
    """Make the table."""
    text = Text() if op.get_bind().dialect.name == "sqlite" else Text(collation="C")
    op.create_table(
        "presets",
        Column("name", text, nullable=False),
        Column("key", text, nullable=False),
        Column("settings", text, nullable=False),
        Column("at", text, nullable=False),
        PrimaryKeyConstraint("key", name="presets_once"),
        sqlite_with_rowid=False,
        sqlite_strict=True,
    )
