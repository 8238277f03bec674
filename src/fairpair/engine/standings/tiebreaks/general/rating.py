"""rating: the stronger one by rating first."""

from fairpair.core.ids import PlayerId
from fairpair.engine.standings.codes import Step
from fairpair.engine.standings.sums import Reckoner, Sum
from fairpair.engine.standings.tiebreak import Tiebreak
from fairpair.engine.standings.tiebreak_input import TiebreakInput


def rating(inputs: TiebreakInput, step: Step) -> Reckoner:
    """Who has none is behind those who have one; FIDE's `RTNG` would drop it for everybody.

    /U and `unrated_rating` say what to take instead. A team has the mean of its members.
    """
    entries = inputs.entries
    fallback = step.unrated if step.unrated is not None else inputs.rules.unrated_rating

    def sum_of(player: PlayerId) -> Sum | None:
        strength = entries[player].entrant.strength
        if strength is not None:
            return Sum(["rating"], [strength.numerator], strength.denominator)
        return None if fallback is None else Sum(["taken for an unrated player"], [fallback])

    return sum_of


TIEBREAK = Tiebreak(
    code="rating",
    name="Rating",
    about="The player's rating, the higher one first; unrated players come last.",
    clause="customary",
    range="a rating",
    games=("all",),
    modifiers="RU",
    shown="whole",
    reckon=rating,
)
