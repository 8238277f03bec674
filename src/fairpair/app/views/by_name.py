"""A round in the order of the names, as everybody looks themselves up."""

import unicodedata
from dataclasses import dataclass

from fairpair.app.views.people import Person
from fairpair.app.views.rounds import RoundView
from fairpair.app.views.sides import own


@dataclass(frozen=True, slots=True)
class NameLine:
    """A player in a round by name: where to go, and against whom; `bye` if against nobody.

    `result` is as the player sees it.
    """

    player: Person
    table: int | None
    colour: str | None
    opponent: Person | None
    result: str | None
    outcome: str | None
    bye: str | None


def by_name(view: RoundView) -> list[NameLine]:
    """Everybody of a round, in the order of the names."""
    lines = [
        NameLine(
            seat,
            pairing.table,
            seat.colour,
            next((other for other in pairing.players if other.id != seat.id), None),
            own(pairing.result.text, place) if pairing.result else None,
            seat.outcome,
            None,
        )
        for pairing in view.pairings
        for place, seat in enumerate(pairing.players)
    ]
    lines += [NameLine(bye, None, None, None, None, None, bye.kind) for bye in view.byes]
    return sorted(lines, key=lambda line: (plain(line.player.name), line.player.id))


def plain(text: str) -> str:
    """Small letters without accents, to find names however they are typed."""
    split = unicodedata.normalize("NFKD", text.casefold())
    return "".join(letter for letter in split if not unicodedata.combining(letter))
