"""What only the embedded store does: the WAL, its files and their rights."""

import gc
import os
import shutil
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest
from sqlalchemy.exc import DBAPIError

from fairpair.core.errors import StorageError
from fairpair.storage.sqlite import SqliteStore

from .sample import CUP, command

WAL = "tournaments.db-wal"


def test_new_files_are_for_the_owner_only(sqlite_path: Path) -> None:
    before = os.umask(0)
    try:
        with closing(SqliteStore(sqlite_path)) as store:
            store.append(CUP, 0, command(1))
            files = {
                path.name: path.stat().st_mode & 0o777 for path in sqlite_path.parent.iterdir()
            }
    finally:
        os.umask(before)
    ends = ("", "-shm", "-wal", ".lock")
    assert files == {f"{sqlite_path.name}{end}": 0o600 for end in ends}


def test_the_settings_of_the_writing_connection(sqlite_path: Path) -> None:
    with closing(SqliteStore(sqlite_path)) as store, store._writing.connect() as connection:
        settings = {
            name: connection.exec_driver_sql(f"PRAGMA {name}").scalar()
            for name in ("journal_mode", "synchronous", "foreign_keys", "busy_timeout")
        }
    full = 2
    assert settings == {
        "journal_mode": "wal",
        "synchronous": full,
        "foreign_keys": 1,
        "busy_timeout": 10_000,
    }


def test_readers_cannot_write_and_do_not_checkpoint(sqlite_path: Path) -> None:
    """Even the last one to close leaves the WAL as it was."""
    script = (
        "import os, sys; from pathlib import Path; from fairpair.storage.sqlite import SqliteStore;"
        "from storage.sample import CUP, command; store = SqliteStore(Path(sys.argv[1]));"
        "store.append(CUP, 0, command(1)); os._exit(0)"
    )
    tests = Path(__file__).parents[1]
    subprocess.run([sys.executable, "-c", script, str(sqlite_path)], cwd=tests, check=True)
    wal = sqlite_path.with_name(WAL)
    before = wal.read_bytes()
    assert before
    with closing(SqliteStore(sqlite_path)) as store, store._reading.connect() as connection:
        assert store.load(CUP) == command(1)
        with pytest.raises(DBAPIError, match="readonly"):
            connection.exec_driver_sql("INSERT INTO alembic_version VALUES ('x')")
    assert wal.read_bytes() == before


def test_closing_leaves_one_file_and_its_lock(sqlite_path: Path) -> None:
    with closing(SqliteStore(sqlite_path)) as store:
        store.append(CUP, 0, command(1))
        store.load(CUP)
        assert sqlite_path.with_name(WAL).exists()
    assert {path.name for path in sqlite_path.parent.iterdir()} == {
        "tournaments.db",
        "tournaments.db.lock",
    }


def test_a_store_forgotten_open_lets_go_too(sqlite_path: Path) -> None:
    store = SqliteStore(sqlite_path)
    store.append(CUP, 0, command(1))
    del store
    gc.collect()
    assert not sqlite_path.with_name(WAL).exists()


def test_a_file_reached_by_a_link_has_one_lock(sqlite_path: Path) -> None:
    link = sqlite_path.with_name("link.db")
    link.symlink_to(sqlite_path)
    with closing(SqliteStore(link)) as one, closing(SqliteStore(sqlite_path)) as two:
        one.append(CUP, 0, command(1))
        assert two.load(CUP) == command(1)
    assert not link.with_name("link.db.lock").exists()


def test_a_backup_in_another_journal_mode_is_taken_over(sqlite_path: Path) -> None:
    with closing(SqliteStore(sqlite_path)) as store:
        store.append(CUP, 0, command(1))
    with closing(sqlite3.connect(sqlite_path)) as connection:
        connection.execute("PRAGMA journal_mode = DELETE")
    with closing(SqliteStore(sqlite_path)) as store:
        assert store.load(CUP) == command(1)
        store.append(CUP, 1, command(2))
        assert sqlite_path.with_name(WAL).exists()


def test_a_check_writes_and_leaves_the_log_alone(sqlite_path: Path) -> None:
    with closing(SqliteStore(sqlite_path)) as store:
        store.append(CUP, 0, command(1))
        for _ in range(3):
            store.check()
        assert store.version(CUP) == 1
        assert list(store.tournaments()) == [CUP]


def test_a_check_fails_without_room_on_the_disk(
    sqlite_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with closing(SqliteStore(sqlite_path)) as store:
        store.check()
        usage = shutil.disk_usage(sqlite_path.parent)
        monkeypatch.setattr(shutil, "disk_usage", lambda _: usage._replace(free=4096))
        with pytest.raises(StorageError) as caught:
            store.check()
    assert caught.value.code == "disk-full"
