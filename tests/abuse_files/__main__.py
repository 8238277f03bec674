"""Looks for files that do harm: `python -m abuse_files --files 100000` (in `tests`).

Workers are processes with limits on memory and processor time. Faults are told with their seed, and
their files are kept in a folder if one is named.
"""

import argparse
import resource
import signal
import sys
import time
import traceback
import warnings
from functools import partial
from multiprocessing import Pool
from pathlib import Path
from types import FrameType
from typing import NamedTuple

from .attempts import attempt, file_of

MEMORY = 2 * 2**30


class TooSlow(BaseException):
    """It took more than its time."""


class Found(NamedTuple):
    """What came of a seed; `fault` says where it went wrong, if it did."""

    seed: int
    read: bool
    seconds: float
    fault: str = ""
    text: str = ""


def _too_slow(_signal: int, _frame: FrameType | None) -> None:
    raise TooSlow


def _begin() -> None:
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    signal.signal(signal.SIGVTALRM, _too_slow)
    warnings.simplefilter("ignore")


def _tried(seed: int, seconds: int, kinds: list[str]) -> Found:
    started = time.process_time()
    signal.setitimer(signal.ITIMER_VIRTUAL, seconds)
    try:
        read = attempt(seed, kinds)
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        return Found(seed, read, time.process_time() - started)
    except BaseException as error:  # noqa: BLE001  whatever it is, it is told
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        trace = list(traceback.extract_tb(error.__traceback__))
        last = ([frame for frame in trace if "fairpair" in frame.filename] or trace)[-1]
        where = f"{type(error).__name__} at {Path(last.filename).name}:{last.lineno}"
        return Found(seed, False, time.process_time() - started, where, f"{error}"[:300])


def _say(text: str) -> None:
    sys.stdout.write(text + "\n")
    sys.stdout.flush()


def main() -> int:
    """1 when a file did harm."""
    parser = argparse.ArgumentParser(prog="abuse_files", description=__doc__)
    parser.add_argument("--files", type=int, default=1000)
    parser.add_argument("--first", type=int, default=0, help="the first seed")
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--seconds", type=int, default=20, help="of processor time for a file")
    parser.add_argument("--kinds", default="", help="only these, like trf,sheet")
    parser.add_argument("--keep", type=Path, help="a folder for the files that did harm")
    asked = parser.parse_args()
    kinds = [kind for kind in asked.kinds.split(",") if kind]
    faults: dict[str, list[Found]] = {}
    read, slowest = 0, list[Found]()
    work = partial(_tried, seconds=asked.seconds, kinds=kinds)
    seeds = range(asked.first, asked.first + asked.files)
    with Pool(asked.workers, _begin) as pool:
        for found in pool.imap_unordered(work, seeds, 8):
            read += found.read
            slowest = sorted([*slowest, found], key=lambda one: -one.seconds)[:8]
            if found.fault:
                _tell(faults.setdefault(found.fault, []), found)
                if asked.keep:
                    asked.keep.mkdir(parents=True, exist_ok=True)
                    (asked.keep / str(found.seed)).write_bytes(file_of(found.seed, kinds)[1])
    _say(f"{asked.files} files, {read} read, {sum(map(len, faults.values()))} did harm")
    _say("slowest: " + ", ".join(f"{one.seconds:.1f} s (seed {one.seed})" for one in slowest))
    for where, some in faults.items():
        _say(f"{len(some):5} {where}")
    return 1 if faults else 0


def _tell(same: list[Found], found: Found) -> None:
    if not same:
        _say(f"seed {found.seed}: {found.fault}: {found.text}")
    same.append(found)


if __name__ == "__main__":
    sys.exit(main())
