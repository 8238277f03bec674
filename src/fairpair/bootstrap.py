"""The only place that picks a storage and a clock."""

import os
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from datetime import UTC, datetime
from pathlib import Path

from fairpair.app.access.key_text import ADMIN_KEY, chosen_digest
from fairpair.app.access.keys import Access
from fairpair.app.service import Service
from fairpair.app.use_cases.automatic_advance import advance
from fairpair.cli.dependencies import is_default
from fairpair.core.errors import InvalidInputError, StorageError
from fairpair.extensions import activate
from fairpair.storage import open_store
from fairpair.storage.filelock import FileLock
from fairpair.storage.sqlite import SqliteStore


def open_service(url: str, *, create: bool = True) -> Service:
    """The service on the database at this address; without `create` it must be there already."""
    activate()
    store = open_store(url, make_parents=create and is_default(url), create=create)
    # PostgreSQL has its own ways to keep copies.
    return Service(store, utc_now, getattr(store, "keep_backup", None), advance)


def utc_now() -> str:
    """Now, as ISO 8601 in UTC."""
    return datetime.now(UTC).isoformat(timespec="microseconds")


def open_access(service: Service) -> Access:
    """The keys of this service's store; the administrator's may be set in the environment."""
    chosen = os.environ.get(ADMIN_KEY)
    return Access(service.store.keys, utc_now, chosen_digest(chosen) if chosen else None)


@contextmanager
def claim(path: Path) -> Iterator[bool]:
    """Whether this process is the only one in such a block; `<path>.lock` is the file of it."""
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    with ExitStack() as held:
        try:
            held.enter_context(FileLock(path, 0).held())
        except StorageError:
            yield False
        else:
            yield True


def backup(url: str, target: Path, *, overwrite: bool) -> None:
    """Write a consistent copy of a SQLite database, also while a server works with it."""
    store = open_store(url, create=False)
    try:
        if not isinstance(store, SqliteStore):
            raise InvalidInputError("no-file-to-copy")
        store.backup(target, overwrite=overwrite)
    finally:
        store.close()
