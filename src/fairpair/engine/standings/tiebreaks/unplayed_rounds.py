"""What C.07, article 16, makes of unplayed rounds: adjusted scores, dummy opponents, cuts."""

from collections.abc import Sequence
from dataclasses import replace

from fairpair.core.ids import PlayerId
from fairpair.core.results import Mark
from fairpair.engine.standings.codes import Options
from fairpair.engine.standings.sheet import (
    FORFEITS,
    REQUESTED,
    VOLUNTARY,
    Kind,
    PlayerRound,
    Rows,
    Sheet,
)
from fairpair.engine.standings.tiebreak import Sum
from fairpair.engine.standings.tiebreak_input import TiebreakInput
from fairpair.language.message import Message

PLAYED = frozenset({Kind.PLAYED})
WITH_FORFEITS = PLAYED | FORFEITS
Contributions = dict[PlayerId, list[int]]


def adjusted_points(inputs: TiebreakInput) -> dict[PlayerId, int]:
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
        # From the last round back to the first that was played or not the player's own choice.
        for round_ in reversed(row):
            if round_.kind not in VOLUNTARY:
                break
            if round_.kind in REQUESTED:
                scores[player] += draw - round_.points
    return scores


def counted_rows(inputs: TiebreakInput) -> Rows:
    """The rounds that have a say: in a round robin the free round of an odd field has none."""
    rows = inputs.sheet.rows
    if not inputs.sheet.predetermined:
        return rows
    return {player: [r for r in row if r.paired] for player, row in rows.items()}


def contributions(inputs: TiebreakInput, options: Options) -> Contributions:
    """For each player what each round adds to Buchholz: the opponent's adjusted score, or a
    dummy's.

    The dummy of an unplayed round (16.4) has the player's own score; since 2026 at most the
    scheduled opponent's adjusted score after a forfeit, and draws in all rounds otherwise.
    """
    # Two functions, because what is computed once is kept by the function that computes it.
    with_forfeits = games(inputs, options) is WITH_FORFEITS
    return inputs.get_or_compute(_with_forfeits if with_forfeits else _played_only)


def _played_only(inputs: TiebreakInput) -> Contributions:
    return _contributions(inputs, PLAYED)


def _with_forfeits(inputs: TiebreakInput) -> Contributions:
    return _contributions(inputs, WITH_FORFEITS)


def _contributions(inputs: TiebreakInput, met: frozenset[Kind]) -> Contributions:
    sheet, totals, scores = inputs.sheet, inputs.totals, inputs.get_or_compute(adjusted_points)
    capped = inputs.rules.fide_edition != "2024"
    most = sheet.draw * sheet.rounds

    def dummy(own: int, round_: PlayerRound) -> int:
        limit = scores[round_.opponent] if round_.kind in FORFEITS else most
        return min(own, limit) if capped else own

    return {
        player: [scores[r.opponent] if r.kind in met else dummy(totals[player], r) for r in row]
        for player, row in inputs.get_or_compute(counted_rows).items()
    }


_OWN_SCORE = Message("term.own-score")


def note_of_contribution(
    inputs: TiebreakInput, options: Options, player: PlayerId, round_: PlayerRound
) -> Message | None:
    """Why a round counts as it does in Buchholz, where that is not plain."""
    own, scores = inputs.totals[player], inputs.get_or_compute(adjusted_points)
    opponent = round_.opponent
    if round_.kind in games(inputs, options):
        same = scores[opponent] == inputs.totals[opponent]
        return None if same else Message("term.last-byes-drawn")
    if inputs.rules.fide_edition == "2024":
        return _OWN_SCORE
    if round_.kind in FORFEITS:
        less = scores[opponent] < own
        return Message("term.opponent-score") if less else _OWN_SCORE
    most = inputs.sheet.draw * inputs.sheet.rounds
    return Message("term.all-draws") if most < own else _OWN_SCORE


def games(inputs: TiebreakInput, options: Options) -> frozenset[Kind]:
    """What counts as a game against the opponent: forfeits too with the modifier /P, and where
    the pairings were known from the start (15.2).
    """
    forfeits = options.forfeits_count or inputs.sheet.predetermined
    return WITH_FORFEITS if forfeits else PLAYED


class Cutter:
    """Leaves out the terms that a code's modifiers cut (14.1 to 14.4, 16.5)."""

    def __init__(self, inputs: TiebreakInput, options: Options, unit: int) -> None:
        self._low, self._high, self._unit = options.cut_low, options.cut_high, unit
        self._voluntary = VOLUNTARY - games(inputs, options)

    def __call__(self, row: Sequence[PlayerRound], amounts: list[int], order: list[int]) -> Sum:
        """The sum of what is left; the least significant terms are the first by `order`."""
        if not self._low:
            return Sum(row, amounts, self._unit)
        left = sorted(range(len(amounts)), key=lambda n: (order[n], amounts[n]))
        cut = []
        for _ in range(min(self._low, len(left))):
            cut.append(self._least(row, amounts, order, left))
            left.remove(cut[-1])
        # The highest are cut only after the lowest, of what is left then (14.2).
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


def before_last_round(inputs: TiebreakInput) -> TiebreakInput:
    """What Fore Buchholz looks at: before the final round nothing is taken as drawn yet (8.3)."""
    planned = inputs.rules.rounds
    if planned and inputs.sheet.rounds < planned:
        return inputs
    return inputs.with_sheet(_draw_last_round)


def _draw_last_round(sheet: Sheet) -> Sheet:
    """Every paired match of the final round drawn: forfeits too, and those still being played."""
    rows: dict[PlayerId, list[PlayerRound]] = {}
    for player, row in sheet.rows.items():
        known = [*row, *sheet.open_matches.get(player, ())]
        if known and known[-1].round_no == sheet.rounds and known[-1].paired:
            draw = known[-1]._replace(kind=Kind.PLAYED, mark=Mark.DRAW, points=sheet.draw)
            rows[player] = [*known[:-1], draw]
        else:
            rows[player] = row
    return replace(sheet, rows=rows)
