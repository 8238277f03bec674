"""The login of a browser: a session in a cookie that no script can read."""

import re
from collections.abc import Iterator
from urllib.parse import urlsplit

from fastapi import Request, Response

from fairpair.app.access.keys import Access, Login
from fairpair.core.ids import TournamentId
from fairpair.http.reach import public_url_of

COOKIE = "fairpair"
"""The administrator's cookie; that of a tournament has its id behind a hyphen."""
_OURS = re.compile(rf"{COOKIE}(-[a-z0-9-]+)?")


def cookie_name(tournament: TournamentId | None) -> str:
    """The cookie that holds the session for this tournament, or the administrator's."""
    return f"{COOKIE}-{tournament}" if tournament else COOKIE


def session_keys(request: Request, here: TournamentId | None) -> Iterator[str]:
    """The sessions of a browser that may count here: the tournament's, then the administrator's."""
    for name in dict.fromkeys((cookie_name(here), cookie_name(None))):
        if key := request.cookies.get(name):
            yield key


def all_session_keys(request: Request) -> list[str]:
    """Every session of a browser, whatever it is for."""
    return [key for name, key in request.cookies.items() if _OURS.fullmatch(name)]


def forget_logins(access: Access, request: Request, answer: Response) -> None:
    """End every login of this browser and delete its cookies."""
    for name, session in request.cookies.items():
        if _OURS.fullmatch(name):
            access.log_out(session)
            answer.delete_cookie(name, path="/", httponly=True, samesite="lax")


def remember_login(request: Request, answer: Response, login: Login) -> None:
    """Store the login in a cookie that no script can read."""
    answer.set_cookie(
        cookie_name(login.grant.tournament),
        login.key,
        max_age=login.seconds,
        path="/",
        secure="https" in (request.url.scheme, urlsplit(public_url_of(request)).scheme),
        httponly=True,
        samesite="lax",
    )
