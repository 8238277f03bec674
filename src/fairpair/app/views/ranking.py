"""Ranks: the final ranking, how the leaders came to theirs, and why somebody has this one."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from fairpair.app.views.people import Person, person_fields, require_player
from fairpair.app.views.standings import standings_of
from fairpair.core.dataclass import dataclass
from fairpair.core.ids import PlayerId
from fairpair.core.rounds import RoundStatus
from fairpair.core.tournament import Tournament
from fairpair.engine.stages.ranking import final_ranking, ranking_of, with_unranked
from fairpair.engine.standings.explain import explain, separation
from fairpair.engine.standings.table import Standings
from fairpair.formats.standings import explanation_data, separation_data
from fairpair.language.message import Message

Ranks = Mapping[PlayerId, int]
"""The rank of everybody who has one."""
LEADERS = 10
"""The number of players whose ranks are followed."""


@dataclass(frozen=True, slots=True)
class FinalPlace(Person):
    """A final rank, the rank in the main rounds, and the reason for it; no rank for somebody who
    was expelled.
    """

    rank: int | None
    swiss_rank: int | None
    why: Message


@dataclass(frozen=True, slots=True)
class RankingView:
    """The ranking, best first; `final` once the tournament is finished."""

    version: int
    final: bool
    players: Sequence[FinalPlace]


def ranking_view(t: Tournament, version: int) -> RankingView:
    """The ranking as it would be if everything ended now."""
    found = ranking_of(t)
    if found is None:
        ranked = final_ranking(standings_of(t).ranks, stage_1=_stage_1(t))
        found = with_unranked(ranked, t)
    rows = [
        FinalPlace(
            **person_fields(t, row.player), rank=row.rank, swiss_rank=row.stage_1_rank, why=row.why
        )
        for row in found.rows
    ]
    return RankingView(version, t.finished, rows)


def _stage_1(t: Tournament) -> str:
    """The text for a place in the rounds before a knockout."""
    return "ranking.round-robin" if t.rules.system == "round_robin" else "ranking.swiss"


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


def rank_course(
    t: Tournament, version: int, ranks_after: Callable[[int], Sequence[Ranks]] | None = None
) -> RankCourse:
    """The first ten as they stand after the last complete round, and where they were before.

    `ranks_after` gives everybody's rank after each round up to a number, where they are known.
    """
    complete = sorted(
        ref.round_no
        for ref, round_ in t.rounds.items()
        if ref.stage == 1 and round_.status != RoundStatus.DRAFT and not round_.pending
    )
    if ranks_after:
        tables = ranks_after(len(complete))
    else:
        tables = [standings_of(t, round_no).ranks for round_no in complete]
    last = tables[-1] if tables else {}
    lines = []
    for player in sorted(last, key=lambda one: (last[one], one))[:LEADERS]:
        ranks = [table[player] for table in tables]
        lines.append(RankLine(**person_fields(t, player), rank=ranks[-1], ranks=ranks))
    return RankCourse(version, len(complete), lines)


@dataclass(frozen=True, slots=True)
class RankReasons:
    """`steps` are the tie-breaks in order, points first; `above` and `below` say what separates the
    player from the neighbours in the table.
    """

    version: int
    player: PlayerId
    name: str
    rank: int | None
    round: int
    steps: Sequence[Mapping[str, Any]]
    above: Mapping[str, Any] | None
    below: Mapping[str, Any] | None


def rank_reasons(t: Tournament, version: int, number: int, until: int | None = None) -> RankReasons:
    """Why this rank, after a round or now."""
    return reasons_in(standings_of(t, until), t, version, number)


def reasons_in(standings: Standings, t: Tournament, version: int, number: int) -> RankReasons:
    """Why somebody has this rank in these standings."""
    player = require_player(t, number)
    ids: dict[PlayerId, str | int] = {one: one for one in t.entries}
    order = [row.player for row in standings.rows if row.rank]
    place = order.index(player) if player in order else len(order) + 1

    def parted(upper: int, lower: int) -> Mapping[str, Any] | None:
        if upper < 0 or lower >= len(order):
            return None
        return separation_data(separation(standings, order[upper], order[lower]), ids, t.name_of)

    return RankReasons(
        version=version,
        player=player,
        name=t.name_of(player),
        rank=standings.ranks.get(player),
        round=standings.inputs.sheet.rounds,
        steps=_steps(standings, player, ids, t),
        above=parted(place - 1, place),
        below=parted(place, place + 1),
    )


def _steps(
    standings: Standings, player: PlayerId, ids: Mapping[PlayerId, str | int], t: Tournament
) -> Sequence[Mapping[str, Any]]:
    return explanation_data(explain(standings, player), ids, t.name_of)
