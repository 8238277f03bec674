"""The table of wrong keys: all processes of a database count them together."""

from alembic import op
from sqlalchemy import Column, Index, Text

revision = "0007"
down_revision = "0006"


def upgrade() -> None:
    """Make the table."""
    sqlite = op.get_bind().dialect.name == "sqlite"
    text = Text() if sqlite else Text(collation="C")
    op.create_table(
        "wrong_keys",
        Column("address", text, nullable=False),
        Column("at", text, nullable=False),
        Index("wrong_keys_of_address", "address", "at"),
        sqlite_strict=True,
    )
