"""Servers for the tests of the API."""

from collections.abc import Iterator

import pytest

from .app_server import House, begin_event, opened


@pytest.fixture
def house(address: str) -> Iterator[House]:
    """A server on each kind of database, with nothing in it."""
    with opened(address) as found:
        yield found


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """A server for the tests of one file; each of them makes tournaments of its own."""
    with opened(f"sqlite:///{tmp_path_factory.mktemp('api') / 'tournaments.db'}") as found:
        yield found


@pytest.fixture
def event(served: House) -> House:
    """An event of eight players, round 1 published: best of 3, reports allowed."""
    return begin_event(served)
