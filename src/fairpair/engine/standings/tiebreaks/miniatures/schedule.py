"""ffg_sos: strength of schedule as Fantasy Flight Games reckons it."""

from fairpair.engine.standings.codes import Step
from fairpair.engine.standings.percentages import Shares, mean_over_opponents, records
from fairpair.engine.standings.sums import Reckoner
from fairpair.engine.standings.tiebreak import Tiebreak
from fairpair.engine.standings.tiebreak_input import TiebreakInput


def strength_of_schedule(inputs: TiebreakInput, step: Step) -> Reckoner:
    """The mean of each opponent's points by rounds played; 0 without an opponent.

    A bye gives no opponent, but its points and its round are in the average of who had it.
    """
    return inputs.kept(schedules)


def schedules(inputs: TiebreakInput) -> Reckoner:
    """The reckoner, made once for both tie-breaks that need it."""
    unit = inputs.sheet.unit
    averages: Shares = {
        player: (points, unit * max(1, rounds))
        for player, (points, rounds) in inputs.kept(records).items()
    }
    return mean_over_opponents(inputs, averages)


TIEBREAK = Tiebreak(
    code="ffg_sos",
    name="Strength of schedule, mean",
    about="The mean, over the opponents, of points by rounds played.",
    clause="FFG tournament rules (Star Wars: Legion 2018, X-Wing); Netrunner: Cobra",
    range="0 to a win",
    games=("miniatures", "netrunner"),
    reckon=strength_of_schedule,
)
