"""ffg_esos: the mean of the opponents' strengths of schedule."""

from fairpair.engine.standings.codes import Step
from fairpair.engine.standings.percentages import all_shares, mean_over_opponents
from fairpair.engine.standings.sums import Reckoner
from fairpair.engine.standings.tiebreak import Tiebreak
from fairpair.engine.standings.tiebreak_input import TiebreakInput
from fairpair.engine.standings.tiebreaks.miniatures.schedule import schedules


def extended_strength_of_schedule(inputs: TiebreakInput, step: Step) -> Reckoner:
    """`ffg_sos` of every opponent met; 0 without one."""
    return mean_over_opponents(inputs, all_shares(inputs, inputs.kept(schedules)))


TIEBREAK = Tiebreak(
    code="ffg_esos",
    name="Extended strength of schedule",
    about="The mean of the opponents' `ffg_sos`.",
    clause="FFG tournament rules (Star Wars: Legion 2018, X-Wing); Netrunner: Cobra",
    range="0 to a win",
    games=("miniatures", "netrunner"),
    reckon=extended_strength_of_schedule,
)
