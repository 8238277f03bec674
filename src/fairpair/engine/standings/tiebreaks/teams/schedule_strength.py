"""SSSC: the secondary score and the strength of the schedule (C.07, 13.4)."""

from dataclasses import replace
from fractions import Fraction

from fairpair.core.ids import PlayerId
from fairpair.core.numbers import shown
from fairpair.engine.standings.codes import Step
from fairpair.engine.standings.sums import Part, Reckoner, Sum
from fairpair.engine.standings.tiebreak import Tiebreak
from fairpair.engine.standings.tiebreak_input import TiebreakInput, team_scores
from fairpair.engine.standings.tiebreaks.fide.buchholz import buchholz
from fairpair.engine.standings.tiebreaks.fide.fore_buchholz import fore_buchholz


def schedule_strength(inputs: TiebreakInput, step: Step) -> Reckoner:
    """The secondary score plus the Buchholz of the primary one, divided by a number.

    With /F it is Fore Buchholz, with /K4 the number is 4.
    """
    sheet = inputs.by_score(team_scores(inputs.rules)[1]).sheet
    by = step.divisor or divisor(inputs)
    plain = replace(step, fore=False, divisor=None)
    strength = (fore_buchholz if step.fore else buchholz)(inputs, plain)
    name = "Fore Buchholz" if step.fore else "Buchholz"

    def sum_of(team: PlayerId) -> Sum:
        row, found = sheet.rows[team], strength(team)
        opposition = found.value if found else Fraction(0)
        above, below = opposition.as_integer_ratio()
        parts: list[Part] = [*row, f"{name} {shown(opposition)} / {by}"]
        amounts = [o.points * below * by for o in row]
        return Sum(parts, [*amounts, above * sheet.unit], sheet.unit * below * by)

    return sum_of


def divisor(inputs: TiebreakInput) -> int:
    """The best primary score of all rounds over the best secondary score of a match, cut to a
    whole number (13.4.2 b); the rounds are those counted so far, and 1 is the least.
    """
    first, second = (inputs.by_score(score).sheet for score in team_scores(inputs.rules))
    most, best = first.win * first.rounds, second.win
    return max(1, most * second.unit // (best * first.unit)) if best > 0 else 1


TIEBREAK = Tiebreak(
    code="SSSC",
    name="Scores and schedule strength",
    about="The score that does not rank, and a part of the Buchholz of the one that does.",
    clause="FIDE C.07, 13.4",
    range="0 and up",
    games=("chess",),
    modifiers="FPK",
    teams_only=True,
    reckon=schedule_strength,
)
