"""BH: Buchholz, the sum of the opponents' scores (C.07, 8.1)."""

from fairpair.core.ids import PlayerId
from fairpair.engine.standings.codes import Step
from fairpair.engine.standings.fide import Cutter, contributions, counted_rows, in_fore, note
from fairpair.engine.standings.sheet import PlayerRound
from fairpair.engine.standings.sums import Reckoner, Sum
from fairpair.engine.standings.tiebreak import Tiebreak
from fairpair.engine.standings.tiebreak_input import TiebreakInput


def buchholz(inputs: TiebreakInput, step: Step) -> Reckoner:
    """The opponents' adjusted scores; an unplayed round counts by a dummy opponent (16.4)."""
    inputs = _looked_at(inputs, step)
    rows, of = inputs.kept(counted_rows), contributions(inputs, step)
    cutter = Cutter(inputs, step, inputs.sheet.unit)

    def sum_of(player: PlayerId) -> Sum:
        amounts = of[player]
        return cutter(rows[player], amounts, amounts)

    return sum_of


def note_of_buchholz(
    inputs: TiebreakInput, step: Step, player: PlayerId, outing: PlayerRound
) -> str:
    """Why a round counts as it does."""
    return note(_looked_at(inputs, step), step, player, outing)


def _looked_at(inputs: TiebreakInput, step: Step) -> TiebreakInput:
    """With /F that of Fore Buchholz: BH/F and FB are the same."""
    inputs = inputs.by_score(step.score)
    return in_fore(inputs) if step.fore else inputs


TIEBREAK = Tiebreak(
    code="BH",
    name="Buchholz",
    about="The sum of the opponents' scores; own unplayed rounds count by a dummy opponent.",
    clause="FIDE C.07, 8.1",
    range="0 to rounds x the best score",
    games=("chess",),
    modifiers="CMPF",
    scores=True,
    compares=True,
    swiss_only=True,
    reckon=buchholz,
    note=note_of_buchholz,
)
