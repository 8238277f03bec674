"""The HTTP server: its socket, its shutdown, and timeouts for slow clients."""

import asyncio
import gc
import signal
import socket
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from enum import Enum, auto
from typing import Any, ClassVar, cast

import uvicorn
from fastapi import FastAPI
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from fairpair.cli.logs import LogFormat, LogLevel
from fairpair.cli.sockets import SocketOpener
from fairpair.core.dataclass import dataclass
from fairpair.http.reach import Listener
from fairpair.language.message import Message

_CONNECTIONS = 16_384
"""Enough for all event streams and other requests."""
_COLLECTIONS = (20_000, 20, 20)
"""After how many new objects garbage is looked for, and how many looks among young ones come
before one among older ones."""


@dataclass(frozen=True)
class ServerOptions:
    """How a process of the server is to work."""

    database: str
    log_format: LogFormat = "text"
    log_level: LogLevel = "info"
    allow_private_webhooks: bool = False
    update_lists: bool = False
    trusted_proxies: str = ""
    """Addresses and networks, with commas between them."""
    listener: Listener = Listener()
    may_share: bool = False
    """Whether the administrator may share it on the network while it runs."""


class _Server(uvicorn.Server):
    """Reports when it is ready; closes event streams before waiting for open connections."""

    def __init__(
        self, config: uvicorn.Config, app: FastAPI, ready: Callable[[], None], may_share: bool
    ) -> None:
        super().__init__(config)
        self._app = app
        self._ready = ready
        self._may_share = may_share

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Start, then report that the server is ready."""
        await super().startup(sockets)
        if self._may_share and sockets:
            port = sockets[0].getsockname()[1]
            self._app.state.sharing.open_at = SocketOpener(self, asyncio.get_running_loop(), port)
        self._ready()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Close the event streams, then shut down."""
        for stop in getattr(self._app.state, "stopping", ()):
            stop()
        await super().shutdown(sockets)


@contextmanager
def without_collection() -> Iterator[None]:
    """Start a server in this block: what is made in it stays, so nobody looks for garbage there.

    That saves about a sixth of the processor time of the start, and every later search is shorter.
    There are fewer of them too: a large answer is made of many objects, none of them garbage.
    """
    gc.disable()
    try:
        yield
    finally:
        gc.freeze()
        gc.set_threshold(*_COLLECTIONS)
        gc.enable()


def allow_many_connections() -> None:
    """Raise the limit of open files: most systems start with 1 024, and each connection is one."""
    if sys.platform == "win32":
        return
    import resource  # noqa: PLC0415 - not on Windows

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = _CONNECTIONS if hard == resource.RLIM_INFINITY else min(hard, _CONNECTIONS)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))


def run_server(
    app: FastAPI,
    listener: socket.socket,
    ready: Callable[[], None],
    trusted_proxies: str = "",
    *,
    may_share: bool = False,
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
        _Server(config, app, ready, may_share).run([listener])
    finally:
        # A second signal must not interrupt the shutdown.
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
        listener.close()


def announcement(
    address: str,
    database: str,
    network: Message | None,
    more: str = "",
    stop: str = "cli.stop",
) -> str:
    """The text printed when the server is ready; `network` is about other devices, `stop` the code
    of the last line.
    """
    place = shown_database(database)
    where = Message("cli.data-in", place=place) if place else Message("cli.data-in-memory")
    last = more + str(Message(stop))
    lines = (Message("cli.running", address=address), network, where, last)
    return "\n".join(str(line) for line in lines if line)


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


_LATE = b"HTTP/1.1 408 Request Timeout\r\ncontent-length: 0\r\nconnection: close\r\n\r\n"
_MOST_HEAD = 64 * 1024
"""The bytes that the first line and the headers of a request may have together."""


class _Phase(Enum):
    """How much of the latest request has arrived."""

    HEAD = auto()
    BODY = auto()
    ALL = auto()


class _OpenOnly:
    """A transport that ignores what is written after it was closed, as those of asyncio do.

    Those of uvloop raise an error, and an answer may be under way when its client leaves.
    """

    def __init__(self, transport: asyncio.Transport) -> None:
        self._transport = transport

    def write(self, data: bytes) -> None:
        """Send it, if anybody is there."""
        if not self._transport.is_closing():
            self._transport.write(data)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._transport, name)


class Connection(HttpToolsProtocol):
    """Closes connections that send no request, or one that never ends.

    An incoming request is checked at intervals. The head must be complete at the first check, and
    more of the body must have arrived at every later one. Connections with a complete request are
    not checked, so event streams cost nothing. What a client sends before it has its answer is
    read after the answer.
    """

    seconds: ClassVar[float] = 15.0
    """The interval between two checks."""
    least: ClassVar[int] = 1024
    """The bytes of a body that must arrive between two checks."""

    _look: asyncio.TimerHandle | None = None
    _came = 0
    _unread = 0
    """The bytes since a head was complete or a part of a body came."""
    _begun = False
    _waiting = False
    _phase = _Phase.HEAD
    _held = b""
    _refusal = ""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Start checking a new connection."""
        super().connection_made(cast("asyncio.Transport", _OpenOnly(transport)))
        self._schedule_check()

    def data_received(self, data: bytes) -> None:
        """Handle part of a request, or all of it."""
        if self._is_answering():
            self._held += data
            self.flow.pause_reading()
            return
        if self._phase is _Phase.ALL:
            self._phase = _Phase.HEAD
        self._came += len(data)
        self._unread += len(data)
        super().data_received(data)
        if self._is_coming_in() and self._unread > _MOST_HEAD:
            self.send_400_response("The head of the request is too long.")
        if not self._is_coming_in():
            self._cancel_check()
        elif self._look is None:
            self._schedule_check()

    def connection_lost(self, exc: Exception | None) -> None:
        """Stop checking a lost connection."""
        self._cancel_check()
        super().connection_lost(exc)

    def on_message_begin(self) -> None:
        """Note that a request begins."""
        self._phase, self._begun, self._unread = _Phase.HEAD, True, 0
        super().on_message_begin()

    def on_header(self, name: bytes, value: bytes) -> None:
        """Keep a header; those after a body are of no use to anybody."""
        if self._phase is _Phase.HEAD:
            super().on_header(name, value)

    def on_headers_complete(self) -> None:
        """Refuse a head that is too long or does not name one host, as HTTP/1.1 requires."""
        hosts = sum(name == b"host" for name, _ in self.headers)
        if hosts > 1 or (not hosts and self.parser.get_http_version() == "1.1"):
            raise ValueError("not exactly one host")
        if len(self.url) + sum(len(n) + len(v) for n, v in self.headers) > _MOST_HEAD:
            raise ValueError("too long")
        super().on_headers_complete()
        self._phase, self._unread = _Phase.BODY, 0

    def on_body(self, body: bytes) -> None:
        """Handle a part of a body."""
        self._unread = 0
        super().on_body(body)

    def on_message_complete(self) -> None:
        """Note that all of a request is there."""
        self._phase, self._begun = _Phase.ALL, False
        super().on_message_complete()

    def on_response_complete(self) -> None:
        """Go on with what came before the answer was finished."""
        super().on_response_complete()
        if self.transport.is_closing():
            return
        held, self._held = self._held, b""
        if self._refusal:
            self.send_400_response(self._refusal)
        elif held:
            self.data_received(held)

    def send_400_response(self, msg: str) -> None:
        """Answer a request that is not HTTP, if possible, then close the connection."""
        if self._is_answering():
            self._refusal = msg  # the good request before it is answered first
            return
        if self._may_refuse():
            super().send_400_response(msg)
        self._abort_request()

    def _unsupported_upgrade_warning(self) -> None:
        """Do not log a warning: the client gets a plain answer."""

    def _is_answered(self) -> bool:
        return self.cycle is None or self.cycle.response_complete

    def _is_answering(self) -> bool:
        """Whether all of a request is there, and not all of its answer."""
        return not self._is_answered() and not self.cycle.more_body

    def _may_refuse(self) -> bool:
        """Whether the request that comes in has no answer yet, not even the beginning of one."""
        if self._phase is _Phase.BODY:
            return not self.cycle.response_started
        return self._is_answered()

    def _is_coming_in(self) -> bool:
        return self._phase is not _Phase.ALL and not self.transport.is_closing()

    def _schedule_check(self) -> None:
        self._came, self._waiting = 0, self._phase is _Phase.HEAD
        self._look = self.loop.call_later(self.seconds, self._check_connection)

    def _cancel_check(self) -> None:
        if self._look is not None:
            self._look.cancel()
            self._look = None

    def _check_connection(self) -> None:
        self._look = None
        if not self._is_coming_in():
            return
        if not self._is_late():
            self._schedule_check()
            return
        # Browsers open connections ahead of time: one that was not used just ends.
        if self._begun and self._may_refuse():
            self.transport.write(_LATE)
        self._abort_request()

    def _is_late(self) -> bool:
        if self._is_answering():
            return False
        if self._phase is _Phase.HEAD or self._is_answered():
            # After the answer: they still send what nobody reads.
            return self._waiting is (self._phase is _Phase.HEAD)
        # What we do not read ourselves is not their fault.
        return self._came < self.least and not self._waiting and not self.flow.read_paused

    def _abort_request(self) -> None:
        """Notify the handler of the request that the client is gone."""
        if not self._is_answered():
            self.cycle.disconnected = True
            self.cycle.message_event.set()
        self.transport.close()
