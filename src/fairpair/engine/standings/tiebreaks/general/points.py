"""PTS: the score itself, which comes first in every chain."""

from fairpair.core.ids import PlayerId
from fairpair.engine.standings.codes import Step
from fairpair.engine.standings.sums import Part, Reckoner, Sum
from fairpair.engine.standings.tiebreak import Tiebreak
from fairpair.engine.standings.tiebreak_input import TiebreakInput


def points(inputs: TiebreakInput, step: Step) -> Reckoner:
    """The points of all rounds, and what was given or taken beside them."""
    sheet = inputs.sheet
    extra: dict[PlayerId, list[int]] = {}
    for (player, _), amount in sheet.extra.items():
        extra.setdefault(player, []).append(amount)

    def sum_of(player: PlayerId) -> Sum:
        row = sheet.rows[player]
        amounts = [o.points for o in row]
        given = extra.get(player, [])
        parts: list[Part] = [*row, *["bonus or penalty"] * len(given)]
        return Sum(parts, [*amounts, *given], sheet.unit)

    return sum_of


TIEBREAK = Tiebreak(
    code="PTS",
    name="Points",
    about="The score; it always comes first.",
    clause="FIDE C.07, 5 for chess; every game's own rules",
    range="0 to rounds x a win",
    games=("all",),
    reckon=points,
)
