"""The newest versions, from memory."""

from collections.abc import Iterator
from queue import Queue

import pytest

from fairpair.app.ports import EventStore
from fairpair.app.version_tracker import VersionTracker
from fairpair.core.ids import CommandId, TournamentId
from fairpair.log.stored import StoredEvent
from fairpair.storage import open_store
from timeouts import PATIENCE

CUP = TournamentId("cup")


def append(store: EventStore, version: int) -> None:
    """The next event of the log, whatever it says."""
    row = StoredEvent(version, CommandId(f"c{version}"), 0, "d", "t", 1, "{}", "now", "")
    store.append(CUP, version - 1, [row])


@pytest.fixture
def store(address: str) -> Iterator[EventStore]:
    store = open_store(address)
    yield store
    store.close()


def test_the_version_is_known_when_the_writer_has_its_answer(store: EventStore) -> None:
    live = VersionTracker(store)
    assert live.version(CUP) == 0
    for version in range(1, 30):
        append(store, version)
        assert live.version(CUP) == version


def test_what_was_there_before_is_known(store: EventStore) -> None:
    append(store, 1)
    append(store, 2)
    assert VersionTracker(store).version(CUP) == 2


def test_watchers_hear_until_they_stop(store: EventStore, caplog: pytest.LogCaptureFixture) -> None:
    live = VersionTracker(store)
    heard: list[tuple[str, int, int]] = []

    def fails(tournament: TournamentId, version: int) -> None:
        raise RuntimeError("cannot hear")

    live.watch(fails)
    stop = live.watch(lambda name, version: heard.append((name, version, live.version(name))))
    append(store, 1)
    stop()
    stop()
    append(store, 2)
    assert heard == [(CUP, 1, 1)]
    assert "cannot hear" in caplog.text


def test_after_closing_nothing_is_heard(store: EventStore) -> None:
    live = VersionTracker(store)
    heard: list[int] = []
    live.watch(lambda _, version: heard.append(version))
    live.close()
    append(store, 1)
    assert heard == []


@pytest.mark.parametrize("address", ["sqlite", "postgres"], indirect=True)
def test_what_another_process_wrote_becomes_known(store: EventStore, address: str) -> None:
    live, other = VersionTracker(store), open_store(address)
    heard: Queue[int] = Queue()
    live.watch(lambda _, version: heard.put(version))
    append(other, 1)
    assert heard.get(timeout=PATIENCE) == 1
    append(store, 2)
    assert heard.get(timeout=PATIENCE) == 2
    append(other, 3)
    assert heard.get(timeout=PATIENCE) == 3
    assert live.version(CUP) == 3
    other.close()
