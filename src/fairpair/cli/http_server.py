"""The HTTP server: its socket, its shutdown, and timeouts for slow clients."""

import asyncio
import errno
import resource
import signal
import socket
import sys
from collections.abc import Callable
from dataclasses import dataclass
from typing import ClassVar

import h11
import uvicorn
from fastapi import FastAPI
from uvicorn.protocols.http.h11_impl import H11Protocol

from fairpair.cli.logs import LogFormat, LogLevel
from fairpair.core.errors import StorageError
from fairpair.http.reach import EVERYWHERE, Listener, network_host
from fairpair.language.message import Message

FIRST_PORT = 8000
PORTS_TRIED = 50
_CONNECTIONS = 16_384
"""Enough for all event streams and other requests."""
_DEAF_AFTER_MS = 60_000
"""A client that accepts no data for this long is disconnected."""


@dataclass(frozen=True)
class ServerOptions:
    """How a process of the server is to work."""

    database: str
    log_format: LogFormat = "text"
    log_level: LogLevel = "info"
    allow_private_webhooks: bool = False
    trusted_proxies: str = ""
    """Addresses and networks, with commas between them."""
    listener: Listener = Listener()


class _Server(uvicorn.Server):
    """Reports when it is ready; closes event streams before waiting for open connections."""

    def __init__(self, config: uvicorn.Config, app: FastAPI, ready: Callable[[], None]) -> None:
        super().__init__(config)
        self._app = app
        self._ready = ready

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Start, then report that the server is ready."""
        await super().startup(sockets)
        self._ready()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Close the event streams, then shut down."""
        for stop in getattr(self._app.state, "stopping", ()):
            stop()
        await super().shutdown(sockets)


def allow_many_connections() -> None:
    """Raise the limit of open files: most systems start with 1 024, and each connection is one."""
    if sys.platform == "win32":
        return
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = _CONNECTIONS if hard == resource.RLIM_INFINITY else min(hard, _CONNECTIONS)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))


def run_server(
    app: FastAPI, listener: socket.socket, ready: Callable[[], None], trusted_proxies: str = ""
) -> None:
    """Serve on this socket until SIGTERM or Ctrl+C; `ready` is called once it answers.

    `X-Forwarded-For` and `X-Forwarded-Proto` count only from trusted proxies. Of the addresses in
    the first one, the last that is not a trusted proxy is the client's.
    """
    config = uvicorn.Config(
        app,
        http=Connection,
        log_config=None,
        log_level="warning",
        access_log=False,  # addresses may hold keys
        # Whatever is still open then is cut off.
        timeout_graceful_shutdown=2,
        server_header=False,
        proxy_headers=bool(trusted_proxies),
        forwarded_allow_ips=trusted_proxies,
    )
    allow_many_connections()
    # uvicorn repeats the signal when it is done: without this, nothing after it would run.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))
    try:
        _Server(config, app, ready).run([listener])
    finally:
        # A second signal must not interrupt the shutdown.
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
        listener.close()


def announcement(address: str, database: str, more: str = "") -> str:
    """The text printed when the server is ready."""
    place = shown_database(database)
    where = Message("cli.data-in", place=place) if place else Message("cli.data-in-memory")
    lines = (Message("cli.running", address=address), where, more + str(Message("cli.stop")))
    return "\n".join(map(str, lines))


def address_of(listener: socket.socket, host: str) -> str:
    """The URL for browsers: of a server for the whole network, the one that all devices know."""
    if host in EVERYWHERE:
        host = network_host(host) or ("127.0.0.1" if host == "0.0.0.0" else "::1")  # noqa: S104
    shown = f"[{host}]" if ":" in host else host
    return f"http://{shown}:{listener.getsockname()[1]}"


def shown_database(database: str) -> str:
    """The place of a database without its password; nothing if it is in memory only.

    >>> shown_database("postgresql://ana:secret@host/fairpair")
    'postgresql://ana@host/fairpair'
    >>> shown_database("postgresql://host/fairpair?user=ana&password=a@b")
    'postgresql://host/fairpair'
    """
    scheme, _, rest = database.partition(":")
    if scheme == "sqlite":
        return rest.removeprefix("///")
    if scheme == "memory":
        return ""
    # Behind the question mark there may be a password too.
    user, at, place = rest.partition("?")[0].removeprefix("//").rpartition("@")
    return f"{scheme}://{user.partition(':')[0]}{at}{place}"


def listen(host: str, port: int | None) -> socket.socket:
    """A socket on the given port, or without one on the first that is free from 8000 on."""
    wanted = range(FIRST_PORT, FIRST_PORT + PORTS_TRIED) if port is None else [port]
    trouble = ""
    for candidate in wanted:
        try:
            family = socket.AF_INET6 if ":" in host else socket.AF_INET
            return _tune(socket.create_server((host, candidate), family=family, backlog=2048))
        except OSError as error:
            trouble = error.strerror or str(error)
            if error.errno != errno.EADDRINUSE:
                break
    code = "cannot-listen" if port is not None else "cannot-listen.any-port"
    raise StorageError(
        code, host=host, port=wanted[0], first=FIRST_PORT, last=wanted[-1], why=trouble
    )


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


_LATE = b"HTTP/1.1 408 Request Timeout\r\ncontent-length: 0\r\nconnection: close\r\n\r\n"


class Connection(H11Protocol):
    """Closes connections that send no request, or one that never ends.

    An incoming request is checked at intervals. The head must be complete at the first check, and
    more of the body must have arrived at every later one. Connections with a complete request are
    not checked, so event streams cost nothing.
    """

    seconds: ClassVar[float] = 15.0
    """The interval between two checks."""
    least: ClassVar[int] = 1024
    """The bytes of a body that must arrive between two checks."""

    _look: asyncio.TimerHandle | None = None
    _came = 0
    _waiting = False

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Start checking a new connection."""
        super().connection_made(transport)
        self._schedule_check()

    def data_received(self, data: bytes) -> None:
        """Handle part of a request, or all of it."""
        self._came += len(data)
        super().data_received(data)
        if not self._is_coming_in():
            self._cancel_check()
        elif self._look is None:
            self._schedule_check()

    def connection_lost(self, exc: Exception | None) -> None:
        """Stop checking a lost connection."""
        self._cancel_check()
        super().connection_lost(exc)

    def send_400_response(self, msg: str) -> None:
        """Answer a request that is not HTTP, if possible, then close the connection."""
        if self.conn.our_state in (h11.IDLE, h11.SEND_RESPONSE):
            super().send_400_response(msg)
        self._abort_request()

    def _unsupported_upgrade_warning(self) -> None:
        """Do not log a warning: the client gets a plain answer."""

    def _is_coming_in(self) -> bool:
        return self.conn.their_state in (h11.IDLE, h11.SEND_BODY)

    def _schedule_check(self) -> None:
        self._came, self._waiting = 0, self.conn.their_state is h11.IDLE
        self._look = self.loop.call_later(self.seconds, self._check_connection)

    def _cancel_check(self) -> None:
        if self._look is not None:
            self._look.cancel()
            self._look = None

    def _check_connection(self) -> None:
        self._look = None
        if self.transport.is_closing() or not self._is_coming_in():
            return
        if self.conn.their_state is h11.IDLE:
            late = self._waiting
        elif self.conn.our_state is h11.DONE:
            late = not self._waiting  # answered long ago, and they still send
        else:
            # What we do not read ourselves is not their fault.
            late = self._came < self.least and not self._waiting and not self.flow.read_paused
        if not late:
            self._schedule_check()
            return
        # Browsers open connections ahead of time: one that was not used just ends.
        begun = self.conn.trailing_data[0] or self.conn.their_state is h11.SEND_BODY
        if begun and self.conn.our_state in (h11.IDLE, h11.SEND_RESPONSE):
            self.transport.write(_LATE)
        self._abort_request()

    def _abort_request(self) -> None:
        """Notify the handler of the request that the client is gone."""
        if self.cycle is not None and not self.cycle.response_complete:
            self.cycle.disconnected = True
            self.cycle.message_event.set()
        self.transport.close()
