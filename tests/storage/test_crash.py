"""Processes killed at any moment: what was acknowledged is there, and nothing is half there."""

import random
import sqlite3
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from fairpair.core.errors import StorageError
from fairpair.storage import open_store
from postgres import Server
from timeouts import wait_until

from .sample import CUP, Writer, check_written, command

ROUNDS = [pytest.param(4, id="4 rounds"), pytest.param(80, id="80", marks=pytest.mark.slow)]
KILLS = [pytest.param(8, id="8 kills"), pytest.param(200, id="200", marks=pytest.mark.slow)]


def dice(seed: str) -> random.Random:
    """Shown by pytest when a test fails."""
    print("seed:", seed)  # noqa: T201
    return random.Random(seed)


def wait_for_a_moment(writer: Writer, chance: random.Random) -> None:
    """Mostly while it writes; one time in five while it starts, opens or makes the database."""
    if chance.random() < 0.2:
        time.sleep(chance.uniform(0, 0.5))
    else:
        writer.wait_for_more()
        time.sleep(chance.uniform(0, 0.1))


@pytest.fixture
def own_server() -> Iterator[Server]:
    """Durable, and may be killed."""
    server = Server()
    yield server
    server.stop()


def check_sqlite(path: Path, acknowledged: list[str]) -> None:
    check_log(f"sqlite:///{path}", acknowledged)  # makes the file if the writer did not get so far
    connection = sqlite3.connect(f"{path.as_uri()}?mode=ro", uri=True)
    assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
    connection.close()


def check_log(address: str, acknowledged: list[str]) -> None:
    store = open_store(address)
    try:
        check_written(store.load(CUP), acknowledged)
    finally:
        store.close()


@pytest.mark.parametrize("threads", [1, 8])
@pytest.mark.parametrize("kills", KILLS)
def test_a_writer_on_sqlite_is_killed(
    start_writer: type[Writer], sqlite_path: Path, kills: int, threads: int
) -> None:
    """Several threads share their commits: one that is killed was not acknowledged to any."""
    chance = dice("sqlite")
    acknowledged: list[str] = []
    for number in range(kills):
        pages = chance.choice([3, 1000])
        writer = start_writer(f"sqlite:///{sqlite_path}", f"w{number}", pages, threads=threads)
        wait_for_a_moment(writer, chance)
        writer.kill()
        acknowledged += writer.said
        check_sqlite(sqlite_path, acknowledged)
    assert len(acknowledged) > kills


@pytest.mark.parametrize("rounds", ROUNDS)
def test_two_writers_on_one_file_are_killed_amid_checkpoints(
    start_writer: type[Writer], sqlite_path: Path, rounds: int
) -> None:
    """Checkpoints after every second commit or so, the moment in which old SQLite does damage."""
    chance = dice("two writers")
    acknowledged: list[str] = []
    for number in range(rounds):
        writers = [start_writer(f"sqlite:///{sqlite_path}", f"{name}{number}", 2) for name in "ab"]
        for writer in writers:
            writer.wait_for_more()
        for writer in chance.sample(writers, 2):
            time.sleep(chance.uniform(0, 0.3))
            writer.kill()
            acknowledged += writer.said
        check_sqlite(sqlite_path, acknowledged)


@pytest.mark.parametrize("kills", KILLS)
def test_a_writer_on_postgres_or_its_server_is_killed(
    start_writer: type[Writer], own_server: Server, kills: int
) -> None:
    chance = dice("postgres")
    acknowledged: list[str] = []
    for number in range(kills):
        writer = start_writer(own_server.url(), f"w{number}")
        wait_for_a_moment(writer, chance)
        if number % 4 == 3:
            own_server.kill()
            said = list(writer.said)
            time.sleep(chance.uniform(0, 0.2))
            own_server.start()
            check_log(own_server.url(), acknowledged + said)
            # It repeats what it does not know the outcome of, and goes on.
            writer.wait_for_more()
        writer.kill()
        acknowledged += writer.said
        check_log(own_server.url(), acknowledged)
    assert len(acknowledged) > kills


def test_a_store_outlives_its_server(own_server: Server) -> None:
    """Reads and writes work again when the server is back, and subscribers miss nothing."""
    store, other = open_store(own_server.url()), open_store(own_server.url())
    heard: list[int] = []
    store.subscribe(lambda tournament, version: heard.append(version))
    other.append(CUP, 0, command(1))
    wait_until(lambda: heard == [1])
    own_server.kill()
    uses = (lambda: store.version(CUP), lambda: other.append(CUP, 1, command(2)))
    for use in uses:
        with pytest.raises(StorageError) as caught:
            use()
        assert caught.value.code == "database-unreachable"
    own_server.start()
    # Most likely before the listener is back: it has to find out by itself.
    other.append(CUP, 1, command(2, parts=3))
    assert store.load(CUP) == [*command(1), *command(2, parts=3)]
    wait_until(lambda: heard == [1, 4])
    store.append(CUP, 4, command(5))
    wait_until(lambda: heard == [1, 4, 5])
    store.close()
    other.close()
