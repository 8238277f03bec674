"""Write the script that makes the tables of a new SQLite file: what all migrations leave.

`.venv/bin/python tools/new_file.py`, after a new migration. With `--check` it writes nothing, and
returns 1 if the script is out of date.
"""

import sqlite3
import sys
import tempfile
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

from sqlalchemy import create_engine

from fairpair.storage import migrations

_MADE = "SELECT sql FROM sqlite_master WHERE sql > '' ORDER BY rowid"


def statements(path: Path) -> Iterator[str]:
    """What makes an empty copy of this file."""
    with closing(sqlite3.connect(path)) as connection:
        for (sql,) in connection.execute(_MADE):
            yield "\n".join(line.rstrip() for line in sql.strip().splitlines())
        [(revision,)] = connection.execute("SELECT version_num FROM alembic_version")
    yield f"INSERT INTO alembic_version (version_num) VALUES ('{revision}')"


def script() -> str:
    """All statements, found by taking every step in a file of its own."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "new.db"
        engine = create_engine(f"sqlite:///{path}")
        with engine.begin() as connection:
            migrations.upgrade(connection, None)
        engine.dispose()
        return ";\n\n".join(statements(path)) + "\n"


def main() -> int:
    """Write it, or only compare."""
    new = script()
    if "--check" in sys.argv:
        return int(migrations.NEW_FILE.read_text(encoding="utf-8") != new)
    migrations.NEW_FILE.write_text(new, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
