"""The two kinds of databases, read without Fairpair."""

import sqlite3
from abc import ABC, abstractmethod
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import psycopg

from postgres import Server

from .oracle import Row
from .small_disk import SmallDisk

PERSON = """(SELECT data FROM persons WHERE persons.tournament = events.tournament
    AND persons.seq = events.seq AND member = 0)"""
COLUMNS = f"seq, command_id, part, type, payload, coalesce({PERSON}, '')"


class Database(ABC):
    """Where the logs are."""

    kind: str
    address: str
    away: tuple[type[Exception], ...] = ()
    """What reading raises while it is not there, as it may be for a moment."""

    @abstractmethod
    def rows(self, tournament: str) -> list[Row]:
        """The log of a tournament."""

    @abstractmethod
    def damage(self) -> str:
        """What the database says of its own files; nothing is good."""


class SqliteFile(Database):
    """One file."""

    kind = "sqlite"

    def __init__(self, path: Path, disk: SmallDisk | None = None) -> None:
        self.path = path
        self.address = f"sqlite:///{path}"
        self._disk = disk

    def rows(self, tournament: str) -> list[Row]:
        if not self.path.exists():
            return []
        with self._reading() as connection:
            if not connection.execute("SELECT 1 FROM sqlite_master WHERE name='events'").fetchone():
                return []
            found = connection.execute(
                f"SELECT {COLUMNS} FROM events WHERE tournament = ? ORDER BY seq", (tournament,)
            )
            return [Row(*row) for row in found]

    def damage(self) -> str:
        with self._reading() as connection:
            found = [row[0] for row in connection.execute("PRAGMA integrity_check")]
        return "" if found == ["ok"] else "; ".join(found)

    def fill_disk(self, leave: int) -> int | None:
        """Leave so much room to write into; on a disk that we cannot fill it is a limit on files.

        That limit is the answer. What is written first grows the write-ahead log, so it is by the
        size of that.
        """
        if self._disk is not None:
            self._disk.fill(leave)
            return None
        ahead = self.path.with_name(f"{self.path.name}-wal")
        return leave + (ahead.stat().st_size if ahead.exists() else 0)

    def free_disk(self) -> None:
        if self._disk is not None:
            self._disk.free()

    @contextmanager
    def _reading(self) -> Iterator[sqlite3.Connection]:
        uri = f"{self.path.as_uri()}?mode=ro"
        with closing(sqlite3.connect(uri, uri=True, timeout=60)) as connection:
            yield connection


class Postgres(Database):
    """A server of our own, as durable as PostgreSQL is by default."""

    kind = "postgresql"
    away = (psycopg.OperationalError, psycopg.errors.UndefinedTable)

    def __init__(self, server: Server) -> None:
        self.server = server
        self.address = server.url()

    def rows(self, tournament: str) -> list[Row]:
        with psycopg.connect(self.address) as connection:
            found = connection.execute(
                f"SELECT {COLUMNS} FROM events WHERE tournament = %s ORDER BY seq", (tournament,)
            )
            return [Row(*row) for row in found]

    def damage(self) -> str:
        return ""
