"""TPN: the pairing number (C.07, 7.8)."""

from fairpair.core.ids import PlayerId
from fairpair.engine.standings.codes import Step
from fairpair.engine.standings.sums import Reckoner, Sum
from fairpair.engine.standings.tiebreak import Tiebreak
from fairpair.engine.standings.tiebreak_input import TiebreakInput


def pairing_number(inputs: TiebreakInput, step: Step) -> Reckoner:
    """The lower number first; with /R the higher one."""

    def sum_of(player: PlayerId) -> Sum:
        return Sum(["pairing number"], [player])

    return sum_of


TIEBREAK = Tiebreak(
    code="TPN",
    name="Pairing number",
    about="The number in the list of players; the smaller one is ahead.",
    clause="FIDE C.07, 7.8 (since 2026)",
    range="1 and up",
    games=("chess",),
    lower_is_better=True,
    modifiers="R",
    shown="whole",
    last=True,
    reckon=pairing_number,
)
