"""The web application: REST API and pages on one origin, and what runs beside them."""

import asyncio
import logging
from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager
from functools import partial
from threading import Thread
from typing import TYPE_CHECKING

from fastapi import APIRouter, FastAPI
from starlette.concurrency import run_in_threadpool

from fairpair import __version__
from fairpair.api import live as live_api
from fairpair.api import monitoring, routes
from fairpair.app.access.keys import Access
from fairpair.app.deletion import erase_expired
from fairpair.app.late import Late
from fairpair.app.service import Service
from fairpair.app.version_tracker import VersionTracker
from fairpair.app.webhooks.delivery import Deliverer
from fairpair.app.webhooks.registry import Webhooks
from fairpair.app.webhooks.sender import Sender
from fairpair.bootstrap import open_access
from fairpair.core.errors import DomainError, StorageError
from fairpair.formats.pictures import LARGEST_FILE, PictureKind
from fairpair.formats.rating_lists.source import MOST_BYTES
from fairpair.http.authentication import Guard
from fairpair.http.language import LanguageMiddleware
from fairpair.http.limits import CommandQueue, RequestLimit
from fairpair.http.metrics import Metrics
from fairpair.http.reach import Listener
from fairpair.http.request_log import RequestLogMiddleware
from fairpair.http.response_cache import FastPath, ResponseCache
from fairpair.http.route_table import RouteTable, add_late_routes, add_routes
from fairpair.http.sharing import Sharing
from fairpair.http.streams import Hub
from fairpair.process_limits import MIB
from fairpair.web import pages

if TYPE_CHECKING:  # most servers do none of it
    from fairpair.app.laboratory.jobs import LabJobs
    from fairpair.app.odds.jobs import OddsJobs
    from fairpair.app.rating_lists.jobs import ListImports

_logger = logging.getLogger(__name__)
_UNKNOWN = Listener()
_DAY = 24 * 60 * 60


def make_app(  # noqa: PLR0913  the keyword-only ones have defaults
    service: Service,
    access: Access | None = None,
    *,
    allow_private_webhooks: bool = False,
    update_lists: bool = False,
    listener: Listener = _UNKNOWN,
    wrong_keys: int = 20,
    commands: CommandQueue | None = None,
) -> FastAPI:
    """The web application: REST API and pages on one origin.

    `wrong_keys` is how many of them one address may try, `commands` counts those that wait to be
    carried out; `listener` is where the server listens. With `update_lists` rating lists are
    compared with what is published every day.
    """
    live = VersionTracker(service.store)
    cache = ResponseCache(service, live)
    guard = Guard(access or open_access(service), service, version=live.version, wrong=wrong_keys)
    app = FastAPI(
        title="Fairpair", version=__version__, docs_url=None, redoc_url=None, openapi_url=None
    )
    app.state.listener = listener
    app.state.sharing = Sharing(cache.forget_addresses)
    app.state.laboratory = Late(_lab_jobs)
    app.state.odds = Late(partial(_odds_jobs, cache))
    app.state.list_imports = Late(partial(_list_imports, service, allow_private_webhooks))
    routes.install(app, service, guard, cache)
    app.add_middleware(FastPath, cache=cache)
    pages.install(app, service, guard, cache)
    app.add_middleware(
        RequestLimit,
        larger={
            "/api/tournaments/import": 32 * MIB,
            "/new": 32 * MIB,
            "/api/lists": MOST_BYTES,
            "/lists/upload": MOST_BYTES + MIB,
        },
        larger_below={
            **{f"/pictures/{kind}": LARGEST_FILE + MIB for kind in PictureKind},
            "/settings": len(PictureKind) * LARGEST_FILE + MIB,
        },
        commands=commands or CommandQueue(),
    )
    _install_operations(app, service, live, allow_private_webhooks, update_lists)
    app.router.middleware_stack = RouteTable(app.router)
    return app


async def erase_expired_daily(service: Service, interval: float = _DAY) -> None:
    """Erase what was deleted too long ago to be restored: now, and every `interval` seconds."""
    while True:
        try:
            await run_in_threadpool(erase_expired, service)
        except StorageError as error:  # the next time may do better
            _logger.warning("What was deleted too long ago could not be erased: %s", error)
        except Exception:
            _logger.exception("What was deleted too long ago could not be erased")
        await asyncio.sleep(interval)


async def update_lists_daily(imports: "ListImports", interval: float = _DAY / 96) -> None:
    """Update the rating lists that were not compared with what is published for a day: looked at
    now, and every `interval` seconds. Only the look at the lists is done here.
    """
    while True:
        try:
            await run_in_threadpool(imports.update_due)
        except DomainError as error:  # somebody else imports, or the next time may do better
            _logger.warning("The rating lists could not be updated: %s", error)
        except Exception:
            _logger.exception("The rating lists could not be updated")
        await asyncio.sleep(interval)


def _install_operations(
    app: FastAPI,
    service: Service,
    live: VersionTracker,
    allow_private: bool,
    update_lists: bool,
) -> None:
    """Live streams, webhooks, metrics and logs; what runs beside the requests."""
    metrics = Metrics()
    service.noticed = metrics.command
    service.backed_up = metrics.backup
    hub = Hub(live, counted=metrics.streams)
    webhooks = Webhooks(service.store, lambda: service.now, allow_private=allow_private)

    @asynccontextmanager
    async def lifespan(_app: FastAPI) -> AsyncIterator[None]:
        sender = Sender(allow_private=allow_private)
        deliverer = Deliverer(service, live, sender, counted=metrics.delivery)
        deliverer.start()
        Thread(target=app.state.listing.load, name="fairpair-list", daemon=True).start()
        daily = [asyncio.create_task(erase_expired_daily(service))]
        if update_lists:
            daily.append(asyncio.create_task(update_lists_daily(app.state.list_imports.get())))
        try:
            yield
        finally:
            for task in daily:
                task.cancel()
            hub.close()
            deliverer.stop()
            for jobs in (app.state.odds, app.state.laboratory):
                if jobs.made is not None:
                    jobs.made.close()
            live.close()

    app.router.lifespan_context = lifespan
    app.state.stopping = [hub.close]
    app.state.webhooks = webhooks
    add_routes(app, live_api.router(hub, live))
    add_late_routes(app, ("/api/",), _operations)
    add_routes(app, monitoring.router(service, metrics))
    app.add_middleware(RequestLogMiddleware, metrics=metrics)
    app.add_middleware(LanguageMiddleware)


def _operations() -> Iterable[APIRouter]:
    from fairpair.api import sharing, webhooks  # noqa: PLC0415 - as all operations, when needed

    return webhooks.routes, sharing.routes


def _lab_jobs() -> "LabJobs":
    from fairpair.app.laboratory.jobs import LabJobs  # noqa: PLC0415

    return LabJobs()


def _odds_jobs(cache: ResponseCache) -> "OddsJobs":
    from fairpair.app.odds.jobs import OddsJobs  # noqa: PLC0415

    jobs = OddsJobs()
    # Pages with odds have another content than before.
    jobs.finished = cache.forget_addresses
    return jobs


def _list_imports(service: Service, allow_private: bool) -> "ListImports":
    from fairpair.app.rating_lists.jobs import ListImports  # noqa: PLC0415

    imports = ListImports(lambda: service.store.rating_lists, lambda: service.now)
    imports.allow_private = allow_private
    return imports
