"""What the tie-breaks of card games share: floors, and which rounds and points count."""

from dataclasses import replace
from fractions import Fraction

from fairpair.core.results import Mark
from fairpair.engine.standings.sheet import AWARDED_BYES, Kind, Sheet
from fairpair.engine.standings.tiebreak_input import TiebreakInput
from fairpair.engine.standings.tiebreaks.averages import Share
from fairpair.language.message import Message

_BYES = AWARDED_BYES | {Kind.HALF_BYE, Kind.ZERO_BYE}
_BY_RESULT = ("", "mp", "gp")


# `omw_floor` and `gw_floor` are put under each opponent's percentage, not under the mean.


def apply_floor(share: Share, floor: Fraction) -> Share:
    """The share, or the floor if that is more; the floor too for nothing out of nothing."""
    return floor.as_integer_ratio() if _is_below(share, floor) or not share[1] else share


def floor_note(share: Share, floor: Fraction) -> Message | None:
    """The remark on a share that the floor replaces."""
    return Message("term.floor") if _is_below(share, floor) else None


def _is_below(share: Share, floor: Fraction) -> bool:
    return share[0] * floor.denominator < floor.numerator * share[1]


def without_byes(sheet: Sheet) -> Sheet:
    """The sheet with nothing but matches; a round missed by a late entry is a lost one."""
    rows = {player: [r for r in row if r.kind not in _BYES] for player, row in sheet.rows.items()}
    return replace(sheet, rows=rows)


def by_result(inputs: TiebreakInput) -> TiebreakInput:
    """With points for wins and draws, also where a named score ranks the players."""
    if inputs.rules.primary_score in _BY_RESULT:
        return inputs
    return inputs.with_sheet(_points_by_result)


def _points_by_result(sheet: Sheet) -> Sheet:
    points = {Mark.WIN: sheet.win, Mark.DRAW: sheet.draw, Mark.LOSS: sheet.loss, None: 0}
    return sheet.map_rounds(lambda round_: round_._replace(points=points[round_.mark]))


def worth_of_win(inputs: TiebreakInput) -> int:
    """The points of a win, never nothing: one can divide by it."""
    return max(1, inputs.sheet.win)
