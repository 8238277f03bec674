"""The additional socket of a server that is shared on the network."""

import asyncio
import socket
import threading
from collections.abc import Iterator

import pytest
import uvicorn

from fairpair.cli import sockets
from fairpair.cli.sockets import SocketOpener
from ports import lasting_port
from timeouts import PATIENCE


@pytest.fixture
def loop() -> Iterator[asyncio.AbstractEventLoop]:
    """An event loop that runs in a thread, as that of a server does."""
    loop = asyncio.new_event_loop()
    thread = threading.Thread(target=loop.run_forever)
    thread.start()
    yield loop
    loop.call_soon_threadsafe(loop.stop)
    thread.join()
    loop.close()


@pytest.fixture
def opener(loop: asyncio.AbstractEventLoop) -> SocketOpener:
    async def app(_scope: object, _receive: object, _send: object) -> None:
        """Nobody asks it anything."""

    config = uvicorn.Config(app, lifespan="off")
    config.load()
    server = uvicorn.Server(config)
    server.lifespan = config.lifespan_class(config)
    server.servers = []
    return SocketOpener(server, loop, lasting_port())


def settle(loop: asyncio.AbstractEventLoop) -> None:
    """Wait until the loop has done what it was given before."""

    async def nothing() -> None:
        for _ in range(5):
            await asyncio.sleep(0)

    asyncio.run_coroutine_threadsafe(nothing(), loop).result(PATIENCE)


def is_open(opener: SocketOpener) -> bool:
    """Whether the port is taken; nobody connects, so no connection is left behind."""
    try:
        socket.create_server(("127.0.0.1", opener.port)).close()
    except OSError:
        return True
    return False


def test_a_socket_is_opened_and_closed(
    opener: SocketOpener, loop: asyncio.AbstractEventLoop
) -> None:
    opened = opener("127.0.0.1")
    assert is_open(opener)
    opened.close()
    settle(loop)
    assert not is_open(opener)
    assert opener.server.servers == []


def test_a_socket_that_was_given_up_is_not_opened_later(
    opener: SocketOpener, loop: asyncio.AbstractEventLoop, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The loop is busy with something else for too long."""
    monkeypatch.setattr(sockets, "_PATIENCE", 0.05)
    go_on = threading.Event()
    loop.call_soon_threadsafe(go_on.wait, PATIENCE)
    with pytest.raises(TimeoutError):
        opener("127.0.0.1")
    go_on.set()
    settle(loop)
    assert not is_open(opener)
    assert opener.server.servers == []
