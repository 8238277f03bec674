"""Names and numbers of people in files of other programs."""

from collections.abc import Iterator, Mapping
from itertools import count

from fairpair.core.ids import PlayerId
from fairpair.core.players import Entrant, Player, Team
from fairpair.core.rounds import ByeKind, RoundRef
from fairpair.core.tournament import Tournament


def two_names(name: str) -> tuple[str, str]:
    """First names and the last name, for files that want both; joined they are the name again.

    >>> two_names("Ana Maria Lima"), two_names("Bo")
    (('Ana Maria', 'Lima'), ('', 'Bo'))
    """
    first, _, last = name.rpartition(" ")
    return first, last


def one_name(first: str, last: str) -> str:
    """The whole name."""
    return f"{first.strip()} {last.strip()}".strip()


def ids_elsewhere(entrants: Mapping[PlayerId, Entrant], giver: str) -> dict[PlayerId, str]:
    """The numbers that a company gave to the players. Who has none, or one that somebody else
    has, gets one that begins with 0, as no real one does.
    """
    found: dict[PlayerId, str] = {}
    free = (f"0{n:06}" for n in count(1))
    taken: set[str] = set()
    for player, entrant in entrants.items():
        given = entrant.ids.get(giver, "") if isinstance(entrant, Player) else ""
        good = given.isascii() and given.isdigit() and not given.startswith("0")
        if not good or given in taken:
            given = next(_not_in(free, taken))
        taken.add(given)
        found[player] = given
    return found


def own_ids(giver: str, number: str) -> dict[str, str]:
    """What is kept of such a number: nothing of one that we made."""
    return {giver: number} if number and not number.startswith("0") else {}


def byes_in(t: Tournament, ref: RoundRef) -> dict[PlayerId, ByeKind]:
    """The byes of a round, and how it counts for those who came later."""
    byes = dict(t.rounds[ref].byes)
    if ref.stage == 1:
        for player, entry in t.entries.items():
            if ref < entry.periods[0].first and not t.rounds[ref].has(player):
                byes[player] = entry.periods[0].missed
    return byes


def without_teams(entrants: Mapping[PlayerId, Entrant]) -> bool:
    """Whether everybody is one person."""
    return not any(isinstance(entrant, Team) for entrant in entrants.values())


def _not_in(numbers: Iterator[str], taken: set[str]) -> Iterator[str]:
    return (number for number in numbers if number not in taken)
