"""Where the tables and byes of a drafted round belong in the tree: found by who plays."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from fairpair.core.ids import PlayerId
from fairpair.core.results import Result
from fairpair.core.rounds import ByeKind, Round
from fairpair.engine.stages.bracket import Seat

Key = tuple[str, int]
"""Kind and slot of a match."""
SEATS = 2
"""A match of the tree has two: the winner goes on."""
Seats = tuple[Seat, Seat]
GOES_ON = (ByeKind.PAIRING, ByeKind.FULL)
"""The byes that are worth a win."""


@dataclass(frozen=True, slots=True)
class Drafted:
    """A match as a round has it; a bye is one player without a table."""

    seats: tuple[PlayerId, ...]
    table: int | None = None
    result: Result | None = None


def placed(there: Round, natural: Mapping[Key, Seats]) -> dict[Key, Drafted]:
    """The tables and byes of a round by their places in the tree.

    A table that has not the players of any place takes the one it is most like, if it shares a
    player with it; other matches (for fifth place, for fun) have no place.
    """
    by_players = {players_of(seats): key for key, seats in natural.items()}
    found: dict[Key, Drafted] = {}
    others = []
    for number, pairing in sorted(there.pairings.items()):
        if len(pairing.seats) == SEATS:
            match = Drafted(pairing.seats, number, pairing.result)
            key = by_players.get(frozenset(match.seats))
            others += [match] if key is None else []
            found |= {} if key is None else {key: match}
    _place_others(found, others, natural)
    for key, seats in natural.items():
        unopposed = [p for p in players_of(seats) if there.byes.get(p) in GOES_ON]
        if key not in found and len(unopposed) == 1:
            found[key] = Drafted((unopposed[0],))
    return found


def _place_others(
    found: dict[Key, Drafted], others: Sequence[Drafted], natural: Mapping[Key, Seats]
) -> None:
    free = [key for key in natural if key not in found]
    likeness = [(_likeness(m, natural[key]), key, m) for m in others for key in free]
    done = set()
    for (shared, _), key, match in sorted(likeness, key=lambda item: item[0], reverse=True):
        if shared and key not in found and match.table not in done:
            found[key] = match
            done.add(match.table)


def _likeness(match: Drafted, seats: Seats) -> tuple[int, bool]:
    """How many players a table shares with a place of the tree, and whether the upper one."""
    return len(players_of(seats).intersection(match.seats)), seats[0].player in match.seats


def players_of(seats: Iterable[Seat]) -> frozenset[PlayerId]:
    """Those who are known."""
    return frozenset(seat.player for seat in seats if seat.player is not None)
