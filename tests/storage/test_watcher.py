"""How a process hears what others write to the same file, and what it costs to look."""

import shutil
import sqlite3
import threading
from collections.abc import Iterator
from contextlib import closing
from functools import partial
from itertools import count
from pathlib import Path
from queue import Queue

import pytest

from fairpair.core.ids import TournamentId
from fairpair.storage.sqlite import SqliteStore, Watcher
from timeouts import PATIENCE, wait_until

from .sample import CUP, command, run_sql

OTHER = TournamentId("other")
VERSIONS = "SELECT tournament, version FROM versions ORDER BY change DESC"


@pytest.fixture
def store(sqlite_path: Path) -> Iterator[SqliteStore]:
    with closing(SqliteStore(sqlite_path)) as opened:
        yield opened


def steps_of_a_look(path: Path, many: int) -> int:
    """How many steps SQLite's machine takes to see one change beside so many tournaments."""
    heard: list[tuple[str, int]] = []
    connect = partial(sqlite3.connect, path)
    with closing(SqliteStore(path)) as store, closing(connect()) as connection:
        fill(path, many)
        watcher = Watcher(connect, lambda *version: heard.append(version))
        watcher.stop()
        store.append(CUP, 0, command(1))
        steps = count()
        connection.set_progress_handler(lambda: next(steps) < 0, 1)
        watcher._look(connection)
    assert heard == [(CUP, 1)]
    return next(steps)


def fill(path: Path, many: int) -> None:
    """So many tournaments of one event, past the store."""
    row = "INSERT INTO events VALUES (?, 1, 'begin', 0, '', 'Noted', 1, '{}', '', '', '')"
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.executemany(row, ((f"event-{number}",) for number in range(many)))


def listen(store: SqliteStore) -> Queue[tuple[str, int]]:
    heard: Queue[tuple[str, int]] = Queue()
    store.subscribe(lambda tournament, version: heard.put((tournament, version)))
    return heard


def test_it_looks_before_its_thread_does(sqlite_path: Path) -> None:
    """A server that has just started need not be told that it hears nothing."""
    go = threading.Event()
    connections = count()

    def connect() -> sqlite3.Connection:
        if next(connections):
            assert go.wait(PATIENCE)
        return sqlite3.connect(sqlite_path)

    with closing(SqliteStore(sqlite_path)):
        watcher = Watcher(connect, lambda *_version: None)
        try:
            assert watcher.looking
        finally:
            go.set()
            watcher.stop()


def test_every_append_gives_its_tournament_the_highest_number(
    store: SqliteStore, sqlite_path: Path
) -> None:
    address = f"sqlite:///{sqlite_path}"
    last = 0
    for tournament, first in ((CUP, 1), (OTHER, 1), (CUP, 3), (CUP, 5), (OTHER, 3)):
        store.append(tournament, first - 1, command(first, parts=2))
        assert run_sql(address, f"{VERSIONS} LIMIT 1") == [(tournament, first + 1)]
        [(number,)] = run_sql(address, "SELECT max(change) FROM versions")
        assert isinstance(number, int)
        assert number > last
        last = number
    assert run_sql(address, VERSIONS) == [(OTHER, 4), (CUP, 6)]


def test_a_look_costs_the_same_beside_many_tournaments(tmp_path: Path) -> None:
    few, many = (steps_of_a_look(tmp_path / f"{many}.db", many) for many in (5, 3000))
    assert few == many > 0


def test_a_change_beside_many_tournaments_is_heard_alone(
    store: SqliteStore, sqlite_path: Path
) -> None:
    fill(sqlite_path, 3000)
    with closing(SqliteStore(sqlite_path)) as other:
        heard = listen(other)
        store.append(TournamentId("event-7"), 1, command(2))
        assert heard.get(timeout=PATIENCE) == ("event-7", 2)
        other.append(CUP, 0, command(1))
        assert heard.get(timeout=PATIENCE) == (CUP, 1)
    assert heard.empty()


def test_what_happens_while_a_look_fails_is_heard_later(
    store: SqliteStore, sqlite_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    heard = listen(store)
    address = f"sqlite:///{sqlite_path}"
    run_sql(address, "ALTER TABLE versions RENAME TO hidden")
    wait_until(lambda: "Cannot watch the database" in caplog.text)
    run_sql(address, "ALTER TABLE hidden RENAME TO versions")
    with closing(SqliteStore(sqlite_path)) as other:
        other.append(CUP, 0, command(1))
    assert heard.get(timeout=PATIENCE) == (CUP, 1)


def test_a_backup_that_is_put_back_is_watched_as_any_other_file(sqlite_path: Path) -> None:
    copy = sqlite_path.with_name("copy.db")
    with closing(SqliteStore(sqlite_path)) as store:
        store.append(CUP, 0, command(1))
        store.backup(copy)
        store.append(CUP, 1, command(2))
        store.append(OTHER, 0, command(1))
    shutil.copy(copy, sqlite_path)
    with closing(SqliteStore(sqlite_path)) as one, closing(SqliteStore(sqlite_path)) as two:
        assert one.tournaments() == {CUP: 1}
        heard = listen(one)
        two.append(CUP, 1, command(2, "otherwise"))
        assert heard.get(timeout=PATIENCE) == (CUP, 2)
        assert run_sql(f"sqlite:///{sqlite_path}", VERSIONS) == [(CUP, 2)]


def test_an_older_state_does_not_make_a_watcher_deaf(store: SqliteStore, sqlite_path: Path) -> None:
    copy = sqlite_path.with_name("copy.db")
    store.append(CUP, 0, command(1))
    store.backup(copy)
    for number in range(2, 9):
        store.append(CUP, number - 1, command(number))
    with closing(SqliteStore(sqlite_path)) as one:
        heard = listen(one)
        put_back(copy, sqlite_path)
        assert heard.get(timeout=PATIENCE) == (CUP, 1)
        for number in (1, 2, 3):
            store.append(OTHER, number - 1, command(number))
            assert heard.get(timeout=PATIENCE) == (OTHER, number)


def put_back(copy: Path, path: Path) -> None:
    with closing(sqlite3.connect(copy)) as source, closing(sqlite3.connect(path)) as target:
        source.backup(target)
