"""Protection against cross-site request forgery (CSRF).

A change made with a login cookie is rejected if its `Origin` is another site. The forms of our own
pages also carry a token.
"""

import hashlib
import hmac
import secrets
from urllib.parse import urlsplit

from fastapi import Request

from fairpair.core.errors import ForbiddenError
from fairpair.core.ids import TournamentId
from fairpair.http.reach import public_url_of
from fairpair.http.sessions import session_keys

_CHANGES_NOTHING = {"GET", "HEAD", "OPTIONS"}


def reject_cross_origin(request: Request) -> None:
    """Reject a change that a page of another origin requested.

    Browsers state where a request comes from, and pages cannot forge it: `Sec-Fetch-Site` for https
    and for this computer, `Origin` always. A request without either does not come from a browser.
    """
    if request.method in _CHANGES_NOTHING:
        return
    site = request.headers.get("sec-fetch-site")
    origin = request.headers.get("origin")
    if site is not None:
        foreign = site not in ("same-origin", "none")
    else:
        # Behind a proxy the scheme may differ from the one the browser used: hosts are compared.
        # It may also ask under a name of its own.
        ours = (request.headers.get("host", "").lower(), _host(public_url_of(request)))
        foreign = origin is not None and (_host(origin) or "") not in ours
    if foreign:
        raise ForbiddenError("foreign-origin")


def _host(origin: str) -> str | None:
    """The host, with the port unless it is the default; None if it is not an address (`null`).

    >>> _host("https://Swiss.example:443"), _host("http://swiss.example:8000"), _host("null")
    ('swiss.example', 'swiss.example:8000', None)
    """
    try:
        parts = urlsplit(origin.lower())
        usual = {"http": 80, "https": 443}.get(parts.scheme)
        port = "" if parts.port in (None, usual) else f":{parts.port}"
    except ValueError:
        return None
    host = f"[{parts.hostname}]" if parts.hostname and ":" in parts.hostname else parts.hostname
    return f"{host}{port}" if host else None


def form_token(request: Request, tournament: TournamentId | None) -> str:
    """The token of our own forms; it is derived from the cookie without revealing it.

    It is different on every page, so that the size of compressed pages reveals nothing (BREACH).
    Responses to forms, which may contain new keys, are not compressed.
    """
    return _token(request, tournament, secrets.token_hex(8))


def require_form_token(request: Request, tournament: TournamentId | None, found: str) -> None:
    """Raise an error unless the token of the form belongs to this login."""
    expected = _token(request, tournament, found[:16])
    if not hmac.compare_digest(found.encode(), expected.encode()):
        raise ForbiddenError("form-too-old")


def _token(request: Request, tournament: TournamentId | None, salt: str) -> str:
    session = next(session_keys(request, tournament), "")
    return salt + hashlib.sha256(f"form {salt} {session}".encode()).hexdigest()[:32]
