"""Listening on a port until told to stop, and how long a client may take."""

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
from fairpair.language.message import Message

FIRST_PORT = 8000
PORTS_TRIED = 50
_CONNECTIONS = 16_384
"""More than all streams, and everybody else."""
_DEAF_AFTER_MS = 60_000
"""A client that takes nothing for so long is gone."""


@dataclass(frozen=True)
class ServerOptions:
    """How a process of the server is to work."""

    database: str
    log_format: LogFormat = "text"
    log_level: LogLevel = "info"
    allow_private_webhooks: bool = False


class _Server(uvicorn.Server):
    """Says when it really answers; ends what stays open before it waits for all to end."""

    def __init__(self, config: uvicorn.Config, app: FastAPI, ready: Callable[[], None]) -> None:
        super().__init__(config)
        self._app = app
        self._ready = ready

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Start, then tell."""
        await super().startup(sockets)
        self._ready()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Let the streams end in good order."""
        for stop in getattr(self._app.state, "stopping", ()):
            stop()
        await super().shutdown(sockets)


def allow_many_connections() -> None:
    """Each takes an open file, of which most systems let a process have 1 024 unless it asks."""
    if sys.platform == "win32":
        return
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = _CONNECTIONS if hard == resource.RLIM_INFINITY else min(hard, _CONNECTIONS)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))


def run_server(app: FastAPI, listener: socket.socket, ready: Callable[[], None]) -> None:
    """Serve on this socket until SIGTERM or Ctrl+C; `ready` is called once it answers."""
    config = uvicorn.Config(
        app,
        http=Connection,
        log_config=None,
        log_level="warning",
        access_log=False,  # addresses may hold keys
        # Whatever is still open then is cut off.
        timeout_graceful_shutdown=2,
        server_header=False,
    )
    allow_many_connections()
    # uvicorn repeats the signal when it is done: without this, nothing after it would run.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))
    try:
        _Server(config, app, ready).run([listener])
    finally:
        # It is ending: being told so again must not interrupt what is put away now.
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
        listener.close()


def announcement(address: str, database: str, more: str = "") -> str:
    """What is said once the server answers."""
    place = shown_database(database)
    where = Message("cli.data-in", place=place) if place else Message("cli.data-in-memory")
    lines = (Message("cli.running", address=address), where, more + str(Message("cli.stop")))
    return "\n".join(map(str, lines))


def address_of(listener: socket.socket, host: str) -> str:
    """Where browsers find it."""
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
    """Its connections send at once, and end when the other side has vanished, where the system
    can tell.
    """
    # asyncio does this only for sockets that name their protocol: without it the body of an answer
    # waits some 40 ms until the other side has acknowledged the head.
    listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    if hasattr(socket, "TCP_USER_TIMEOUT"):
        listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, _DEAF_AFTER_MS)
    return listener


_LATE = b"HTTP/1.1 408 Request Timeout\r\ncontent-length: 0\r\nconnection: close\r\n\r\n"


class Connection(H11Protocol):
    """Lets go of who sends no request, or one that never ends; all others are left in peace.

    It looks now and then at a request that is coming in. The head must be there at the first look,
    and of the body some more at every later one. Nobody looks at a connection whose request is
    there: streams cost nothing.
    """

    seconds: ClassVar[float] = 15.0
    """From one look to the next."""
    least: ClassVar[int] = 1024
    """So many bytes of a body between two looks are enough."""

    _look: asyncio.TimerHandle | None = None
    _came = 0
    _waiting = False

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Somebody is there."""
        super().connection_made(transport)
        self._schedule_check()

    def data_received(self, data: bytes) -> None:
        """Some of a request, or all of it."""
        self._came += len(data)
        super().data_received(data)
        if not self._is_coming_in():
            self._cancel_check()
        elif self._look is None:
            self._schedule_check()

    def connection_lost(self, exc: Exception | None) -> None:
        """They are gone."""
        self._cancel_check()
        super().connection_lost(exc)

    def send_400_response(self, msg: str) -> None:
        """Say that it is no HTTP, if there is an answer to be given; then nobody is there."""
        if self.conn.our_state in (h11.IDLE, h11.SEND_RESPONSE):
            super().send_400_response(msg)
        self._abort_request()

    def _unsupported_upgrade_warning(self) -> None:
        """They get the plain answer, and that is all there is to it."""

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
        """Whoever works on the request learns that nobody waits for the answer."""
        if self.cycle is not None and not self.cycle.response_complete:
            self.cycle.disconnected = True
            self.cycle.message_event.set()
        self.transport.close()
