"""How the leaders came to their ranks: where each stood after every round."""

from collections.abc import Sequence
from dataclasses import dataclass

from fairpair.app.views.people import Person, person_fields
from fairpair.app.views.standings import standings_of
from fairpair.core.rounds import RoundStatus
from fairpair.core.tournament import Tournament

LEADERS = 10
"""So many are followed."""


@dataclass(frozen=True, slots=True)
class RankLine(Person):
    """A leader: the rank now, and after each complete round."""

    rank: int
    ranks: Sequence[int]


@dataclass(frozen=True, slots=True)
class RankCourse:
    """The leaders, best first; `rounds` are how many are complete."""

    version: int
    rounds: int
    players: Sequence[RankLine]


def rank_course(t: Tournament, version: int) -> RankCourse:
    """The first ten as they stand after the last complete round, and where they were before."""
    complete = sorted(
        ref.round_no
        for ref, round_ in t.rounds.items()
        if ref.stage == 1 and round_.status == RoundStatus.COMPLETE
    )
    tables = [standings_of(t, round_no) for round_no in complete]
    leaders = [row.player for row in tables[-1].rows[:LEADERS]] if tables else []
    lines = []
    for player in leaders:
        ranks = [table.ranks[player] for table in tables]
        lines.append(RankLine(**person_fields(t, player), rank=ranks[-1], ranks=ranks))
    return RankCourse(version, len(complete), lines)
