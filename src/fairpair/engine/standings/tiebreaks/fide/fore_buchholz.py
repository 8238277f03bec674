"""FB: Fore Buchholz, Buchholz as if the last round had been drawn (C.07, 8.3)."""

from dataclasses import replace

from fairpair.core.ids import PlayerId
from fairpair.engine.standings.codes import Step
from fairpair.engine.standings.sheet import PlayerRound
from fairpair.engine.standings.sums import Reckoner
from fairpair.engine.standings.tiebreak import Tiebreak
from fairpair.engine.standings.tiebreak_input import TiebreakInput
from fairpair.engine.standings.tiebreaks.fide.buchholz import buchholz, note_of_buchholz


def fore_buchholz(inputs: TiebreakInput, step: Step) -> Reckoner:
    """Every paired match of the final round counts as a draw, for all scores in it.

    Byes of that round keep their points; a forfeited match of it is a draw against the scheduled
    opponent and therefore no voluntarily unplayed round. In standings before the final round it
    is Buchholz.
    """
    return buchholz(inputs, replace(step, fore=True))


def _note(inputs: TiebreakInput, step: Step, player: PlayerId, outing: PlayerRound) -> str:
    return note_of_buchholz(inputs, replace(step, fore=True), player, outing)


TIEBREAK = Tiebreak(
    code="FB",
    name="Fore Buchholz",
    about="Buchholz as if every match of the last round had been drawn: known before it is over.",
    clause="FIDE C.07, 8.3",
    range="0 to rounds x the best score",
    games=("chess",),
    modifiers="CMP",
    scores=True,
    compares=True,
    swiss_only=True,
    reckon=fore_buchholz,
    note=_note,
)
