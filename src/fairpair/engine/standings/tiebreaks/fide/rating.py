"""RTNG: the player's rating (C.07, 10.6)."""

from fairpair.core.ids import PlayerId
from fairpair.engine.standings.codes import Step
from fairpair.engine.standings.ratings import ratings
from fairpair.engine.standings.sums import Reckoner, Sum, undefined
from fairpair.engine.standings.tiebreak import Tiebreak
from fairpair.engine.standings.tiebreak_input import TiebreakInput


def rating(inputs: TiebreakInput, step: Step) -> Reckoner:
    """The higher one first; with /R the lower one."""
    found = ratings(inputs, step)
    if found is None:
        return undefined
    return lambda player: Sum(["rating"], [found[PlayerId(player)]])


TIEBREAK = Tiebreak(
    code="RTNG",
    name="Rating",
    about="The player's rating; dropped when somebody has none and no rule says what to take.",
    clause="FIDE C.07, 10.6 (since 2026)",
    range="a rating",
    games=("chess",),
    modifiers="RU",
    shown="whole",
    reckon=rating,
)
