"""Routes that are cheap until they are used."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from fastapi import APIRouter
from fastapi.routing import APIRoute
from starlette.routing import Route
from starlette.types import Receive, Scope, Send


class LateRoute(APIRoute):
    """A route whose function is read by FastAPI at the first request for it.

    Of almost four hundred routes a server uses few: reading all of them at once would be a fifth of
    the time of its start, and several megabytes that stay.
    """

    _is_read = False

    def __init__(self, path: str, endpoint: Callable[..., Any], **options: Any) -> None:
        methods = set(options.get("methods") or {"GET"})
        Route.__init__(self, path, endpoint, methods=methods, name=options.get("name"))
        self.methods = methods  # Starlette adds HEAD
        self.include_in_schema = options.get("include_in_schema", True)
        self._options = options

    async def handle(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request."""
        self.read()
        await super().handle(scope, receive, send)

    def read(self) -> None:
        """Work out how the function gets its arguments, unless that was done before."""
        if not self._is_read:
            now = {"methods": self.methods, "include_in_schema": self.include_in_schema}
            with _without_old_models():
                super().__init__(self.path, self.endpoint, **{**self._options, **now})
            self._is_read = True

    def described(self) -> APIRoute:
        """The route for the description of the API."""
        self.read()
        return self


@contextmanager
def _without_old_models() -> Iterator[None]:
    """Keep FastAPI from importing what it compares types with only to refuse them: the models of
    pydantic's first version, two megabytes.
    """
    if "pydantic.v1" in sys.modules:
        yield
        return
    sys.modules["pydantic.v1"] = None  # type: ignore[assignment]
    try:
        yield
    finally:
        sys.modules.pop("pydantic.v1", None)


def page_router() -> APIRouter:
    """A router for pages."""
    return APIRouter(include_in_schema=False, route_class=LateRoute)
