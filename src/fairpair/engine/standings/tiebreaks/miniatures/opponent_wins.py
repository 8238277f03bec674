"""opponent_wins: how many matches the opponents won."""

from fairpair.engine.standings.codes import Step
from fairpair.engine.standings.percentages import sum_over_opponents, wins
from fairpair.engine.standings.sums import Reckoner
from fairpair.engine.standings.tiebreak import Tiebreak
from fairpair.engine.standings.tiebreak_input import TiebreakInput


def opponent_wins(inputs: TiebreakInput, step: Step) -> Reckoner:
    """All wins of every opponent met, byes included."""
    return sum_over_opponents(inputs, inputs.kept(wins))


TIEBREAK = Tiebreak(
    code="opponent_wins",
    name="Opponents' wins",
    about="The sum of the opponents' match wins.",
    clause="Warhammer 40,000 Leviathan Tournament Companion 1.0 (2023), opponents' win record",
    range="0 to rounds x rounds",
    games=("miniatures",),
    shown="whole",
    reckon=opponent_wins,
)
