"""late_losses: the squares of the lost rounds' numbers, part D of Yu-Gi-Oh's tie-break number."""

from fairpair.core.ids import PlayerId
from fairpair.core.results import Mark
from fairpair.engine.standings.codes import Step
from fairpair.engine.standings.sums import Reckoner, Sum
from fairpair.engine.standings.tiebreak import Tiebreak
from fairpair.engine.standings.tiebreak_input import TiebreakInput


def late_losses(inputs: TiebreakInput, step: Step) -> Reckoner:
    """Losing rounds 3 and 5 makes 9 + 25. A round missed by a late entry is lost."""
    rows = inputs.sheet.rows

    def sum_of(player: PlayerId) -> Sum:
        lost = [o for o in rows[player] if o.mark is Mark.LOSS]
        return Sum(lost, [o.round_no**2 for o in lost])

    return sum_of


TIEBREAK = Tiebreak(
    code="late_losses",
    name="Late losses",
    about="The sum of the squares of the numbers of the rounds lost: late losses are better.",
    clause="Yu-Gi-Oh! TCG Tournament Policy 2.5, tie-break number, last part",
    range="0 and up",
    games=("yugioh",),
    shown="whole",
    reckon=late_losses,
)
