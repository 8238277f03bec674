"""The schema, step by step.

Every revision is a file in `versions/`, four digits, never changed once released. The check at
each start reads one row; Alembic, slow to import, is loaded only when there is a step to take. A
new file is made by a script instead, which `tools/new_file.py` writes: what all steps leave.
"""

import re
from collections.abc import Set
from pathlib import Path

from sqlalchemy import Connection, text

from fairpair.core.errors import StorageError

DIRECTORY = Path(__file__).parent
"""Where the revisions are: in its folder `versions`."""

NEW_FILE = Path(__file__).with_name("new_file.sql")
"""Statements with an empty line between them."""

REVISIONS = (
    "0001",
    "0002",
    "0003",
    "0004",
    "0005",
    "0006",
    "0007",
    "0008",
    "0009",
    "0010",
    "0011",
    "0012",
)
"""All revisions this code knows, oldest first."""

_OURS = {"events", "alembic_version"}


def head() -> str:
    """The revision this code works with."""
    return REVISIONS[-1]


def revision(connection: Connection, tables: Set[str], place: str) -> str | None:
    """The known revision a database is at; None when none of our tables is there yet.

    Raises `StorageError` for the tables of another program and for a revision of the future.
    """
    if not _OURS & tables:
        return None
    if not tables >= _OURS:
        raise foreign(place)
    found = [str(row[0]) for row in connection.execute(text("SELECT * FROM alembic_version"))]
    if len(found) != 1 or not re.fullmatch("[0-9]{4}", found[0]):
        raise foreign(place)
    if found[0] not in REVISIONS:
        raise StorageError("database-newer", place=place, found=found[0], known=head())
    return found[0]


def foreign(place: str) -> StorageError:
    """The error for a database with the tables of another program."""
    return StorageError("foreign-database", place=place)


def create(connection: Connection) -> str:
    """Make the tables of a new file, inside the transaction of the caller; their revision."""
    for statement in NEW_FILE.read_text(encoding="utf-8").split(";\n\n"):
        connection.exec_driver_sql(statement)
    found = connection.exec_driver_sql("SELECT version_num FROM alembic_version")
    return str(found.scalar_one())


def upgrade(connection: Connection, found: str | None) -> None:
    """Take every step from `found` to `head()`, inside the transaction of the caller."""
    from alembic.operations import Operations  # noqa: PLC0415
    from alembic.runtime.migration import MigrationContext  # noqa: PLC0415
    from alembic.script import ScriptDirectory  # noqa: PLC0415

    scripts = ScriptDirectory(DIRECTORY)
    context = MigrationContext.configure(connection)
    steps = list(scripts.iterate_revisions(head(), found or "base"))
    with Operations.context(context):
        for step in reversed(steps):
            step.module.upgrade()
            context.stamp(scripts, step.revision)
