"""The webhooks of a tournament: register, list, remove, resume."""

import json
import re
import secrets
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any, Literal
from urllib.parse import urlsplit

from fairpair.app.journals import no_tournament
from fairpair.app.ports import Clock, EventStore
from fairpair.app.requests import id_reused
from fairpair.app.webhooks import addresses
from fairpair.core.dataclass import dataclass
from fairpair.core.errors import DomainError, InvalidInputError, InvalidStateError, NotFoundError
from fairpair.core.ids import CommandId, TournamentId
from fairpair.core.stored import Receipt
from fairpair.core.webhooks import HookFormat, Webhook, WebhookEvent
from fairpair.log.codec import fingerprint

AT_MOST = 10
"""Webhooks of one tournament."""


@dataclass(frozen=True, slots=True)
class SecretRequest:
    """A request whose answer has a secret: `make_secret` derives it from a salt and the caller's
    own key, so it need not be kept in the receipt. `caller` tells one caller from another.
    """

    command_id: CommandId
    caller: str
    make_secret: Callable[[str], str]

    def fingerprint(self, name: str, parameters: list[object]) -> str:
        """What tells its repeat from another request."""
        return fingerprint(name, [*parameters, self.caller])


@dataclass(frozen=True, slots=True)
class WebhookView:
    """A webhook as its organiser sees it.

    `state` is `active`, `retrying` after a failure, or `stopped` after too many failures.
    """

    id: str
    url: str
    format: HookFormat
    events: list[WebhookEvent]
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
        format_: HookFormat,
        events: Sequence[WebhookEvent],
        request: SecretRequest,
    ) -> Webhook:
        """A new one, which hears of everything from now on; its secret is shown this once.

        The same request again gets the same answer, the secret derived once more.
        """
        named = " ".join(one for one in WebhookEvent if one in events)
        known = request.fingerprint("register_webhook", [url, format_, named])
        wanted = Webhook("", tournament, url, str(format_), named, "", "", 0)
        receipt = self._receipt(tournament, request.command_id, known)
        if receipt is None:
            try:
                return self._add(wanted, request, known)
            except DomainError:  # perhaps because the same request was faster
                receipt = self._receipt(tournament, request.command_id, known)
                if receipt is None:
                    raise
        return _with_secret(wanted, request, json.loads(receipt.answer))

    def _add(self, wanted: Webhook, request: SecretRequest, known: str) -> Webhook:
        self._check_url(wanted.url)
        if not wanted.happenings:
            raise InvalidInputError("no-events", events=list(WebhookEvent))
        tournament = wanted.tournament
        version = self._store.version(tournament)
        if not version:
            raise no_tournament(tournament)
        answer = {
            "id": secrets.token_hex(8),
            "created_at": self._clock(),
            "delivered": version,
            "salt": secrets.token_hex(16),
        }
        webhook = _with_secret(wanted, request, answer)
        left = Receipt(
            tournament, request.command_id, known, 0, answer=json.dumps(answer), at=self._clock()
        )
        if not self._store.webhooks.add(webhook, AT_MOST, left):
            raise InvalidStateError("too-many-webhooks", most=AT_MOST)
        return webhook

    def of(self, tournament: TournamentId) -> list[Webhook]:
        """The webhooks of a tournament, oldest first."""
        return self._store.webhooks.of(tournament)

    def get_webhook(self, tournament: TournamentId, webhook: str) -> Webhook:
        """One of them."""
        for one in self.of(tournament):
            if one.id == webhook:
                return one
        raise _unknown_webhook_error(webhook)

    def remove(self, tournament: TournamentId, webhook: str, command_id: CommandId) -> None:
        """Tell it nothing any more."""
        known = fingerprint("remove_webhook", webhook)
        left = Receipt(tournament, command_id, known, 0, at=self._clock())
        if self._receipt(tournament, command_id, known) is not None:
            return
        removed = self._store.webhooks.remove(tournament, webhook, left)
        if not removed and self._receipt(tournament, command_id, known) is None:
            raise _unknown_webhook_error(webhook)

    def _receipt(
        self, tournament: TournamentId, command_id: CommandId, known: str
    ) -> Receipt | None:
        found = self._store.receipt(tournament, command_id)
        if found is not None and found.fingerprint != known:
            raise id_reused(command_id)
        return found

    def resume(self, tournament: TournamentId, webhook: str) -> Webhook:
        """Try again now, from where it stopped: nothing that happened in between is left out."""
        found = self.get_webhook(tournament, webhook)
        now = self._clock()
        held = self._store.webhooks.acquire(found.id, secrets.token_hex(8), now, now)
        if held is None:
            return found  # it is being told something at this moment
        fresh = replace(held, tries=0, next_try="", stopped_at="", problem="", held_until="")
        self._store.webhooks.save(fresh)
        return fresh

    def _check_url(self, url: str) -> None:
        """Refuse at once what can be seen at once; where a name leads is checked at each try."""
        parts = addresses.validate_url(url)
        if not self.allow_private:
            addresses.require_public_port(parts)
        host = str(parts.hostname)
        found = addresses.resolve_host(host, addresses.default_port(parts))
        if found and not self.allow_private and not addresses.public_addresses(found):
            raise addresses.private_address()


def _with_secret(wanted: Webhook, request: SecretRequest, answer: Mapping[str, Any]) -> Webhook:
    return replace(
        wanted,
        id=answer["id"],
        secret=request.make_secret(answer["salt"]),
        created_at=answer["created_at"],
        delivered=answer["delivered"],
    )


def webhook_view(webhook: Webhook) -> WebhookView:
    """What may be shown of it."""
    trying: Literal["retrying", "active"] = "retrying" if webhook.tries else "active"
    return WebhookView(
        id=webhook.id,
        url=shown_url(webhook),
        format=HookFormat(webhook.format),
        events=[WebhookEvent(name) for name in webhook.happenings.split()],
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


def _unknown_webhook_error(webhook: str) -> NotFoundError:
    return NotFoundError("no-webhook", webhook=f"{webhook!r:.80}")
