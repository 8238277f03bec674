"""Commands to one tournament are decided one after the other and share their commits."""

from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import pytest

from fairpair.app.requests import Outcome
from fairpair.app.service import Service
from fairpair.app.turns import Submitted, Turn
from fairpair.core.errors import ConflictError, StorageError
from fairpair.log import commands as c
from fairpair.log.chain import first_break
from fairpair.log.journal import Journal
from fairpair.log.stored import StoredEvent
from fairpair.storage.filelock import FileLock
from fairpair.storage.sqlite import SqliteStore
from timeouts import PATIENCE, wait_until

from .events import clock
from .service_calls import CUP, do, register

WRITERS = 10


class Crowd:
    """Writers of one service; what they send waits as long as somebody else has the file."""

    def __init__(self, path: Path, wait: float, pool: ThreadPoolExecutor) -> None:
        self._path, self._pool = path, pool
        self.store = SqliteStore(path, wait=wait)
        self.service = Service(self.store, clock)
        self._sent = 0

    def send(self, command: c.Command, command_id: str) -> "Future[Outcome]":
        """Have it sent, and wait until it is decided and waits for the commit."""
        sent = self._pool.submit(do, self.service, command, command_id)
        self._sent += 1
        wait_until(lambda: self.store._gate._inside == self._sent or sent.done())
        return sent

    def lock(self) -> FileLock:
        return FileLock(self._path, PATIENCE)


@contextmanager
def crowd(path: Path, wait: float = PATIENCE) -> Iterator[Crowd]:
    with ThreadPoolExecutor(WRITERS) as pool:
        found = Crowd(path, wait, pool)
        with closing(found.service):
            do(found.service, c.CreateTournament("Cup", "seed"), "create")
            yield found


def check_log(service: Service, *names: str) -> None:
    """The log is whole, and these are the players, in whatever order they came."""
    rows = service.store.load(CUP)
    assert first_break(rows) is None
    assert service.journal(CUP).version == rows[-1].seq
    tournament = Service(service.store, clock).journal(CUP).tournament
    assert sorted(entry.entrant.name for entry in tournament.entries.values()) == sorted(names)


def test_writers_of_one_tournament_share_a_commit(sqlite_path: Path) -> None:
    with crowd(sqlite_path) as found:
        commits: list[str] = []
        with found.store._writing.connect() as connection:
            driver = connection.connection.driver_connection
            assert driver is not None
            driver.set_trace_callback(commits.append)
        with found.lock().held():
            sent = [found.send(register(f"P{n}"), f"{n}") for n in range(WRITERS)]
            assert found.service.journal(CUP).version == 1  # nobody hears of it yet
            assert not any(one.done() for one in sent)
        assert [one.result(PATIENCE).version for one in sent] == list(range(2, WRITERS + 2))
        # The first has begun its commit when the others come: they share the second.
        assert commits.count("COMMIT") <= 2
        check_log(found.service, *(f"P{n}" for n in range(WRITERS)))


def test_a_refusal_waits_for_what_it_comes_from(sqlite_path: Path) -> None:
    with crowd(sqlite_path) as found:
        with found.lock().held():
            first = found.send(register("Ana"), "first")
            same = found.send(register("Ana"), "same")
            assert not same.done()
        assert first.result(PATIENCE).version == 2
        with pytest.raises(ConflictError) as caught:
            same.result(PATIENCE)
        assert caught.value.code == "duplicate-name"
        check_log(found.service, "Ana")


def test_a_repeat_of_what_is_not_durable_yet_gets_the_first_answer(sqlite_path: Path) -> None:
    with crowd(sqlite_path) as found:
        with found.lock().held():
            first = found.send(register("Ana"), "once")
            again = found.send(register("Ana"), "once")
        assert not first.result(PATIENCE).repeated
        assert again.result(PATIENCE).repeated
        assert again.result().version == first.result().version
        check_log(found.service, "Ana")


def test_what_continued_something_lost_is_not_written(sqlite_path: Path) -> None:
    """All of them fail with the one that could not be written, or are decided anew without it."""
    with crowd(sqlite_path, wait=0.5) as found:
        with found.lock().held():
            sent = [found.send(register(f"P{n}"), f"{n}") for n in range(4)]
            with pytest.raises(StorageError):
                sent[0].result(PATIENCE)
        done = [n for n, one in enumerate(sent) if one.exception(PATIENCE) is None]
        assert 0 not in done
        check_log(found.service, *(f"P{n}" for n in done))
        do(found.service, register("Later"), "later")
        check_log(found.service, *(f"P{n}" for n in done), "Later")


def test_an_error_of_one_request_does_not_come_out_of_another() -> None:
    def fail() -> None:
        raise RuntimeError

    turn = Turn()
    turn.submit(Submitted(Journal(), fail))
    with turn.taken():
        turn.settle()
        assert turn.newest(None) is None


class _CountedLoads:
    """A store that counts how often logs are read from it."""

    def __init__(self, store: SqliteStore) -> None:
        self.store, self.loads = store, 0

    def load(self, *args: Any, **options: Any) -> list[StoredEvent]:
        self.loads += 1
        return self.store.load(*args, **options)

    def __getattr__(self, name: str) -> Any:
        return getattr(self.store, name)


def test_whoever_hears_of_a_version_finds_it_in_memory(sqlite_path: Path) -> None:
    """Everybody who looks at a tournament after each command would have to read it otherwise."""
    store = _CountedLoads(SqliteStore(sqlite_path))
    service = Service(store, clock)
    seen: list[int] = []
    with closing(service):
        do(service, c.CreateTournament("Cup", "seed"), "create")
        read = service.existing_journal
        store.store._subscribers.add(lambda cup, version: seen.append(read(cup, version).version))
        store.loads = 0
        with ThreadPoolExecutor(WRITERS) as pool:
            sent = [pool.submit(do, service, register(f"P{n}"), f"{n}") for n in range(50)]
        assert [one.exception() for one in sent] == [None] * len(sent)
        assert seen[-1] == 51
        assert store.loads == 0
