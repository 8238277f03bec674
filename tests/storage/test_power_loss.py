"""The power fails: what was not synced is lost, torn or out of order; what was confirmed is there.

Unlike killing a process, this loses what the system had not yet written to the disk.
"""

import ctypes.util
import pickle
import random
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from fairpair.log.chain import first_break
from fairpair.storage.sqlite import SqliteStore
from timeouts import PATIENCE

from .recorder import Operation
from .sample import CUP

SECTOR = 512
COMMANDS = 40
NAME = "tournaments.db"

pytestmark = pytest.mark.skipif(
    sys.platform != "linux" or ctypes.util.find_library("sqlite3") is None,
    reason="needs SQLite as a shared library",
)


@pytest.fixture(scope="module")
def recorded(tmp_path_factory: pytest.TempPathFactory) -> list[Operation]:
    """Everything that SQLite did to the files, in order."""
    database = tmp_path_factory.mktemp("recorded") / NAME
    words = [sys.executable, "-m", "storage.recorder", str(database), str(COMMANDS)]
    done = subprocess.run(
        words, cwd=Path(__file__).parents[1], stdout=subprocess.PIPE, check=True, timeout=PATIENCE
    )
    found = [Operation(*one) for one in pickle.loads(done.stdout)]
    if not any(one.kind == "write" for one in found):
        pytest.skip("Python has an SQLite of its own")
    return found


class Disk:
    """The files as they are on the disk, and what is only in the memory of the system yet."""

    def __init__(self) -> None:
        self.files = {NAME: bytearray()}  # made empty before SQLite opens it
        self._pending: dict[str, list[Operation]] = {}

    def do(self, operation: Operation) -> None:
        match operation.kind:
            case "write" | "truncate":
                self.files.setdefault(operation.name, bytearray())
                self._pending.setdefault(operation.name, []).append(operation)
            case "sync":
                for one in self._pending.pop(operation.name, []):
                    _apply(self.files[one.name], one)
            case "delete":
                self.files.pop(operation.name, None)
                self._pending.pop(operation.name, None)

    def fail(self, lots: random.Random) -> dict[str, bytes]:
        """The files after the power failed: any part of what was pending may have arrived."""
        files = {name: bytearray(content) for name, content in self.files.items()}
        for name, pending in self._pending.items():
            pieces = [piece for one in pending for piece in _sectors(one)]
            share = lots.choice((0.0, 0.5, 0.9, 1.0))
            arrived = [piece for piece in pieces if lots.random() < share]
            for piece in arrived:
                _apply(files[name], piece)
        return {name: bytes(content) for name, content in files.items()}


def _apply(content: bytearray, operation: Operation) -> None:
    if operation.kind == "truncate":
        del content[operation.offset :]
        return
    end = operation.offset + len(operation.data)
    content.extend(bytes(max(0, end - len(content))))
    content[operation.offset : end] = operation.data


def _sectors(operation: Operation) -> Iterator[Operation]:
    """A write arrives by sectors, each whole or not at all."""
    if operation.kind == "truncate":
        yield operation
        return
    start = operation.offset
    while start < operation.offset + len(operation.data):
        end = min((start // SECTOR + 1) * SECTOR, operation.offset + len(operation.data))
        part = operation.data[start - operation.offset : end - operation.offset]
        yield Operation("write", operation.name, start, part)
        start = end


def check_after(files: dict[str, bytes], confirmed: int, folder: Path) -> None:
    """The database opens; all that was confirmed is there, and perhaps one command more."""
    folder.mkdir()
    for name, content in files.items():
        (folder / name).write_bytes(content)
    store = SqliteStore(folder / NAME)
    rows = store.load(CUP)
    store.close()
    assert first_break(rows) is None
    names = list(dict.fromkeys(row.command_id for row in rows))
    assert names == [f"command-{n}" for n in range(len(names))]
    assert confirmed <= len(names) <= confirmed + 1


def fail_at(recorded: list[Operation], point: int, lots: random.Random, folder: Path) -> None:
    disk = Disk()
    for operation in recorded[:point]:
        disk.do(operation)
    confirmed = sum(one.kind == "done" for one in recorded[:point])
    check_after(disk.fail(lots), confirmed, folder)


def test_what_was_confirmed_survives(recorded: list[Operation], tmp_path: Path) -> None:
    lots = random.Random(1)
    first = next(n for n, one in enumerate(recorded) if one.kind == "done")
    points = sorted(lots.sample(range(first + 1, len(recorded)), 60))
    for point in points:
        fail_at(recorded, point, lots, tmp_path / f"{point}")


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(3))
def test_at_every_point(recorded: list[Operation], tmp_path: Path, seed: int) -> None:
    lots = random.Random(seed)
    for point in range(1, len(recorded)):
        fail_at(recorded, point, lots, tmp_path / f"{point}")


def test_writes_without_syncs_would_be_noticed(recorded: list[Operation], tmp_path: Path) -> None:
    """The test itself: a program that confirms before it syncs fails it."""
    careless = [one for one in recorded if one.kind != "sync"]
    with pytest.raises(Exception):  # noqa: B017, PT011  nothing of it is there, or it is damaged
        fail_at(careless, len(careless) - 3, random.Random(2), tmp_path / "careless")
