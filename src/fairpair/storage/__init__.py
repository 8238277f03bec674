"""Stores for the logs: in memory, in one SQLite file, or in PostgreSQL.

The three stores implement the same contract (`fairpair.app.ports.EventStore`), and one test class
checks all of them. Nothing here knows what an event means.
"""

from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

from fairpair.core.errors import StorageError
from fairpair.storage.sqlite import MemoryStore, SqliteStore

if TYPE_CHECKING:
    from fairpair.storage.postgresql import PostgresStore

    Store: TypeAlias = MemoryStore | SqliteStore | PostgresStore

_SQLITE = "sqlite:///"
_POSTGRES = ("postgresql://", "postgres://")


def open_store(url: str, *, make_parents: bool = False, create: bool = True) -> "Store":
    """The store at this address, created or upgraded to the current schema if necessary.

    The text after `sqlite:///` is used unchanged, so a path may contain any character, even `?`,
    `%` and `#`. `make_parents` creates missing directories: for the default location, not for one
    that somebody typed. Without `create` a missing file is an error: a reader would only find it
    empty. The PostgreSQL library is loaded only for a store that needs it.
    """
    if url == "memory:":
        return MemoryStore()
    if url.startswith(_POSTGRES):
        from fairpair.storage.postgresql import PostgresStore  # noqa: PLC0415 - loads psycopg

        return PostgresStore(url)
    path = url.removeprefix(_SQLITE)
    if path in (url, "", ":memory:"):
        raise _unknown_address_error(url)
    return SqliteStore(Path(path), make_parents=make_parents, create=create)


def _unknown_address_error(url: str) -> StorageError:
    # Only the scheme is shown: the rest may contain a password.
    scheme = url.split(":", 1)[0]
    return StorageError("unknown-database", scheme=scheme)
