"""The lock of one log on PostgreSQL: others wait, and what is submitted is written together."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from queue import Queue
from threading import Thread

import psycopg
import pytest
from sqlalchemy import event
from sqlalchemy.exc import DisconnectionError

from fairpair.core.errors import CommandRepeatedError, StorageError, VersionConflictError
from fairpair.core.ids import CommandId, TournamentId
from fairpair.core.stored import Receipt
from fairpair.log.stored import Append, PersonChanges, StoredPerson
from fairpair.storage import listener, script
from fairpair.storage.postgresql import PostgresStore
from timeouts import PATIENCE, wait_until

from .sample import CUP, command, run_sql


@pytest.fixture
def store(postgres_url: str) -> Iterator[PostgresStore]:
    store = PostgresStore(postgres_url)
    yield store
    store.close()


@pytest.fixture
def rival(postgres_url: str) -> Iterator[PostgresStore]:
    """Another process."""
    rival = PostgresStore(postgres_url)
    yield rival
    rival.close()


@contextmanager
def counted(store: PostgresStore, patch: pytest.MonkeyPatch) -> Iterator[dict[str, int]]:
    """Counts the messages that are sent, and how often a connection is taken from the pool."""
    counts = {"messages": 0, "connections": 0}
    execute = psycopg.ClientCursor.execute

    def counting(self, *arguments, **named):  # type: ignore[no-untyped-def]
        counts["messages"] += 1
        return execute(self, *arguments, **named)

    def taken(*_arguments: object) -> None:
        counts["connections"] += 1

    event.listen(store._engine, "checkout", taken)
    with patch.context() as patched:
        patched.setattr(psycopg.ClientCursor, "execute", counting)
        yield counts
    event.remove(store._engine, "checkout", taken)


def test_an_append_is_one_round_trip(store: PostgresStore, monkeypatch: pytest.MonkeyPatch) -> None:
    store.append(CUP, 0, command(1))
    with counted(store, monkeypatch) as counts:
        store.append(CUP, 1, command(2, parts=3))
    assert counts == {"messages": 1, "connections": 1}


def test_all_that_waits_shares_a_round_trip(
    store: PostgresStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    heard: list[int] = []
    store.subscribe(lambda _tournament, version: heard.append(version))
    with counted(store, monkeypatch) as counts:
        waits = [store.submit(Append(CUP, seq, command(seq + 1))) for seq in range(5)]
        for wait in reversed(waits):
            wait()
    assert counts == {"messages": 1, "connections": 1}
    assert store.load(CUP) == [event for seq in range(1, 6) for event in command(seq)]
    assert heard == [5]


def test_appends_to_several_tournaments_share_a_round_trip(
    store: PostgresStore, rival: PostgresStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    heard: Queue[tuple[str, int]] = Queue()
    rival.subscribe(lambda tournament, version: heard.put((tournament, version)))
    names = [TournamentId(f"cup-{number}") for number in range(4)]
    with counted(store, monkeypatch) as counts:
        waits = [store.submit(Append(name, n, command(n + 1))) for name in names for n in range(2)]
        for wait in waits:
            wait()
    assert counts == {"messages": 1, "connections": 1}
    assert store.tournaments() == dict.fromkeys(names, 2)
    assert {heard.get(timeout=PATIENCE) for _ in names} == {(name, 2) for name in names}


def test_a_refusal_for_one_tournament_spoils_no_other(store: PostgresStore) -> None:
    store.append(CUP, 0, command(1, "first"))
    repeat = store.submit(Append(CUP, 1, command(2, "first")))
    late = store.submit(Append(TournamentId("late"), 3, command(4)))
    good = store.submit(Append(TournamentId("good"), 0, command(1)))
    good()
    with pytest.raises(CommandRepeatedError):
        repeat()
    with pytest.raises(VersionConflictError):
        late()
    assert store.tournaments() == {CUP: 1, "good": 1}


def test_a_locked_tournament_keeps_no_other_waiting(
    store: PostgresStore, rival: PostgresStore
) -> None:
    log = rival.lock(CUP, 0)
    waiting = [store.submit(Append(CUP, n, command(n + 1))) for n in range(2)]
    store.append(TournamentId("good"), 0, command(1))
    assert store.tournaments() == {"good": 1}
    log.commit()
    for wait in waiting:
        wait()
    assert store.version(CUP) == 2


def test_if_one_tournament_fails_the_others_are_written(store: PostgresStore) -> None:
    broken = [replace(command(1)[0], version=2**70)]
    bad = store.submit(Append(CUP, 0, broken))
    store.append(TournamentId("good"), 0, command(1))
    with pytest.raises(StorageError):
        bad()
    assert store.tournaments() == {"good": 1}


def test_a_lost_race_is_lost_by_all_that_follows(
    store: PostgresStore, rival: PostgresStore
) -> None:
    waits = [store.submit(Append(CUP, seq, command(seq + 1))) for seq in range(3)]
    rival.append(CUP, 0, command(1, "rival"))
    for wait in waits:
        with pytest.raises(VersionConflictError) as caught:
            wait()
        assert caught.value.found == 1
    assert store.load(CUP) == command(1, "rival")


def test_a_repeat_is_refused_without_those_before_it(store: PostgresStore) -> None:
    store.append(TournamentId("cup"), 0, command(1, "known"))
    ids = ["first", "known", "last"]
    waits = [store.submit(Append(CUP, seq, command(seq + 1, ids[seq - 1]))) for seq in (1, 2, 3)]
    waits[0]()
    with pytest.raises(CommandRepeatedError):
        waits[1]()
    with pytest.raises(VersionConflictError):
        waits[2]()
    assert store.load(CUP) == [*command(1, "known"), *command(2, "first")]


def test_a_repeat_beside_the_first_leaves_the_receipt_of_the_first(store: PostgresStore) -> None:
    """Under the same id: one with events, and one that had nothing to change any more."""
    first = store.submit(Append(CUP, 0, command(1, "once")))
    again = store.submit(Append(CUP, 1, [], [Receipt(CUP, "once", "of once", 1)]))
    first()
    with pytest.raises(CommandRepeatedError):
        again()
    receipt = store.receipt(CUP, CommandId("once"))
    assert receipt is not None
    assert (receipt.version, receipt.events) == (1, 1)


def test_without_a_connection_nothing_is_acknowledged(store: PostgresStore) -> None:
    """A pool whose fresh connections die at once raises an error of its own."""

    def die(*_arguments: object) -> None:
        raise DisconnectionError

    waits = [store.submit(Append(CUP, seq, command(seq + 1))) for seq in range(3)]
    event.listen(store._engine, "checkout", die)
    for wait in waits:
        with pytest.raises(StorageError) as caught:
            wait()
        assert caught.value.code == "database-unreachable"
    event.remove(store._engine, "checkout", die)
    assert store.version(CUP) == 0


def test_under_the_lock_two_round_trips_are_enough_for_many(
    store: PostgresStore, rival: PostgresStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    rival.append(CUP, 0, command(1, parts=2))
    with counted(store, monkeypatch) as counts:
        log = store.lock(CUP, 1)
        assert log.load(CUP, 1) == command(1, parts=2)[1:]
        waits = [log.submit(Append(CUP, seq, command(seq + 1))) for seq in (2, 3, 4)]
        log.commit()
        for wait in waits:
            wait()
    assert counts == {"messages": 2, "connections": 1}
    assert rival.version(CUP) == 5


def test_others_wait_for_the_lock_and_then_hear_what_was_written(
    store: PostgresStore, rival: PostgresStore, postgres_url: str
) -> None:
    said: Queue[object] = Queue()

    def append() -> None:
        try:
            rival.append(CUP, 0, command(1, "rival"))
        except VersionConflictError as conflict:
            said.put(conflict.found)

    log = store.lock(CUP, 0)
    waiting = Thread(target=append)
    waiting.start()
    wait_until(lambda: bool(run_sql(postgres_url, "SELECT FROM pg_locks WHERE NOT granted")))
    wait = log.submit(Append(CUP, 0, command(1)))
    log.commit()
    wait()
    assert said.get(timeout=PATIENCE) == 1
    waiting.join()


def test_a_lock_without_use_is_let_go(store: PostgresStore, rival: PostgresStore) -> None:
    store.lock(CUP, 0).commit()
    rival.append(CUP, 0, command(1))


def test_under_the_lock_what_follows_an_append_may_fail(store: PostgresStore) -> None:
    def fail() -> None:
        raise RuntimeError("out of memory")

    log = store.lock(CUP, 0)
    waits = [
        log.submit(Append(CUP, 0, command(1), on_durable=fail)),
        log.submit(Append(CUP, 1, command(2))),
    ]
    log.commit()
    for wait in waits:
        wait()
    assert store.version(CUP) == 2


def test_a_lock_reads_and_writes_personal_data(store: PostgresStore) -> None:
    person = StoredPerson(1, 0, 1, "salt", "{}")
    log = store.lock(CUP, 0)
    wait = log.submit(Append(CUP, 0, command(1), persons=PersonChanges((person,))))
    log.commit()
    wait()
    log = store.lock(CUP, 1)
    assert log.persons(CUP) == [person]
    assert log.load(CUP) == command(1)
    log.commit()


def test_a_lock_whose_connection_is_lost_writes_nothing(
    store: PostgresStore, postgres_url: str
) -> None:
    log = store.lock(CUP, 0)
    wait = log.submit(Append(CUP, 0, command(1)))
    held = "SELECT pid FROM pg_locks WHERE locktype = 'advisory'"
    run_sql(postgres_url, f"SELECT pg_terminate_backend(pid, 5000) FROM ({held}) AS holders")
    log.commit()
    with pytest.raises(StorageError) as caught:
        wait()
    assert caught.value.code == "outcome-unknown"
    store.append(CUP, 0, command(1))


def test_a_lock_that_was_lost_while_reading_writes_nothing(
    store: PostgresStore, postgres_url: str
) -> None:
    """A new connection would have neither the lock nor the transaction."""
    twice = (StoredPerson(2, 0, 1, "salt", "{}"),) * 2  # fails after the event was written
    store.append(CUP, 0, command(1))
    log = store.lock(CUP, 1)
    held = "SELECT pid FROM pg_locks WHERE locktype = 'advisory'"
    run_sql(postgres_url, f"SELECT pg_terminate_backend(pid, 5000) FROM ({held}) AS holders")
    for read in (log.load, log.persons, log.load):
        with pytest.raises(StorageError) as caught:
            read(CUP)
        assert caught.value.code == "database-unreachable"
    wait = log.submit(Append(CUP, 1, command(2), persons=PersonChanges(twice)))
    log.commit()
    with pytest.raises(StorageError) as caught:
        wait()
    assert caught.value.code == "database-unreachable"
    assert store.version(CUP) == 1


def test_what_is_not_there_is_not_remembered(store: PostgresStore) -> None:
    for n in range(3):
        assert store.version(TournamentId(f"none-{n}")) == 0
    assert not store._asked


def test_after_a_lost_connection_only_what_was_asked_for_is_told(
    store: PostgresStore, rival: PostgresStore, postgres_url: str
) -> None:
    """However many other tournaments there are."""
    for name in ("asked", "ignored"):
        rival.append(TournamentId(name), 0, command(1))
    heard: Queue[tuple[str, int]] = Queue()
    store.subscribe(lambda tournament, version: heard.put((tournament, version)))
    assert store.version(TournamentId("asked")) == 1
    listening = "FROM pg_stat_activity WHERE query = 'LISTEN fairpair'"
    run_sql(postgres_url, f"SELECT pg_terminate_backend(pid, 5000) {listening}")
    assert heard.get(timeout=PATIENCE) == ("asked", 1)
    rival.append(TournamentId("ignored"), 1, command(2))
    assert heard.get(timeout=PATIENCE) == ("ignored", 2)


def test_an_announcement_that_fails_leaves_the_append_acknowledged(
    store: PostgresStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    too_long = script._ANNOUNCE.replace("(%s, %s)", "(%s, repeat(%s, 9000))")
    monkeypatch.setattr(script, "_ANNOUNCE", too_long)
    store.append(CUP, 0, command(1, parts=2))
    person = StoredPerson(3, 0, 1, "salt", "{}")
    store.append(CUP, 2, command(3), persons=PersonChanges((person,)))
    assert (store.version(CUP), store.persons(CUP)) == (3, [person])
    with pytest.raises(VersionConflictError):
        store.append(CUP, 1, command(2, "late"))


def test_what_was_not_announced_is_found_by_looking(
    store: PostgresStore, rival: PostgresStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(listener, "_LOOK_SECONDS", 0.05)
    heard: Queue[tuple[str, int]] = Queue()
    store.append(CUP, 0, command(1))
    store.subscribe(lambda tournament, version: heard.put((tournament, version)))
    silent = script._ANNOUNCE.replace("(%s, %s)", "(%s || 'x', %s)")
    monkeypatch.setattr(script, "_ANNOUNCE", silent)
    rival.append(CUP, 1, command(2))
    while heard.get(timeout=PATIENCE) != (CUP, 2):
        pass


def test_a_foreign_notification_is_passed_over(
    store: PostgresStore, rival: PostgresStore, postgres_url: str
) -> None:
    heard: Queue[tuple[str, int]] = Queue()
    store.subscribe(lambda tournament, version: heard.put((tournament, version)))
    for payload in ("x", "", "cup:", "cup:x", "1", f"cup:{'9' * 5000}"):
        run_sql(postgres_url, f"SELECT pg_notify('fairpair', '{payload}')")
    rival.append(CUP, 0, command(1))
    assert heard.get(timeout=PATIENCE) == (CUP, 1)
