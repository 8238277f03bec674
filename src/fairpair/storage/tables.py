"""The tables beside the log: receipts, access keys, webhooks and summaries."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager
from dataclasses import asdict, astuple
from typing import Any, Protocol

from sqlalchemy import (
    Connection,
    Row,
    Select,
    delete,
    func,
    insert,
    select,
    update,
)
from sqlalchemy.exc import IntegrityError

from fairpair.core.errors import CommandRepeatedError
from fairpair.core.ids import TournamentId
from fairpair.core.stored import Receipt, StoredKey, StoredSummary
from fairpair.core.webhooks import Webhook
from fairpair.storage.schema import access_keys, events, receipts, summaries, webhooks, wrong_keys

_AT_ONCE = 500
"""Databases limit the number of parameters of one statement."""
PROGRESS = (
    "delivered",
    "tries",
    "next_try",
    "problem",
    "stopped_at",
    "last_at",
    "held_until",
)
"""What is written down of a webhook when something was told to it."""


class Rows(Protocol):
    """Reads from the store's database."""

    def __call__(self, statement: Select[*tuple[Any, ...]]) -> Sequence[Row[*tuple[Any, ...]]]:
        """All rows of the answer."""


Changing = Callable[[str], AbstractContextManager[Connection]]
"""A transaction in which nobody else changes what it names."""


def batches(values: Sequence[str]) -> Iterator[Sequence[str]]:
    """The values in pieces that one statement can take."""
    for start in range(0, len(values), _AT_ONCE):
        yield values[start : start + _AT_ONCE]


def insert_receipt(connection: Connection, new: Receipt) -> None:
    """Keep a receipt; raises `CommandRepeatedError` when the request has one already."""
    refuse_repeats(connection, [new])
    try:
        connection.execute(insert(receipts), asdict(new))
    except IntegrityError as error:  # written for another tournament at the same moment
        raise CommandRepeatedError(new.command_id) from error


def refuse_repeats(connection: Connection, new: Sequence[Receipt]) -> None:
    """Raise `CommandRepeatedError` when one of the requests has a receipt already."""
    for place in {one.tournament for one in new}:
        known = select(receipts.c.command_id).where(receipts.c.tournament == place).limit(1)
        for some in batches([one.command_id for one in new if one.tournament == place]):
            repeated = connection.scalar(known.where(receipts.c.command_id.in_(some)))
            if repeated is not None:
                raise CommandRepeatedError(repeated)


class SqlKeys:
    """A `KeyStore` over the table `access_keys` of a store."""

    _LOCK = "access keys"

    def __init__(self, rows: Rows, changing: Changing) -> None:
        self._rows = rows
        self._changing = changing

    def add(
        self,
        keys: Sequence[StoredKey],
        ended: Sequence[str] = (),
        receipt: Receipt | None = None,
    ) -> None:
        """Keep new keys and end those with the digests `ended`, all or nothing.

        Sessions and links that have expired by then go.
        """
        if not keys and receipt is None:
            return
        with self._changing(self._LOCK) as connection:
            if receipt is not None:
                insert_receipt(connection, receipt)
            if keys:
                now = max(key.created_at for key in keys)
                connection.execute(_stale(now))
                insert_keys(connection, keys)
                _end(connection, ended, now)

    def find(self, digest: str) -> StoredKey | None:
        """The key with this digest, living or not."""
        found = self._rows(select(*access_keys.c).where(access_keys.c.digest == digest))
        return StoredKey(*found[0]) if found else None

    def with_parent(self, digest: str) -> list[StoredKey]:
        """The key with this digest, and behind it the one that it stands for."""
        mine = select(access_keys.c.parent).where(access_keys.c.digest == digest)
        both = access_keys.c.digest.in_([digest, mine.scalar_subquery()])
        found = [StoredKey(*row) for row in self._rows(select(*access_keys.c).where(both))]
        return sorted(found, key=lambda key: key.digest != digest)

    def count_wrong(self, address: str, at: str, since: str) -> int:
        """Note a wrong key from an address; how many came from it since then, with this one."""
        with self._changing(self._LOCK) as connection:
            connection.execute(delete(wrong_keys).where(wrong_keys.c.at < since))
            connection.execute(insert(wrong_keys).values(address=address, at=at))
            same = select(func.count()).where(wrong_keys.c.address == address)
            return connection.execute(same).scalar_one()

    def of(self, tournament: TournamentId | None) -> list[StoredKey]:
        """The keys of a tournament, or of the server with None, oldest first."""
        statement = select(*access_keys.c).where(
            access_keys.c.kind == "key", access_keys.c.tournament.is_not_distinct_from(tournament)
        )
        ordered = statement.order_by(access_keys.c.created_at, access_keys.c.digest)
        return [StoredKey(*row) for row in self._rows(ordered)]

    def stand_ins(self, parent: str) -> list[StoredKey]:
        """The sessions and login links for the key with this digest, oldest first."""
        statement = select(*access_keys.c).where(access_keys.c.parent == parent)
        ordered = statement.order_by(access_keys.c.created_at, access_keys.c.digest)
        return [StoredKey(*row) for row in self._rows(ordered)]

    def revoke(self, digests: Sequence[str], at: str, receipt: Receipt | None = None) -> int:
        """End keys, all or none; says how many of them were not ended before."""
        with self._changing(self._LOCK) as connection:
            ended = _end(connection, digests, at)
            if ended and receipt is not None:
                insert_receipt(connection, receipt)
        return ended


def insert_keys(connection: Connection, keys: Sequence[StoredKey]) -> None:
    """Keep new keys in a transaction that does more than that."""
    connection.execute(insert(access_keys), [asdict(key) for key in keys])


def _stale(now: str) -> Any:
    return delete(access_keys).where(access_keys.c.kind != "key", access_keys.c.expires_at <= now)


def _end(connection: Connection, digests: Sequence[str], at: str) -> int:
    ended = 0
    for some in batches(digests):
        living = (access_keys.c.digest.in_(some), access_keys.c.revoked_at.is_(None))
        change = update(access_keys).where(*living).values(revoked_at=at)
        ended += connection.execute(change).rowcount
    return ended


class SqlWebhooks:
    """A `WebhookStore` over the table `webhooks` of a store."""

    _LOCK = "webhooks"

    def __init__(self, rows: Rows, changing: Changing) -> None:
        self._rows = rows
        self._changing = changing

    def add(self, webhook: Webhook, at_most: int, receipt: Receipt | None = None) -> bool:
        """Keep a new one; False when its tournament has `at_most` already."""
        there = select(func.count()).where(webhooks.c.tournament == webhook.tournament)
        with self._changing(self._LOCK) as connection:
            if (connection.scalar(there) or 0) >= at_most:
                return False
            if receipt is not None:
                insert_receipt(connection, receipt)
            connection.execute(insert(webhooks), asdict(webhook))
        return True

    def of(self, tournament: TournamentId) -> list[Webhook]:
        """The webhooks of a tournament, oldest first."""
        return self._found(select(*webhooks.c).where(webhooks.c.tournament == tournament))

    def remove(
        self, tournament: TournamentId, webhook: str, receipt: Receipt | None = None
    ) -> bool:
        """Forget one; False when it is not there."""
        where = (webhooks.c.tournament == tournament, webhooks.c.id == webhook)
        with self._changing(self._LOCK) as connection:
            removed = connection.execute(delete(webhooks).where(*where)).rowcount == 1
            if removed and receipt is not None:
                insert_receipt(connection, receipt)
        return removed

    def list_due(self, now: str) -> list[Webhook]:
        """Those whose log has grown and whom nobody is telling now, unless they are to wait."""
        last = select(func.max(events.c.seq)).where(events.c.tournament == webhooks.c.tournament)
        where = (
            webhooks.c.stopped_at == "",
            webhooks.c.next_try <= now,
            webhooks.c.held_until <= now,
            webhooks.c.delivered < last.scalar_subquery(),
        )
        return self._found(select(*webhooks.c).where(*where))

    def acquire(self, webhook: str, holder: str, now: str, until: str) -> Webhook | None:
        """Hold it until then, as it is now; None when somebody else does, or it is gone."""
        free = (webhooks.c.id == webhook, webhooks.c.held_until <= now)
        with self._changing(self._LOCK) as connection:
            taken = update(webhooks).where(*free).values(holder=holder, held_until=until)
            if connection.execute(taken).rowcount != 1:
                return None
            row = connection.execute(select(*webhooks.c).where(webhooks.c.id == webhook)).one()
        return Webhook(*row)

    def save(self, webhook: Webhook) -> bool:
        """Write down how far it has come; False when the holder is another by now."""
        ours = (webhooks.c.id == webhook.id, webhooks.c.holder == webhook.holder)
        values = {name: getattr(webhook, name) for name in PROGRESS}
        with self._changing(self._LOCK) as connection:
            return connection.execute(update(webhooks).where(*ours).values(values)).rowcount == 1

    def _found(self, statement: Select[*tuple[Any, ...]]) -> list[Webhook]:
        ordered = statement.order_by(webhooks.c.created_at, webhooks.c.id)
        return [Webhook(*row) for row in self._rows(ordered)]


class SqlSummaries:
    """A `SummaryStore` over the table `summaries` of a store."""

    def __init__(self, rows: Rows, changing: Changing) -> None:
        self._rows = rows
        self._changing = changing

    def all(self) -> dict[TournamentId, StoredSummary]:
        """Every summary that is kept, of whatever version."""
        found = (StoredSummary(*row) for row in self._rows(select(*summaries.c)))
        return {one.tournament: one for one in found}

    def of(self, tournaments: Sequence[TournamentId]) -> list[StoredSummary]:
        """The summaries of these tournaments that are kept."""
        return [
            StoredSummary(*row)
            for some in batches(tournaments)
            for row in self._rows(select(*summaries.c).where(summaries.c.tournament.in_(some)))
        ]

    def save(self, new: Sequence[StoredSummary]) -> None:
        """Keep these in place of those before."""
        latest = {one.tournament: one for one in new}
        if not latest:
            return
        with self._changing("summaries") as connection:
            for some in batches(list(latest)):
                connection.execute(delete(summaries).where(summaries.c.tournament.in_(some)))
            connection.execute(insert(summaries), [_summary_row(one) for one in latest.values()])


def _summary_row(one: StoredSummary) -> dict[str, object]:
    return dict(
        zip(summaries.c.keys(), (one.tournament, one.version, one.edition, one.text), strict=True)
    )


_PROBE = Receipt("", "readiness", "", 0, answer=" " * 16_384)
"""Large enough to need room on the disk."""


def write_probe(connection: Connection) -> None:
    """Write something and replace it the next time: whether that works is all it is for."""
    mine = (receipts.c.tournament == _PROBE.tournament, receipts.c.command_id == _PROBE.command_id)
    connection.execute(delete(receipts).where(*mine))
    connection.execute(insert(receipts).values(astuple(_PROBE)))
