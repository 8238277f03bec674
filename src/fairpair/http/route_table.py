"""Finds the route of a request by the parts of its path, instead of trying every pattern."""

from collections.abc import Iterable, Iterator
from dataclasses import field
from itertools import count

from fastapi import APIRouter, FastAPI
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


class RouteTable:
    """Leads requests to the routes of a router; of several that match, the first one counts.

    What it does not find is left to the router: mounted folders, addresses that do not exist, or
    not with this method, or not with this slash at the end.
    """

    def __init__(self, router: APIRouter) -> None:
        self._router = router
        self._root = _Node()
        numbers = count()
        for route in router.routes:
            if isinstance(route, Route) and ":path}" not in route.path:
                self._add(next(numbers), route)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Hand the request to its route."""
        route = self.find(scope) if scope["type"] == "http" else None
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

    def _add(self, number: int, route: Route) -> None:
        node = self._root
        for part in route.path.split("/"):
            node = node.children.setdefault(_ANY if "{" in part else part, _Node())
        for method in route.methods or ():
            node.routes.setdefault(method, []).append((number, route))

    def _candidates(self, method: str, path: str) -> list[_Numbered]:
        nodes = [self._root]
        for part in path.split("/"):
            keys = (part, _ANY)
            nodes = [node.children[key] for node in nodes for key in keys if key in node.children]
        found = [one for node in nodes for one in node.routes.get(method, ())]
        return sorted(found, key=lambda one: one[0]) if len(found) > 1 else found


def add_routes(app: FastAPI, router: APIRouter) -> None:
    """Add the routes themselves, so that they can be found without the router between."""
    app.router.routes.extend(flat_routes(router.routes))


def flat_routes(routes: Iterable[BaseRoute]) -> Iterator[BaseRoute]:
    """All routes, those of included routers too."""
    for route in routes:
        included = getattr(route, "original_router", None)
        yield from (route,) if included is None else flat_routes(included.routes)
