"""Where the logs are kept: in memory, in one SQLite file, or in PostgreSQL.

The three stores keep the same promises (`fairpair.app.ports.EventStore`); one test class holds
them to it. Nothing here knows what an event means.
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
    """The store at this address, made or brought to the present schema if need be.

    What follows `sqlite:///` is taken as it is, so a path may hold any letter, `?`, `%` and `#`
    too. `make_parents` makes missing directories: for the default place, not for one somebody
    typed. Without `create` a file that is not there is refused: who wants to read would only
    find it empty. The library of PostgreSQL is loaded only for a store that needs it.
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
    # Only the scheme is repeated: the rest may hold a password.
    scheme = url.split(":", 1)[0]
    return StorageError(
        "unknown-database",
        f"This is not the address of a database (it begins with {scheme!r}).",
        "Write sqlite:///tournaments.db for a file here, sqlite:////srv/tournaments.db for one"
        " with its full path, postgresql://user@host/name, or memory: to keep nothing.",
    )
