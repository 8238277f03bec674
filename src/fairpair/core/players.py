"""The participants: an entrant is a player or a team, and its entry has the rounds it plays."""

from collections.abc import Mapping
from dataclasses import field, replace
from enum import StrEnum
from fractions import Fraction
from typing import Any, Literal

from fairpair.core.dataclass import dataclass
from fairpair.core.ids import PlayerId
from fairpair.core.ratings import ListRating
from fairpair.core.rounds import ByeKind, RoundRef
from fairpair.core.texts import same_name_key

BEST_RATING = 9999

ERASABLE = ("name", "club", "sex", "ids", "birth")
"""The personal data of players and teams: stored where it can be erased, and not in the log.

Rating, title, federation and category are in the log: pairings and rankings depend on them.
"""


def placeholder_name(player: int, member: int = 0) -> str:
    """The name of somebody whose data was erased, the same in every language.

    >>> placeholder_name(12), placeholder_name(12, member=3)
    ('N.N. 12', 'N.N. 12.3')
    """
    return f"N.N. {player}.{member}" if member else f"N.N. {player}"


class Entrant:
    """Whoever is paired: a `Player` or a `Team`."""

    __slots__ = ()
    name: str
    club: str
    federation: str

    @property
    def strength(self) -> Fraction | None:
        """The rating to seed by; none if it is unknown."""
        raise NotImplementedError

    @property
    def identity(self) -> tuple[str, ...]:
        """What distinguishes entrants for the public: the name and what is shown next to it."""
        return (same_name_key(self.name), self.club, self.federation)


@dataclass(frozen=True, slots=True)
class Player(Entrant):
    """One person: only the name is needed."""

    name: str
    rating: int | None = None
    """The one that counts in this tournament."""
    title: str = ""
    club: str = ""
    federation: str = ""
    sex: str = ""
    category: str = ""
    """Division, age group or the like."""
    ids: Mapping[str, str] = field(default_factory=dict)
    """IDs in other systems by issuer: `{"fide": "2500000", "dci": "12345"}`."""
    birth: str = ""
    """The birth date, `1990-11-30`, or only the year; never shown to the public."""
    ratings: Mapping[str, ListRating] = field(default_factory=dict)
    """What rating lists say, by the key of the list; `rating` is the one that counts here."""
    kind: Literal["player"] = "player"

    @property
    def strength(self) -> Fraction | None:
        """The player's own rating."""
        return None if self.rating is None else Fraction(self.rating)

    @property
    def identity(self) -> tuple[str, ...]:
        """The title, category and other IDs of a player distinguish them, too."""
        shown = (self.club, self.federation, self.title, self.category)
        return (same_name_key(self.name), *shown, *map("=".join, sorted(self.ids.items())))


@dataclass(frozen=True, slots=True)
class Team(Entrant):
    """Several people who are paired as a unit, members in board order.

    A member is identified by the position in this list, so an edit may add members and change
    their data, but must keep the order.
    """

    name: str
    members: tuple[Player, ...] = ()
    club: str = ""
    federation: str = ""
    rating: int | None = None
    """The team's own rating; without one, the mean of its members counts."""
    kind: Literal["team"] = "team"

    @property
    def strength(self) -> Fraction | None:
        """The team's own rating, or the mean rating of the rated members."""
        if self.rating is not None:
            return Fraction(self.rating)
        ratings = [m.rating for m in self.members if m.rating is not None]
        return Fraction(sum(ratings), len(ratings)) if ratings else None


def as_team(entrant: Entrant) -> Team:
    """The team that a row of a list means where teams play: one without members."""
    if isinstance(entrant, Team):
        return entrant
    rating = entrant.rating if isinstance(entrant, Player) else None
    return Team(entrant.name, (), entrant.club, entrant.federation, rating)


def without_person(entrant: Entrant, player: int, member: int = 0, name: str = "") -> Entrant:
    """The entrant without personal data: of all, or of one member of a team.

    Whoever is erased has the given name, or a neutral one.
    """
    match entrant:
        case Player():
            return replace(entrant, **_blank(entrant, name or placeholder_name(player)))
        case Team(members=members):
            kept = tuple(
                replace(one, **_blank(one, (n == member and name) or placeholder_name(player, n)))
                if member in (0, n)
                else one
                for n, one in enumerate(members, 1)
            )
            own = {} if member else _blank(entrant, name or placeholder_name(player))
            return replace(entrant, members=kept, **own)
        case _:
            raise AssertionError(f"{entrant!r} is not an entrant")


def _blank(entrant: Player | Team, name: str) -> dict[str, Any]:
    """What is erased of an entrant, as it is when nothing is known but a name."""
    empty = type(entrant)(name)
    return {key: getattr(empty, key) for key in ERASABLE if hasattr(empty, key)}


class DropKind(StrEnum):
    """Why a player dropped."""

    WITHDRAWN = "withdrawn"
    NO_SHOW = "no_show"
    EXPELLED = "expelled"


@dataclass(frozen=True, slots=True)
class Period:
    """From one round to another, both included; without a last one it goes on.

    `missed` is how the rounds before it count in which the entrant did not take part, `end` why
    it has a last one.
    """

    first: RoundRef
    last: RoundRef | None = None
    missed: ByeKind = ByeKind.ZERO
    end: DropKind | None = None

    def covers(self, round_: RoundRef) -> bool:
        """Whether the round lies within."""
        return self.first <= round_ and (self.last is None or round_ <= self.last)


class RequestState(StrEnum):
    """What became of a request."""

    OPEN = "open"
    ACCEPTED = "accepted"
    DECLINED = "declined"
    WITHDRAWN = "withdrawn"


@dataclass(frozen=True, slots=True)
class PlayerRequest:
    """What a player asks for: a bye in a round or, without one, to leave the tournament."""

    player: PlayerId
    round_no: int | None = None


@dataclass(frozen=True, slots=True)
class ExternalValue:
    """A number for a player that comes from outside; `None` for none."""

    player: PlayerId
    value: Fraction | None


@dataclass(frozen=True, slots=True)
class Entry:
    """An entrant in a tournament: when it takes part, and what was arranged for it.

    A round without table and bye counts as the period says that comes after it, or is on.
    """

    entrant: Entrant
    periods: tuple[Period, ...]
    checked_in: bool = False
    fixed_table: int | None = None
    requested_byes: Mapping[int, ByeKind] = field(default_factory=dict)
    half_byes_barred: bool = False
    """The player may have no half-point bye, such as one who plays without a fee (C.05, 6.7)."""
    later_ratings: Mapping[int, int] = field(default_factory=dict)
    """Ratings by the main round from which on they count; before them it is the entrant's own."""
    external_value: Fraction | None = None
    """The number that the organiser entered for the tie-break `EXT`."""

    def rating_in(self, round_no: int) -> int | None:
        """The rating in a round, a whole number: the mean of a team is rounded, halves up."""
        first = max((one for one in self.later_ratings if one <= round_no), default=None)
        if first is not None:
            return self.later_ratings[first]
        strength = self.entrant.strength
        return None if strength is None else int(strength + Fraction(1, 2))

    def plays_in(self, round_: RoundRef) -> bool:
        """Whether the entrant is in the tournament for this round (it may still have a bye)."""
        if len(self.periods) == 1:  # as most are, and large fields ask for everybody
            return self.periods[0].covers(round_)
        return any(period.covers(round_) for period in self.periods)

    @property
    def dropped(self) -> bool:
        """Whether the entrant has left and not come back."""
        return self.periods[-1].last is not None

    @property
    def expelled(self) -> bool:
        """Whether the entrant had to leave, and so has no rank."""
        return self.periods[-1].end == DropKind.EXPELLED

    def left_by(self, round_: RoundRef) -> bool:
        """Whether the entrant has left for good when this round is over."""
        last = self.periods[-1].last
        return last is not None and last <= round_
