"""BWG: games won with the black pieces (C.07, 7.4)."""

from fairpair.core.ids import PlayerId
from fairpair.core.results import Mark
from fairpair.engine.standings.codes import Step
from fairpair.engine.standings.sheet import Kind, PlayerRound
from fairpair.engine.standings.sums import Reckoner, Sum, count
from fairpair.engine.standings.tiebreak import Tiebreak
from fairpair.engine.standings.tiebreak_input import TiebreakInput


def black_wins(inputs: TiebreakInput, step: Step) -> Reckoner:
    """Over the board only."""
    rows = inputs.sheet.rows

    def sum_of(player: PlayerId) -> Sum:
        return count([o for o in rows[player] if _won_with_black(o)])

    return sum_of


def _won_with_black(outing: PlayerRound) -> bool:
    return outing.kind is Kind.PLAYED and outing.side == 1 and outing.mark is Mark.WIN


TIEBREAK = Tiebreak(
    code="BWG",
    name="Wins with Black",
    about="Games won over the board with the black pieces.",
    clause="FIDE C.07, 7.4",
    range="0 to rounds",
    games=("chess",),
    shown="whole",
    reckon=black_wins,
)
