"""Processes in trouble, for the tests of errors: `python -m storage.guest WHAT ADDRESS`.

Each prints the code and message of every refusal, or `done`.
"""

import fcntl
import os
import resource
import sys
import time
from collections.abc import Callable
from pathlib import Path

import fairpair.language.texts  # noqa: F401  nobody may not read it later
from fairpair.core.errors import DomainError
from fairpair.storage import open_store
from fairpair.storage.sqlite import SqliteStore

from .sample import CUP, command


def say(do: Callable[[], None]) -> None:
    try:
        do()
    except DomainError as error:
        print(f"{error.code}: {error.message}", flush=True)  # noqa: T201
    else:
        print("done", flush=True)  # noqa: T201


def append(address: str) -> None:
    store = open_store(address)
    try:
        version = store.version(CUP)
        store.append(CUP, version, command(version + 1))
    finally:
        store.close()


def as_nobody(address: str) -> None:
    """Root may do anything, and tests often run as root: give that up first."""
    if os.geteuid() == 0:
        os.setgroups([])
        os.setgid(65534)
        os.setuid(65534)
    say(lambda: append(address))


def without_room(address: str) -> None:
    """Files may not grow beyond a limit; then they may again."""
    store = SqliteStore(Path(address.removeprefix("sqlite:///")))
    store.append(CUP, 0, command(1))
    resource.setrlimit(resource.RLIMIT_FSIZE, (100_000, resource.RLIM_INFINITY))
    large = command(2, payload="x" * 200_000)
    say(lambda: store.append(CUP, 1, large))
    say(lambda: store.append(CUP, 1, large))
    resource.setrlimit(resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
    say(lambda: store.append(CUP, 1, large))
    store.close()


def holding_the_lock(address: str) -> None:
    """Hold the lock of the writer until killed."""
    with Path(f"{address.removeprefix('sqlite:///')}.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        say(lambda: None)
        time.sleep(60)


if __name__ == "__main__":
    globals()[sys.argv[1]](sys.argv[2])
