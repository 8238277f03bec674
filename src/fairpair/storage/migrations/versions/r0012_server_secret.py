"""What the server signs with."""

from alembic import op
from sqlalchemy import Column, Integer, PrimaryKeyConstraint, Text

revision = "0012"
down_revision = "0011"


def upgrade() -> None:
    """Make the table."""
    text = Text() if op.get_bind().dialect.name == "sqlite" else Text(collation="C")
    op.create_table(
        "server_secret",
        Column("number", Integer(), nullable=False),
        Column("secret", text, nullable=False),
        PrimaryKeyConstraint("number", name="server_secret_once"),
        sqlite_strict=True,
    )
