"""Requests of which every byte is ours, and what comes back, if anything does."""

import asyncio
import http.client
import io
import socket
import zlib
from dataclasses import dataclass, field
from typing import cast

from soak.wire import Address, Answer

PATIENCE = 60.0
"""Seconds after which an answer that has not come is a hang."""
STREAM_BYTES = 16
Header = tuple[str, str]


class HangError(Exception):
    """No answer came, and the connection stayed open."""


@dataclass(frozen=True, slots=True)
class Probe:
    """One request: `kind` is the attack, `who` sends it, `route` is the pattern of its address."""

    kind: str
    method: str
    target: str
    headers: tuple[Header, ...] = ()
    body: bytes = b""
    who: str = "stranger"
    route: str = ""
    raw: bytes | None = field(default=None, repr=False)
    """The whole request, if it is none that could be put together from the parts."""
    ends: bool = True
    """Nothing more is to be sent; else the connection stays open for more."""

    @property
    def sent(self) -> bytes:
        """Its bytes."""
        if self.raw is not None:
            return self.raw
        named = {name.lower() for name, _ in self.headers}
        lines = [f"{self.method} {self.target} HTTP/1.1"]
        lines += [] if "host" in named else ["Host: abuse"]
        lines += [f"{name}: {value}" for name, value in self.headers]
        has_body = bool(self.body) or self.method in ("POST", "PUT", "PATCH")
        if has_body and not named & {"content-length", "transfer-encoding"}:
            lines.append(f"Content-Length: {len(self.body)}")
        lines.append("Connection: close")
        return "\r\n".join(lines).encode("latin-1", "replace") + b"\r\n\r\n" + self.body


async def send_probe(address: Address, probe: Probe) -> Answer | None:
    """The answer; none if the server closed the connection without one."""
    try:
        async with asyncio.timeout(PATIENCE):
            return await _exchange(address, probe)
    except TimeoutError:
        raise HangError from None


async def _exchange(address: Address, probe: Probe) -> Answer | None:
    reader, writer = await asyncio.open_connection(*address, limit=2**20)
    try:  # they may be gone at any moment, also before we have said all
        writer.write(probe.sent)
        if not probe.ends:
            await writer.drain()
            await asyncio.sleep(0.05)
            writer.write_eof()
        return await _answer(reader, probe)
    except (OSError, asyncio.IncompleteReadError):
        return None
    finally:
        writer.transport.abort()


async def _answer(reader: asyncio.StreamReader, probe: Probe) -> Answer | None:
    head = await reader.readuntil(b"\r\n\r\n")
    if b"text/event-stream" in head.lower():  # it never ends
        return parsed(head + await reader.read(STREAM_BYTES), probe.method)
    return parsed(head + await reader.read(), probe.method)


def parsed(content: bytes, method: str) -> Answer | None:
    """The first answer in these bytes."""
    found = http.client.HTTPResponse(cast("socket.socket", _Bytes(content)), method=method)
    try:
        found.begin()
        body = found.read()
    except http.client.IncompleteRead as error:
        body = error.partial
    except (http.client.HTTPException, ValueError):
        return None
    headers: dict[str, str] = {}
    for name, value in found.getheaders():
        headers[name.lower()] = (
            f"{headers[name.lower()]}\n{value}" if name.lower() in headers else value
        )
    if body and headers.get("content-encoding") == "gzip":
        body = zlib.decompress(body, wbits=31)
    return Answer(found.status, headers, body)


class _Bytes:
    """Enough of a socket for `http.client`."""

    def __init__(self, content: bytes) -> None:
        self._content = content

    def makefile(self, _mode: str) -> io.BytesIO:
        return io.BytesIO(self._content)
