"""The table of pictures: the logos and banners of tournaments, by their content."""

from alembic import op
from sqlalchemy import Column, LargeBinary, PrimaryKeyConstraint, Text

revision = "0009"
down_revision = "0008"


def upgrade() -> None:
    """Make the table."""
    sqlite = op.get_bind().dialect.name == "sqlite"
    text = Text() if sqlite else Text(collation="C")
    op.create_table(
        "pictures",
        Column("tournament", text, nullable=False),
        Column("name", text, nullable=False),
        Column("data", LargeBinary, nullable=False),
        PrimaryKeyConstraint("tournament", "name", name="pictures_once"),
        sqlite_strict=True,
    )
