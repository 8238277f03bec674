"""Notifies every open page of a tournament about new versions.

An idle client needs no thread, no task and no queue. It has its connection and the last version it
was sent; the next one it gets is always the newest.
"""

import asyncio
import itertools
from collections.abc import Callable

from starlette.types import Receive, Send

from fairpair.app.version_tracker import VersionTracker
from fairpair.core.errors import OverloadedError
from fairpair.core.ids import TournamentId

CLIENTS_AT_MOST = 5000
"""Open streams of one process."""
PING_SECONDS = 15.0
_RETRY_AFTER = 30
_HEADERS = [
    (b"content-type", b"text/event-stream; charset=utf-8"),
    (b"cache-control", b"no-store"),
    (b"x-accel-buffering", b"no"),  # or nginx would keep what it should pass on
]
_PING = b": still here\n\n"


class _Client:
    """One open stream."""

    __slots__ = ("busy", "greeting", "sent", "take", "tournament")

    def __init__(self, tournament: TournamentId, take: Send, greeting: bytes) -> None:
        self.tournament = tournament
        self.take = take
        self.greeting = greeting
        self.sent = -1
        self.busy = False


class Hub:
    """The open streams of one process. All of it runs in the server's event loop.

    `counted` is called with their number whenever it changes.
    """

    def __init__(
        self,
        live: VersionTracker,
        *,
        limit: int = CLIENTS_AT_MOST,
        ping: float = PING_SECONDS,
        counted: Callable[[int], None] = lambda _open: None,
    ) -> None:
        self._live = live
        self._limit = limit
        self._ping_seconds = ping
        self._clients: dict[TournamentId, set[_Client]] = {}
        self._numbers = itertools.count()
        self._sending: set[asyncio.Task[None]] = set()
        self._loop: asyncio.AbstractEventLoop | None = None
        self._pinging: asyncio.Task[None] | None = None
        self._deaf: Callable[[], None] = lambda: None
        self._closing = False
        self._open = 0
        self._counted = counted

    async def stream(self, tournament: TournamentId, receive: Receive, send: Send) -> None:
        """Send versions until the client disconnects or the server stops."""
        if self._closing or self._open >= self._limit:
            raise OverloadedError("too-many-streams", retry_after=_RETRY_AFTER)
        client = self._enter(tournament, send)
        try:
            await send({"type": "http.response.start", "status": 200, "headers": _HEADERS})
            self._schedule_send(client)
            while (await receive())["type"] != "http.disconnect":
                pass
        finally:
            self._leave(client)

    def close(self) -> None:
        """End every stream properly; browsers reconnect automatically. Safe from any thread."""
        self._closing = True
        if self._loop is not None and not self._loop.is_closed():
            self._loop.call_soon_threadsafe(self._end_all)

    def _end_all(self) -> None:
        for client in self._everyone():
            self._schedule_send(client)

    def _enter(self, tournament: TournamentId, send: Send) -> _Client:
        if not self._open:
            self._start_watching()
        self._count(+1)
        # After a restart all come back: not in the same moment.
        spread = next(self._numbers) * 379 % 3000
        client = _Client(tournament, send, b"retry: %d\n" % (1000 + spread))
        self._clients.setdefault(tournament, set()).add(client)
        return client

    def _leave(self, client: _Client) -> None:
        self._count(-1)
        others = self._clients[client.tournament]
        others.remove(client)
        if not others:
            del self._clients[client.tournament]
        if not self._open:
            self._stop_watching()

    def _count(self, change: int) -> None:
        self._open += change
        self._counted(self._open)

    def _start_watching(self) -> None:
        loop = self._loop = asyncio.get_running_loop()

        def told(tournament: TournamentId, _version: int) -> None:
            loop.call_soon_threadsafe(self._notify_clients, tournament)

        self._deaf = self._live.watch(told)
        self._pinging = loop.create_task(self._ping())

    def _stop_watching(self) -> None:
        self._deaf()
        if self._pinging is not None:
            self._pinging.cancel()

    def _everyone(self) -> list[_Client]:
        return [client for clients in self._clients.values() for client in clients]

    def _notify_clients(self, tournament: TournamentId) -> None:
        for client in self._clients.get(tournament, ()):
            self._schedule_send(client)

    async def _ping(self) -> None:
        while True:
            await asyncio.sleep(self._ping_seconds)
            for client in self._everyone():
                self._schedule_send(client, ping=True)

    def _schedule_send(self, client: _Client, *, ping: bool = False) -> None:
        """Send what is new; skip a client that is still receiving."""
        if client.busy:
            return
        client.busy = True
        task = asyncio.create_task(self._send(client, ping))
        self._sending.add(task)
        task.add_done_callback(self._sending.discard)

    async def _send(self, client: _Client, ping: bool) -> None:
        try:
            while not self._closing:
                version = self._live.version(client.tournament)
                if version != client.sent:
                    client.sent = version
                    data = client.greeting + _frame(version)
                    client.greeting = b""
                elif ping:
                    data = _PING
                else:
                    return
                ping = False
                await client.take({"type": "http.response.body", "body": data, "more_body": True})
            await client.take({"type": "http.response.body", "body": b"", "more_body": False})
        except OSError:
            pass  # it is gone, as `stream` will hear
        finally:
            client.busy = self._closing  # after the end there is nothing more to send


def _frame(version: int) -> bytes:
    return b'id: %d\nevent: version\ndata: {"version": %d}\n\n' % (version, version)
