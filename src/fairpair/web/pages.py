"""The pages that people see."""

from collections.abc import Awaitable, Callable
from pathlib import Path

from fastapi import APIRouter, FastAPI, Request, Response
from fastapi.responses import HTMLResponse
from fastapi.staticfiles import StaticFiles
from jinja2 import Environment, FileSystemLoader, StrictUndefined

from fairpair import __version__
from fairpair.app.service import Service
from fairpair.app.views import summaries

_HERE = Path(__file__).parent
_PAGES = Environment(
    loader=FileSystemLoader(_HERE / "templates"), autoescape=True, undefined=StrictUndefined
)
_HEADERS = {
    "Content-Security-Policy": "default-src 'self'; frame-ancestors 'none'",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
}


def install(app: FastAPI, service: Service) -> None:
    """Add the pages, their files and their headers to the application."""
    routes = APIRouter(include_in_schema=False)

    @routes.get("/")
    def status() -> HTMLResponse:
        """What runs here."""
        page = _PAGES.get_template("status.html")
        return HTMLResponse(page.render(version=__version__, tournaments=summaries(service)))

    @app.middleware("http")
    async def headers(
        request: Request, answer: Callable[[Request], Awaitable[Response]]
    ) -> Response:
        response = await answer(request)
        response.headers.update(_HEADERS)
        return response

    app.include_router(routes)
    app.mount("/static", StaticFiles(directory=_HERE / "static"), name="static")
