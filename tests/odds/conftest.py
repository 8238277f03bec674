"""The kernel, compiled by one test process while the others wait: it takes seconds."""

import fcntl
import tempfile
from pathlib import Path

import pytest

from fairpair.engine.odds.events import counts
from fairpair.engine.odds.plan import Plan


@pytest.fixture(scope="session", autouse=True)
def _compiled() -> None:
    with (Path(tempfile.gettempdir()) / "fairpair-kernel.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        counts(Plan(4, 1), 0, 1)
