"""The language of a request: the one chosen on the pages, or the one the client prefers."""

from starlette.requests import cookie_parser
from starlette.types import ASGIApp, Receive, Scope, Send

from fairpair.language.languages import language_for
from fairpair.language.texts import use

COOKIE = "fairpair_language"
"""With an underscore, which no ID has: `fairpair-language` is the login of a tournament."""
"""Holds the language that a reader chose."""


class LanguageMiddleware:
    """Makes the language of each request current. Add it last, so that it applies to everything."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer in the language of the request."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        with use(language_of(scope), vocabulary=""):
            await self._app(scope, receive, send)


def language_of(scope: Scope) -> str:
    """The language of a request; English if it asks for no known language."""
    accepted, chosen = [], None
    for name, value in scope["headers"]:
        if name == b"accept-language":
            accepted.append(value.decode("latin-1"))
        elif name == b"cookie" and COOKIE.encode() in value:
            chosen = cookie_parser(value.decode("latin-1")).get(COOKIE, chosen)
    return language_for(chosen, ",".join(accepted))
