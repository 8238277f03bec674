"""random: a lot, drawn from the recorded seed and therefore repeatable."""

from fairpair.core.ids import PlayerId
from fairpair.engine.lots import drawn
from fairpair.engine.standings.codes import Step
from fairpair.engine.standings.sums import Reckoner, Sum, undefined
from fairpair.engine.standings.tiebreak import Tiebreak
from fairpair.engine.standings.tiebreak_input import TiebreakInput


def lot(inputs: TiebreakInput, step: Step) -> Reckoner:
    """The place in a draw of all players; who enters later does not change the others' order.

    Without a recorded seed nothing can be drawn: then it is undefined and players stay tied.
    """
    if not inputs.draw_seed:
        return undefined
    places = inputs.kept(_places)
    return lambda player: Sum(["lot drawn from the recorded seed"], [places[player]])


def _places(inputs: TiebreakInput) -> dict[PlayerId, int]:
    """Everybody's place in the draw, from 1."""
    order = drawn(inputs.draw_seed, "standings", inputs.entries)
    return {player: place for place, player in enumerate(order, 1)}


TIEBREAK = Tiebreak(
    code="random",
    name="Lot",
    about="Drawn from the tournament's recorded seed: always the same, and open to checking.",
    clause="FIDE C.07, 4.2; customary elsewhere",
    range="1 to the number of players",
    games=("all",),
    lower_is_better=True,
    shown="whole",
    last=True,
    reckon=lot,
)
