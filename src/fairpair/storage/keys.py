"""Access keys in a database table."""

from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from dataclasses import asdict
from typing import Any, Protocol

from sqlalchemy import Connection, Row, Select, delete, insert, select, update

from fairpair.core.ids import TournamentId
from fairpair.core.keys import StoredKey
from fairpair.storage.batches import batched
from fairpair.storage.schema import access_keys as table

_COLUMNS = tuple(table.c)
_LOCK = "access keys"


class Rows(Protocol):
    """Reads from the store's database."""

    def __call__(self, statement: Select[*tuple[Any, ...]]) -> Sequence[Row[*tuple[Any, ...]]]:
        """All rows of the answer."""


class SqlKeys:
    """A `KeyStore` over the table `access_keys` of a store."""

    def __init__(
        self, rows: Rows, changing: Callable[[str], AbstractContextManager[Connection]]
    ) -> None:
        self._rows = rows
        self._changing = changing

    def add(self, keys: Sequence[StoredKey]) -> None:
        """Keep new keys, all or none; sessions and links that have expired by then go."""
        if not keys:
            return
        stale = delete(table).where(
            table.c.kind != "key", table.c.expires_at <= max(key.created_at for key in keys)
        )
        with self._changing(_LOCK) as connection:
            connection.execute(stale)
            connection.execute(insert(table), [asdict(key) for key in keys])

    def find(self, digest: str) -> StoredKey | None:
        """The key with this digest, living or not."""
        found = self._rows(select(*_COLUMNS).where(table.c.digest == digest))
        return StoredKey(*found[0]) if found else None

    def of(self, tournament: TournamentId | None) -> list[StoredKey]:
        """The keys of a tournament, or of the server with None, oldest first."""
        statement = select(*_COLUMNS).where(
            table.c.kind == "key", table.c.tournament.is_not_distinct_from(tournament)
        )
        ordered = statement.order_by(table.c.created_at, table.c.digest)
        return [StoredKey(*row) for row in self._rows(ordered)]

    def revoke(self, digests: Sequence[str], at: str) -> int:
        """End keys, all or none; says how many of them were not ended before."""
        ended = 0
        with self._changing(_LOCK) as connection:
            for some in batched(digests):
                living = (table.c.digest.in_(some), table.c.revoked_at.is_(None))
                ended += connection.execute(
                    update(table).where(*living).values(revoked_at=at)
                ).rowcount
        return ended
