"""Who leads a tournament, or has won it; worked out anew only when a complete round changes."""

from collections.abc import Sequence
from operator import is_

from fairpair.app.views.standings import standings_of
from fairpair.core.dataclass import dataclass
from fairpair.core.ids import PlayerId, TournamentId
from fairpair.core.rounds import RoundStatus
from fairpair.core.tournament import Tournament
from fairpair.engine.stages.ranking import ranking_of

_MOST = 3
"""Of more than this in the lead only the first are named."""
_KEPT = 1000


def find_leaders(t: Tournament) -> Sequence[PlayerId]:
    """The champion of a finished tournament; else those in front after the last complete round.

    Nobody leads a knockout.
    """
    if t.finished:
        ranking = ranking_of(t)
        if ranking is not None:
            return [] if ranking.champion is None else [ranking.champion]
    elif t.stage > 1 or not _complete_rounds(t):
        return []
    until = None if t.finished else len(_complete_rounds(t))
    return [row.player for row in standings_of(t, until).rows if row.rank == 1][:_MOST]


def _complete_rounds(t: Tournament) -> list[object]:
    return [r for ref, r in sorted(t.rounds.items()) if r.status == RoundStatus.COMPLETE]


@dataclass(frozen=True, slots=True)
class _Known:
    basis: Sequence[object]
    leaders: Sequence[PlayerId]


class Leaders:
    """The leaders of many tournaments. A result of the current round costs nothing."""

    def __init__(self) -> None:
        self._known: dict[TournamentId, _Known] = {}

    def names(self, here: TournamentId, t: Tournament) -> tuple[str, ...]:
        """The names to show."""
        basis = [t.rules, t.stage, t.finished, t.entries, *_complete_rounds(t)]
        known = self._known.pop(here, None)
        if known is None or len(known.basis) != len(basis) or not all(map(is_, known.basis, basis)):
            known = _Known(basis, find_leaders(t))
        self._known[here] = known
        if len(self._known) > _KEPT:
            del self._known[next(iter(self._known))]
        return tuple(map(t.name_of, known.leaders))
