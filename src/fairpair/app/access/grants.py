"""Roles, and what the owner of a key may do."""

from dataclasses import field
from enum import StrEnum

from fairpair.core.dataclass import dataclass
from fairpair.core.ids import PlayerId, TournamentId
from fairpair.core.stored import StoredKey


class Role(StrEnum):
    """What a user may do.

    | role        | permissions                                                           |
    |-------------|-----------------------------------------------------------------------|
    | ADMIN       | everything in every tournament, and create tournaments                |
    | ORGANISER   | everything in one tournament                                          |
    | SCOREKEEPER | results, check-in, the clock and extra time of one tournament, and    |
    |             | see what the organiser sees                                           |
    | PLAYER      | report their own results, and see their own page                      |
    | PUBLIC      | see what is published, unless the tournament is hidden                |
    """

    ADMIN = "admin"
    ORGANISER = "organiser"
    SCOREKEEPER = "scorekeeper"
    PLAYER = "player"
    PUBLIC = "public"

    def reaches(self, least: "Role") -> bool:
        """Whether it is at least this one; `<` would compare the words.

        >>> Role.SCOREKEEPER.reaches(Role.PLAYER), Role.SCOREKEEPER.reaches(Role.ORGANISER)
        (True, False)
        """
        return _HIGHEST_FIRST.index(self) <= _HIGHEST_FIRST.index(least)


_HIGHEST_FIRST = tuple(Role)


@dataclass(frozen=True, slots=True)
class Grant:
    """What a key allows: a role, for one tournament unless it is the administrator's."""

    role: Role
    tournament: TournamentId | None = None
    player: PlayerId | None = None
    label: str = ""
    source: str = field(default="", repr=False, compare=False)
    """The digest of the key it comes from."""
    secret: str = field(default="", repr=False, compare=False)
    """The text of the key or session that was shown: what new keys are derived from."""

    @property
    def audit_name(self) -> str:
        """For the audit: `organiser`, `scorekeeper Judge Bo`, `player 12`."""
        name = self.label if self.player is None else str(self.player)
        return f"{self.role} {name}".strip()

    def may(self, least: Role, tournament: TournamentId | None) -> bool:
        """Whether it is enough to act as `least` in this tournament, or on the server."""
        if self.role == Role.ADMIN or least == Role.PUBLIC:
            return True
        return self.role.reaches(least) and self.tournament == tournament

    @property
    def unhidden(self) -> list[TournamentId] | None:
        """The hidden tournaments the user may see; None for all of them."""
        if self.role == Role.ADMIN:
            return None
        return [] if self.tournament is None else [self.tournament]


NOBODY = Grant(Role.PUBLIC)
"""Somebody without a key."""


def grant_of(key: StoredKey, secret: str = "") -> Grant:
    """What a stored key allows while it is valid; `secret` is its text, if it was shown."""
    return Grant(
        Role(key.role),
        None if key.tournament is None else TournamentId(key.tournament),
        None if key.player is None else PlayerId(key.player),
        key.label,
        key.parent or key.digest,
        secret,
    )
