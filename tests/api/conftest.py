"""Servers for the tests of the API."""

from collections.abc import Iterator

import pytest

from .app_server import AppServer, begin_event, open_server


@pytest.fixture
def app_server(address: str) -> Iterator[AppServer]:
    """A server on each kind of database, with nothing in it."""
    with open_server(address) as found:
        yield found


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[AppServer]:
    """A server for the tests of one file; each of them makes tournaments of its own."""
    with open_server(f"sqlite:///{tmp_path_factory.mktemp('api') / 'tournaments.db'}") as found:
        yield found


@pytest.fixture
def event(served: AppServer) -> AppServer:
    """An event of eight players, round 1 published: best of 3, reports allowed."""
    return begin_event(served)
