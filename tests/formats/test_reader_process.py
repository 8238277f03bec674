"""Files read in a process of their own: what they may take, and what happens beyond that."""

import operator
import os
import re
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor, as_completed
from contextlib import suppress
from functools import partial
from itertools import islice
from pathlib import Path

import pytest

from fairpair.core.errors import InvalidInputError, OverloadedError
from fairpair.formats.list_files import read_entries, read_file
from fairpair.formats.reader_process import MOST_WAITING, USUAL, Limits, ReaderProcess
from fairpair.process_limits import MIB

from . import workbooks


@pytest.fixture(scope="module")
def process() -> Iterator[ReaderProcess]:
    found = ReaderProcess()
    yield found
    found.close()


ENDLESS = (re.fullmatch, b"(a+)+b", b"a" * 60)
"""Takes years."""
GREEDY = (operator.mul, b"a", 500 * MIB)


def test_a_file_is_read_as_without_the_process(process: ReaderProcess) -> None:
    data = b"name,rating\nAna,2100\nBo,1900\n"
    assert process.read(read_file, data) == read_file(data)
    assert process.read(partial(read_file, teams=True), data) == read_file(data, teams=True)


def test_a_refusal_comes_back_with_all_it_says(process: ReaderProcess) -> None:
    with pytest.raises(InvalidInputError) as here:
        read_file(b'{"format": "fairpair-archive"}')
    with pytest.raises(InvalidInputError) as there:
        process.read(read_file, b'{"format": "fairpair-archive"}')
    assert str(there.value) == str(here.value)
    assert there.value.code == here.value.code


@pytest.mark.parametrize("task", [ENDLESS, GREEDY], ids=["endless", "greedy"])
def test_too_much_is_refused_and_the_next_file_is_read(
    task: tuple[Callable[..., object], bytes, object],
) -> None:
    process = ReaderProcess()
    try:
        with pytest.raises(InvalidInputError) as refusal:
            process.read(*task, limits=Limits(1))
        assert refusal.value.code == "file-too-demanding"
        assert refusal.value.hint
        assert process.read(read_file, b"Ana\nBo\n").listing.lines
    finally:
        process.close()


def test_a_fault_of_ours_is_not_hidden(process: ReaderProcess) -> None:
    with pytest.raises(AttributeError):
        process.read(read_file, None)


def test_a_process_that_was_killed_is_started_again() -> None:
    process = ReaderProcess()
    try:
        process.read(read_file, b"Ana\n")
        running = process._process
        assert running is not None
        running.kill()
        running.wait()
        assert process.read(read_file, b"Bo\n").listing.lines[0].player.name == "Bo"
    finally:
        process.close()


def test_only_a_few_wait_and_the_others_hear_so_at_once() -> None:
    """Threads that wait here are missing elsewhere."""
    process = ReaderProcess()
    with process._turn, ThreadPoolExecutor(3 * MOST_WAITING) as pool:
        sent = [pool.submit(process.read, read_file, b"Ana") for _ in range(3 * MOST_WAITING)]
        refused = [one.exception() for one in islice(as_completed(sent), MOST_WAITING)]
        assert all(isinstance(one, OverloadedError) for one in refused)
        process._turn.release()
        try:
            read = [one for one in sent if one.exception() is None]
        finally:
            process._turn.acquire()
    process.close()
    assert len(read) == MOST_WAITING + 1


# --- files made to keep the server busy ----------------------------------------------------------


def _trf_line(n: int) -> bytes:
    """A line for a player."""
    return f"001{n % 100_000:5} m    P {n:<33} 2000 GER             1990/01/01  0.0    1\n".encode()


_ROW = "<row><c><v>1</v></c></row>"
HOSTILE = {
    "a sheet whose rows do not say where they are": lambda: workbooks.xlsx(
        formula=_ROW * 1_100_000
    ),
    "a sheet with one endless row": lambda: workbooks.xlsx(
        formula="<row>" + "<c><v>1</v></c>" * 500_000 + "</row>"
    ),
    "a sheet with elements of no use": lambda: workbooks.xlsx(formula="<x/>" * 4_000_000),
    "a sheet with comments that do not end": lambda: workbooks.ods("<!-- " * 500_000),
    "a list with endless columns": lambda: b"name" + b"," * 900_000 + b"\nAna\n",
    "a list of unknown columns": lambda: ",".join(f"nane{n}" for n in range(90_000)).encode(),
    "a list in one cell": lambda: b'name\n"' + b"a" * 1_000_000,
    "a list of commas": lambda: b",\n" * 500_000,
    "a report with many players": lambda: b"012 X\n" + b"".join(map(_trf_line, range(400_000))),
    "a report of empty lines for players": lambda: b"012 X\n" + b"001\n" * 1_000_000,
    "deep XML": lambda: b"<tournament>" + b"<a>" * 500_000,
    "deep JSON": lambda: b'{"format": ' + b"[" * 900_000,
}
MOST_RESIDENT = 260 * MIB
"""Of the process: its limit is on data, and the program itself comes on top."""


def test_a_list_from_a_program_ends_at_100_columns() -> None:
    with pytest.raises(InvalidInputError) as refusal:
        read_entries(HOSTILE["a list with endless columns"]())
    assert "row 1: has more than 100 columns" in str(refusal.value)


@pytest.mark.parametrize("name", HOSTILE)
def test_no_file_takes_more_than_two_seconds_or_200_mb(name: str) -> None:
    data = HOSTILE[name]()
    process = ReaderProcess()
    try:
        process.read(read_file, b"Ana\n")
        running = process._process
        assert running is not None
        before = _seconds_of(running.pid)
        with suppress(InvalidInputError):
            process.read(read_file, data)
        if running.poll() is None:  # else the limit has ended it
            assert _seconds_of(running.pid) - before <= USUAL.seconds + 1
            assert _resident(running.pid) <= MOST_RESIDENT
    finally:
        process.close()


def _seconds_of(pid: int) -> float:
    """The computing time of a process so far."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def _resident(pid: int) -> int:
    """The most memory that a process ever had."""
    status = Path(f"/proc/{pid}/status").read_text()
    return int(re.findall(r"VmHWM:\s+(\d+) kB", status)[0]) * 1024
