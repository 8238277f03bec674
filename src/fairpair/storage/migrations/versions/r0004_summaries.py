"""The table of summaries: what lists show of a tournament, so that its log is not read for it."""

from alembic import op
from sqlalchemy import Column, Integer, PrimaryKeyConstraint, Text

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    """Make the table; it is filled when the tournaments are listed."""
    sqlite = op.get_bind().dialect.name == "sqlite"
    text = Text() if sqlite else Text(collation="C")
    op.create_table(
        "summaries",
        Column("tournament", text, nullable=False),
        Column("version", Integer, nullable=False),
        Column("edition", text, nullable=False),
        Column("summary", text, nullable=False),
        PrimaryKeyConstraint("tournament", name="summaries_once"),
        sqlite_with_rowid=False,
        sqlite_strict=True,
    )
