"""Who plays, as every page names them."""

from dataclasses import dataclass
from fractions import Fraction

from fairpair.core.errors import NotFound
from fairpair.core.ids import PlayerId
from fairpair.core.numbers import shown
from fairpair.core.players import Entrant, Player
from fairpair.core.tournament import Tournament
from fairpair.engine.standings.ledger import Ledger


@dataclass(frozen=True, slots=True)
class Person:
    """A player or team in a list; `rating` of a team is the mean of its members'."""

    id: PlayerId
    name: str
    rating: int | None
    title: str
    club: str
    federation: str


Named = tuple[PlayerId, str, int | None, str, str, str]


def named(t: Tournament, player: PlayerId) -> Named:
    """The fields of a `Person`, and of everything that is one and more."""
    entrant = t.entries[player].entrant
    title = entrant.title if isinstance(entrant, Player) else ""
    return player, entrant.name, rating_of(entrant), title, entrant.club, entrant.federation


def person(t: Tournament, player: PlayerId) -> Person:
    """How an entrant is named."""
    return Person(*named(t, player))


def rating_of(entrant: Entrant) -> int | None:
    """The rating to show, a whole number."""
    return None if entrant.strength is None else round(entrant.strength)


def require_player(t: Tournament, number: int) -> PlayerId:
    """The entrant with this number, if there is one."""
    player = PlayerId(number)
    if player not in t.entries:
        raise NotFound(
            "no-player", f"There is no player {number}.", "Look the number up in the list."
        )
    return player


def points_of(ledger: Ledger) -> dict[PlayerId, str]:
    """Everybody's points, to show."""
    unit = ledger.sheet.unit
    return {player: shown(Fraction(total, unit)) for player, total in ledger.totals.items()}
