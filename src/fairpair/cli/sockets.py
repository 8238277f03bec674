"""The sockets of a server: the first one, and one more while it is shared on the network."""

import asyncio
import errno
import socket
import sys
from collections.abc import Coroutine
from functools import partial
from typing import Any, TypeVar

import uvicorn

from fairpair.core.dataclass import dataclass
from fairpair.core.errors import InvalidStateError, StorageError
from fairpair.http.network import bracketed
from fairpair.http.reach import EVERYWHERE, network_host
from fairpair.http.sharing import OpenSocket

T = TypeVar("T")

FIRST_PORT = 8000
PORTS_TRIED = 50
_BACKLOG = 2048
_DEAF_AFTER_MS = 60_000
"""A client that accepts no data for this long is disconnected."""
_GRACE = 2.0
"""The seconds that requests in progress have when sharing ends."""
_PATIENCE = 10.0
"""The seconds after which the event loop must have opened or closed a socket."""


def listen(host: str, port: int | None) -> socket.socket:
    """A socket on the given port, or without one on the first that is free from 8000 on."""
    wanted = range(FIRST_PORT, FIRST_PORT + PORTS_TRIED) if port is None else [port]
    trouble = ""
    for candidate in wanted:
        try:
            family = socket.AF_INET6 if ":" in host else socket.AF_INET
            return _tune(socket.create_server((host, candidate), family=family, backlog=_BACKLOG))
        except OSError as error:
            trouble = error.strerror or str(error)
            if error.errno != errno.EADDRINUSE:
                break
    code = "cannot-listen" if port is not None else "cannot-listen.any-port"
    raise StorageError(
        code, host=host, port=wanted[0], first=FIRST_PORT, last=wanted[-1], why=trouble
    )


def share_address(listener: socket.socket) -> socket.socket:
    """What workers get instead of a socket that listens: one that only keeps its address.

    Each of them listens for itself, and Linux spreads the connections over them. Elsewhere they
    share the socket, and the one that is quickest takes most of them.
    """
    if sys.platform != "linux":
        return listener
    address, family = listener.getsockname(), listener.family
    listener.close()
    kept = socket.socket(family)
    kept.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    kept.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)
    if family == socket.AF_INET6:
        kept.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 1)
    kept.bind(address)
    return kept


def listen_beside(shared: socket.socket) -> socket.socket:
    """The socket of one worker, at an address from `share_address`."""
    if sys.platform != "linux":
        return shared
    address, family = shared.getsockname(), shared.family
    return _tune(socket.create_server(address, family=family, backlog=_BACKLOG, reuse_port=True))


def _tune(listener: socket.socket) -> socket.socket:
    """Send without delay, and drop connections to vanished clients where the system can detect
    them.
    """
    # asyncio does this only for sockets that name their protocol: without it the body of an answer
    # waits some 40 ms until the other side has acknowledged the head.
    listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    if hasattr(socket, "TCP_USER_TIMEOUT"):
        listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, _DEAF_AFTER_MS)
    return listener


def address_of(listener: socket.socket, host: str) -> str:
    """The URL for browsers: of a server for the whole network, the one that all devices know."""
    if host in EVERYWHERE:
        host = network_host(host) or ("127.0.0.1" if host == "0.0.0.0" else "::1")  # noqa: S104
    return url_at(host, listener.getsockname()[1])


def url_at(host: str, port: int) -> str:
    """The URL of a server on this port.

    >>> url_at("192.168.1.5", 8000)
    'http://192.168.1.5:8000'
    """
    return f"http://{bracketed(host)}:{port}"


@dataclass(frozen=True)
class SocketOpener:
    """Lets a running server listen on one more address, with the same port."""

    server: uvicorn.Server
    loop: asyncio.AbstractEventLoop
    port: int

    def __call__(self, host: str) -> OpenSocket:
        """Listen there too; called in a worker thread."""
        try:
            opened = listen(host, self.port)
        except StorageError as error:
            values = error.text.values
            raise InvalidStateError("cannot-share", **values) from error
        try:
            listener = self._on_loop(self._serve(opened))
        except BaseException:
            opened.close()
            raise
        return OpenSocket(
            host, url_at(host, self.port), lambda: self._on_loop(self._end(listener, host))
        )

    def _on_loop(self, work: Coroutine[Any, Any, T]) -> T:
        """What comes of it; it is given up if that takes too long, and nothing happens later."""
        begun = asyncio.run_coroutine_threadsafe(work, self.loop)
        try:
            return begun.result(_PATIENCE)
        except TimeoutError:
            if begun.cancel():
                raise
            return begun.result()  # at the last moment

    async def _serve(self, opened: socket.socket) -> asyncio.Server:
        server, config = self.server, self.server.config
        protocol: Any = config.http_protocol_class  # uvicorn's, with arguments of its own
        connection = partial(
            protocol,
            config=config,
            server_state=server.server_state,
            app_state=server.lifespan.state,
        )
        listener = await self.loop.create_server(
            connection, sock=opened, backlog=config.backlog, start_serving=False
        )
        try:
            await listener.start_serving()
        except asyncio.CancelledError:
            listener.close()
            raise
        server.servers.append(listener)  # so that it ends with the others
        return listener

    async def _end(self, listener: asyncio.Server, host: str) -> None:
        """Accept nobody there any more, and send away those who came that way."""
        self.server.servers.remove(listener)
        listener.close()
        for connection in list(self.server.server_state.connections):
            transport = connection.transport
            if transport.get_extra_info("sockname")[0] == host:
                connection.shutdown()
                self.loop.call_later(_GRACE, transport.close)
