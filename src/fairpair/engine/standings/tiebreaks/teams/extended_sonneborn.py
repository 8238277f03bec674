"""The Extended Sonneborn-Berger of teams, in its four kinds (C.07, 13.2)."""

from fairpair.core.ids import PlayerId
from fairpair.engine.standings.codes import Step
from fairpair.engine.standings.sheet import PlayerRound
from fairpair.engine.standings.sums import Reckoner
from fairpair.engine.standings.tiebreak import Tiebreak
from fairpair.engine.standings.tiebreak_input import TiebreakInput
from fairpair.engine.standings.tiebreaks.fide.sonneborn_berger import factors, products

_NAMES = {"mp": "match points", "gp": "game points"}


class ExtendedSonneborn:
    """Each opponent's total in one score times what was scored against it in the same or the other.

    Article 16 applies in the score of the totals: adjusted scores, dummies and their limits. A cut
    takes the product of the opponent with the lowest total, among several the lowest product
    (14.1.2); a voluntarily unplayed round is cut instead if its product is no lower (16.5).
    """

    def __init__(self, totals: str, scored: str) -> None:
        self._totals, self._scored = totals, scored

    def reckon(self, inputs: TiebreakInput, step: Step) -> Reckoner:
        """The sum of the products."""
        return products(*self._inputs(inputs), step)

    def note(self, inputs: TiebreakInput, step: Step, team: PlayerId, outing: PlayerRound) -> str:
        """The two factors of a product, the opponent's total first."""
        return factors(*self._inputs(inputs), step, team, outing)

    def _inputs(self, inputs: TiebreakInput) -> tuple[TiebreakInput, TiebreakInput]:
        return inputs.by_score(self._totals), inputs.by_score(self._scored)


def entry(code: str, totals: str, scored: str, clause: str) -> Tiebreak:
    """The entry of one kind in the register."""
    theirs, made = _NAMES[totals], _NAMES[scored]
    method = ExtendedSonneborn(totals, scored)
    return Tiebreak(
        code=code,
        name=f"Sonneborn-Berger, {theirs} x {made}",
        about=f"The opponents' {theirs} times the {made} made against each.",
        clause=clause,
        range=f"0 to rounds x the best {theirs} x the best {made}",
        games=("chess",),
        modifiers="CP",
        teams_only=True,
        reckon=method.reckon,
        note=method.note,
    )
