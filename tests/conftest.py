"""Fixtures every test may use."""

from collections.abc import Iterator

import pytest

from postgres import FAST, Server


@pytest.fixture(scope="session")
def postgres_server() -> Iterator[Server]:
    """The server of this test process. Nobody may kill it: the crash tests start their own."""
    server = Server(*FAST)
    yield server
    server.stop()


@pytest.fixture
def postgres_url(postgres_server: Server) -> Iterator[str]:
    """The address of a place of its own in that server."""
    with postgres_server.schema() as url:
        yield url
