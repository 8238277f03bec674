"""Webhooks in a database table."""

from collections.abc import Callable
from contextlib import AbstractContextManager
from dataclasses import asdict
from typing import Any

from sqlalchemy import Connection, Select, delete, func, insert, select, update

from fairpair.core.ids import TournamentId
from fairpair.core.webhooks import Webhook
from fairpair.storage.keys import Rows
from fairpair.storage.schema import events
from fairpair.storage.schema import webhooks as table

_COLUMNS = tuple(table.c)
_LOCK = "webhooks"
PROGRESS = (
    "delivered",
    "tries",
    "next_try",
    "problem",
    "stopped_at",
    "last_at",
    "held_until",
)
"""What `keep` writes."""


class SqlWebhooks:
    """A `WebhookStore` over the table `webhooks` of a store."""

    def __init__(
        self, rows: Rows, changing: Callable[[str], AbstractContextManager[Connection]]
    ) -> None:
        self._rows = rows
        self._changing = changing

    def add(self, webhook: Webhook, at_most: int) -> bool:
        """Keep a new one; False when its tournament has `at_most` already."""
        there = select(func.count()).where(table.c.tournament == webhook.tournament)
        with self._changing(_LOCK) as connection:
            if (connection.scalar(there) or 0) >= at_most:
                return False
            connection.execute(insert(table), asdict(webhook))
        return True

    def of(self, tournament: TournamentId) -> list[Webhook]:
        """The webhooks of a tournament, oldest first."""
        return self._found(select(*_COLUMNS).where(table.c.tournament == tournament))

    def remove(self, tournament: TournamentId, webhook: str) -> bool:
        """Forget one; False when it is not there."""
        where = (table.c.tournament == tournament, table.c.id == webhook)
        with self._changing(_LOCK) as connection:
            return connection.execute(delete(table).where(*where)).rowcount == 1

    def waiting(self, now: str) -> list[Webhook]:
        """Those whose log has grown and whom nobody is telling now, unless they are to wait."""
        last = select(func.max(events.c.seq)).where(events.c.tournament == table.c.tournament)
        where = (
            table.c.stopped_at == "",
            table.c.next_try <= now,
            table.c.held_until <= now,
            table.c.delivered < last.scalar_subquery(),
        )
        return self._found(select(*_COLUMNS).where(*where))

    def take(self, webhook: str, holder: str, now: str, until: str) -> Webhook | None:
        """Hold it until then, as it is now; None when somebody else does, or it is gone."""
        free = (table.c.id == webhook, table.c.held_until <= now)
        with self._changing(_LOCK) as connection:
            taken = update(table).where(*free).values(holder=holder, held_until=until)
            if connection.execute(taken).rowcount != 1:
                return None
            row = connection.execute(select(*_COLUMNS).where(table.c.id == webhook)).one()
        return Webhook(*row)

    def keep(self, webhook: Webhook) -> bool:
        """Write down how far it has come; False when the holder is another by now."""
        ours = (table.c.id == webhook.id, table.c.holder == webhook.holder)
        values = {name: getattr(webhook, name) for name in PROGRESS}
        with self._changing(_LOCK) as connection:
            return connection.execute(update(table).where(*ours).values(values)).rowcount == 1

    def _found(self, statement: Select[*tuple[Any, ...]]) -> list[Webhook]:
        ordered = statement.order_by(table.c.created_at, table.c.id)
        return [Webhook(*row) for row in self._rows(ordered)]
