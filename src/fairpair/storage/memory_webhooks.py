"""Webhooks that end with the process."""

import threading
from collections.abc import Callable
from dataclasses import replace

from fairpair.core.ids import TournamentId
from fairpair.core.webhooks import Webhook
from fairpair.storage.gate import Gate


class MemoryWebhooks:
    """A `WebhookStore` in a dictionary; `version` tells how far a log has grown."""

    def __init__(self, gate: Gate, version: Callable[[TournamentId], int]) -> None:
        self._gate = gate
        self._version = version
        self._writing = threading.Lock()
        self._all: dict[str, Webhook] = {}

    def add(self, webhook: Webhook, at_most: int) -> bool:
        """Keep a new one; False when its tournament has `at_most` already."""
        with self._gate.inside(), self._writing:
            if len(self._of(webhook.tournament)) >= at_most:
                return False
            self._all = {**self._all, webhook.id: webhook}
        return True

    def of(self, tournament: TournamentId) -> list[Webhook]:
        """The webhooks of a tournament, oldest first."""
        with self._gate.inside():
            return self._of(tournament)

    def remove(self, tournament: TournamentId, webhook: str) -> bool:
        """Forget one; False when it is not there."""
        with self._gate.inside(), self._writing:
            found = self._all.get(webhook)
            if found is None or found.tournament != tournament:
                return False
            self._all = {name: one for name, one in self._all.items() if name != webhook}
        return True

    def waiting(self, now: str) -> list[Webhook]:
        """Those whose log has grown and whom nobody is telling now, unless they are to wait."""
        with self._gate.inside():
            return [
                one
                for one in self._all.values()
                if not one.stopped_at
                and max(one.next_try, one.held_until) <= now
                and one.delivered < self._version(one.tournament)
            ]

    def take(self, webhook: str, holder: str, now: str, until: str) -> Webhook | None:
        """Hold it until then, as it is now; None when somebody else does, or it is gone."""
        with self._gate.inside(), self._writing:
            found = self._all.get(webhook)
            if found is None or found.held_until > now:
                return None
            held = replace(found, holder=holder, held_until=until)
            self._all = {**self._all, webhook: held}
        return held

    def keep(self, webhook: Webhook) -> bool:
        """Write down how far it has come; False when the holder is another by now."""
        with self._gate.inside(), self._writing:
            found = self._all.get(webhook.id)
            if found is None or found.holder != webhook.holder:
                return False
            self._all = {**self._all, webhook.id: webhook}
        return True

    def _of(self, tournament: TournamentId) -> list[Webhook]:
        found = [one for one in self._all.values() if one.tournament == tournament]
        return sorted(found, key=lambda one: (one.created_at, one.id))
