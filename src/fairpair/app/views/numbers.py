"""Pairing numbers: who has which one, and whether they can still be changed."""

from collections.abc import Sequence

from fairpair.app.views.people import Person, person_fields
from fairpair.core.dataclass import dataclass
from fairpair.core.errors import DomainError
from fairpair.core.ids import PlayerId
from fairpair.core.tournament import Tournament
from fairpair.engine.pairing.berger import players_by_number
from fairpair.engine.pairing.numbers import pairing_order
from fairpair.language.message import Message
from fairpair.log.numbers import require_numbers_free
from fairpair.log.validate import require_open


@dataclass(frozen=True, slots=True)
class NumberLine(Person):
    """A player and the number in the next round."""

    number: int


@dataclass(frozen=True, slots=True)
class NumberList:
    """Everybody by pairing number; nobody where a pairing system uses none. `fixed` says why they
    cannot be changed any more.
    """

    version: int
    numbers: Sequence[NumberLine]
    fixed: Message | None


def number_list(t: Tournament, version: int) -> NumberList:
    """The numbers of a Swiss by the FIDE rules or of a round robin."""
    lines = [
        NumberLine(**person_fields(t, player), number=number)
        for number, player in enumerate(_order(t), 1)
    ]
    return NumberList(version, lines, _why_fixed(t))


def _order(t: Tournament) -> Sequence[PlayerId]:
    match t.rules.system:
        case "round_robin":
            return players_by_number(t)
        case "dutch":
            return pairing_order(t)
        case _:
            return ()


def _why_fixed(t: Tournament) -> Message | None:
    try:
        require_open(t)
        require_numbers_free(t)
    except DomainError as refusal:
        return refusal.text
    return None
