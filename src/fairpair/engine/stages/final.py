"""The final ranking of a tournament with a cut, from its state."""

from fairpair.core.ids import PlayerId
from fairpair.core.tournament import Tournament
from fairpair.engine.stages.progress import knock_out_of, plan_for
from fairpair.engine.stages.ranking import FinalRanking, final_ranking
from fairpair.engine.standings.table import Standings
from fairpair.engine.standings.tiebreak_input import tiebreak_input


def ranking_of(tournament: Tournament) -> FinalRanking | None:
    """Everybody's place once a cut is made, as far as it is known; none before, or without one."""
    tree = knock_out_of(tournament) if tournament.seeds else None
    if tree is None:
        return None
    if not plan_for(tournament).stages[0].rounds:
        return final_ranking(_seeding(tournament), tree.outcome(), stage_1="the seeding")
    return final_ranking(Standings(tiebreak_input(tournament)).ranks, tree.outcome())


def _seeding(tournament: Tournament) -> dict[PlayerId, int]:
    """Nothing was played before: the seeds stand for it, and who has none comes last."""
    seeds = {player: n for n, player in tournament.seed_numbers(2).items()}
    last = max(seeds.values(), default=0) + 1
    return {player: seeds.get(player, last) for player in tournament.entries}
