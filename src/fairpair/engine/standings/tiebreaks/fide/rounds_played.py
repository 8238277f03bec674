"""REP: rounds one elected to play (C.07, 7.6)."""

from fairpair.core.ids import PlayerId
from fairpair.engine.standings.codes import Step
from fairpair.engine.standings.sheet import VOLUNTARY
from fairpair.engine.standings.sums import Reckoner, Sum, count
from fairpair.engine.standings.tiebreak import Tiebreak
from fairpair.engine.standings.tiebreak_input import TiebreakInput


def rounds_elected(inputs: TiebreakInput, step: Step) -> Reckoner:
    """All rounds but requested byes and forfeit losses."""
    rows = inputs.sheet.rows

    def sum_of(player: PlayerId) -> Sum:
        return count([o for o in rows[player] if o.kind not in VOLUNTARY])

    return sum_of


TIEBREAK = Tiebreak(
    code="REP",
    name="Rounds elected to play",
    about="Rounds without those that one did not want to play: requested byes, forfeit losses.",
    clause="FIDE C.07, 7.6 (GE before August 2024)",
    range="0 to rounds",
    games=("chess",),
    shown="whole",
    reckon=rounds_elected,
)
