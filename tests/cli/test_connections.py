"""Clients that do not get on with it, or do not speak HTTP: real connections to a real server."""

import asyncio
import logging
import socket
import sys
import threading
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
import uvicorn
from starlette.types import Receive, Scope, Send

from api.servers import Server
from fairpair.cli.http_server import Connection
from timeouts import PATIENCE

HEAD = b"POST / HTTP/1.1\r\nHost: x\r\n"
CHUNKED = HEAD + b"Transfer-Encoding: chunked\r\n\r\n"


class ImpatientServer(Connection):
    """The same with less patience, or as much where nobody is to be cut off."""

    seconds = PATIENCE


class App:
    """Reads the body and says how long it was; `/early` is answered before the body is there."""

    def __init__(self) -> None:
        self.given_up = threading.Event()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        size, more = 0, scope["path"] != "/early"
        while more:
            message = await receive()
            if message["type"] == "http.disconnect":
                self.given_up.set()
                break
            size += len(message["body"])
            more = message["more_body"]
        if scope["path"] == "/late":
            await asyncio.sleep(1)
        headers = [(b"content-length", b"%d" % len(b"%d" % size))]
        await send({"type": "http.response.start", "status": 200, "headers": headers})
        await send({"type": "http.response.body", "body": b"%d" % size})


class RunningServer:
    """Where the server is."""

    def __init__(self, address: tuple[str, int], app: App) -> None:
        self.address, self.app = address, app

    def talk(self, *parts: bytes) -> bytes:
        """Say this, then wait until the server ends the connection."""
        with socket.create_connection(self.address, timeout=PATIENCE) as connection:
            for part in parts:
                connection.sendall(part)
            found = b""
            while some := connection.recv(65536):
                found += some
            return found


@pytest.fixture(scope="module")
def place() -> Iterator[RunningServer]:
    app = App()
    server = uvicorn.Server(
        uvicorn.Config(
            app, http=ImpatientServer, log_config=None, lifespan="off", timeout_keep_alive=1
        )
    )
    with socket.create_server(("127.0.0.1", 0)) as listener:
        thread = threading.Thread(target=server.run, args=[[listener]])
        thread.start()
        yield RunningServer(listener.getsockname(), app)
        server.should_exit = True
        thread.join(PATIENCE)


@pytest.fixture
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever says nothing for a moment is cut off."""
    monkeypatch.setattr(ImpatientServer, "seconds", 0.3)


cuts_off = pytest.mark.usefixtures("impatient")


@cuts_off
def test_who_says_nothing_is_let_go(place: RunningServer) -> None:
    assert place.talk() == b""


@cuts_off
def test_a_head_that_does_not_end(place: RunningServer) -> None:
    assert place.talk(HEAD).startswith(b"HTTP/1.1 408 ")


@cuts_off
def test_the_same_after_a_good_request(place: RunningServer) -> None:
    good = HEAD + b"Content-Length: 2\r\n\r\nab"
    assert place.talk(good, HEAD).startswith(b"HTTP/1.1 200 ")


@cuts_off
def test_a_body_that_does_not_go_on(place: RunningServer) -> None:
    place.app.given_up.clear()
    assert place.talk(HEAD + b"Content-Length: 10\r\n\r\nab").startswith(b"HTTP/1.1 408 ")
    assert place.app.given_up.wait(PATIENCE)


def test_a_body_that_goes_on_has_time(
    place: RunningServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Longer than two looks in all, and there is always something new."""
    monkeypatch.setattr(ImpatientServer, "seconds", 1.0)
    with socket.create_connection(place.address, timeout=PATIENCE) as connection:
        connection.sendall(HEAD + b"Content-Length: 20480\r\nConnection: close\r\n\r\n")
        for _ in range(10):
            connection.sendall(b"a" * 2048)
            threading.Event().wait(0.22)
        assert connection.recv(65536).startswith(b"HTTP/1.1 200 ")


@cuts_off
def test_who_still_sends_long_after_the_answer(place: RunningServer) -> None:
    with socket.create_connection(place.address, timeout=PATIENCE) as connection:
        connection.sendall(CHUNKED.replace(b"POST /", b"POST /early"))
        assert connection.recv(65536).startswith(b"HTTP/1.1 200 ")
        with pytest.raises(ConnectionError):
            go_on(connection, b"3\r\nabc\r\n")


def go_on(connection: socket.socket, part: bytes) -> None:
    while True:
        connection.sendall(part)
        threading.Event().wait(0.05)


def test_an_answer_that_takes_its_time_is_not_cut_off(place: RunningServer) -> None:
    asked = HEAD.replace(b"POST /", b"GET /late") + b"Connection: close\r\n\r\n"
    assert place.talk(asked).startswith(b"HTTP/1.1 200 ")


@pytest.mark.parametrize(
    ("sent", "answers"),
    [
        ((CHUNKED + b"3\r\nabc\r\nzz\r\n",), 1),  # a good beginning, then nonsense
        ((CHUNKED, b"zz\r\n"), 1),
        ((CHUNKED.replace(b"POST /", b"POST /early"), b"zz\r\n"), 1),
        ((b"\x16\x03\x01\x02\x00\x01" + b"\x00" * 300,), 1),
        ((b"GET / HTTP/1.1\r\nHost: x\r\n\r\n", b"nonsense\r\n\r\n"), 2),
        ((b"CONNECT x:80 HTTP/1.1\r\nHost: x\r\n\r\n",), 1),  # addresses without a path
        ((b"GET http://a HTTP/1.1\r\nHost: x\r\n\r\n",), 1),
        ((b"GET http://[::1 HTTP/1.1\r\nHost: x\r\n\r\n",), 1),
        ((b"OPTIONS rtsp://x RTSP/1.0\r\nHost: x\r\n\r\n",), 1),
        ((b"GET / HTTP/1.1\r\nHost: x\r\n\r\n", b"GET http://a HTTP/1.1\r\nHost: x\r\n\r\n"), 2),
    ],
)
def test_nonsense_is_no_accident(
    place: RunningServer, caplog: pytest.LogCaptureFixture, sent: tuple[bytes, ...], answers: int
) -> None:
    """It is refused, and nothing is logged as if the server were broken."""
    assert place.talk(*sent).count(b"HTTP/1.1 ") == answers
    assert [r for r in caplog.records if r.levelno >= logging.ERROR] == []


def test_an_upgrade_gets_the_plain_answer_without_a_word(
    place: RunningServer, caplog: pytest.LogCaptureFixture
) -> None:
    wanted = b"GET /early HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n"
    assert place.talk(wanted).startswith(b"HTTP/1.1 200 ")
    assert [one for one in caplog.records if one.levelname != "INFO"] == []


UPGRADE = b"GET /early HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: h2c\r\n\r\n"


def test_a_connection_is_of_use_after_an_upgrade_that_nobody_wants(place: RunningServer) -> None:
    last = UPGRADE.replace(b"Upgrade\r\nUpgrade: h2c", b"close")
    with socket.create_connection(place.address, timeout=PATIENCE) as connection:
        connection.sendall(UPGRADE)
        assert connection.recv(65536).startswith(b"HTTP/1.1 200 ")
        connection.sendall(last)
        assert connection.recv(65536).startswith(b"HTTP/1.1 200 ")


@pytest.mark.parametrize(
    "sent",
    [
        b"GET / HTTP/1.1\r\n\r\n",  # no host
        b"GET / HTTP/1.1\r\nHost: x\r\nHost: y\r\n\r\n",
        HEAD + b"Content-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
        HEAD + b"Content-Length: 3\r\nContent-Length: 4\r\n\r\nabcd",
        HEAD + b"X: " + b"x" * 700_000,
        HEAD + b"X: x\r\n" * 120_000 + b"\r\n",
        b"GET /" + b"x" * 700_000,
        CHUNKED + b"0\r\n" + b"X: x\r\n" * 120_000,  # behind the body
        CHUNKED + b"0\r\nX: " + b"x" * 700_000,
    ],
)
def test_heads_that_are_too_long_or_ambiguous(place: RunningServer, sent: bytes) -> None:
    """The server may close the connection before it has read everything."""
    with socket.create_connection(place.address, timeout=PATIENCE) as connection:
        try:
            connection.sendall(sent)
            found = connection.recv(65536)
        except ConnectionError:
            return
    assert found.startswith(b"HTTP/1.1 400 ")


def test_headers_behind_a_body_count_for_nothing(place: RunningServer) -> None:
    wanted = CHUNKED + b"3\r\nabc\r\n0\r\nHost: evil\r\n\r\n"
    assert (
        place.talk(wanted, UPGRADE.replace(b"Upgrade\r\nUpgrade: h2c", b"close")).count(b"200") == 2
    )


def test_requests_that_do_not_wait_for_their_answers(place: RunningServer) -> None:
    late = HEAD.replace(b"POST /", b"GET /late") + b"\r\n"
    last = HEAD.replace(b"POST /", b"GET /") + b"Connection: close\r\n\r\n"
    assert place.talk(late, last).count(b"HTTP/1.1 200 ") == 2
    assert place.talk(late + last).count(b"HTTP/1.1 200 ") == 2


@cuts_off
def test_a_request_that_never_ends_behind_one_that_waits(place: RunningServer) -> None:
    late = HEAD.replace(b"POST /", b"GET /late") + b"\r\n"
    assert place.talk(late + HEAD).count(b"HTTP/1.1 200 ") == 1


@pytest.mark.skipif(sys.platform == "win32", reason="there is no such limit")
def test_more_connections_than_the_system_allows_at_first(tmp_path: Path) -> None:
    import resource

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (128, hard))
    try:
        server = Server(database=f"sqlite:///{tmp_path / 'x.db'}", log=tmp_path / "log")
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
    host, _, port = server.address.removeprefix("http://").partition(":")
    with server, ExitStack() as idle:
        for _ in range(200):
            idle.enter_context(socket.create_connection((host, int(port)), timeout=PATIENCE))
        assert server.send("GET", "/api/health").json()["status"] == "ok"
    assert "Too many open files" not in (tmp_path / "log").read_text()
