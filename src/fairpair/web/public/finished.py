"""The result of a finished tournament: podium, tree, figures, the first places."""

from collections.abc import Mapping, Sequence
from typing import Any

from fairpair.app.views.bracket import bracket_view
from fairpair.app.views.identity import monogram
from fairpair.app.views.ranking import FinalPlace, ranking_view
from fairpair.app.views.standings import StandingsRow, table_view
from fairpair.app.views.statistics import Statistics, statistics
from fairpair.core.dataclass import dataclass
from fairpair.engine.stages.progress import plan_for
from fairpair.engine.standings.table import Standings
from fairpair.web.plots import RankLine, rank_line
from fairpair.web.public.pages import PublicRequest
from fairpair.web.ranks import ranks_of
from fairpair.web.tree import tree_of
from fairpair.web.view_cache import current_standings

STEPS = 3
"""The places on the podium."""
FIRST = 8
"""The places that are listed; a link leads to all of them."""


@dataclass(frozen=True, slots=True)
class Placed:
    """A final place with the row of the main rounds that led to it, if there were any."""

    place: FinalPlace
    row: StandingsRow
    line: RankLine

    @property
    def initials(self) -> str:
        """One or two letters for the name."""
        return monogram(self.place.name)


def finished(sight: PublicRequest) -> tuple[str, Mapping[str, Any]]:
    """What everybody wants to see at the end."""
    ranking = sight.view(ranking_view)
    standings = sight.view(current_standings, None)
    numbers = sight.view(statistics)
    view = sight.view(bracket_view) if plan_for(sight.t).finals and sight.t.seeds else None
    first = _places(sight, standings, ranking.players[:FIRST])
    return "public/finished.html", {
        "podium": [one for one in first[:STEPS] if one.place.rank],
        "places": first,
        "numbers": numbers,
        "share_of_points": _share(numbers),
        "view": view,
        "tree": tree_of(view, reseeded=sight.t.rules.reseed) if view else None,
    }


def _places(
    sight: PublicRequest, standings: Standings, places: Sequence[FinalPlace]
) -> list[Placed]:
    """These places with their rows."""
    rows = [standings.by_player[place.id] for place in places]
    view = table_view(sight.t, sight.version, standings, rows)
    tables = [*sight.ranks_after(view.round - 1), standings.ranks]
    return [
        Placed(place, row, rank_line(ranks_of(place.id, tables), len(standings.ranks)))
        for place, row in zip(places, view.players, strict=True)
    ]


def _share(numbers: Statistics) -> str:
    """Of the points those of White, or of the matches those that were drawn."""
    if not numbers.played:
        return ""
    first = numbers.first_named
    if numbers.white:
        return _percent(2 * first.wins + first.draws, 2 * numbers.played)
    return _percent(first.draws, numbers.played)


def _percent(part: int, whole: int) -> str:
    return f"{(200 * part + whole) // (2 * whole)}%"
