"""Summaries of tournaments in a database table."""

from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager

from sqlalchemy import Connection, delete, insert, select

from fairpair.core.ids import TournamentId
from fairpair.core.summaries import StoredSummary
from fairpair.storage.batches import batched
from fairpair.storage.keys import Rows
from fairpair.storage.schema import summaries as table


class SqlSummaries:
    """A `SummaryStore` over the table `summaries` of a store."""

    def __init__(
        self, rows: Rows, changing: Callable[[str], AbstractContextManager[Connection]]
    ) -> None:
        self._rows = rows
        self._changing = changing

    def all(self) -> dict[TournamentId, StoredSummary]:
        """Every summary that is kept, of whatever version."""
        found = (StoredSummary(*row) for row in self._rows(select(*table.c)))
        return {one.tournament: one for one in found}

    def keep(self, summaries: Sequence[StoredSummary]) -> None:
        """Keep these in place of those before."""
        new = {one.tournament: one for one in summaries}
        if not new:
            return
        with self._changing("summaries") as connection:
            for some in batched(list(new)):
                connection.execute(delete(table).where(table.c.tournament.in_(some)))
            connection.execute(insert(table), [_values(one) for one in new.values()])


def _values(one: StoredSummary) -> dict[str, object]:
    return dict(
        zip(table.c.keys(), (one.tournament, one.version, one.edition, one.text), strict=True)
    )
