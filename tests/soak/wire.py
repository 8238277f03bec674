"""HTTP by hand: a connection a request, so that each of them can be lost, doubled or cut off."""

import asyncio
import json
from collections.abc import AsyncIterator
from dataclasses import dataclass
from typing import Any

Address = tuple[str, int]
PATIENCE = 30.0


class LostError(Exception):
    """No answer came, or half of one: nobody knows what became of the request."""


@dataclass(frozen=True, slots=True)
class Answer:
    status: int
    headers: dict[str, str]
    content: bytes

    @property
    def document(self) -> Any:
        return json.loads(self.content)

    @property
    def code(self) -> str:
        """Of a refusal."""
        try:
            return str(json.loads(self.content).get("code", ""))
        except ValueError:
            return ""


def request(
    method: str, path: str, key: str | None = None, name: str | None = None, body: object = None
) -> bytes:
    """The bytes of a request; `name` is its Idempotency-Key."""
    content = b"" if body is None else json.dumps(body).encode()
    lines = [f"{method} {path} HTTP/1.1", "Host: soak", "Connection: close"]
    lines += [f"Content-Length: {len(content)}"]
    lines += ["Content-Type: application/json"] if content else []
    lines += [f"Authorization: Bearer {key}"] if key else []
    lines += [f"Idempotency-Key: {name}"] if name else []
    return "\r\n".join(lines).encode() + b"\r\n\r\n" + content


async def ask(address: Address, sent: bytes) -> Answer:
    """The whole answer, or `LostError`."""
    try:
        async with asyncio.timeout(PATIENCE):
            reader, writer = await asyncio.open_connection(*address)
            try:
                writer.write(sent)
                return await _answer(reader)
            finally:
                writer.transport.abort()
    except (OSError, TimeoutError, asyncio.IncompleteReadError, ValueError) as error:
        raise LostError(type(error).__name__) from error


async def hang_up(address: Address, sent: bytes, after: float) -> None:
    """Send it and go away without waiting for the answer."""
    try:
        _reader, writer = await asyncio.open_connection(*address)
        writer.write(sent)
        await asyncio.sleep(after)
        writer.transport.abort()
    except OSError:
        pass


async def stream(address: Address, path: str) -> AsyncIterator[str]:
    """The lines of a stream until it breaks."""
    reader, writer = await asyncio.open_connection(*address)
    try:
        writer.write(request("GET", path))
        while line := await reader.readline():
            yield line.decode().rstrip()
    finally:
        writer.transport.abort()


async def _answer(reader: asyncio.StreamReader) -> Answer:
    head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").split("\r\n")
    status = int(head[0].split(" ")[1])
    headers = {}
    for line in head[1:]:
        name, _, value = line.partition(":")
        headers[name.lower()] = value.strip()
    if "content-length" not in headers:
        return Answer(status, headers, await reader.read())
    return Answer(status, headers, await reader.readexactly(int(headers["content-length"])))
