"""Who may do what: roles, and what a key says of the one who holds it."""

from dataclasses import dataclass
from enum import StrEnum

from fairpair.core.ids import PlayerId, TournamentId


class Role(StrEnum):
    """What somebody may do.

    | role        | may                                                             |
    |-------------|-----------------------------------------------------------------|
    | ADMIN       | everything, in every tournament, and begin new ones             |
    | ORGANISER   | everything in one tournament                                    |
    | SCOREKEEPER | enter results of one tournament, and see what the organiser sees |
    | PLAYER      | report the own result, see the own page                         |
    | PUBLIC      | see what is published, unless the organiser hides the event     |
    """

    ADMIN = "admin"
    ORGANISER = "organiser"
    SCOREKEEPER = "scorekeeper"
    PLAYER = "player"
    PUBLIC = "public"


@dataclass(frozen=True, slots=True)
class Grant:
    """What a key allows: a role, for one tournament unless it is the administrator's."""

    role: Role
    tournament: TournamentId | None = None
    player: PlayerId | None = None
    label: str = ""

    @property
    def who(self) -> str:
        """For the audit: `organiser`, `scorekeeper Judge Bo`, `player 12`."""
        name = self.label if self.player is None else str(self.player)
        return f"{self.role} {name}".strip()


NOBODY = Grant(Role.PUBLIC)
"""Somebody without a key."""
