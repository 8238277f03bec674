"""Servers for the tests of the API."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from .house import House, event_in, opened


@pytest.fixture
def house(address: str) -> Iterator[House]:
    """A server on each kind of database, with nothing in it."""
    with opened(address) as found:
        yield found


@pytest.fixture
def event(sqlite_path: Path) -> Iterator[House]:
    """A server with one event of eight players, round 1 published: best of 3, reports allowed."""
    with event_in(sqlite_path) as found:
        yield found
