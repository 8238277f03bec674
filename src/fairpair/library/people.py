"""The players of a tournament as they are returned."""

from collections.abc import Sequence
from dataclasses import field
from typing import Any

from fairpair.app.views.people import member_names, person_fields
from fairpair.core.dataclass import dataclass
from fairpair.core.ids import PlayerId
from fairpair.core.rounds import MatchRef
from fairpair.core.tournament import Tournament
from fairpair.library.arguments import player_of
from fairpair.library.shown import Record, Rows


@dataclass(frozen=True, slots=True)
class ListedPlayer(Record):
    """A player or team of a tournament."""

    number: int
    """The number in the tournament, by which calls find the player."""
    name: str
    rating: int | None = None
    title: str = ""
    club: str = ""
    federation: str = ""
    dropped: bool = False
    """Whether the player has dropped, or was disqualified."""
    members: tuple[str, ...] = ()
    """Of a team, in board order."""


@dataclass(frozen=True, slots=True)
class PlayerList(Rows[ListedPlayer]):
    """All players or teams in the order of their numbers; `players["Ana"]` finds one."""

    players: tuple[ListedPlayer, ...]
    """In the order of their numbers."""
    _source: Tournament = field(repr=False, compare=False)

    __repr__ = Rows.__repr__

    @property
    def title(self) -> str:
        """Empty: this table has no title."""
        return ""

    def to_dict(self) -> dict[str, Any]:
        """Plain data, ready for `json.dumps`."""
        return {"players": self.records()}

    def records(self) -> list[dict[str, Any]]:
        """One dictionary per player."""
        return [one.to_dict() for one in self.players]

    def _all(self) -> tuple[ListedPlayer, ...]:
        return self.players

    def _named(self, name: str) -> ListedPlayer:
        return listed_player(self._source, player_of(self._source, name))

    def _cells(self) -> tuple[Sequence[str], Sequence[Sequence[str]]]:
        heads = ["number", "name", "rating", "title", "club", "federation"]
        heads += ["dropped"] if any(one.dropped for one in self.players) else []
        rows = [[_cell(getattr(one, head)) for head in heads] for one in self.players]
        return heads, rows


def _cell(value: object) -> str:
    if isinstance(value, bool):
        return "yes" if value else ""
    return "" if value is None else str(value)


def listed_player(t: Tournament, player: PlayerId) -> ListedPlayer:
    """A player or team as lists have them."""
    data = person_fields(t, player)
    dropped, members = t.entries[player].dropped, member_names(t, player)
    return ListedPlayer(data.pop("id"), **data, dropped=dropped, members=members)


def names_in(t: Tournament) -> set[str]:
    """The names of all players or teams."""
    return {entry.entrant.name for entry in t.entries.values()}


def members_at(t: Tournament, where: MatchRef) -> int:
    """How many members the teams at a table have; 0 for players."""
    there = t.rounds.get(where.round)
    pairing = there.pairings.get(where.table) if there else None
    seats = pairing.seats if pairing else ()
    return max((len(member_names(t, one)) for one in seats), default=0)


def player_list(t: Tournament) -> PlayerList:
    """All players or teams of a tournament."""
    return PlayerList(tuple(listed_player(t, player) for player in t.entries), t)
