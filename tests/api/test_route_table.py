"""The table of routes leads everywhere the framework's own search does."""

import asyncio
from contextlib import closing
from typing import Any

import httpx
import pytest
from fastapi import APIRouter, FastAPI
from starlette.convertors import IntegerConvertor
from starlette.routing import Match, Route
from starlette.types import Scope

from fairpair.bootstrap import open_service
from fairpair.http.route_table import LateRoutes, RouteTable, add_late_routes, flat_routes
from fairpair.server import make_app

METHODS = ("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE")
WORDS = ("cup", "1", "1-1-1", "new", "%", "standings.csv")


@pytest.fixture(scope="module")
def app() -> FastAPI:
    made = make_app(open_service("memory:"))
    made.router.routes = list(flat_routes(made.router.routes))
    return made


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


def test_late_routes_are_made_at_the_first_request_below_their_addresses() -> None:
    app, made = FastAPI(), list[str]()

    def make() -> list[APIRouter]:
        made.append("late")
        routes = APIRouter()
        routes.add_api_route("/late/{word}", lambda word: f"first {word}", methods=["GET"])
        routes.add_api_route("/late/{word}", lambda word: f"put {word}", methods=["PUT"])
        return [routes]

    add_late_routes(app, ("/late/",), make)
    app.add_api_route("/late/{word}/more", lambda word: f"more {word}")
    app.add_api_route("/late/{word}", lambda word: f"second {word}", methods=["GET", "DELETE"])
    app.router.middleware_stack = RouteTable(app.router)
    early = ask(app, ("GET", "/later"), ("GET", "/late/a/more"), ("DELETE", "/late/a"))
    assert [one.text for one in early] == ['{"detail":"Not Found"}', '"more a"', '"second a"']
    assert made == [], "nothing of theirs was needed"
    late = ask(app, ("PUT", "/late/a"), ("GET", "/late/a"), ("GET", "/late/a/"))
    assert [one.text for one in late] == ['"put a"', '"first a"', '"first a"']
    refused = ask(app, ("POST", "/late/a"), ("GET", "/late/a/b/c"))
    assert [one.status_code for one in refused] == [405, 404]
    assert made == ["late"]


def test_the_addresses_of_late_routes_begin_as_they_say() -> None:
    with closing(open_service("memory:")) as service:
        router = make_app(service).router
    found = [one for one in router.routes if isinstance(one, LateRoutes)]
    assert len(found) > 5
    table = RouteTable(router)
    for one in found:
        routes = [route for route in flat_routes([one]) if isinstance(route, Route)]
        paths = {route.path for route in routes}
        assert paths
        for route in routes:
            path = route.path.replace("{", "").replace("}", "").replace(":int", "")
            for method in route.methods or ():
                scope = {"type": "http", "method": method, "path": path, "headers": []}
                assert table.find(scope) is None, "a route that is there already hides it"
        assert not {path for path in paths if not path.startswith(one.below)}
        unused = {begin for begin in one.below if not any(p.startswith(begin) for p in paths)}
        assert not unused


@pytest.mark.parametrize(
    ("method", "path", "status"),
    [
        ("PUT", "/desk/cup/nowhere", 404),
        ("PUT", "/api/whoami", 405),
        ("GET", "/t/cup/standings/", 404),  # of the tournament, whose address ends without a slash
        ("GET", "/api/whoami", 200),
        ("GET", "/worker.js", 200),
    ],
)
def test_the_first_request_gets_what_a_later_one_gets(method: str, path: str, status: int) -> None:
    with closing(open_service("memory:")) as service:
        first, second = ask(make_app(service), *[(method, path)] * 2)
    assert (first.status_code, first.headers.get("allow")) == (status, second.headers.get("allow"))
    assert second.status_code == status


def ask(app: FastAPI, *requests: tuple[str, str]) -> list[httpx.Response]:
    """The answers to these requests, one after the other."""

    async def answers() -> list[httpx.Response]:
        transport = httpx.ASGITransport(app)
        async with httpx.AsyncClient(
            transport=transport, base_url="http://localhost", follow_redirects=True
        ) as client:
            return [await client.request(*one) for one in requests]

    return asyncio.run(answers())
