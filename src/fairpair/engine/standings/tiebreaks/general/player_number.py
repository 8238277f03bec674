"""player_number: who was registered first."""

from fairpair.engine.standings.codes import Step
from fairpair.engine.standings.sums import Reckoner, Sum
from fairpair.engine.standings.tiebreak import Tiebreak
from fairpair.engine.standings.tiebreak_input import TiebreakInput


def player_number(inputs: TiebreakInput, step: Step) -> Reckoner:
    """The number in order of registration."""
    return lambda player: Sum(["order of registration"], [player])


TIEBREAK = Tiebreak(
    code="player_number",
    name="Player number",
    about="The order of registration; the smaller number is ahead.",
    clause="customary",
    range="1 and up",
    games=("all",),
    lower_is_better=True,
    shown="whole",
    last=True,
    reckon=player_number,
)
