"""The pages that people see: all of them put together, with their files and headers."""

from dataclasses import dataclass

from fastapi import FastAPI, Request, Response
from fastapi.staticfiles import StaticFiles
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from fairpair.api.guard import Guard
from fairpair.api.problems import problem
from fairpair.app.service import Service
from fairpair.core.errors import DomainError
from fairpair.web import front
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


def install(app: FastAPI, service: Service, guard: Guard) -> None:
    """Add the pages, their files and their headers to the application."""
    site = Site(service, guard)

    def refused(request: Request, error: Exception) -> Response:
        assert isinstance(error, DomainError)  # noqa: S101  the class it is registered for
        if request.url.path.startswith("/api/") or request.url.path == "/metrics":
            return problem(error)
        return site.refused(request, error)

    app.add_exception_handler(DomainError, refused)
    app.add_middleware(Headers)
    for part in (front,):
        app.include_router(part.router(site))
    app.mount("/static", StaticFiles(directory=STATIC), name="static")
