"""Fixtures every test may use."""

import os
import signal
from collections.abc import Iterator
from pathlib import Path

import pytest
from httpx._config import DEFAULT_TIMEOUT_CONFIG
from hypothesis import HealthCheck, settings

from postgres import FAST, Server
from timeouts import PATIENCE

# Time says nothing on a machine that does other things as well.
settings.register_profile("all", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile("short", settings.get_profile("all"), derandomize=True)


def pytest_configure(config: pytest.Config) -> None:
    """The short run tries the same examples everywhere; the long runs look for new ones."""
    settings.load_profile("short" if "not slow" in config.getoption("markexpr") else "all")


# Who asks a server without a word about time waits as long as all tests do, not five seconds.
for what in ("connect", "read", "write", "pool"):
    setattr(DEFAULT_TIMEOUT_CONFIG, what, PATIENCE)
# Programs that tests start speak English, whatever the computer speaks.
os.environ["LC_ALL"] = "C.UTF-8"
# Started in the background a shell lets its children ignore Ctrl+C; those of the tests must not.
signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.fixture(scope="session")
def short_run(pytestconfig: pytest.Config) -> bool:
    """Whether a sample is enough, because the long runs take all there is."""
    return "not slow" in pytestconfig.getoption("markexpr")


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


@pytest.fixture
def sqlite_path(tmp_path: Path) -> Path:
    return tmp_path / "tournaments.db"


@pytest.fixture(params=["memory", "sqlite", "postgres"])
def address(request: pytest.FixtureRequest, sqlite_path: Path) -> str:
    """The address of a new database of each kind."""
    if request.param == "postgres":
        return str(request.getfixturevalue("postgres_url"))
    return "memory:" if request.param == "memory" else f"sqlite:///{sqlite_path}"
