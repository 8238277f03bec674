"""The table of routes leads everywhere the framework's own search does."""

from typing import Any

import pytest
from fastapi import FastAPI
from starlette.convertors import IntegerConvertor
from starlette.routing import Match, Route
from starlette.types import Scope

from fairpair.bootstrap import open_service
from fairpair.http.route_table import RouteTable
from fairpair.server import make_app

METHODS = ("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE")
WORDS = ("cup", "1", "1-1-1", "new", "%", "standings.csv")


@pytest.fixture(scope="module")
def app() -> FastAPI:
    return make_app(open_service("memory:"))


def searched(app: FastAPI, scope: dict[str, Any]) -> tuple[Any, Any]:
    """The route that matches first, and its parameters, as the framework finds them."""
    for route in app.router.routes:
        match, found = route.matches(scope)
        if match is Match.FULL and isinstance(route, Route):
            return route, found["path_params"]
        if match is Match.FULL:
            break  # a mounted folder
    return None, {}


def paths(app: FastAPI) -> set[str]:
    """Addresses of all routes with several values, and such as nearly are."""
    found = {"", "/", "//", "/api", "/nowhere", "/static/fairpair.css", "/static/", "/api/docs/"}
    for route in app.router.routes:
        if not isinstance(route, Route):
            continue
        for word in WORDS:
            values = {
                name: 7 if isinstance(kind, IntegerConvertor) else word
                for name, kind in route.param_convertors.items()
            }
            path = route.path_format.format(**values)
            found |= {path, f"{path}/", path.rpartition("/")[0], f"{path}/x", path.upper()}
    return found


def test_it_finds_what_the_framework_finds(app: FastAPI) -> None:
    table, reached = RouteTable(app.router), set[int]()
    for path in paths(app):
        for method in METHODS:
            scope = {"type": "http", "method": method, "path": path, "headers": []}
            route, parameters = searched(app, dict(scope))
            reached.add(id(route))
            if route is not None and ":path}" in route.path:
                assert table.find(scope) is None, "it is left to the framework"
                continue
            assert table.find(scope) is route, (method, path)
            assert scope.get("path_params", {}) == parameters
    assert {id(route) for route in app.router.routes if isinstance(route, Route)} <= reached


def test_it_tries_few_patterns(app: FastAPI, monkeypatch: pytest.MonkeyPatch) -> None:
    """Which is what it is there for."""
    tried: list[Route] = []
    matches = Route.matches

    def counted(route: Route, scope: Scope) -> tuple[Match, Scope]:
        tried.append(route)
        return matches(route, scope)

    monkeypatch.setattr(Route, "matches", counted)
    path = "/api/tournaments/cup/pairings/1-1-1/result"
    RouteTable(app.router).find({"type": "http", "method": "PUT", "path": path, "headers": []})
    assert len(tried) == 1
