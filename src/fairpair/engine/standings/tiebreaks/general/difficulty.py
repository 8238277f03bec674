"""difficulty: the opponents' wins less their losses."""

from fairpair.core.ids import PlayerId
from fairpair.core.results import Mark
from fairpair.engine.standings.codes import Step
from fairpair.engine.standings.percentages import sum_over_opponents
from fairpair.engine.standings.sums import Reckoner
from fairpair.engine.standings.tiebreak import Tiebreak
from fairpair.engine.standings.tiebreak_input import TiebreakInput

_WORTH = {Mark.WIN: 1, Mark.DRAW: 0, Mark.LOSS: -1, None: 0}


def difficulty(inputs: TiebreakInput, step: Step) -> Reckoner:
    """As they stand now, not when they were met; a bye is a win."""
    return sum_over_opponents(inputs, inputs.kept(_balances))


def _balances(inputs: TiebreakInput) -> dict[PlayerId, int]:
    rows = inputs.sheet.rows
    return {player: sum([_WORTH[o.mark] for o in row]) for player, row in rows.items()}


TIEBREAK = Tiebreak(
    code="difficulty",
    name="Difficulty",
    about="The sum of the opponents' wins less their losses.",
    clause="Counter-Strike Major Supplemental Rulebook (Valve, October 2025), Swiss seeding",
    range="-rounds x rounds to rounds x rounds",
    games=("counter-strike",),
    shown="whole",
    reckon=difficulty,
)
