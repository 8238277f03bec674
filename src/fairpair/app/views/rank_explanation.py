"""Why somebody has this rank: every number with its sum, and what parts the neighbours."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from fairpair.app.views.people import require_player
from fairpair.app.views.standings import standings_of
from fairpair.core.ids import PlayerId
from fairpair.core.tournament import Tournament
from fairpair.engine.standings.explain import explain, separation
from fairpair.engine.standings.table import Standings
from fairpair.formats.standings import explanation_data, separation_data


@dataclass(frozen=True, slots=True)
class RankReasons:
    """`steps` are the tie-breaks in their order, points first; `above` and `below` tell what parts
    the player from the neighbours in the table.
    """

    version: int
    player: PlayerId
    name: str
    rank: int
    round: int
    steps: Sequence[Mapping[str, Any]]
    above: Mapping[str, Any] | None
    below: Mapping[str, Any] | None


def rank_reasons(t: Tournament, version: int, number: int, until: int | None = None) -> RankReasons:
    """Why this rank, after a round or now."""
    player = require_player(t, number)
    standings = standings_of(t, until)
    ids: dict[PlayerId, str | int] = {one: one for one in t.entries}
    order = [row.player for row in standings.rows]
    place = order.index(player)

    def parted(upper: int, lower: int) -> Mapping[str, Any] | None:
        if upper < 0 or lower >= len(order):
            return None
        return separation_data(separation(standings, order[upper], order[lower]), ids, t.name_of)

    return RankReasons(
        version=version,
        player=player,
        name=t.name_of(player),
        rank=standings.ranks[player],
        round=standings.inputs.sheet.rounds,
        steps=_steps(standings, player, ids, t),
        above=parted(place - 1, place),
        below=parted(place, place + 1),
    )


def _steps(
    standings: Standings, player: PlayerId, ids: Mapping[PlayerId, str | int], t: Tournament
) -> Sequence[Mapping[str, Any]]:
    return explanation_data(explain(standings, player), ids, t.name_of)
