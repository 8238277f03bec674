"""Every route of an application, and which of them belong to the API."""

from collections.abc import Iterable, Iterator
from typing import Any

from starlette.routing import Mount


def ours(path: str) -> bool:
    """The pages have a matrix of their own, in `tests/web/test_pages_matrix.py`."""
    return path.startswith(("/api", "/static", "/metrics", "/login/"))


def routes_of(routes: Iterable[Any]) -> Iterator[tuple[str, str]]:
    """Method and path of everything there is, whether it is described or not."""
    for route in routes:
        if hasattr(route, "original_router"):
            yield from routes_of(route.original_router.routes)
        elif isinstance(route, Mount):
            yield "MOUNT", route.path
        else:
            yield from ((method, route.path.replace(":path}", "}")) for method in route.methods)
