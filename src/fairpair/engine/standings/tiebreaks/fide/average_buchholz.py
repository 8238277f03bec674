"""AOB: the average of the opponents' Buchholz (C.07, 8.2)."""

from dataclasses import replace

from fairpair.core.ids import PlayerId
from fairpair.engine.standings.codes import Step
from fairpair.engine.standings.sheet import Kind
from fairpair.engine.standings.sums import Reckoner, Sum, mean
from fairpair.engine.standings.tiebreak import Tiebreak
from fairpair.engine.standings.tiebreak_input import TiebreakInput
from fairpair.engine.standings.tiebreaks.fide.buchholz import buchholz
from fairpair.engine.standings.tiebreaks.fide.fore_buchholz import fore_buchholz


def average_of_opponents_buchholz(inputs: TiebreakInput, step: Step) -> Reckoner:
    """Of the opponents met over the board; with /F of their Fore Buchholz. Not rounded."""
    sheet = inputs.by_score(step.score).sheet
    reckon = (fore_buchholz if step.fore else buchholz)(inputs, replace(step, fore=False))
    values = {player: sum(_amounts(reckon(player))) for player in sheet.rows}

    def sum_of(player: PlayerId) -> Sum | None:
        played = [o for o in sheet.rows[player] if o.kind is Kind.PLAYED]
        return mean(played, [values[o.opponent] for o in played], sheet.unit)

    return sum_of


def _amounts(total: Sum | None) -> list[int]:
    return list(total.amounts) if total else []


TIEBREAK = Tiebreak(
    code="AOB",
    name="Average of opponents' Buchholz",
    about="How strong the opponents' opponents were.",
    clause="FIDE C.07, 8.2",
    range="0 to rounds x the best score",
    games=("chess",),
    modifiers="F",
    scores=True,
    compares=True,
    swiss_only=True,
    reckon=average_of_opponents_buchholz,
)
