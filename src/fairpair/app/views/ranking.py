"""The final ranking: the knock-out first, then the standings of the rounds for everybody."""

from collections.abc import Sequence
from dataclasses import dataclass

from fairpair.app.views.people import Person, person_fields
from fairpair.app.views.standings import standings_of
from fairpair.core.tournament import Tournament
from fairpair.engine.stages.ranking import final_ranking, ranking_of


@dataclass(frozen=True, slots=True)
class FinalPlace(Person):
    """A place, the one in the rounds for everybody, and why it is this one."""

    rank: int
    swiss_rank: int
    why: str


@dataclass(frozen=True, slots=True)
class RankingView:
    """Everybody's place, best first; `final` once the tournament is finished."""

    version: int
    final: bool
    players: Sequence[FinalPlace]


def ranking_view(t: Tournament, version: int) -> RankingView:
    """The ranking as it would be if everything ended now."""
    found = ranking_of(t) or final_ranking(standings_of(t).ranks, stage_1=_stage_1(t))
    rows = [
        FinalPlace(
            **person_fields(t, row.player), rank=row.rank, swiss_rank=row.stage_1_rank, why=row.why
        )
        for row in found.rows
    ]
    return RankingView(version, t.finished, rows)


def _stage_1(t: Tournament) -> str:
    return "the round robin" if t.rules.system == "round_robin" else "the Swiss rounds"
