"""The copies after completed rounds."""

import shutil
import sqlite3
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from functools import partial
from pathlib import Path
from queue import Queue

import pytest

from fairpair.core.errors import DomainError
from fairpair.core.ids import TournamentId
from fairpair.storage import backup, rotation
from fairpair.storage.filelock import FileLock
from fairpair.storage.rotation import RotatingBackups
from fairpair.storage.sqlite import SqliteStore
from timeouts import PATIENCE, wait_until

from .sample import CUP, command, run_sql

COPYING = Path(__file__).with_name("copying.py")


@pytest.fixture(autouse=True)
def without_pauses(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rotation, "_PAUSE", 0)


@pytest.fixture
def store(sqlite_path: Path) -> Iterator[SqliteStore]:
    with closing(SqliteStore(sqlite_path)) as store:
        store.append(CUP, 0, command(1))
        yield store


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "backups"


def copies_in(folder: Path) -> list[Path]:
    return sorted(folder.glob("[!.]*.db*"))


def moment(day: int, year: int = 2026) -> str:
    return f"{year}-11-{day:02}T10:00:00.000000+00:00"


def make_copy(store: SqliteStore, at: str) -> DomainError | None:
    """Have a copy made and wait for what became of it."""
    ended: Queue[DomainError | None] = Queue()
    store.keep_backup(at, ended.put)
    return ended.get(timeout=PATIENCE)


class Held:
    """The lock of the copies, held as another process that makes one would."""

    def __init__(self, folder: Path, stem: str) -> None:
        folder.mkdir(exist_ok=True)
        self._held = FileLock(folder / stem, 0).held()

    def __enter__(self) -> None:
        self._held.__enter__()

    def __exit__(self, *_: object) -> None:
        self._held.__exit__(None, None, None)


def test_the_last_copies_stay_when_the_clock_is_put_back(store: SqliteStore, folder: Path) -> None:
    """A clock that was ahead names copies after days to come; those made since are newer."""
    for day in range(1, 21):
        assert make_copy(store, moment(day, year=2036)) is None
    for version in range(2, 5):
        store.append(CUP, version - 1, command(version))
        assert make_copy(store, moment(version)) is None
    copies = copies_in(folder)
    assert len(copies) == 20
    for copy, versions in zip(copies[:3], (2, 3, 4), strict=True):
        with closing(SqliteStore(copy)) as kept:
            assert kept.version(CUP) == versions


def test_all_copies_together_stay_within_their_room(
    store: SqliteStore, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    make_copy(store, moment(1))
    size = copies_in(folder)[0].stat().st_size
    monkeypatch.setattr(rotation, "_ROOM", 3 * size)
    monkeypatch.setattr(rotation, "_SIZES", 2)
    for day in range(2, 6):
        make_copy(store, moment(day))
    assert [copy.name[-17:-15] for copy in copies_in(folder)] == ["03", "04", "05"]
    store.append(CUP, 1, [command(seq, payload="x" * 4000)[0] for seq in range(2, 80)])
    make_copy(store, moment(6))
    newest = copies_in(folder)[-1]
    assert newest.stat().st_size > 3 * size
    for day in range(7, 9):
        make_copy(store, moment(day))
    assert [copy.name[-17:-15] for copy in copies_in(folder)] == ["07", "08"]


def test_a_copy_that_would_fill_the_disk_is_not_begun(
    store: SqliteStore, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    usage = shutil.disk_usage(folder.parent)
    monkeypatch.setattr(shutil, "disk_usage", lambda _: usage._replace(free=2**20))
    failure = make_copy(store, moment(1))
    assert failure
    assert failure.code == "disk-full"
    assert not copies_in(folder)


def test_many_rounds_that_end_at_once_have_a_copy_that_holds_them_all(
    sqlite_path: Path, folder: Path
) -> None:
    many = 40
    told: list[DomainError | None] = []
    with closing(SqliteStore(sqlite_path)) as store:

        def end_a_round(number: int) -> None:
            store.append(TournamentId(f"cup-{number:02}"), 0, command(1))
            store.keep_backup(f"2026-11-01T10:00:00.{number:06}+00:00", told.append)

        with ThreadPoolExecutor(20) as pool:
            list(pool.map(end_a_round, range(many)))
    copies = copies_in(folder)
    assert told == [None] * len(copies)
    held = []
    for copy in copies:
        with closing(SqliteStore(copy)) as one:
            held.append(len(one.tournaments()))
    assert max(held) == many


def test_rounds_that_end_during_a_copy_share_the_next(
    store: SqliteStore, folder: Path, sqlite_path: Path
) -> None:
    told: list[DomainError | None] = []
    with Held(folder, sqlite_path.stem):
        store.keep_backup(moment(1), told.append)
        wait_until(lambda: store._backups._next is None)  # begun, and waiting for the lock
        for version in range(2, 6):
            store.append(CUP, version - 1, command(version))  # nobody waits for the copy
            store.keep_backup(moment(version), told.append)
        assert not told
    wait_until(lambda: len(told) == 2)
    assert told == [None, None]
    last = copies_in(folder)[-1]
    assert run_sql(f"sqlite:///{last}", "SELECT max(seq) FROM events") == [(5,)]


def test_what_is_written_during_a_copy_is_not_in_it(
    store: SqliteStore, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The copy stands still in the middle; commands are written and acknowledged meanwhile."""
    reached, goes_on = threading.Event(), threading.Event()
    publish = backup._publish

    def slowly(part: Path, target: Path, overwrite: bool) -> None:
        reached.set()
        assert goes_on.wait(PATIENCE)
        publish(part, target, overwrite)

    monkeypatch.setattr(backup, "_publish", slowly)
    told: list[DomainError | None] = []
    store.keep_backup(moment(1), told.append)
    assert reached.wait(PATIENCE)
    for version in range(2, 30):
        store.append(CUP, version - 1, command(version))
    assert not copies_in(folder)
    goes_on.set()
    wait_until(lambda: told)
    [copy] = copies_in(folder)
    assert run_sql(f"sqlite:///{copy}", "SELECT max(seq) FROM events") == [(1,)]
    assert store.version(CUP) == 29


def test_a_kill_during_a_copy_loses_nothing_and_leaves_nothing(
    sqlite_path: Path, folder: Path
) -> None:
    with closing(SqliteStore(sqlite_path)) as store:
        make_copy(store, moment(1))
        store.append(CUP, 0, [command(seq, payload="x" * 50_000)[0] for seq in range(1, 400)])
    killed_while_writing = 0
    for _ in range(3):
        with subprocess.Popen([sys.executable, str(COPYING), str(sqlite_path)]) as process:
            wait_until(partial(has_half_or_more, folder))
            process.kill()
        killed_while_writing += bool(list(folder.glob(".*.part*")))
        for copy in copies_in(folder):
            with closing(sqlite3.connect(copy)) as connection:
                assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        with closing(SqliteStore(sqlite_path)) as store:
            assert not list(folder.glob(".*.part*")), "the next start clears up"
            assert store.version(CUP) == 399
        for copy in copies_in(folder)[1:]:
            copy.unlink()
    assert killed_while_writing


def has_half_or_more(folder: Path) -> bool:
    return len(copies_in(folder)) > 1 or any(
        half.stat().st_size for half in folder.glob(".*.part") if half.exists()
    )


def test_only_what_nobody_is_writing_and_what_is_ours_is_cleared(
    store: SqliteStore, sqlite_path: Path, folder: Path
) -> None:
    make_copy(store, moment(1))
    half = folder / f".{sqlite_path.stem}-20261101100000000000.db.0123abcd.part"
    other = folder / ".mine.0123abcd.part"
    for path in (half, other):
        path.write_bytes(b"half")
    with Held(folder, sqlite_path.stem):
        SqliteStore(sqlite_path).close()
        assert half.exists(), "somebody may be writing it"
    make_copy(store, moment(2))
    assert not half.exists()
    assert other.exists(), "it is not ours"


def test_closing_waits_for_the_copy_that_was_asked_for(sqlite_path: Path, folder: Path) -> None:
    """However long the pause after the last one would be."""
    told: list[DomainError | None] = []
    with closing(SqliteStore(sqlite_path)) as store:
        store.append(CUP, 0, command(1))
        make_copy(store, moment(1))
        store._backups._paused_until = time.monotonic() + 1e6
        store.append(CUP, 1, command(2))
        store.keep_backup(moment(2), told.append)
    assert told == [None]
    assert run_sql(f"sqlite:///{copies_in(folder)[-1]}", "SELECT max(seq) FROM events") == [(2,)]
    store.keep_backup(moment(3), told.append)
    assert told[1]
    assert told[1].code == "database-closed"


def test_closing_gives_up_a_copy_that_takes_long(
    sqlite_path: Path, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rotation, "_CLOSING", 0.0)
    monkeypatch.setattr(backup, "_OPERATIONS", 1)
    told: list[DomainError | None] = []
    store = SqliteStore(sqlite_path)
    store.append(CUP, 0, command(1))
    with Held(folder, sqlite_path.stem):  # so that it has not begun
        store.keep_backup(moment(1), told.append)
        closer = threading.Thread(target=store.close)
        closer.start()
        wait_until(store._backups._given_up.is_set)
    closer.join()
    assert len(told) == 1
    assert told[0]
    assert not list(folder.glob("[!.]*.db*"))
    assert not list(folder.glob(".*.part*"))


def test_backups_with_somebodys_data_are_listed_when_no_copy_is_being_made(
    store: SqliteStore, folder: Path, sqlite_path: Path
) -> None:
    """A copy begun before an erasure has the data, so its name must be in the list."""
    make_copy(store, moment(1))
    listed: list[list[str]] = []
    with Held(folder, sqlite_path.stem):
        thread = threading.Thread(target=lambda: listed.append(store.backups_with(CUP, 1)))
        thread.start()
        assert not listed
    thread.join()
    assert listed == [[]]


def test_without_backups_nothing_is_made_to_list_them(sqlite_path: Path, folder: Path) -> None:
    with closing(SqliteStore(sqlite_path)) as store:
        assert store.backups_with(CUP, 1) == []
    assert not folder.exists()


def test_fewer_copies_can_be_kept(store: SqliteStore, sqlite_path: Path, folder: Path) -> None:
    few = RotatingBackups(store._reading, sqlite_path, wait=10, kept=2)
    for day in range(1, 5):
        ended: Queue[DomainError | None] = Queue()
        few.request(moment(day), ended.put)
        assert ended.get(timeout=PATIENCE) is None
    few.finish()
    assert len(copies_in(folder)) == 2
