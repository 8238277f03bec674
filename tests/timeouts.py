"""How long tests wait for what must come."""

import time
from collections.abc import Callable

PATIENCE = 120.0
"""Seconds until a test gives up; nothing takes so long, on a busy machine either, unless broken."""


def wait_until(reached: Callable[[], object]) -> None:
    """Fail when it does not come true."""
    deadline = time.monotonic() + PATIENCE
    while not reached():
        assert time.monotonic() < deadline, "it never came true"
        time.sleep(0.01)
