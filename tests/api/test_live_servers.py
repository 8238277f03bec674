"""Streams of real server processes: stopped, killed, and several on one database."""

import signal
from collections.abc import Iterator
from pathlib import Path

import pytest

from fairpair.core.ids import TournamentId
from fairpair.storage import open_store

from .servers import Server, Stream, begin, record, watching


@pytest.fixture
def database(sqlite_path: Path) -> str:
    return f"sqlite:///{sqlite_path}"


@pytest.fixture
def pair(postgres_url: str, tmp_path: Path) -> Iterator[tuple[Server, Server]]:
    """Two servers on one PostgreSQL."""
    with (
        Server(database=postgres_url, log=tmp_path / "one.log") as one,
        Server(database=postgres_url, log=tmp_path / "two.log") as two,
    ):
        yield one, two


def test_sigterm_ends_open_streams_in_good_order(database: str, tmp_path: Path) -> None:
    with Server(database=database, log=tmp_path / "log") as server:
        cup = begin(server)
        streams = [Stream(server.address, cup) for _ in range(20)]
        for stream in streams:
            stream.next()
        server.signal(signal.SIGTERM)
        assert all(stream.ended() for stream in streams)
        assert server.end() == 0
        assert "Cancel" not in server.log.read_text()


def test_what_was_acknowledged_survives_a_kill_in_that_moment(
    database: str, tmp_path: Path
) -> None:
    with Server(database=database, log=tmp_path / "log") as server:
        cup = begin(server, players=16)
        streams = [Stream(server.address, cup) for _ in range(60)]
        for stream in streams:
            stream.next()
        version = record(server, cup, 3)
        server.signal(signal.SIGKILL)
        server.end()
    assert not any(stream.ended() for stream in streams)
    store = open_store(database)
    assert store.version(TournamentId(cup)) == version
    assert store.load(TournamentId(cup))[-1].type == "result_recorded"
    store.close()


def test_both_servers_show_what_is_written_at_either(pair: tuple[Server, Server]) -> None:
    one, two = pair
    cup = begin(one)
    streams = [Stream(server.address, cup) for server in (one, two, one, two)]
    for table, server in ((1, one), (2, two), (3, one), (4, two)):
        version = record(server, cup, table)
        for stream in streams:
            stream.until(version)


def test_one_is_killed_and_the_other_goes_on(pair: tuple[Server, Server]) -> None:
    one, two = pair
    cup = begin(one)
    at_one, at_two = Stream(one.address, cup), Stream(two.address, cup)
    record(one, cup, 1)
    acknowledged = record(one, cup, 2)
    one.signal(signal.SIGKILL)
    at_two.until(acknowledged)
    assert not at_one.ended()
    record(two, cup, 3)
    last = record(two, cup, 4)
    at_two.until(last)
    two.send("POST", f"/api/tournaments/{cup}/rounds/2/generate", {})
    assert last == acknowledged + 2


def test_a_server_hears_what_another_process_writes_into_its_file(
    database: str, tmp_path: Path
) -> None:
    with (
        Server(database=database, log=tmp_path / "one.log") as one,
        Server(database=database, log=tmp_path / "two.log") as two,
    ):
        cup = begin(one)
        stream = Stream(two.address, cup)
        stream.next()
        stream.until(record(one, cup, 1))


def test_a_stream_has_the_headers_that_proxies_need(database: str, tmp_path: Path) -> None:
    with Server(database=database, log=tmp_path / "log") as server:
        cup = begin(server)
        with watching(server.address, cup) as stream:
            assert stream.headers["Content-Type"].startswith("text/event-stream")
            assert stream.headers["Cache-Control"] == "no-store"
            assert stream.headers["X-Accel-Buffering"] == "no"
            assert stream.headers["X-Request-ID"]
