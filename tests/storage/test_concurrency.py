"""Several processes on one SQLite file."""

import sqlite3
from pathlib import Path

from fairpair.storage import open_store

from .sample import CUP, Writer, check_written

PROCESSES = 4
COMMANDS = 100


def test_several_processes_append_and_nothing_is_lost(
    start_writer: type[Writer], sqlite_path: Path
) -> None:
    """All start on a file that is not there; the log they leave has each command once."""
    address = f"sqlite:///{sqlite_path}"
    names = [f"p{number}" for number in range(PROCESSES)]
    writers = [start_writer(address, name, pages=20, count=COMMANDS) for name in names]
    assert [writer.finish() for writer in writers] == [0] * PROCESSES
    acknowledged = [name for writer in writers for name in writer.said]
    assert sorted(acknowledged) == sorted(
        f"{name}-{number}" for name in names for number in range(COMMANDS)
    )
    store = open_store(address)
    log = store.load(CUP)
    store.close()
    check_written(log, acknowledged)
    assert {event.command_id for event in log} == set(acknowledged)
    connection = sqlite3.connect(sqlite_path)
    assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
    connection.close()


def test_a_writer_is_not_starved_by_a_busy_one(
    start_writer: type[Writer], sqlite_path: Path
) -> None:
    """The command line beside a server under load: its turn comes well within the limit."""
    busy = start_writer(f"sqlite:///{sqlite_path}", "busy")
    busy.wait_for_more()
    guest = start_writer(f"sqlite:///{sqlite_path}", "guest", count=20)
    assert guest.finish() == 0
    busy.kill()
    assert len(guest.said) == 20
