"""All that can be attacked: found in the description of the API and in the application itself."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any

from fastapi.routing import APIRoute

from api.route_list import routes_of
from fairpair.app.printing import SHEETS
from fairpair.app.transfer.exports import EXPORTS
from fairpair.bootstrap import open_service
from fairpair.http.late_route import LateRoute
from fairpair.server import make_app

WORDS = (
    "did",
    "key",
    "next",
    "page",
    "paper",
    "q",
    "show",
    "find",
    "change",
    "round",
    "from",
    "me",
    "lang",
    "stage",
)
"""Names in the query of a page that only its code knows; others are found in links."""
MOUNTED = (
    "",
    "/",
    "/fairpair.css",
    "/../pages.py",
    "/..%2fpages.py",
    "/%2e%2e/%2e%2e/bootstrap.py",
    "//etc/passwd",
)


@dataclass(frozen=True, slots=True)
class Target:
    """One method of one address."""

    method: str
    path: str
    query: tuple[str, ...] = ()
    bodies: tuple[Any, ...] = ()
    """Good ones, as the description shows them."""
    fields: tuple[str, ...] = ()
    """The names in its body."""

    @property
    def is_api(self) -> bool:
        return self.path.startswith(("/api", "/metrics"))

    @property
    def writes(self) -> bool:
        return self.method not in ("GET", "HEAD")

    @property
    def route(self) -> str:
        return f"{self.method} {self.path}"


@dataclass(slots=True)
class Surface:
    """Everything there is; `parameters` are names that were seen in links and forms."""

    targets: list[Target]
    sheets: tuple[str, ...]
    parameters: set[str] = field(default_factory=lambda: set(WORDS))


def surface() -> Surface:
    """Of the application as it is now: a new route is attacked without being named here."""
    service = open_service("memory:")
    app = make_app(service)
    described = app.openapi()["paths"]
    found = {route: _target(*route, described) for route in sorted(set(routes_of(app.routes)))}
    queries = {(m, r.path): _queries(r) for r in _routes(app.routes) for m in r.methods or ()}
    service.close()
    targets = [t for route in found for t in found[route]]
    targets = [
        Target(t.method, t.path, t.query or queries.get((t.method, t.path), ()), t.bodies, t.fields)
        for t in targets
    ]
    return Surface(targets, (*SHEETS, *(one.path for one in EXPORTS)))


def _routes(routes: Iterable[Any]) -> Iterator[APIRoute]:
    for route in routes:
        if hasattr(route, "original_router"):
            yield from _routes(route.original_router.routes)
        elif isinstance(route, APIRoute):
            yield route


def _queries(route: APIRoute) -> tuple[str, ...]:
    if isinstance(route, LateRoute):
        route.read()
    return tuple(one.alias for one in route.dependant.query_params)


def _target(method: str, path: str, described: dict[str, Any]) -> list[Target]:
    if method == "MOUNT":
        return [Target("GET", f"{path}{below}") for below in MOUNTED]
    operation = described.get(path, {}).get(method.lower(), {})
    queries = [p["name"] for p in operation.get("parameters", []) if p["in"] == "query"]
    content = operation.get("requestBody", {}).get("content", {}).get("application/json", {})
    examples = [one["value"] for one in content.get("examples", {}).values()]
    fields = tuple(_names(content.get("schema", {})))
    return [Target(method, path, tuple(queries), tuple(examples), fields)]


def _names(schema: dict[str, Any]) -> Iterator[str]:
    yield from schema.get("properties", {})
    for part in schema.get("anyOf", []):
        yield from _names(part)
