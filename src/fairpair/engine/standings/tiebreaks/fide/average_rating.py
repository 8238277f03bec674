"""ARO: the average rating of the opponents (C.07, 10.1)."""

from fairpair.core.ids import PlayerId
from fairpair.engine.standings.codes import Step
from fairpair.engine.standings.ratings import over_the_board, ratings
from fairpair.engine.standings.sums import Reckoner, Sum, undefined
from fairpair.engine.standings.tiebreak import Tiebreak
from fairpair.engine.standings.tiebreak_input import TiebreakInput


def average_rating(inputs: TiebreakInput, step: Step) -> Reckoner:
    """Of the opponents met over the board, rounded, halves up; cuts take the lowest ratings."""
    found = ratings(inputs, step)
    if found is None:
        return undefined

    def sum_of(player: PlayerId) -> Sum | None:
        played = over_the_board(inputs, player)
        amounts = [found[o.opponent] for o in played]
        left = sorted(range(len(amounts)), key=amounts.__getitem__)
        kept = left[step.cut_low : len(left) - step.cut_high]
        if not kept:
            return None
        cut = [*left[: step.cut_low], *left[len(left) - step.cut_high :]]
        return Sum(played, amounts, 1, len(kept), cut, rounded=True)

    return sum_of


TIEBREAK = Tiebreak(
    code="ARO",
    name="Average rating of opponents",
    about="The mean rating of the opponents met over the board.",
    clause="FIDE C.07, 10.1",
    range="a rating",
    games=("chess",),
    modifiers="CMU",
    shown="whole",
    reckon=average_rating,
)
