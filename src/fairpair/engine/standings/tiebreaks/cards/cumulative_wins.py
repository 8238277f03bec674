"""ctb: Flesh and Blood's cumulative tie-break (Pairings and Tiebreaker Policy)."""

from itertools import accumulate

from fairpair.core.ids import PlayerId
from fairpair.core.results import Mark
from fairpair.engine.standings.codes import Step
from fairpair.engine.standings.percentages import counted
from fairpair.engine.standings.sheet import PlayerRound
from fairpair.engine.standings.sums import Reckoner, Sum
from fairpair.engine.standings.tiebreak import Tiebreak
from fairpair.engine.standings.tiebreak_input import TiebreakInput


def cumulative_wins(inputs: TiebreakInput, step: Step) -> Reckoner:
    """After each round a quarter of what it was, and the wins so far; byes are wins.

    So a round's wins weigh four times as much as those of the round before. It ends with the drop.
    """
    rows = inputs.kept(counted)
    return lambda player: _sum(rows[player])


def cumulative_shares(inputs: TiebreakInput) -> dict[PlayerId, tuple[int, int]]:
    """Everybody's."""
    return {player: _sum(row).ratio for player, row in inputs.kept(counted).items()}


def _sum(row: list[PlayerRound]) -> Sum:
    wins = accumulate([int(o.mark is Mark.WIN) for o in row])
    amounts = [total << 2 * place for place, total in enumerate(wins)]
    return Sum(row, amounts, 1 << 2 * max(0, len(row) - 1))


TIEBREAK = Tiebreak(
    code="ctb",
    name="Cumulative tie-break",
    about="A quarter of its value after the round before, plus all wins so far: lose late.",
    clause="Flesh and Blood, Pairings and Tiebreaker Policy, CTB",
    range="0 to rounds x 4/3",
    games=("flesh and blood",),
    reckon=cumulative_wins,
)
