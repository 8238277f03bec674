"""Clients that take their time: others are answered meanwhile, and the server lets go of them."""

import asyncio
from collections import Counter
from contextlib import suppress
from dataclasses import dataclass, field

from soak.wire import Address

from .wire import HangError, Probe, send_probe
from .world import TargetTournament

HEAD = b"POST /login HTTP/1.1\r\nHost: x\r\nContent-Type: application/x-www-form-urlencoded\r\n"


@dataclass(slots=True)
class SlowClients:
    """`each` of every kind at once; `patience` is how long they stay at most."""

    address: Address
    target_tournament: TargetTournament
    each: int
    patience: float
    counted: Counter[str] = field(default_factory=Counter)
    wrong: list[str] = field(default_factory=list)

    async def run(self) -> None:
        """Until all of them are gone; others ask all the time."""
        ways = (
            self._idle,
            self._drip_head,
            self._drip_body,
            self._endless,
            self._stuffed,
            self._deaf,
        )
        slow = [asyncio.create_task(way()) for way in ways for _ in range(self.each)]
        try:
            while any(not task.done() for task in slow):
                await self._others_are_answered()
                await asyncio.sleep(0.2)
            for task in slow:
                task.result()
        finally:
            for task in slow:
                task.cancel()

    async def _others_are_answered(self) -> None:
        for path in (
            "/api/health",
            f"/api/tournaments/{self.target_tournament.id}",
            f"/t/{self.target_tournament.id}/standings",
        ):
            key = ("Authorization", f"Bearer {self.target_tournament.keys['organiser']}")
            try:
                answer = await send_probe(self.address, Probe("slow", "GET", path, (key,)))
            except HangError:
                answer = None
            self.counted["others asked meanwhile"] += 1
            if answer is None or answer.status != 200:
                self.wrong.append(f"slow: somebody else got {answer} for {path}")

    async def _idle(self) -> None:
        """Opens a connection and says nothing."""
        await self._stay("idle", b"", b"")

    async def _drip_head(self) -> None:
        """A byte of the head now and then."""
        await self._stay("head byte by byte", b"GET / HTTP/1.1\r\nHost: x\r\nX-A: ", b"a")

    async def _drip_body(self) -> None:
        """A byte of the body now and then."""
        await self._stay("body byte by byte", HEAD + b"Content-Length: 1000000\r\n\r\n", b"a")

    async def _endless(self) -> None:
        """A body in chunks that never ends; there is a limit to it."""
        chunk = b"10000\r\n" + b"a" * 65536 + b"\r\n"
        await self._stay("endless body", HEAD + b"Transfer-Encoding: chunked\r\n\r\n", chunk, 0.01)

    async def _stuffed(self) -> None:
        """Asks for pages without reading any."""
        ask = (
            f"GET /api/tournaments/{self.target_tournament.id} HTTP/1.1\r\nHost: x\r\n\r\n".encode()
            * 200
        )
        await self._stay("asks and does not read", ask, ask, reads=False)

    async def _deaf(self) -> None:
        """Opens a stream without reading it."""
        path = f"/api/tournaments/{self.target_tournament.id}/events"
        ask = f"GET {path} HTTP/1.1\r\nHost: x\r\n\r\n".encode()
        await self._stay("stream that nobody reads", ask, b"", reads=False)

    async def _stay(
        self, name: str, first: bytes, then: bytes, pause: float = 0.3, *, reads: bool = True
    ) -> None:
        """Stay until the server has enough of us, or our own time is over."""
        self.counted[name] += 1
        gone = f"{name}: sent away"
        try:
            async with asyncio.timeout(self.patience):
                reader, writer = await asyncio.open_connection(*self.address, limit=2**16)
                with suppress(ConnectionError):
                    try:
                        writer.write(first)
                        closed = asyncio.create_task(reader.read() if reads else asyncio.sleep(1e6))
                        while not closed.done():
                            await asyncio.wait([closed], timeout=pause)
                            writer.write(then)
                            await writer.drain()
                        closed.exception()
                    finally:
                        closed.cancel()
                        writer.transport.abort()
                self.counted[gone] += 1
        except TimeoutError:
            self.counted[f"{name}: stayed"] += 1
