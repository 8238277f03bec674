"""margin: one's own score less that of the opponents, such as victory points."""

from fairpair.core.ids import PlayerId
from fairpair.engine.standings.codes import Step
from fairpair.engine.standings.sums import Reckoner, Sum
from fairpair.engine.standings.tiebreak import Tiebreak
from fairpair.engine.standings.tiebreak_input import TiebreakInput, points_by_round


def margin(inputs: TiebreakInput, step: Step) -> Reckoner:
    """`margin:vp`; a bye counts with what the rules give for it, against nothing."""
    inputs = inputs.by_score(step.score)
    sheet, scored = inputs.sheet, inputs.kept(points_by_round)

    def sum_of(player: PlayerId) -> Sum:
        row = sheet.rows[player]
        amounts = [o.points - scored.get((o.opponent, o.round_no), 0) for o in row]
        return Sum(row, amounts, sheet.unit)

    return sum_of


TIEBREAK = Tiebreak(
    code="margin",
    name="Margin",
    about="Own score less the opponents': margin:vp for the difference in victory points.",
    clause="Age of Sigmar event packs, Star Wars: Legion 2.0 (2020); Scrabble: spread",
    range="any, also below 0",
    games=("miniatures", "scrabble"),
    scores=True,
    reckon=margin,
)
