"""What C.07, article 16, makes of unplayed rounds: adjusted scores, dummies, cuts."""

from collections.abc import Sequence
from dataclasses import replace

from fairpair.core.ids import PlayerId
from fairpair.core.results import Mark
from fairpair.engine.standings.codes import Step
from fairpair.engine.standings.sheet import (
    FORFEITS,
    REQUESTED,
    VOLUNTARY,
    Kind,
    PlayerRound,
    Rows,
    Sheet,
)
from fairpair.engine.standings.sums import Sum
from fairpair.engine.standings.tiebreak_input import TiebreakInput

PLAYED = frozenset({Kind.PLAYED})
WITH_FORFEITS = PLAYED | FORFEITS


def adjusted(inputs: TiebreakInput) -> dict[PlayerId, int]:
    """What everybody counts for their opponents (16.3).

    Requested byes after which only voluntarily unplayed rounds follow count as draws. In a round
    robin (15.2) everybody counts as they stand.
    """
    totals = inputs.totals
    if inputs.sheet.predetermined:
        return totals
    scores = dict(totals)
    draw = inputs.sheet.draw
    for player, row in inputs.sheet.rows.items():
        for outing in reversed(row):
            if outing.kind not in VOLUNTARY:
                break
            if outing.kind in REQUESTED:
                scores[player] += draw - outing.points
    return scores


def counted_rows(inputs: TiebreakInput) -> Rows:
    """The rounds that have a say: in a round robin the free round of an odd field has none."""
    rows = inputs.sheet.rows
    if not inputs.sheet.predetermined:
        return rows
    return {player: [o for o in row if o.paired] for player, row in rows.items()}


Contributions = dict[PlayerId, list[int]]


def contributions(inputs: TiebreakInput, step: Step) -> Contributions:
    """For each player what each round adds to Buchholz: the opponent's adjusted score, or a
    dummy's.

    The dummy of an unplayed round (16.4) has the player's own score; since 2026 at most the
    scheduled opponent's adjusted score after a forfeit, and draws in all rounds otherwise.
    """
    return inputs.kept(_with_forfeits if games(inputs, step) is WITH_FORFEITS else _played_only)


def _played_only(inputs: TiebreakInput) -> Contributions:
    return _contributions(inputs, PLAYED)


def _with_forfeits(inputs: TiebreakInput) -> Contributions:
    return _contributions(inputs, WITH_FORFEITS)


def _contributions(inputs: TiebreakInput, met: frozenset[Kind]) -> Contributions:
    sheet, totals, scores = inputs.sheet, inputs.totals, inputs.kept(adjusted)
    capped = inputs.rules.fide_edition != "2024"
    most = sheet.draw * sheet.rounds

    def dummy(own: int, outing: PlayerRound) -> int:
        limit = scores[outing.opponent] if outing.kind in FORFEITS else most
        return min(own, limit) if capped else own

    return {
        player: [scores[o.opponent] if o.kind in met else dummy(totals[player], o) for o in row]
        for player, row in inputs.kept(counted_rows).items()
    }


def games(inputs: TiebreakInput, step: Step) -> frozenset[Kind]:
    """What counts as a game against the opponent: forfeits too with the modifier /P, and where
    the pairings were known from the start (15.2).
    """
    return WITH_FORFEITS if step.forfeits_count or inputs.sheet.predetermined else PLAYED


class Cutter:
    """Leaves out the terms that a step's modifiers cut (14.1 to 14.4, 16.5)."""

    def __init__(self, inputs: TiebreakInput, step: Step, unit: int) -> None:
        self._low, self._high, self._unit = step.cut_low, step.cut_high, unit
        self._voluntary = VOLUNTARY - games(inputs, step)

    def __call__(self, row: Sequence[PlayerRound], amounts: list[int], order: list[int]) -> Sum:
        """The sum of what is left; the least significant terms are the first by `order`."""
        if not self._low:
            return Sum(row, amounts, self._unit)
        left = sorted(range(len(amounts)), key=lambda n: (order[n], amounts[n]))
        cut = []
        for _ in range(min(self._low, len(left))):
            cut.append(self._least(row, amounts, order, left))
            left.remove(cut[-1])
        cut += left[max(0, len(left) - self._high) :]
        return Sum(row, amounts, self._unit, cut=cut)

    def _least(
        self, row: Sequence[PlayerRound], amounts: list[int], order: list[int], left: list[int]
    ) -> int:
        """The first one, or the lowest voluntarily unplayed round if that brings no less (16.5)."""
        least = left[0]
        voluntary = [n for n in left if row[n].kind in self._voluntary]
        if voluntary:
            lowest = min(voluntary, key=lambda n: (amounts[n], order[n]))
            if amounts[lowest] >= amounts[least]:
                return lowest
        return least


def in_fore(inputs: TiebreakInput) -> TiebreakInput:
    """The inputs that Fore Buchholz looks at: before the final round nothing is drawn yet (8.3)."""
    planned = inputs.rules.rounds
    return inputs if planned and inputs.sheet.rounds < planned else inputs.seen(fore)


def fore(sheet: Sheet) -> Sheet:
    """The sheet with every paired match of the final round drawn: forfeits too, and those
    that are still being played (8.3)."""
    last, drawn = sheet.rounds, {}
    for player, row in sheet.rows.items():
        *before, final = [*row, *sheet.open_matches.get(player, ())] or [None]
        if final is not None and final.round_no == last and final.paired:
            draw = final._replace(kind=Kind.PLAYED, mark=Mark.DRAW, points=sheet.draw)
            drawn[player] = [*(o for o in before if o), draw]
        else:
            drawn[player] = row
    rows: Rows = drawn
    return replace(sheet, rows=rows)


def note(inputs: TiebreakInput, step: Step, player: PlayerId, outing: PlayerRound) -> str:
    """Why a round counts as it does in Buchholz, where that is not plain."""
    own, scores = inputs.totals[player], inputs.kept(adjusted)
    if outing.kind in games(inputs, step):
        opponent = outing.opponent
        return "" if scores[opponent] == inputs.totals[opponent] else "last byes count as draws"
    if inputs.rules.fide_edition == "2024":
        return "counts as own score"
    if outing.kind in FORFEITS:
        return (
            "counts as the opponent's score"
            if scores[outing.opponent] < own
            else "counts as own score"
        )
    most = inputs.sheet.draw * inputs.sheet.rounds
    return "counts as draws in all rounds" if most < own else "counts as own score"
