"""Clients that cost next to nothing, for benchmarks of a server on the same machine."""

import asyncio
import statistics
import time
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field


class Client(asyncio.Protocol):
    """One connection that sends one request after the other; it reads no more than it must."""

    def __init__(self, requests: Iterable[bytes], spent: list[float]) -> None:
        self._requests, self._spent = iter(requests), spent
        self._got = bytearray()
        self._need = 0
        self.done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._transport: asyncio.Transport | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Ready; nothing is sent yet."""
        assert isinstance(transport, asyncio.Transport)
        self._transport = transport

    def ask(self) -> None:
        """Send the next request; after the last one it is done."""
        assert self._transport is not None
        request = next(self._requests, None)
        if request is not None:
            self._start = time.perf_counter()
            self._transport.write(request)
        elif not self.done.done():
            self.done.set_result(None)

    def data_received(self, data: bytes) -> None:
        """Count until the answer is complete."""
        self._got += data
        if not self._need:
            end = self._got.find(b"\r\n\r\n")
            if end < 0:
                return
            assert self._got.startswith(b"HTTP/1.1 200"), bytes(self._got[:200])
            head = bytes(self._got[:end]).lower()
            length = head.partition(b"content-length:")[2].partition(b"\r\n")[0]
            self._need = end + 4 + int(length)
        if len(self._got) >= self._need:
            self._spent.append(time.perf_counter() - self._start)
            self._got.clear()
            self._need = 0
            self.ask()

    def connection_lost(self, exc: Exception | None) -> None:
        """It must not be, while something is asked."""
        if not self.done.done():
            self.done.set_exception(exc or ConnectionError("the server closed the connection"))

    def close(self) -> None:
        """Go."""
        if self._transport is not None:
            self._transport.close()


@dataclass
class Figures:
    """Requests in a second, and the time that 99 of 100 did not exceed, in milliseconds."""

    rates: list[float] = field(default_factory=list)
    times: list[float] = field(default_factory=list)

    @property
    def rate(self) -> float:
        """The middle of all turns."""
        return statistics.median(self.rates)

    @property
    def p99(self) -> float:
        """Of the requests of all turns."""
        return statistics.quantiles(self.times, n=100)[98] * 1000


async def finish(clients: Sequence[Client]) -> float:
    """Let all of them send at once, to the end; the seconds it took."""
    start = time.perf_counter()
    for client in clients:
        client.ask()
    await asyncio.gather(*(client.done for client in clients))
    spent = time.perf_counter() - start
    for client in clients:
        client.close()
    return spent
