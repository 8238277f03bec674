"""Commands that wait share a commit; each is acknowledged after it, and only if it is durable."""

import threading
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager
from dataclasses import replace
from pathlib import Path

import pytest
from sqlalchemy import Connection

from fairpair.core.errors import CommandRepeatedError, StorageError, VersionConflictError
from fairpair.core.ids import CommandId, TournamentId
from fairpair.core.stored import Receipt
from fairpair.log.stored import Append
from fairpair.storage.filelock import FileLock
from fairpair.storage.group_commit import Entry, GroupCommit
from fairpair.storage.sqlite import SqliteStore
from timeouts import PATIENCE, wait_until

from .sample import CUP, command

OTHER = TournamentId("other")
TOO_LARGE = 2**70
"""No database can keep it."""


@pytest.fixture
def store(sqlite_path: Path) -> Iterator[SqliteStore]:
    with closing(SqliteStore(sqlite_path, wait=PATIENCE)) as store:
        store.append(OTHER, 0, command(1))
        yield store


@contextmanager
def traced(store: SqliteStore) -> Iterator[list[str]]:
    """The statements of the writing connection; an insert that sets off a trigger counts once."""
    seen: list[str] = []

    def see(statement: str) -> None:
        if seen[-1:] != [statement]:
            seen.append(statement)

    def trace(into: Callable[[str], None] | None) -> None:
        with store._writing.connect() as connection:
            driver = connection.connection.driver_connection
            assert driver is not None
            driver.set_trace_callback(into)

    trace(see)
    yield seen
    trace(None)


def log_of(store: SqliteStore, tournament: TournamentId = CUP) -> list[str]:
    return [event.command_id for event in store.load(tournament)]


def test_all_that_wait_share_one_commit(store: SqliteStore) -> None:
    with traced(store) as statements:
        waits = [store.submit(Append(CUP, n, command(n + 1))) for n in range(30)]
        assert store.version(CUP) == 0
        for wait in waits:
            wait()
    assert store.version(CUP) == 30
    assert statements.count("COMMIT") == 1
    assert sum(word.startswith("INSERT") for word in statements) == 2 * 30


def test_a_command_alone_needs_two_statements(store: SqliteStore) -> None:
    with traced(store) as statements:
        store.append(CUP, 0, command(1))
    words = [statement.split()[0] for statement in statements]
    assert words == ["BEGIN", "INSERT", "INSERT", "COMMIT"]


def test_one_that_is_refused_spoils_nothing(store: SqliteStore) -> None:
    first, late, again, other = (
        store.submit(new)
        for new in (
            Append(CUP, 0, command(1, "first")),
            Append(CUP, 5, command(6, "late")),
            Append(CUP, 1, command(2, "first")),
            Append(OTHER, 1, command(2, "other")),
        )
    )
    with traced(store) as statements:
        other()
        first()
    with pytest.raises(VersionConflictError) as conflict:
        late()
    assert (conflict.value.expected, conflict.value.found) == (5, 1)
    with pytest.raises(CommandRepeatedError):
        again()
    assert statements.count("COMMIT") == 1
    assert (log_of(store), store.version(OTHER)) == (["first"], 2)


def test_one_that_fails_half_way_leaves_nothing_and_spoils_nothing(store: SqliteStore) -> None:
    broken = [replace(command(2, "broken")[0], version=TOO_LARGE)]
    waits = [
        store.submit(Append(CUP, 0, command(1, "before"))),
        store.submit(Append(CUP, 1, broken)),
        store.submit(Append(CUP, 1, command(2, "after"))),
    ]
    waits[0]()
    waits[2]()
    with pytest.raises(OverflowError):
        waits[1]()
    assert log_of(store) == ["before", "after"]
    assert store.receipt(CUP, CommandId("broken")) is None


def test_without_a_commit_all_hear_of_it_and_nothing_is_written(sqlite_path: Path) -> None:
    with closing(SqliteStore(sqlite_path, wait=0.2)) as store:
        waits = [store.submit(Append(CUP, n, command(n + 1))) for n in range(4)]
        with FileLock(sqlite_path, PATIENCE).held():
            for wait in waits:
                with pytest.raises(StorageError) as caught:
                    wait()
                assert caught.value.code == "database-busy"
        assert store.version(CUP) == 0
        store.append(CUP, 0, command(1))
        assert store.version(CUP) == 1


def test_whoever_has_waited_long_enough_is_refused_at_once(store: SqliteStore) -> None:
    entry = store._commits.add(Append(CUP, 0, command(1)))
    entry.since -= PATIENCE
    with FileLock(store._path, PATIENCE).held(), pytest.raises(StorageError) as caught:
        store._commits.settle(entry)
    assert (caught.value.code, caught.value.retry_after) == ("database-busy", 2)


def test_on_a_full_disk_what_fits_is_written(store: SqliteStore) -> None:
    with store._writing.connect() as connection:
        connection.exec_driver_sql("PRAGMA max_page_count = 20")
    large = store.submit(Append(CUP, 0, command(1, payload="x" * 200_000)))
    on_it = store.submit(Append(CUP, 1, command(2)))
    small = store.submit(Append(OTHER, 1, command(2)))
    with pytest.raises(StorageError) as caught:
        large()
    assert caught.value.code == "disk-full"
    with pytest.raises(VersionConflictError):
        on_it()
    small()
    assert (store.version(CUP), store.version(OTHER)) == (0, 2)


def test_what_continues_something_that_was_lost_is_refused(store: SqliteStore) -> None:
    """Its version fits, because somebody else has written meanwhile; what it continues does not."""
    [mine] = command(1, "mine")
    store.append(CUP, 0, [replace(mine, hash="of another")])
    with pytest.raises(VersionConflictError):
        store.submit(Append(CUP, 1, command(2), previous="of mine"))()
    store.submit(Append(CUP, 1, command(2), previous="of another"))()
    assert store.version(CUP) == 2


def test_subscribers_hear_after_the_commit_and_before_the_writer(store: SqliteStore) -> None:
    heard: list[tuple[TournamentId, int, int]] = []
    store.subscribe(lambda name, version: heard.append((name, version, store.version(name))))
    waits = [store.submit(Append(CUP, n, command(n + 1))) for n in range(3)]
    waits[0]()
    assert heard == [(CUP, 3, 3)]


def test_closing_waits_for_those_who_wait(sqlite_path: Path) -> None:
    store = SqliteStore(sqlite_path, wait=PATIENCE)
    late = store.submit(Append(OTHER, 0, command(1)))
    with ThreadPoolExecutor(3) as pool:
        with FileLock(sqlite_path, PATIENCE).held():
            waiting = [pool.submit(store.submit(Append(CUP, n, command(n + 1)))) for n in range(2)]
            wait_until(lambda: store._gate._inside == 2)
            closing_store = pool.submit(store.close)
            wait_until(lambda: not store._gate._open)
            assert not closing_store.done()
        for one in [*waiting, closing_store]:
            one.result(PATIENCE)
    late()  # it was there when the others were written
    with pytest.raises(StorageError) as caught:
        store.submit(Append(CUP, 2, command(3)))()
    assert caught.value.code == "database-closed"
    with closing(SqliteStore(sqlite_path)) as again:
        assert (again.version(CUP), again.version(OTHER)) == (2, 1)


def test_many_threads_on_one_log_lose_nothing(store: SqliteStore) -> None:
    start = threading.Barrier(8)

    def write(thread: int) -> None:
        start.wait()
        for number in range(10):
            version = 0
            while True:
                try:
                    name = f"{thread}-{number}"
                    store.append(CUP, version, command(version + 1, name))
                except VersionConflictError as conflict:
                    version = conflict.found
                else:
                    break

    with ThreadPoolExecutor(8) as pool:
        list(pool.map(write, range(8)))
    assert sorted(log_of(store)) == sorted(f"{a}-{b}" for a in range(8) for b in range(10))


def test_an_error_nobody_expected_is_heard_by_all_who_wait() -> None:
    def fail(_group: Sequence[Entry]) -> None:
        raise RuntimeError("lost")

    told: list[int] = []
    commits = GroupCommit(fail, lambda _tournament, version: told.append(version))
    entries = [commits.add(Append(CUP, n, command(n + 1))) for n in range(3)]
    for entry in entries:
        with pytest.raises(RuntimeError, match="lost"):
            commits.settle(entry)
    assert all(entry.settled for entry in entries)
    assert not told


def test_what_was_not_written_is_never_acknowledged() -> None:
    commits = GroupCommit(lambda _group: None, lambda _tournament, _version: None)
    with pytest.raises(AssertionError):
        commits.settle(commits.add(Append(CUP, 0, command(1))))


def test_one_whose_further_receipt_fails_leaves_nothing(store: SqliteStore) -> None:
    """It is no repeat: its first receipt was written when the second failed."""
    broken = Receipt(OTHER, "part", None, 0)  # type: ignore[arg-type]
    half = store.submit(Append(CUP, 0, command(1, "half"), [broken]))
    whole = store.submit(Append(OTHER, 1, command(2)))
    with pytest.raises(StorageError):
        half()
    whole()
    assert store.receipt(CUP, CommandId("half")) is None


def test_a_receipt_that_comes_twice_is_a_mistake(store: SqliteStore) -> None:
    twice = Receipt(CUP, "once", "", 0)
    with pytest.raises(ValueError, match="twice"):
        store.append(CUP, 0, [], [twice, twice])


@pytest.mark.parametrize("name", ["version", "load", "receipt", "insert_receipt_at"])
def test_the_statements_of_a_command_use_an_index(store: SqliteStore, name: str) -> None:
    statement = getattr(store._statements, name)
    with store._reading.connect() as connection:
        plan = _plan(connection, statement._text)
    assert [step for step in plan if "USING PRIMARY KEY (tournament=?" in step]
    assert not [step for step in plan if step.startswith("SCAN") and "CONSTANT" not in step]
    assert not [step for step in plan if "TEMP B-TREE" in step]


def _plan(connection: Connection, text: str) -> list[str]:
    values = (None,) * text.count("?")
    return [row[3] for row in connection.exec_driver_sql(f"EXPLAIN QUERY PLAN {text}", values)]
