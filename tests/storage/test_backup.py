"""Copies of a file in use."""

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from fairpair.core.errors import ConflictError, StorageError
from fairpair.log.stored import StoredEvent
from fairpair.storage.sqlite import SqliteStore

from .sample import CUP, Writer, check_written, command, run_sql


def test_a_copy_taken_while_a_process_writes_is_a_prefix_of_the_log(
    start_writer: type[Writer], sqlite_path: Path
) -> None:
    writer = start_writer(f"sqlite:///{sqlite_path}", "busy", pages=10)
    writer.wait_for_more()
    copies = [sqlite_path.with_name(f"copy-{number}.db") for number in range(12)]
    with closing(SqliteStore(sqlite_path)) as store:
        for copy in copies:
            store.backup(copy)
            writer.wait_for_more()
        writer.kill()
        whole = store.load(CUP)
    check_written(whole, writer.said)
    lengths = [len(check_copy(copy, whole)) for copy in copies]
    assert lengths == sorted(set(lengths))


def check_copy(copy: Path, whole: list[StoredEvent]) -> list[StoredEvent]:
    assert copy.stat().st_mode & 0o777 == 0o600
    with closing(sqlite3.connect(copy)) as connection:
        assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
    with closing(SqliteStore(copy)) as store:
        log = store.load(CUP)
        assert log == whole[: len(log)]
        store.append(CUP, len(log), command(len(log) + 1))  # and one can go on with it
    return log


@pytest.fixture
def store(sqlite_path: Path) -> SqliteStore:
    store = SqliteStore(sqlite_path)
    store.append(CUP, 0, command(1))
    return store


def test_a_file_that_is_there_is_kept_unless_asked(store: SqliteStore, tmp_path: Path) -> None:
    target = tmp_path / "copy.db"
    target.write_text("precious")
    with pytest.raises(ConflictError) as caught:
        store.backup(target)
    assert caught.value.code == "file-exists"
    assert str(target) in caught.value.message
    assert target.read_text() == "precious"
    store.backup(target, overwrite=True)
    store.close()
    assert run_sql(f"sqlite:///{target}", "SELECT seq FROM events") == [(1,)]
    assert target.stat().st_mode & 0o777 == 0o600
    assert not list(tmp_path.glob(".*"))


def test_the_database_itself_is_not_overwritten(store: SqliteStore, sqlite_path: Path) -> None:
    link = sqlite_path.with_name("link.db")
    link.symlink_to(sqlite_path)
    for target in (sqlite_path, link):
        with pytest.raises(ConflictError, match="itself"):
            store.backup(target, overwrite=True)
    assert store.load(CUP) == command(1)
    store.close()


def test_a_database_in_use_is_not_overwritten(store: SqliteStore, tmp_path: Path) -> None:
    target = tmp_path / "other.db"
    with closing(SqliteStore(target)) as other:
        other.append(CUP, 0, command(1, "of the other"))
        with pytest.raises(ConflictError, match="in use"):
            store.backup(target, overwrite=True)
        assert other.load(CUP) == command(1, "of the other")
    store.close()


def test_a_place_that_is_not_there(store: SqliteStore, tmp_path: Path) -> None:
    target = tmp_path / "no" / "copy.db"
    with pytest.raises(StorageError) as caught:
        store.backup(target)
    assert caught.value.code == "database-unreachable"
    assert str(target) in caught.value.message
    store.close()


def test_a_damaged_database_is_named_and_leaves_no_copy(
    store: SqliteStore, sqlite_path: Path, tmp_path: Path
) -> None:
    for seq in range(2, 100):
        store.append(CUP, seq - 1, command(seq, payload="x" * 300))
    store.close()
    content = bytearray(sqlite_path.read_bytes())
    page = content.index(b"x" * 300, len(content) // 4) // 4096 * 4096
    content[page : page + 4096] = b"\xa5" * 4096
    sqlite_path.write_bytes(content)
    with closing(SqliteStore(sqlite_path)) as damaged:
        with pytest.raises(StorageError) as caught:
            damaged.backup(tmp_path / "copy.db")
        assert caught.value.code == "database-damaged"
        assert str(sqlite_path) in caught.value.message
    assert not list(tmp_path.glob("*copy.db*"))
