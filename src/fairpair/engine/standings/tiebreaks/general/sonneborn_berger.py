"""sonneborn_berger: points of beaten opponents and half of those of drawn ones.

Swiss Tournament System Design 1.0: "weighted opponent scores". The FIDE code for chess is `SB`.
"""

from fairpair.core.ids import PlayerId
from fairpair.core.results import HALF_POINTS, Mark
from fairpair.engine.standings.codes import Step
from fairpair.engine.standings.percentages import meetings
from fairpair.engine.standings.sheet import PlayerRound
from fairpair.engine.standings.sums import Reckoner, Sum
from fairpair.engine.standings.tiebreak import Tiebreak
from fairpair.engine.standings.tiebreak_input import TiebreakInput

_WORDS = {Mark.WIN: "", Mark.DRAW: "half, drawn", Mark.LOSS: "lost", None: ""}


def sonneborn_berger(inputs: TiebreakInput, step: Step) -> Reckoner:
    """Only who won counts, not what a win is worth; each meeting counts."""
    totals, met = inputs.totals, inputs.kept(meetings)
    unit = 2 * inputs.sheet.unit

    def sum_of(player: PlayerId) -> Sum:
        row = met[player]
        return Sum(row, [totals[o.opponent] * HALF_POINTS[o.mark] for o in row], unit)

    return sum_of


def note(inputs: TiebreakInput, step: Step, player: PlayerId, outing: PlayerRound) -> str:
    """Why it is not all of the opponent's points."""
    return _WORDS[outing.mark]


TIEBREAK = Tiebreak(
    code="sonneborn_berger",
    name="Sonneborn-Berger",
    about="The points of the opponents beaten, and half of those of opponents drawn with.",
    clause="Swiss Tournament System Design 1.0 (Tournament Director), Available Tiebreakers",
    range="0 to rounds x the best score",
    games=("chess", "all"),
    reckon=sonneborn_berger,
    note=note,
)
