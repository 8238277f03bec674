"""The golden databases, unpacked for a test: as a SQLite file, or restored into PostgreSQL."""

import gzip
import json
import sqlite3
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import MetaData

from fairpair.storage import migrations
from storage.sample import connected

from .writer import HERE


@dataclass(frozen=True)
class Version:
    """What one version left behind."""

    name: str

    @property
    def said(self) -> dict[str, dict[str, Any]]:
        """What it thought of each of its tournaments."""
        text = (HERE / "databases" / self.name / "said.json").read_text(encoding="utf-8")
        found: dict[str, dict[str, Any]] = json.loads(text)
        return found

    @property
    def archives(self) -> dict[str, str]:
        """The text of the archive of each of its tournaments."""
        paths = sorted((HERE / "logs" / self.name).glob("*.archive.json"))
        return {p.name.removesuffix(".archive.json"): p.read_text("utf-8") for p in paths}

    @property
    def tables(self) -> set[str]:
        """The tables that it had."""
        with closing(sqlite3.connect(":memory:")) as connection:
            connection.deserialize(self._database())
            return {name for (name,) in connection.execute("SELECT name FROM sqlite_master")}

    def unpack(self, path: Path) -> None:
        """Its database as a file."""
        path.write_bytes(self._database())

    def _database(self) -> bytes:
        packed = HERE / "databases" / self.name / "fairpair.db.gz"
        return gzip.decompress(packed.read_bytes())

    def restore(self, file: Path, address: str, monkeypatch: pytest.MonkeyPatch) -> None:
        """The rows of its unpacked database in PostgreSQL, in the tables it had there."""
        with closing(sqlite3.connect(file)) as source, connected(address) as target:
            [(revision,)] = source.execute("SELECT version_num FROM alembic_version")
            known = migrations.REVISIONS[: migrations.REVISIONS.index(revision) + 1]
            with monkeypatch.context() as patch:
                patch.setattr(migrations, "REVISIONS", known)
                migrations.upgrade(target, None)
            found = MetaData()
            found.reflect(target)
            for name, table in found.tables.items():
                rows = source.execute(f"SELECT * FROM {name}")
                columns = [column[0] for column in rows.description]
                values = [dict(zip(columns, row, strict=True)) for row in rows]
                if values and name != "alembic_version":
                    target.execute(table.insert(), values)


OLDEST = Version("v0.1.0-alpha.1")
VERSIONS = [Version(path.name) for path in sorted((HERE / "databases").iterdir())]
