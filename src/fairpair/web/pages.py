"""The pages that people see: all of them put together, with their files and headers."""

import os
import re
from collections.abc import Callable, Iterable, Mapping
from functools import partial
from http import HTTPStatus
from pathlib import Path

from fastapi import APIRouter, FastAPI, Request, Response
from fastapi.staticfiles import StaticFiles
from starlette.convertors import IntegerConvertor, register_url_convertor
from starlette.exceptions import HTTPException
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from fairpair.app.access.grants import NOBODY
from fairpair.app.service import Service
from fairpair.core.dataclass import dataclass
from fairpair.core.errors import DomainError, NotFoundError
from fairpair.http.authentication import Guard
from fairpair.http.problems import framework_problem, problem
from fairpair.http.response_cache import ResponseCache
from fairpair.http.route_table import add_late_routes, add_routes
from fairpair.web import front
from fairpair.web.assets import STATIC, STYLESHEET, asset
from fairpair.web.site import PageRequest, Site

_POLICY = (
    "default-src 'self'; img-src 'self' data:; object-src 'none'; base-uri 'none';"
    " form-action 'self'; frame-ancestors "
)
_EMBEDDED = (b"content-security-policy", f"{_POLICY}*".encode())
_NOT_EMBEDDED = (b"content-security-policy", f"{_POLICY}'none'".encode())
_HEADERS = [
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"same-origin"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"permissions-policy", b"camera=(), geolocation=(), microphone=(), payment=(), usb=()"),
]
_NOT_KEPT = (b"cache-control", b"no-store")
"""For every answer that says nothing else about it."""
_KEPT = (b"cache-control", b"public, max-age=31536000, immutable")
"""For files whose address changes with their content."""
_EMBEDDABLE = re.compile(r"/t/[^/]+(/(?!player/|me(/|$)).*)?")
"""The public pages of a tournament; other sites may show them in a frame. A login is not sent to
frames of other sites, so they show what everybody sees.
"""
_CORS = [
    (b"access-control-allow-origin", b"*"),
    (b"access-control-expose-headers", b"ETag, Content-Language, Retry-After, X-Request-ID"),
]
"""Pages of other sites may read what everybody may read: browsers send no login along with `*`, and
an answer to somebody with a login or a key does not have it.
"""
_CREDENTIALS = (b"authorization", b"cookie")
_PREFLIGHT = {
    "Access-Control-Allow-Methods": "GET, HEAD",
    "Access-Control-Allow-Headers": "Accept-Language, If-None-Match",
    "Access-Control-Max-Age": "86400",
}
STYLEGUIDE = "FAIRPAIR_STYLEGUIDE"
"""Where this is set, `/styleguide` shows all components; for people who build pages."""
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
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        more = _headers_for(scope)

        async def with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                said = {name.lower() for name, _ in message["headers"]}
                # What an answer says itself counts.
                message["headers"] = [*message["headers"], *(h for h in more if h[0] not in said)]
            await send(message)

        answer = _preflight(scope)
        await (answer or self.app)(scope, receive, with_headers)


def _headers_for(scope: Scope) -> list[tuple[bytes, bytes]]:
    """What keeps browsers from harm, and who may read and embed the answer."""
    path, method = scope["path"], scope["method"]
    policy = _EMBEDDED if _EMBEDDABLE.fullmatch(path) else _NOT_EMBEDDED
    is_read = path.startswith("/api/") and method in ("GET", "HEAD", "OPTIONS")
    is_public = is_read and not any(name in _CREDENTIALS for name, _ in scope["headers"])
    caching = _KEPT if _is_fixed_file(scope) else _NOT_KEPT
    return [policy, caching, *_HEADERS, *(_CORS if is_public else ())]


def _is_fixed_file(scope: Scope) -> bool:
    return bool(scope["path"].startswith("/static/") and scope["query_string"])


def _preflight(scope: Scope) -> Response | None:
    """The answer to a browser that asks whether a page of another site may read."""
    if scope["method"] != "OPTIONS":
        return None
    if not any(name == b"access-control-request-method" for name, _ in scope["headers"]):
        return None
    is_api = scope["path"].startswith("/api/")
    return Response(status_code=204, headers=_PREFLIGHT) if is_api else None


def install(app: FastAPI, service: Service, guard: Guard, cache: ResponseCache) -> None:
    """Add the pages, their files and their headers to the application."""
    site = Site(service, guard, cache, app.state.odds)

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
    add_routes(app, front.router(site))
    for below, make in _LATE.items():
        add_late_routes(app, below, partial(make, site))
    if STYLEGUIDE in os.environ:
        app.add_api_route("/styleguide", partial(_styleguide, site), include_in_schema=False)
    app.mount("/static", _Files(directory=STATIC), name="static")


# Most servers are idle most of the time: what shows a page is imported when it is asked for.
# ruff: noqa: PLC0415


def _new(site: Site) -> Iterable[APIRouter]:
    from fairpair.web import laboratory, new, rating_lists, saved_presets

    return [part.router(site) for part in (new, laboratory, saved_presets, rating_lists)]


def _public(site: Site) -> Iterable[APIRouter]:
    from fairpair.web import public

    return [public.router(site)]


def _files(site: Site) -> Iterable[APIRouter]:
    from fairpair.web.public import files

    return [files.router(site)]


def _help(site: Site) -> Iterable[APIRouter]:
    from fairpair.web.help import pages

    return [pages.router(site)]


def _desk(site: Site) -> Iterable[APIRouter]:
    from fairpair.web.desk import (
        access,
        chances,
        changes,
        deletion,
        files,
        history,
        manage,
        numbers,
        overview,
        player,
        players,
        ranking,
        repair,
        rounds,
        screen,
        settings,
        sharing,
        tables,
        ties,
        verification,
    )

    setting_up = (overview, players, player, settings, history, verification, access, files)
    showing = (sharing, screen)
    running = (numbers, rounds, tables, changes, repair, ranking, ties, chances)
    ending = (manage, deletion)
    return [part.router(site) for part in (*setting_up, *showing, *running, *ending)]


_LATE: Mapping[tuple[str, ...], Callable[[Site], Iterable[APIRouter]]] = {
    ("/new", "/lab", "/presets", "/lists", "/desk/"): _new,
    ("/t/",): _public,
    ("/t/", "/worker.js", "/offline", "/manifest.webmanifest"): _files,
    ("/help",): _help,
    ("/desk/", "/deleted"): _desk,
}
"""What is below which addresses."""


class _Files(StaticFiles):
    """The files of the pages; the style sheet and the scripts are not sent as they are written."""

    async def get_response(self, path: str, scope: Scope) -> Response:
        """What is made from several files or shortened, else the file."""
        if path == STYLESHEET:
            return Response(asset(path), media_type="text/css")
        if path.endswith(".js") and (STATIC / Path(path).name).exists():
            return Response(asset(Path(path).name), media_type="text/javascript")
        return await super().get_response(path, scope)


def _styleguide(site: Site, request: Request) -> Response:
    return site.page(PageRequest(request, NOBODY), "styleguide.html")
