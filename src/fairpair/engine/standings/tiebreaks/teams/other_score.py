"""MPvGP: of match points and game points the one that does not rank (C.07, 13.1)."""

from dataclasses import replace

from fairpair.engine.standings.codes import Step
from fairpair.engine.standings.sums import Reckoner
from fairpair.engine.standings.tiebreak import Tiebreak
from fairpair.engine.standings.tiebreak_input import TiebreakInput, team_scores
from fairpair.engine.standings.tiebreaks.general.total import total


def other_score(inputs: TiebreakInput, step: Step) -> Reckoner:
    """Game points where match points rank, match points where game points do."""
    return total(inputs, replace(step, score=team_scores(inputs.rules)[1]))


TIEBREAK = Tiebreak(
    code="MPvGP",
    name="Match points or game points",
    about="The game points where match points rank, and the other way round.",
    clause="FIDE C.07, 13.1",
    range="0 to rounds x boards, or rounds x a win",
    games=("chess",),
    teams_only=True,
    reckon=other_score,
)
