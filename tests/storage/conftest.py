"""The three stores as fixtures."""

from collections.abc import Callable, Iterator

import pytest

from fairpair.app.ports import EventStore
from fairpair.storage import open_store

from .sample import Writer

Opened = Callable[[], EventStore]


@pytest.fixture
def opened(address: str) -> Iterator[Opened]:
    """Opens the database once more; all are closed at the end."""
    stores: list[EventStore] = []

    def open_one() -> EventStore:
        store: EventStore = open_store(address)
        stores.append(store)
        return store

    yield open_one
    for store in stores:
        store.close()


@pytest.fixture
def store(opened: Opened) -> EventStore:
    return opened()


@pytest.fixture
def start_writer() -> Iterator[type[Writer]]:
    """Starts writers; none of them outlives the test."""
    started: list[Writer] = []

    class Started(Writer):
        def __init__(
            self, address: str, name: str, pages: int = 1000, count: int = 10**9, threads: int = 1
        ) -> None:
            super().__init__(address, name, pages, count, threads)
            started.append(self)

    yield Started
    for writer in started:
        writer.kill()
