"""mw: the match-win percentage (Magic Tournament Rules, appendix C)."""

from fairpair.core.ids import PlayerId
from fairpair.engine.standings.codes import Step
from fairpair.engine.standings.percentages import NOTHING, counted, match_inputs, worth_of_win
from fairpair.engine.standings.sums import Reckoner, Sum
from fairpair.engine.standings.tiebreak import Tiebreak
from fairpair.engine.standings.tiebreak_input import TiebreakInput


def match_win_percentage(inputs: TiebreakInput, step: Step) -> Reckoner:
    """Match points by those of wins in all rounds, at least `omw_floor`; 0 without any round.

    The rounds end with the drop: 1-3 and gone is 3/12. With `byes_in_match_win` a bye is a won
    round, else it is none.
    """
    chosen = match_inputs(inputs)
    rows, win = chosen.kept(counted), worth_of_win(chosen)
    floor = inputs.rules.omw_floor

    def sum_of(player: PlayerId) -> Sum:
        row = rows[player]
        if not row:
            return NOTHING
        return Sum(row, [o.points for o in row], win, len(row), least=floor)

    return sum_of


TIEBREAK = Tiebreak(
    code="mw",
    name="Match-win percentage",
    about="The share of the match points that could be won, at least `omw_floor`.",
    clause="Magic Tournament Rules of 2025, appendix C",
    range="0 to 1",
    games=("magic", "lorcana", "cards"),
    shown="percent",
    reckon=match_win_percentage,
)
