"""Limits on requests: sizes, commands that wait, failed logins, and answers that cost much."""

import math
import threading
import time
from collections import Counter, deque
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import field
from ipaddress import IPv6Address, ip_address, ip_network

from fastapi import Request
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from fairpair.core.dataclass import dataclass
from fairpair.core.errors import DomainError, OverloadedError, RateLimitedError, StorageError
from fairpair.http.problems import HttpError, problem
from fairpair.process_limits import MIB

LONGEST_HOST = 300
"""No name on the net is longer than 253 letters."""
_NO_HOST = HttpError(400, "bad-host")
_CREDENTIALS = (b"authorization", b"cookie")
_READING = ("GET", "HEAD", "OPTIONS")
_WINDOW = 60.0
_MOST_ADDRESSES = 10_000
_GONE: Message = {"type": "http.disconnect"}


class CommandQueue:
    """Counts the requests to change something that are complete and not answered yet.

    One key or login may have only `each` of the places, so that a program that sends faster than
    it may keeps nobody else from entering results.
    """

    def __init__(self, most: int = 256, each: int = 128) -> None:
        self._most, self._each = most, each
        self._waiting = 0
        self._of = Counter[bytes]()

    def enter(self, sender: bytes) -> DomainError | None:
        """Take a place; the error for the client if there is none. Nobody sends as `b""`."""
        if self._waiting >= self._most:
            return OverloadedError("too-many-commands", retry_after=1)
        if sender and self._of[sender] >= self._each:
            return RateLimitedError("too-many-commands.one-key", retry_after=1, count=self._each)
        self._waiting += 1
        self._of[sender] += 1
        return None

    def leave(self, sender: bytes) -> None:
        """Free the place."""
        self._waiting -= 1
        self._of[sender] -= 1
        if not self._of[sender]:
            del self._of[sender]


@dataclass
class RequestLimit:
    """Rejects bodies above a size with 413; some addresses have their own limit.

    The length of host names is limited too, and the number of commands that wait: whoever comes
    when `commands` is full is told so at once, with 503, or with 429 if they are their own.
    """

    app: ASGIApp
    most: int = MIB
    larger: Mapping[str, int] = field(default_factory=dict)
    larger_below: Mapping[str, int] = field(default_factory=dict)
    """The same by the end of an address."""
    commands: CommandQueue = field(default_factory=CommandQueue)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass the request on and count its body."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        most = self._most_at(scope["path"])
        if any(name == b"host" and len(host) > LONGEST_HOST for name, host in scope["headers"]):
            # It gets into links and codes, which have no room for more.
            await problem(_NO_HOST)(scope, receive, send)
            return
        if _announced_length(scope) > most:
            await problem(_too_large(most))(scope, receive, send)
            return
        queue = None if scope["method"] in _READING else self.commands
        limited = _LimitedRequest(receive, send, most, queue, _credentials(scope))
        try:
            await self.app(scope, limited.receive, limited.send)
        except Exception:
            if limited.refusal is None:
                raise
        finally:
            limited.end()
        if limited.refusal is not None and not limited.answered:
            await problem(limited.refusal)(scope, receive, send)

    def _most_at(self, path: str) -> int:
        below = (most for end, most in self.larger_below.items() if path.endswith(end))
        return next(below, self.larger.get(path, self.most))


class _LimitedRequest:
    """The incoming and outgoing messages of one request; when it is refused it ends as if the
    client had disconnected.

    It takes its place in the queue when all of it is here, so slow senders take nobody's.
    """

    def __init__(
        self, receive: Receive, send: Send, most: int, queue: CommandQueue | None, sender: bytes
    ) -> None:
        self._receive, self._send, self._most = receive, send, most
        self._queue, self._sender = queue, sender
        self._got = 0
        self._queued = self.answered = False
        self.refusal: DomainError | None = None

    async def receive(self) -> Message:
        """The next part of the body, up to the limit."""
        message: Message = _GONE
        if self.refusal is None:
            message = await self._receive()
            self._got += len(message.get("body", b""))
            if self._got > self._most:
                self.refusal = _too_large(self._most)
            elif not message.get("more_body"):
                self._enter()
        return message if self.refusal is None else _GONE

    async def send(self, message: Message) -> None:
        """Pass on a response that had begun; discard one that begins above the limit."""
        if self.answered or self.refusal is None:
            self.answered = True
            await self._send(message)

    def end(self) -> None:
        """Leave the queue."""
        if self._queue is not None and self._queued:
            self._queue.leave(self._sender)

    def _enter(self) -> None:
        if self._queue is not None and not self._queued:
            self.refusal = self._queue.enter(self._sender)
            self._queued = self.refusal is None


def _credentials(scope: Scope) -> bytes:
    """What tells one sender from another before anybody looks at keys: they as they came."""
    return b"\n".join(text for name, text in scope["headers"] if name in _CREDENTIALS)


def _announced_length(scope: Scope) -> int:
    """The value of `Content-Length`; 0 if it is missing or not a number."""
    for name, value in scope["headers"]:
        if name == b"content-length" and value.isdigit():
            return int(value[:20])
    return 0


def _too_large(most: int) -> HttpError:
    return HttpError(413, "too-large", kibibytes=most // 1024)


class LoginThrottle:
    """Limits how many wrong keys each address may send per minute.

    `shared` counts them for all processes with the same database; an address that is over the
    limit here already does not cost the database anything.
    """

    _CODE = "too-many-wrong-keys"

    def __init__(self, limit: int, shared: Callable[[str], int]) -> None:
        self._limit, self._shared = limit, shared
        self._counter = _AddressCounter(limit)

    def count(self, request: Request) -> None:
        """Count a failed attempt; `RateLimitedError` if there were too many before it."""
        address = client_address(request)
        self._counter.count(address, self._CODE)
        with suppress(StorageError):
            if self._shared(address) > self._limit:
                raise RateLimitedError(self._CODE, retry_after=60)


class Budget:
    """Limits answers that cost much: new ones for each address, and how many are made at once.

    An answer that is still in memory costs nothing.
    """

    def __init__(self, limit: int = 240, at_once: int = 2, patience: float = 2) -> None:
        """`limit` is for a minute; `patience` is how many seconds one waits for its turn."""
        self._counter = _AddressCounter(limit)
        self._turns = threading.BoundedSemaphore(at_once)
        self._patience = patience

    @contextmanager
    def spend(self, address: str) -> Iterator[None]:
        """Make an answer in this block, in a worker thread, for a client at this address."""
        self._counter.count(address, "too-many-explanations")
        if not self._turns.acquire(timeout=self._patience):
            raise OverloadedError("explanations-busy", retry_after=2)
        try:
            yield
        finally:
            self._turns.release()


class _AddressCounter:
    """Counts something for each address, in a minute that moves with time."""

    def __init__(self, limit: int) -> None:
        self._limit = limit
        self._times: dict[str, deque[float]] = {}
        self._lock = threading.Lock()

    def count(self, address: str, code: str) -> None:
        """Count one; `RateLimitedError` with this code if there were too many before it."""
        now = time.monotonic()
        with self._lock:
            if len(self._times) >= _MOST_ADDRESSES:
                self._forget(now)
            times = self._times.setdefault(address, deque(maxlen=self._limit))
            free = times[0] + _WINDOW - now if len(times) == self._limit else 0
            if free <= 0:
                times.append(now)
                return
        raise RateLimitedError(code, retry_after=math.ceil(free))

    def _forget(self, now: float) -> None:
        """Drop the addresses without anything to count."""
        self._times = {
            address: times for address, times in self._times.items() if times[-1] + _WINDOW > now
        }


def client_address(request: Request) -> str:
    """The address of the client; for IPv6 its network, as one computer can use many addresses."""
    host = request.client.host if request.client else ""
    try:
        address = ip_address(host)
    except ValueError:
        return host
    if isinstance(address, IPv6Address) and address.ipv4_mapped is None:
        return str(ip_network((address.packed[:8] + bytes(8), 64)))
    return host
