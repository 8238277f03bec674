"""The only place that picks a storage and a clock, and puts the shells together."""

from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

from fairpair.app.advancing import advance
from fairpair.app.service import Service
from fairpair.cli.main import Parts, cli
from fairpair.cli.places import is_default
from fairpair.core.errors import BadInput
from fairpair.storage import open_store

if TYPE_CHECKING:
    from fastapi import FastAPI


def main() -> None:
    """The `fairpair` command."""
    cli(obj=Parts(open_service, make_app, backup))


def open_service(url: str, *, create: bool = True) -> Service:
    """The service on the database at this address; without `create` it must be there already."""
    store = open_store(url, make_parents=create and is_default(url), create=create)
    # PostgreSQL has its own ways to keep copies.
    return Service(store, utc_now, getattr(store, "keep_backup", None), advance)


def utc_now() -> str:
    """Now, as ISO 8601 in UTC."""
    return datetime.now(UTC).isoformat(timespec="microseconds")


def make_app(service: Service) -> "FastAPI":
    """The web application: REST API and pages on one origin."""
    from fastapi import FastAPI

    from fairpair import __version__
    from fairpair.api import health, problems
    from fairpair.web import pages

    app = FastAPI(title="Fairpair", version=__version__, docs_url=None, redoc_url=None)
    problems.install(app)
    app.include_router(health.router(service))
    pages.install(app, service)
    return app


def backup(url: str, target: Path, *, overwrite: bool) -> None:
    """Write a consistent copy of a SQLite database, also while a server works with it."""
    from fairpair.storage.sqlite import SqliteStore

    store = open_store(url, create=False)
    try:
        if not isinstance(store, SqliteStore):
            raise BadInput(
                "no-file-to-copy",
                "Only a SQLite database can be copied like this.",
                "For PostgreSQL use its own tool: pg_dump.",
            )
        store.backup(target, overwrite=overwrite)
    finally:
        store.close()
