"""The only place that picks a storage and a clock, and puts the shells together."""

import os
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

from fairpair.cli.main import cli
from fairpair.cli.parts import Parts
from fairpair.cli.places import is_default
from fairpair.core.errors import InvalidInputError

if TYPE_CHECKING:
    from fastapi import FastAPI

    from fairpair.app.access.keys import Access
    from fairpair.app.live import Live
    from fairpair.app.service import Service


def main() -> None:
    """The `fairpair` command."""
    cli(obj=Parts(open_service, open_access, make_app, backup), prog_name="fairpair")


def open_service(url: str, *, create: bool = True) -> "Service":
    """The service on the database at this address; without `create` it must be there already."""
    # Here, as elsewhere: `fairpair --help` needs none of it.
    from fairpair.app.service import Service
    from fairpair.app.use_cases.advancing import advance
    from fairpair.storage import open_store

    store = open_store(url, make_parents=create and is_default(url), create=create)
    # PostgreSQL has its own ways to keep copies.
    return Service(store, utc_now, getattr(store, "keep_backup", None), advance)


def utc_now() -> str:
    """Now, as ISO 8601 in UTC."""
    return datetime.now(UTC).isoformat(timespec="microseconds")


def open_access(service: "Service") -> "Access":
    """The keys of this service's store; the administrator's may be set in the environment."""
    from fairpair.app.access.key_texts import ADMIN_KEY, chosen_digest
    from fairpair.app.access.keys import Access

    chosen = os.environ.get(ADMIN_KEY)
    return Access(service.store.keys, utc_now, chosen_digest(chosen) if chosen else None)


def make_app(
    service: "Service",
    access: "Access | None" = None,
    *,
    allow_private_webhooks: bool = False,
    wrong_keys: str = "20/minute",
) -> "FastAPI":
    """The web application: REST API and pages on one origin.

    `wrong_keys` is how many of them one address may try.
    """
    from fastapi import FastAPI

    from fairpair import __version__
    from fairpair.api import routes
    from fairpair.app.live import Live
    from fairpair.http.authentication import Guard
    from fairpair.http.limits import MIB, BodyLimit
    from fairpair.http.response_cache import FastPath, ResponseCache
    from fairpair.web import pages

    live = Live(service.store)
    cache = ResponseCache(service, live)
    guard = Guard(access or open_access(service), service, version=live.version, wrong=wrong_keys)
    app = FastAPI(
        title="Fairpair", version=__version__, docs_url=None, redoc_url=None, openapi_url=None
    )
    routes.install(app, service, guard, cache)
    app.add_middleware(FastPath, cache=cache)
    pages.install(app, service, guard, cache)
    app.add_middleware(BodyLimit, larger={"/api/tournaments/import": 32 * MIB, "/new": 32 * MIB})
    _install_operations(app, service, live, allow_private_webhooks)
    return app


def _install_operations(
    app: "FastAPI", service: "Service", live: "Live", allow_private: bool
) -> None:
    """Live streams, webhooks, metrics and logs; what runs beside the requests."""
    from fairpair.api import live as live_api
    from fairpair.api import monitoring
    from fairpair.api import webhooks as webhooks_api
    from fairpair.app.webhooks.delivering import Deliverer
    from fairpair.app.webhooks.posting import Post
    from fairpair.app.webhooks.registry import Webhooks
    from fairpair.http.metrics import Metrics
    from fairpair.http.request_log import RequestLogMiddleware
    from fairpair.http.streams import Hub

    metrics = Metrics()
    service.noticed = metrics.command
    hub = Hub(live, counted=metrics.streams)
    webhooks = Webhooks(service.store, utc_now, allow_private=allow_private)

    @asynccontextmanager
    async def lifespan(_app: "FastAPI") -> AsyncIterator[None]:
        post = Post(allow_private=allow_private)
        deliverer = Deliverer(service, live, post, counted=metrics.delivery)
        deliverer.start()
        try:
            yield
        finally:
            hub.close()
            deliverer.stop()
            live.close()

    app.router.lifespan_context = lifespan
    app.state.stopping = [hub.close]
    app.include_router(live_api.router(hub, live))
    app.include_router(webhooks_api.router(webhooks))
    app.include_router(monitoring.router(service, metrics))
    app.add_middleware(RequestLogMiddleware, metrics=metrics)


def backup(url: str, target: Path, *, overwrite: bool) -> None:
    """Write a consistent copy of a SQLite database, also while a server works with it."""
    from fairpair.storage import open_store
    from fairpair.storage.sqlite import SqliteStore

    store = open_store(url, create=False)
    try:
        if not isinstance(store, SqliteStore):
            raise InvalidInputError(
                "no-file-to-copy",
                "Only a SQLite database can be copied like this.",
                "For PostgreSQL use its own tool: pg_dump.",
            )
        store.backup(target, overwrite=overwrite)
    finally:
        store.close()
