"""The file of a list at the server that publishes it: asked about, and downloaded.

Only administrators say where a list is, and yet the address must not lead into the server's own
network: it is checked as that of a webhook, once more after each redirect, and the connection goes
to the address that was checked.
"""

import http.client
import socket
import ssl
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC
from email.utils import parsedate_to_datetime
from pathlib import Path
from urllib.parse import SplitResult, urljoin

from fairpair import __version__
from fairpair.app.webhooks import addresses
from fairpair.core.dataclass import dataclass
from fairpair.core.errors import InvalidInputError, InvalidStateError
from fairpair.formats.rating_lists.source import MOST_BYTES
from fairpair.language.message import Message

_PATIENCE = 10.0
_MOST_MINUTES = 30
_MOST_REDIRECTS = 5
_BLOCK = 256 * 1024
_MOVED = frozenset({301, 302, 303, 307, 308})


@dataclass(frozen=True, slots=True)
class ServedFile:
    """What a server says of a file; what it does not say is empty. `modified` is an ISO time."""

    etag: str = ""
    modified: str = ""
    size: int = 0


def ask_about(address: str, *, allow_private: bool) -> ServedFile:
    """Ask with one HEAD; `InvalidStateError` (`list-download`) says why there was no answer."""
    with _answer_to("HEAD", address, allow_private) as response:
        return _served(response)


def download(
    address: str,
    path: Path,
    *,
    allow_private: bool,
    heard: Callable[[int], None] = lambda _share: None,
) -> ServedFile:
    """Download the file whole, or raise `InvalidStateError` (`list-download`) with the reason.

    `heard` hears of the percentage that is there.
    """
    with _answer_to("GET", address, allow_private) as response:
        served = _served(response)
        if served.size > MOST_BYTES:
            raise _too_large(address)
        count = _copy(response, address, path, served, heard)
    if served.size and count < served.size:
        why = Message("list-download.incomplete", n=count, of=served.size)
        raise _failed(address, why)
    return served


def _copy(
    response: http.client.HTTPResponse,
    address: str,
    path: Path,
    served: ServedFile,
    heard: Callable[[int], None],
) -> int:
    """The number of bytes that came."""
    count, end = 0, time.monotonic() + 60 * _MOST_MINUTES
    with path.open("wb") as file:
        while block := response.read1(_BLOCK):
            count += len(block)
            if count > MOST_BYTES:
                raise _too_large(address)
            if time.monotonic() > end:
                raise _failed(address, Message("list-download.slow", minutes=_MOST_MINUTES))
            file.write(block)
            heard(min(100, count * 100 // max(1, served.size)) if served.size else 0)
    return count


@contextmanager
def _answer_to(
    method: str, address: str, allow_private: bool
) -> Iterator[http.client.HTTPResponse]:
    """The answer with the file, after redirects."""
    asked = address
    try:
        for _ in range(_MOST_REDIRECTS + 1):
            connection, path = _connection(asked, allow_private)
            try:
                headers = {"User-Agent": f"Fairpair/{__version__}", "Accept-Encoding": "identity"}
                connection.request(method, path, headers=headers)
                response = connection.getresponse()
                location = response.getheader("Location", "")
                if response.status not in _MOVED or not location:
                    if response.status != http.client.OK:
                        why = Message("list-download.status", status=response.status)
                        raise _failed(address, why)
                    yield response
                    return
            finally:
                connection.close()
            before, asked = asked, urljoin(asked, location)
            if before.startswith("https:") and not asked.startswith("https:"):
                break
    except (OSError, ValueError, http.client.HTTPException) as error:
        why = Message("list-download.unreachable", error=str(error) or type(error).__name__)
        raise _failed(address, why) from error
    raise _failed(address, Message("list-download.redirects"))


def require_address(address: str) -> SplitResult:
    """The parts of a web address; `InvalidInputError` for anything else."""
    try:
        return addresses.validate_url(address)
    except InvalidInputError as error:
        raise InvalidInputError("no-list-address.bad", address=f"{address!r:.80}") from error


def _connection(address: str, allow_private: bool) -> tuple[http.client.HTTPConnection, str]:
    """A connection to one of the addresses that the host may have, and what to ask for there."""
    parts = require_address(address)
    host, port = str(parts.hostname), addresses.default_port(parts)
    found = addresses.resolve_host(host, port)
    if not found:
        raise _failed(address, Message("list-download.host"))
    if not allow_private:
        found = addresses.public_addresses(found)
        if not found or port not in addresses.PORTS:
            raise _failed(address, Message("list-download.private"))
    secure = parts.scheme == "https"
    kind = http.client.HTTPSConnection if secure else http.client.HTTPConnection
    connection = kind(host, port, timeout=_PATIENCE)
    opened = _socket(found, port)
    if secure:
        opened = ssl.create_default_context().wrap_socket(opened, server_hostname=host)
    connection.sock = opened
    return connection, f"{parts.path or '/'}{'?' + parts.query if parts.query else ''}"


def _socket(places: list[str], port: int) -> socket.socket:
    """A connection to the first of these addresses that answers."""
    *others, last = places[:4]
    for place in others:
        try:
            return socket.create_connection((place, port), _PATIENCE)
        except OSError:
            continue
    return socket.create_connection((last, port), _PATIENCE)


def _served(response: http.client.HTTPResponse) -> ServedFile:
    size = response.getheader("Content-Length", "")
    return ServedFile(
        response.getheader("ETag", "")[:200],
        _time(response.getheader("Last-Modified", "")),
        int(size) if size.isdecimal() else 0,
    )


def _time(said: str) -> str:
    """A time of HTTP as an ISO time, in UTC; nothing if it is none."""
    try:
        moment = parsedate_to_datetime(said)
    except (TypeError, ValueError):
        return ""
    moment = moment if moment.tzinfo else moment.replace(tzinfo=UTC)
    return moment.astimezone(UTC).isoformat()


def _too_large(address: str) -> InvalidStateError:
    return _failed(address, Message("list-download.too-large", most=MOST_BYTES // 2**20))


def _failed(address: str, why: Message) -> InvalidStateError:
    return InvalidStateError("list-download", address=address, why=why)
