"""STD: standard points, 1 for a round better than the opponent, half for an equal one (7.7)."""

from fairpair.core.ids import PlayerId
from fairpair.engine.standings.codes import Step
from fairpair.engine.standings.sheet import PlayerRound, Sheet
from fairpair.engine.standings.sums import Reckoner, Sum
from fairpair.engine.standings.tiebreak import Tiebreak
from fairpair.engine.standings.tiebreak_input import TiebreakInput, points_by_round


def standard_points(inputs: TiebreakInput, step: Step) -> Reckoner:
    """Compared with what the scheduled opponent got in the round, or unpaired with a draw.

    So a double forfeit is an equal round, half a point for each, as the text says; some programs
    compare it with a draw and give nothing.
    """
    sheet = inputs.by_score(step.score).sheet
    got = inputs.by_score(step.score).kept(points_by_round)

    def sum_of(player: PlayerId) -> Sum:
        row = sheet.rows[player]
        return Sum(row, [_halves(o, got, sheet) for o in row], 2)

    return sum_of


def _halves(outing: PlayerRound, got: dict[tuple[PlayerId, int], int], sheet: Sheet) -> int:
    against = got[outing.opponent, outing.round_no] if outing.paired else sheet.draw
    return 2 if outing.points > against else 1 if outing.points == against else 0


TIEBREAK = Tiebreak(
    code="STD",
    name="Standard points",
    about="One for each round better than the opponent's, half for an equal one.",
    clause="FIDE C.07, 7.7 (since 2026)",
    range="0 to rounds",
    games=("chess",),
    scores=True,
    compares=True,
    reckon=standard_points,
)
