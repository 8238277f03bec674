"""Webhooks of a tournament: registered, listed, taken away, set going again."""

import re
import secrets
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal
from urllib.parse import urlsplit

from fairpair.app.ports import Clock, EventStore
from fairpair.app.service import no_tournament
from fairpair.app.webhooks import addresses
from fairpair.core.errors import InvalidInputError, InvalidStateError, NotFoundError
from fairpair.core.ids import TournamentId
from fairpair.core.webhooks import Happening, HookFormat, Webhook

AT_MOST = 10
"""Webhooks of one tournament."""


@dataclass(frozen=True, slots=True)
class WebhookView:
    """A webhook as its organiser sees it.

    `state` is `active`, `retrying` after a failure, or `stopped` when it was given up.
    """

    id: str
    url: str
    format: HookFormat
    events: list[Happening]
    state: Literal["active", "retrying", "stopped"]
    delivered: int
    tries: int
    problem: str | None
    next_try: str | None
    stopped_at: str | None
    last_delivery: str | None
    created_at: str


class Webhooks:
    """The webhooks of every tournament of a store.

    `allow_private` lets them lead into the server's own network too.
    """

    def __init__(self, store: EventStore, clock: Clock, *, allow_private: bool = False) -> None:
        self._store = store
        self._clock = clock
        self.allow_private = allow_private

    def register(
        self,
        tournament: TournamentId,
        url: str,
        format_: HookFormat = HookFormat.JSON,
        happenings: Sequence[Happening] = tuple(Happening),
    ) -> Webhook:
        """A new one, which hears of everything from now on; its secret is shown this once."""
        self._check_url(url)
        if not happenings:
            raise InvalidInputError("no-events", "A webhook must want to hear something.", _NAMES)
        version = self._store.version(tournament)
        if not version:
            raise no_tournament(tournament)
        webhook = Webhook(
            id=secrets.token_hex(8),
            tournament=tournament,
            url=url,
            format=str(format_),
            happenings=" ".join(h for h in Happening if h in happenings),
            secret=f"whk_{secrets.token_urlsafe(32)}",
            created_at=self._clock(),
            delivered=version,
        )
        if not self._store.webhooks.add(webhook, AT_MOST):
            raise InvalidStateError(
                "too-many-webhooks",
                f"A tournament can have {AT_MOST} webhooks.",
                "Remove one that is not needed any more.",
            )
        return webhook

    def of(self, tournament: TournamentId) -> list[Webhook]:
        """The webhooks of a tournament, oldest first."""
        return self._store.webhooks.of(tournament)

    def found(self, tournament: TournamentId, webhook: str) -> Webhook:
        """One of them."""
        for one in self.of(tournament):
            if one.id == webhook:
                return one
        raise _unknown(webhook)

    def remove(self, tournament: TournamentId, webhook: str) -> None:
        """Tell it nothing any more."""
        if not self._store.webhooks.remove(tournament, webhook):
            raise _unknown(webhook)

    def resume(self, tournament: TournamentId, webhook: str) -> Webhook:
        """Try again now, from where it stopped: nothing that happened in between is left out."""
        found = self.found(tournament, webhook)
        now = self._clock()
        held = self._store.webhooks.take(found.id, secrets.token_hex(8), now, now)
        if held is None:
            return found  # it is being told something at this moment
        fresh = replace(held, tries=0, next_try="", stopped_at="", problem="", held_until="")
        self._store.webhooks.keep(fresh)
        return fresh

    def _check_url(self, url: str) -> None:
        """Refuse at once what can be seen at once; where a name leads is checked at each try."""
        parts = addresses.checked_url(url)
        host = str(parts.hostname)
        found = addresses.resolved(host, addresses.default_port(parts))
        if found and not self.allow_private and not addresses.public(found):
            raise addresses.private_address()


def view(webhook: Webhook) -> WebhookView:
    """What may be shown of it."""
    trying: Literal["retrying", "active"] = "retrying" if webhook.tries else "active"
    return WebhookView(
        id=webhook.id,
        url=shown_url(webhook),
        format=HookFormat(webhook.format),
        events=[Happening(name) for name in webhook.happenings.split()],
        state="stopped" if webhook.stopped_at else trying,
        delivered=webhook.delivered,
        tries=webhook.tries,
        problem=webhook.problem or None,
        next_try=webhook.next_try or None,
        stopped_at=webhook.stopped_at or None,
        last_delivery=webhook.last_at or None,
        created_at=webhook.created_at,
    )


def shown_url(webhook: Webhook) -> str:
    """The address as it is listed: what may be a secret in it is left out.

    >>> from fairpair.core.ids import TournamentId
    >>> hook = Webhook("1", TournamentId("cup"), "https://a.example/api/hooks/42/s3cret?t=1",
    ...     "json", "", "", "", 0)
    >>> shown_url(hook)
    'https://a.example/api/hooks/...'
    """
    parts = urlsplit(webhook.url)
    path = re.sub(r"^((/[^/]*){2}/).+", r"\1...", parts.path)
    query = "?..." if parts.query and not path.endswith("...") else ""
    return f"{parts.scheme}://{parts.netloc}{path}{query}"


_NAMES = f"Choose from {', '.join(Happening)}."


def _unknown(webhook: str) -> NotFoundError:
    return NotFoundError(
        "no-webhook",
        f"This tournament has no webhook {webhook!r:.80}.",
        "List its webhooks to see their ids.",
    )
