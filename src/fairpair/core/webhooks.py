"""A webhook: an address that wants to hear what happens in a tournament."""

from dataclasses import field
from enum import StrEnum

from fairpair.core.dataclass import dataclass
from fairpair.core.ids import TournamentId


class WebhookEvent(StrEnum):
    """The events a webhook can receive."""

    ROUND_PUBLISHED = "round-published"
    RESULT_CHANGED = "result-changed"
    TOURNAMENT_FINISHED = "tournament-finished"
    ACTION_UNDONE = "action-undone"


class HookFormat(StrEnum):
    """The format of deliveries: signed JSON, or messages for a Discord channel."""

    JSON = "json"
    DISCORD = "discord"


@dataclass(frozen=True, slots=True)
class Webhook:
    """An address, and how far the log has been told to it. Times are ISO 8601, empty for none."""

    id: str
    tournament: TournamentId
    url: str = field(repr=False)
    format: str
    happenings: str
    """The names of what it wants to hear, a space between them."""
    secret: str = field(repr=False)
    created_at: str
    delivered: int
    """Everything up to this version of the log has been told."""
    tries: int = 0
    """How often in a row the next thing could not be told."""
    next_try: str = ""
    problem: str = ""
    """What was wrong with the last try."""
    stopped_at: str = ""
    """Since when it is not tried any more."""
    last_at: str = ""
    """When something was told last."""
    holder: str = ""
    held_until: str = ""
    """Until then only the holder, one of the servers, tells it anything."""
