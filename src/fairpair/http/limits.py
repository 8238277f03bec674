"""How much may be sent: counted while it comes in, before anybody keeps it."""

import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from ipaddress import IPv6Address, ip_address, ip_network

from fastapi import Request
from limits import parse
from limits.storage import MemoryStorage
from limits.strategies import MovingWindowRateLimiter
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from fairpair.core.errors import RateLimitedError
from fairpair.http.problems import HttpError, problem

MIB = 1024 * 1024
LONGEST_HOST = 300
"""No name on the net is longer than 253 letters."""
_NO_HOST = HttpError(400, "bad-host")


@dataclass
class BodyLimit:
    """Refuses bodies above a size with 413; some addresses may have a size of their own.

    Names of hosts have one too.
    """

    app: ASGIApp
    most: int = MIB
    larger: Mapping[str, int] = field(default_factory=dict)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass it on, counting."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        most = self.larger.get(scope["path"], self.most)
        if any(name == b"host" and len(host) > LONGEST_HOST for name, host in scope["headers"]):
            # It gets into links and codes, which have no room for more.
            await problem(_NO_HOST)(scope, receive, send)
            return
        if _announced_length(scope) > most:
            await problem(_too_large(most))(scope, receive, send)
            return
        counting = _LimitedBody(receive, send, most)
        try:
            await self.app(scope, counting.receive, counting.send)
        except Exception:
            if not counting.over:
                raise
        if counting.over and not counting.answered:
            await problem(_too_large(most))(scope, receive, send)


class _LimitedBody:
    """What goes in and out of one request; whoever reads too much is told the line is dead."""

    def __init__(self, receive: Receive, send: Send, most: int) -> None:
        self._receive, self._send, self._most = receive, send, most
        self._got = 0
        self.over = self.answered = False

    async def receive(self) -> Message:
        """The next part, as long as they are not too many."""
        message: Message = {"type": "http.disconnect"}
        if not self.over:
            message = await self._receive()
            self._got += len(message.get("body", b""))
            self.over = self._got > self._most
        return {"type": "http.disconnect"} if self.over else message

    async def send(self, message: Message) -> None:
        """An answer that was begun goes on; a new one is not wanted any more."""
        if self.answered or not self.over:
            self.answered = True
            await self._send(message)


def _announced_length(scope: Scope) -> int:
    """What the header says; nothing if it says nothing that can be true."""
    for name, value in scope["headers"]:
        if name == b"content-length" and value.isdigit():
            return int(value[:20])
    return 0


def _too_large(most: int) -> HttpError:
    return HttpError(413, "too-large", kibibytes=most // 1024)


class LoginThrottle:
    """Counts the wrong keys of each address; `limit` is such as `20/minute`."""

    def __init__(self, limit: str) -> None:
        self._limit = parse(limit)
        self._counted = MovingWindowRateLimiter(MemoryStorage())

    def too_many(self, request: Request) -> bool:
        """Whether this address has used up its tries for now."""
        return not self._counted.test(self._limit, _address(request))

    def count(self, request: Request) -> None:
        """Count one more; `RateLimitedError` when there were too many before it."""
        address = _address(request)
        if self._counted.hit(self._limit, address):
            return
        free = self._counted.get_window_stats(self._limit, address).reset_time
        raise RateLimitedError(
            "too-many-wrong-keys", retry_after=max(1, round(free - time.time() + 0.5))
        )


def _address(request: Request) -> str:
    """The client; with IPv6 its network, because one computer has very many addresses there."""
    host = request.client.host if request.client else ""
    try:
        address = ip_address(host)
    except ValueError:
        return host
    if isinstance(address, IPv6Address) and address.ipv4_mapped is None:
        return str(ip_network((address.packed[:8] + bytes(8), 64)))
    return host
