"""Ties: who is tied, how the organiser ranks them, and the values that come from outside."""

from collections.abc import Sequence

from fairpair.app.views.people import Person, person, person_fields
from fairpair.app.views.standings import TieOrderView, orders_in, standings_of
from fairpair.core.dataclass import dataclass
from fairpair.core.ids import PlayerId
from fairpair.core.numbers import format_number
from fairpair.core.tournament import Tournament
from fairpair.engine.standings.codes import is_external
from fairpair.engine.standings.table import Standings


@dataclass(frozen=True, slots=True)
class Tie:
    """Players who are tied after all tie-breaks, from this rank on; with a `reason` they are in
    the order of the organiser, without one they share the rank.
    """

    rank: int
    players: Sequence[Person]
    reason: str | None


@dataclass(frozen=True, slots=True)
class ExternalValue(Person):
    """The external value of a player: exact (`1/3`), or null if there is none."""

    value: str | None


@dataclass(frozen=True, slots=True)
class TiesView:
    """The ties after a round, and the `orders` set for it. `values` are what the tie-break `EXT`
    ranks by, `meaning` is what they are, and `used` whether `EXT` is in the list.
    """

    version: int
    round: int
    ties: Sequence[Tie]
    orders: Sequence[TieOrderView]
    used: bool
    meaning: str
    values: Sequence[ExternalValue]


def ties_view(t: Tournament, version: int, until: int | None = None) -> TiesView:
    """After a round, else after the last one."""
    standings = standings_of(t, until)
    return TiesView(
        version=version,
        round=standings.inputs.sheet.rounds,
        ties=ties_in(t, standings),
        orders=orders_in(t, standings),
        used=any(map(is_external, t.rules.standings_tiebreakers)),
        meaning=t.external_meaning,
        values=external_values(t, [row.player for row in standings.rows]),
    )


def ties_in(t: Tournament, standings: Standings) -> list[Tie]:
    """The ties that remain after all tie-breaks, best first."""
    return [_tie(t, standings, group) for group in standings.ties]


def _tie(t: Tournament, standings: Standings, group: Sequence[PlayerId]) -> Tie:
    order = standings.order_of.get(group[0])
    people = [person(t, player) for player in group]
    return Tie(standings.ranks[group[0]], people, order.reason if order else None)


def external_values(t: Tournament, players: Sequence[PlayerId]) -> list[ExternalValue]:
    """The external values of some players."""
    values = ((player, t.entries[player].external_value) for player in players)
    return [
        ExternalValue(
            **person_fields(t, player), value=None if value is None else format_number(value)
        )
        for player, value in values
    ]
