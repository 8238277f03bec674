"""The pages that people see: all of them put together, with their files and headers."""

from dataclasses import dataclass
from http import HTTPStatus

from fastapi import FastAPI, Request, Response
from fastapi.staticfiles import StaticFiles
from starlette.convertors import IntegerConvertor, register_url_convertor
from starlette.exceptions import HTTPException
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from fairpair.app.service import Service
from fairpair.core.errors import DomainError, NotFoundError
from fairpair.http.authentication import Guard
from fairpair.http.problems import framework_problem, problem
from fairpair.http.response_cache import ResponseCache
from fairpair.web import front, new, public
from fairpair.web.desk import (
    access,
    changes,
    files,
    history,
    overview,
    player,
    players,
    ranking,
    rounds,
    settings,
    tables,
)
from fairpair.web.rendering import STATIC
from fairpair.web.site import Site

_POLICY = (
    "default-src 'self'; img-src 'self' data:; object-src 'none'; base-uri 'none';"
    " form-action 'self'; frame-ancestors 'none'"
)
_HEADERS = [
    (b"content-security-policy", _POLICY.encode()),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"same-origin"),
]
_NO_PAGE = NotFoundError("no-page")


class _Number(IntegerConvertor):
    """A number in an address; Python refuses to read one with thousands of digits."""

    regex = "[0-9]{1,18}"


# Instead of Starlette's own, so that no page has to remember it.
register_url_convertor("int", _Number())


@dataclass
class Headers:
    """Puts what keeps browsers from harm on every answer."""

    app: ASGIApp

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass it on, and the answer back with the headers."""

        async def with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                message["headers"] = [*message["headers"], *_HEADERS]
            await send(message)

        await self.app(scope, receive, with_headers)


def install(app: FastAPI, service: Service, guard: Guard, cache: ResponseCache) -> None:
    """Add the pages, their files and their headers to the application."""
    site = Site(service, guard, cache)

    def refused(request: Request, error: Exception) -> Response:
        assert isinstance(error, DomainError)  # noqa: S101  the class it is registered for
        if request.url.path.startswith("/api/") or request.url.path == "/metrics":
            return problem(error)
        return site.error_page(request, error)

    def missing(request: Request, error: Exception) -> Response:
        assert isinstance(error, HTTPException)  # noqa: S101  the class it is registered for
        for_people = not request.url.path.startswith(("/api", "/metrics", "/static/"))
        if error.status_code == HTTPStatus.NOT_FOUND and for_people:
            return site.error_page(request, _NO_PAGE)
        return framework_problem(request, error)

    app.add_exception_handler(DomainError, refused)
    app.add_exception_handler(HTTPException, missing)
    app.add_middleware(Headers)
    setting_up = (overview, players, player, settings, history, access, files)
    running = (rounds, tables, changes, ranking)
    for part in (front, new, public, *setting_up, *running):
        app.include_router(part.router(site))
    app.mount("/static", StaticFiles(directory=STATIC), name="static")
