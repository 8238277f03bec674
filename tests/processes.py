"""Processes of others: whether they still work, and waiting until they do not."""

import time
from collections.abc import Iterable

import psutil  # type: ignore[import-untyped]

from timeouts import PATIENCE


def is_running(process: psutil.Process) -> bool:
    """Whether it still does something: whoever ended may be listed until its parent asks."""
    try:
        return bool(process.is_running() and process.status() != psutil.STATUS_ZOMBIE)
    except psutil.NoSuchProcess:
        return False


def still_running(processes: Iterable[psutil.Process]) -> list[psutil.Process]:
    """Those that have not ended in time."""
    deadline = time.monotonic() + PATIENCE
    running = [one for one in processes if is_running(one)]
    while running and time.monotonic() < deadline:
        time.sleep(0.01)
        running = [one for one in running if is_running(one)]
    return running
