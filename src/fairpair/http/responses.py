"""Sending prepared responses: compressed, plain, or not modified."""

from fastapi import Response
from starlette.types import Scope

from fairpair.core.dataclass import dataclass
from fairpair.http.sessions import COOKIE


@dataclass(frozen=True, slots=True)
class CachedResponse:
    """A prepared response: plain, and compressed if that makes it smaller."""

    version: int
    tag: str
    body: bytes
    packed: bytes | None
    headers: tuple[tuple[bytes, bytes], ...]
    for_all: bool = False
    """Whether it may be shown without a key."""

    @property
    def size(self) -> int:
        """Its size in memory."""
        return len(self.body) + len(self.packed or b"") + 1000


@dataclass(frozen=True, slots=True)
class ResponsePreferences:
    """What a request accepts as a response; `has_key`: it may come from staff; `has_cookie`: a page
    may look different for it.
    """

    method: str
    gzip: bool
    none_match: str
    has_key: bool
    has_cookie: bool

    @classmethod
    def of(cls, scope: Scope) -> "ResponsePreferences":
        """The preferences in the headers of a request."""
        accepted, none_match, cookie, has_key = b"", b"", b"", b"key=" in scope["query_string"]
        for name, value in scope["headers"]:
            match name:
                case b"accept-encoding":
                    accepted = value
                case b"if-none-match":
                    none_match = value
                case b"authorization":
                    has_key = True
                case b"cookie":
                    cookie = value
                    has_key = has_key or COOKIE.encode() in value
        takes = takes_gzip(accepted.decode("latin-1"))
        return cls(scope["method"], takes, none_match.decode("latin-1"), has_key, bool(cookie))


class _PreparedResponse(Response):
    """A response with known headers."""

    def __init__(self, status: int, body: bytes, headers: list[tuple[bytes, bytes]]) -> None:
        self.status_code = status
        self.background = None
        self.body = body
        self.raw_headers = headers


def response(preferences: ResponsePreferences, kept: CachedResponse) -> Response:
    """The response in the form that the request accepts."""
    packed = kept.packed if preferences.gzip else None
    tag = f'"{kept.tag}-gzip"' if packed else f'"{kept.tag}"'
    headers = [(b"etag", tag.encode()), *kept.headers]
    if is_same(preferences.none_match, kept.tag):
        return _PreparedResponse(304, b"", headers)
    body = packed or kept.body
    headers.append((b"content-length", str(len(body)).encode()))
    if packed:
        headers.append((b"content-encoding", b"gzip"))
    return _PreparedResponse(200, b"" if preferences.method == "HEAD" else body, headers)


def takes_gzip(accepted: str) -> bool:
    """Whether a client understands gzip.

    >>> takes_gzip("br, gzip;q=0.5"), takes_gzip("gzip;q=0, br"), takes_gzip("")
    (True, False, False)
    """
    for part in accepted.lower().split(","):
        name, _, quality = part.partition(";")
        if name.strip() in ("gzip", "*"):
            return quality.replace(" ", "") not in ("q=0", "q=0.0", "q=0.00", "q=0.000")
    return False


def is_same(tags: str, tag: str) -> bool:
    """Whether one of the tags is this one, compressed or not.

    >>> is_same('W/"11", "12-gzip"', "12"), is_same('"12-staff"', "12"), is_same("*", "12")
    (True, False, True)
    """
    if not tags:
        return False
    known = (part.strip().removeprefix("W/").strip('"') for part in tags.split(","))
    return any(one == "*" or one.removesuffix("-gzip") == tag for one in known)
