"""The table of webhooks: where to tell what happens, and how far that has come."""

from alembic import op
from sqlalchemy import Column, Integer, PrimaryKeyConstraint, Text

revision = "0003"
down_revision = "0002"

_TEXTS = ("url", "format", "happenings", "secret", "created_at")
_PROGRESS = ("next_try", "problem", "stopped_at", "last_at", "holder", "held_until")


def upgrade() -> None:
    """Make the table and the index to list a tournament's webhooks by."""
    sqlite = op.get_bind().dialect.name == "sqlite"
    text = Text() if sqlite else Text(collation="C")
    op.create_table(
        "webhooks",
        Column("id", text, nullable=False),
        Column("tournament", text, nullable=False),
        *(Column(name, text, nullable=False) for name in _TEXTS),
        Column("delivered", Integer, nullable=False),
        Column("tries", Integer, nullable=False),
        *(Column(name, text, nullable=False) for name in _PROGRESS),
        PrimaryKeyConstraint("id", name="webhooks_once"),
        sqlite_with_rowid=False,
        sqlite_strict=True,
    )
    op.create_index("webhooks_of_tournament", "webhooks", ["tournament"])
