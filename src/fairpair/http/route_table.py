"""Finds the route of a request by the parts of its path, instead of trying every pattern."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import field
from functools import cached_property
from itertools import count
from threading import Lock

from fastapi import APIRouter, FastAPI
from starlette.concurrency import run_in_threadpool
from starlette.routing import BaseRoute, Match, Route
from starlette.types import Receive, Scope, Send

from fairpair.core.dataclass import dataclass

_ANY = None
"""Stands for a part of a path that is or has a parameter."""
_Numbered = tuple[int, Route]


@dataclass(slots=True)
class _Node:
    """What can follow the beginning of a path, and the routes that end there, by method."""

    children: dict[str | None, "_Node"] = field(default_factory=dict)
    routes: dict[str, list[_Numbered]] = field(default_factory=dict)


class LateRoutes(BaseRoute):
    """Routes whose modules are imported at the first request for an address that may be theirs.

    `below` is how their addresses begin. Whoever lists all routes finds them in `original_router`,
    which is what FastAPI calls the router of routes that were included.
    """

    def __init__(self, below: tuple[str, ...], make: Callable[[], Iterable[APIRouter]]) -> None:
        self.below = below
        self._make = make

    @cached_property
    def original_router(self) -> APIRouter:
        """All of them; imports their modules."""
        made = APIRouter()
        for part in self._make():
            made.routes.extend(flat_routes(part.routes))
        return made

    def matches(self, _scope: Scope) -> tuple[Match, Scope]:
        """No: `RouteTable` has put the routes in this place if the address may be theirs."""
        return Match.NONE, {}


class RouteTable:
    """Leads requests to the routes of a router; of several that match, the first one counts.

    What it does not find is left to the router: mounted folders, addresses that do not exist, or
    not with this method, or not with this slash at the end.
    """

    def __init__(self, router: APIRouter) -> None:
        self._router = router
        self._importing = Lock()
        self._fill()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Hand the request to its route."""
        route = self.find(scope) if scope["type"] == "http" else None
        if route is None and scope["type"] == "http":
            path = scope["path"].removeprefix(scope.get("root_path", ""))
            if any(path.startswith(one.below) for one in self._late):
                await run_in_threadpool(self._import_routes, path)
                route = self.find(scope)
        if route is None:
            await self._router.app(scope, receive, send)
        else:
            await route.handle(scope, receive, send)

    def find(self, scope: Scope) -> Route | None:
        """The route of a request, whose scope then has the parameters of the path."""
        if scope.get("root_path"):
            return None
        for _, route in self._candidates(scope["method"], scope["path"]):
            match, found = route.matches(scope)
            if match is Match.FULL:
                scope.setdefault("router", self._router)
                scope.update(found)
                return route
        return None

    def _import_routes(self, path: str) -> None:
        """Put late routes below which this address may be in their places."""
        with self._importing:
            routes: list[BaseRoute] = []
            for one in self._router.routes:
                is_due = isinstance(one, LateRoutes) and path.startswith(one.below)
                routes += flat_routes([one]) if is_due else [one]
            self._router.routes = routes
            self._fill()

    def _fill(self) -> None:
        root, numbers = _Node(), count()
        for route in self._router.routes:
            if isinstance(route, Route) and ":path}" not in route.path:
                _add(root, next(numbers), route)
        self._root = root
        self._late = [one for one in self._router.routes if isinstance(one, LateRoutes)]

    def _candidates(self, method: str, path: str) -> list[_Numbered]:
        nodes = [self._root]
        for part in path.split("/"):
            keys = (part, _ANY)
            nodes = [node.children[key] for node in nodes for key in keys if key in node.children]
        found = [one for node in nodes for one in node.routes.get(method, ())]
        return sorted(found, key=lambda one: one[0]) if len(found) > 1 else found


def _add(node: _Node, number: int, route: Route) -> None:
    for part in route.path.split("/"):
        node = node.children.setdefault(_ANY if "{" in part else part, _Node())
    for method in route.methods or ():
        node.routes.setdefault(method, []).append((number, route))


def add_routes(app: FastAPI, router: APIRouter) -> None:
    """Add the routes themselves, so that they can be found without the router between."""
    app.router.routes.extend(flat_routes(router.routes))


def add_late_routes(
    app: FastAPI, below: tuple[str, ...], make: Callable[[], Iterable[APIRouter]]
) -> None:
    """Add routes that `make` imports when somebody needs them; `below` is how all of their
    addresses begin.
    """
    app.router.routes.append(LateRoutes(below, make))


def flat_routes(routes: Iterable[BaseRoute]) -> Iterator[BaseRoute]:
    """All routes, those of included routers too."""
    for route in routes:
        included = getattr(route, "original_router", None)
        yield from (route,) if included is None else flat_routes(included.routes)
