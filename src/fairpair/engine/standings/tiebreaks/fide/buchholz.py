"""BH: Buchholz, the sum of the opponents' scores (C.07, 8.1)."""

from fairpair.core.ids import PlayerId
from fairpair.engine.standings.codes import Step
from fairpair.engine.standings.fide import Cutter, contributions, counted_rows, in_fore, note
from fairpair.engine.standings.ledger import Ledger
from fairpair.engine.standings.sheet import Outing
from fairpair.engine.standings.sums import Reckoner, Sum
from fairpair.engine.standings.tiebreak import Tiebreak


def buchholz(ledger: Ledger, step: Step) -> Reckoner:
    """The opponents' adjusted scores; an unplayed round counts by a dummy opponent (16.4)."""
    ledger = _looked_at(ledger, step)
    rows, of = ledger.kept(counted_rows), contributions(ledger, step)
    cutter = Cutter(ledger, step, ledger.sheet.unit)

    def sum_of(player: PlayerId) -> Sum:
        amounts = of[player]
        return cutter(rows[player], amounts, amounts)

    return sum_of


def note_of_buchholz(ledger: Ledger, step: Step, player: PlayerId, outing: Outing) -> str:
    """Why a round counts as it does."""
    return note(_looked_at(ledger, step), step, player, outing)


def _looked_at(ledger: Ledger, step: Step) -> Ledger:
    """With /F that of Fore Buchholz: BH/F and FB are the same."""
    ledger = ledger.by_score(step.score)
    return in_fore(ledger) if step.fore else ledger


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
