"""No page of another site may act with the login of a visitor (CSRF).

Every change by cookie is refused if its `Origin` is another site. The forms of our own pages carry
a token as well.
"""

import hashlib
import hmac
import secrets
from urllib.parse import urlsplit

from fastapi import Request

from fairpair.core.errors import ForbiddenError
from fairpair.core.ids import TournamentId
from fairpair.http.sessions import session_keys

_CHANGES_NOTHING = {"GET", "HEAD", "OPTIONS"}


def reject_cross_origin(request: Request) -> None:
    """Refuse a change that the page of another origin asked for.

    Browsers say where a request comes from, and pages cannot make them lie: `Sec-Fetch-Site` to
    servers with https and on this computer, `Origin` to all. Without both it was no browser.
    """
    if request.method in _CHANGES_NOTHING:
        return
    site = request.headers.get("sec-fetch-site")
    origin = request.headers.get("origin")
    if site is not None:
        foreign = site not in ("same-origin", "none")
    else:
        # Behind a proxy the scheme may differ from the one the browser used: hosts are compared.
        foreign = origin is not None and _host(origin) != request.headers.get("host", "").lower()
    if foreign:
        raise ForbiddenError("foreign-origin")


def _host(origin: str) -> str | None:
    """With the port, unless it is the usual one; None for what is no address (`null`).

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
    """What our own forms carry; it follows from the cookie and shows nothing of it.

    It is another one on every page: who sees how long packed pages are learns nothing from it
    (BREACH). Answers to forms, which may show new keys, are not packed.
    """
    return _token(request, tournament, secrets.token_hex(8))


def require_form_token(request: Request, tournament: TournamentId | None, found: str) -> None:
    """Refuse a form whose token is not from this login."""
    expected = _token(request, tournament, found[:16])
    if not hmac.compare_digest(found.encode(), expected.encode()):
        raise ForbiddenError("form-too-old")


def _token(request: Request, tournament: TournamentId | None, salt: str) -> str:
    session = next(session_keys(request, tournament), "")
    return salt + hashlib.sha256(f"form {salt} {session}".encode()).hexdigest()[:32]
