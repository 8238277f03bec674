"""What was written last is missed when it is gone, and is not left in the WAL for long."""

import shutil
import sqlite3
import threading
from contextlib import closing
from pathlib import Path

import pytest

from fairpair.core.errors import StorageError
from fairpair.log.stored import ErasedPerson, PersonChanges
from fairpair.storage import open_store
from fairpair.storage.sqlite import SqliteStore
from fairpair.storage.wal import CheckpointTimes, wal_of
from timeouts import wait_until

from .sample import CUP, command

QUICK = CheckpointTimes(idle=0.05)


def test_a_new_database_is_in_its_file_at_once(sqlite_path: Path, tmp_path: Path) -> None:
    store = SqliteStore(sqlite_path)
    copy = shutil.copy(sqlite_path, tmp_path / "copy.db")
    with closing(sqlite3.connect(copy)) as connection:
        assert connection.execute("SELECT count(*) FROM events").fetchall() == [(0,)]
    store.close()


def test_a_copy_without_its_wal_is_refused(sqlite_path: Path, tmp_path: Path) -> None:
    store = SqliteStore(sqlite_path)
    store.append(CUP, 0, command(1))
    copy = Path(shutil.copy(sqlite_path, tmp_path / "copy.db"))
    with pytest.raises(StorageError, match="not complete") as caught:
        open_store(f"sqlite:///{copy}")
    assert caught.value.code == "wal-missing"
    assert "copy.db-wal" in caught.value.hint
    shutil.copy(wal_of(sqlite_path), wal_of(copy))
    with closing(SqliteStore(copy)) as whole:
        assert whole.version(CUP) == 1
    store.close()


def test_copies_without_it_are_refused_however_long_it_gets(
    sqlite_path: Path, tmp_path: Path
) -> None:
    with closing(SqliteStore(sqlite_path, checkpoints=CheckpointTimes(pages=5))) as store:
        for seq in range(1, 30):
            store.append(CUP, seq - 1, command(seq))
            copy = Path(shutil.copy(sqlite_path, tmp_path / f"copy-{seq}.db"))
            with pytest.raises(StorageError, match="not complete"):
                SqliteStore(copy)
        assert wal_of(sqlite_path).stat().st_size < 100 * 4120


def test_a_copy_without_it_is_refused_after_another_program_emptied_it(
    sqlite_path: Path, tmp_path: Path
) -> None:
    with closing(SqliteStore(sqlite_path)) as store:
        store.append(CUP, 0, command(1))
        with closing(SqliteStore(sqlite_path)) as other:
            other.append(CUP, 1, command(2))
        store.append(CUP, 2, command(3))
        copy = Path(shutil.copy(sqlite_path, tmp_path / "copy.db"))
        with pytest.raises(StorageError, match="not complete"):
            SqliteStore(copy)


def test_a_copy_without_it_is_refused_after_an_erasure_too(
    sqlite_path: Path, tmp_path: Path
) -> None:
    with closing(SqliteStore(sqlite_path)) as store:
        store.append(CUP, 0, command(1))
        erased = PersonChanges(erased=(ErasedPerson(2, 1),))
        store.append(CUP, 1, command(2), persons=erased)
        store.append(CUP, 2, command(3))
        copy = Path(shutil.copy(sqlite_path, tmp_path / "copy.db"))
        with pytest.raises(StorageError, match="not complete"):
            SqliteStore(copy)


def test_after_a_while_everything_is_in_the_file(sqlite_path: Path, tmp_path: Path) -> None:
    store = SqliteStore(sqlite_path, checkpoints=QUICK)
    for seq in (1, 2):
        store.append(CUP, seq - 1, command(seq))
        wait_until(lambda: wal_of(sqlite_path).stat().st_size == 0)
        copy = Path(shutil.copy(sqlite_path, tmp_path / f"copy-{seq}.db"))
        with closing(SqliteStore(copy)) as whole:
            assert whole.version(CUP) == seq
    store.close()


def test_a_database_that_was_closed_needs_no_wal(sqlite_path: Path) -> None:
    with closing(SqliteStore(sqlite_path)) as store:
        store.append(CUP, 0, command(1))
    assert not wal_of(sqlite_path).exists()
    with closing(SqliteStore(sqlite_path)) as store:
        assert store.version(CUP) == 1


def test_copies_made_by_sqlite_and_by_us_are_complete(sqlite_path: Path, tmp_path: Path) -> None:
    store = SqliteStore(sqlite_path)
    store.append(CUP, 0, command(1))
    store.backup(tmp_path / "ours.db")
    with (
        closing(sqlite3.connect(sqlite_path)) as source,
        closing(sqlite3.connect(tmp_path / "theirs.db")) as target,
    ):
        source.backup(target)
    for name in ("ours.db", "theirs.db"):
        with closing(SqliteStore(tmp_path / name)) as copy:
            assert copy.version(CUP) == 1
    store.close()


def test_what_is_committed_is_acknowledged_even_if_no_thread_can_be_started(
    sqlite_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(_thread: threading.Thread) -> None:
        raise RuntimeError("can't start new thread")

    with closing(SqliteStore(sqlite_path)) as store:
        with monkeypatch.context() as patched:
            patched.setattr(threading.Thread, "start", fail)
            store.append(CUP, 0, command(1))
        store.append(CUP, 1, command(2))
        assert store.version(CUP) == 2
