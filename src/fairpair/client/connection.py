"""Requests to a server: repeated after a lost connection, and carried out once."""

import http.client
import time
import urllib.error
import urllib.request
import uuid
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import field, replace
from fractions import Fraction
from http import HTTPStatus
from typing import Any, TypeVar
from urllib.parse import urlencode, urlsplit

import msgspec

from fairpair import __version__
from fairpair.client.errors import ServerUnreachableError, UnexpectedAnswerError, rejection
from fairpair.core.arguments import number_of, wrong_type
from fairpair.core.dataclass import dataclass
from fairpair.core.errors import InvalidInputError

Answer = TypeVar("Answer")
_FIRST_PAUSE = 0.5
_LONGEST_PAUSE = 30.0
"""Seconds; a server that asks for more time is not waited for."""
_LONGEST_SILENCE = 60.0
"""Seconds without a sign of life until a stream counts as lost: servers give one every 15."""
_BUSY = frozenset(
    {
        HTTPStatus.TOO_MANY_REQUESTS,
        HTTPStatus.BAD_GATEWAY,
        HTTPStatus.SERVICE_UNAVAILABLE,
        HTTPStatus.GATEWAY_TIMEOUT,
    }
)
_LOST = (OSError, http.client.HTTPException)
"""What a connection that fails raises."""


class _NoRedirects(urllib.request.HTTPRedirectHandler):
    """Follows no redirect: the key is for this server only."""

    def redirect_request(self, *_: Any, **__: Any) -> None:
        """Make it an error."""


_OPENER = urllib.request.build_opener(_NoRedirects)


@dataclass(frozen=True, slots=True)
class Connection:
    """A server, a key, and how patient to be; every request opens a connection of its own."""

    server: str
    key: str = field(repr=False)
    timeout: float
    retries: int
    language: str

    def __post_init__(self) -> None:
        if not _is_address(self.server):
            raise InvalidInputError("wrong-server-address", address=str(self.server))
        if not _fits_header(self.key):
            raise InvalidInputError("wrong-key")
        if not _fits_header(self.language):
            raise wrong_type("language", "text", self.language)
        number_of("retries", self.retries)
        if not isinstance(self.timeout, int | float) or not self.timeout > 0:
            raise wrong_type("timeout", "seconds", self.timeout)

    def with_key(self, key: str) -> "Connection":
        """The same server with another key."""
        return replace(self, key=key)

    def ask(
        self,
        kind: type[Answer],
        method: str,
        path: str,
        body: object = None,
        **query: object,
    ) -> Answer:
        """The answer as a value of this kind."""
        content = self.send(method, path, body, query) or b"null"
        try:
            return msgspec.json.decode(content, type=kind, dec_hook=_decode_number)
        except msgspec.DecodeError as error:
            raise UnexpectedAnswerError(self.server, HTTPStatus.OK) from error

    def send(
        self,
        method: str,
        path: str,
        body: object = None,
        query: Mapping[str, object] | None = None,
    ) -> bytes:
        """The content of the answer. A body of bytes is sent as it is, anything else as JSON.

        A change is sent with a new Idempotency-Key, and every repeat of it with the same one.
        """
        asked = {name: value for name, value in (query or {}).items() if value is not None}
        address = f"{path}?{urlencode(asked)}" if asked else path
        data = body if isinstance(body, bytes | None) else _encode(body)
        headers = {"Idempotency-Key": str(uuid.uuid4())} if method != "GET" else {}
        if data is not None:
            headers["Content-Type"] = "application/json"
        request = self._request(method, address, data, headers)
        return self._repeated(request)

    def _repeated(self, request: urllib.request.Request) -> bytes:
        """The answer to the first request that gets one."""
        for attempt in range(self.retries + 1):
            last = attempt == self.retries
            try:
                with _OPENER.open(request, timeout=self.timeout) as answer:
                    content: bytes = answer.read()
                    return content
            except urllib.error.HTTPError as error:
                with error:
                    pause = _pause_of(error, attempt)
                    if last or pause is None:
                        raise self._rejection(error) from None
            except _LOST as error:
                if last:
                    raise ServerUnreachableError(self.server, _reason(error)) from error
                pause = _pause(attempt)
            time.sleep(pause)
        raise AssertionError(self.retries)

    @contextmanager
    def _lines(self, path: str) -> Iterator[Iterator[str]]:
        """The lines of a stream as they come; a lost connection raises one of `_LOST`."""
        request = self._request("GET", path, None, {"Accept": "text/event-stream"})
        try:
            answer = _OPENER.open(request, timeout=max(self.timeout, _LONGEST_SILENCE))
        except urllib.error.HTTPError as error:
            with error:
                if error.code in _BUSY:
                    raise ConnectionError(error.code) from error
                raise self._rejection(error) from None
        with answer:
            yield (line.decode().rstrip("\r\n") for line in answer)

    def follow(self, path: str) -> Iterator[str]:
        """The lines of a stream, opened again whenever it ends."""
        attempt = 0
        while True:
            try:
                with self._lines(path) as lines:
                    for line in lines:
                        attempt = 0
                        yield line
            except _LOST as error:
                if attempt >= self.retries:
                    raise ServerUnreachableError(self.server, _reason(error)) from error
            time.sleep(_pause(attempt))
            attempt += 1

    def _request(
        self, method: str, path: str, data: bytes | None, headers: Mapping[str, str]
    ) -> urllib.request.Request:
        common = {
            "Accept-Language": self.language,
            "User-Agent": f"fairpair-client/{__version__}",
            **({"Authorization": f"Bearer {self.key}"} if self.key else {}),
        }
        address = self.server.rstrip("/") + path
        return urllib.request.Request(  # noqa: S310  the scheme was checked
            address, data, {**common, **headers}, method=method
        )

    def _rejection(self, error: urllib.error.HTTPError) -> Exception:
        try:
            return rejection(self.server, error.code, error.read())
        except _LOST as lost:
            return ServerUnreachableError(self.server, _reason(lost))


def _is_address(given: object) -> bool:
    try:
        parts = urlsplit(given) if isinstance(given, str) else None
    except ValueError:  # a bracket too many
        return False
    return parts is not None and parts.scheme in ("http", "https") and bool(parts.hostname)


def _fits_header(given: object) -> bool:
    return isinstance(given, str) and given.isascii() and given.isprintable() and " " not in given


def _encode(body: object) -> bytes:
    try:
        return msgspec.json.encode(body)
    except (TypeError, ValueError, OverflowError, RecursionError) as error:
        raise wrong_type("body", "json", body) from error


def _decode_number(kind: type, value: Any) -> Any:
    """A number as the API sends it, `"1.5"` or `"1/3"`; anything else stays as it is."""
    return Fraction(value) if kind is Fraction else value


def _pause(attempt: int) -> float:
    return min(_LONGEST_PAUSE, _FIRST_PAUSE * 2.0**attempt)


def _pause_of(error: urllib.error.HTTPError, attempt: int) -> float | None:
    """How long to wait before the next attempt; `None` if there is to be none."""
    if error.code not in _BUSY:
        return None
    asked = error.headers.get("Retry-After", "")
    pause = float(asked[:9]) if asked.isascii() and asked.isdigit() else _pause(attempt)
    return pause if pause <= _LONGEST_PAUSE else None


def _reason(error: BaseException) -> str:
    inner = getattr(error, "reason", None)
    return str(inner or error) or type(error).__name__
