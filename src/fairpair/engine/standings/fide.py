"""What C.07, article 16, makes of unplayed rounds: adjusted scores, dummies, cuts."""

from collections.abc import Callable, Sequence
from dataclasses import replace

from fairpair.core.ids import PlayerId
from fairpair.core.results import Mark
from fairpair.engine.standings.codes import Step
from fairpair.engine.standings.ledger import Ledger
from fairpair.engine.standings.sheet import (
    FORFEITS,
    REQUESTED,
    VOLUNTARY,
    Kind,
    Outing,
    Rows,
    Sheet,
)
from fairpair.engine.standings.sums import Sum

PLAYED = frozenset({Kind.PLAYED})
WITH_FORFEITS = PLAYED | FORFEITS


def adjusted(ledger: Ledger) -> dict[PlayerId, int]:
    """What everybody counts for their opponents (16.3).

    Requested byes after which only voluntarily unplayed rounds follow count as draws. In a round
    robin (15.2) everybody counts as they stand.
    """
    totals = ledger.totals
    if ledger.sheet.predetermined:
        return totals
    scores = dict(totals)
    draw = ledger.sheet.draw
    for player, row in ledger.sheet.rows.items():
        for outing in reversed(row):
            if outing.kind not in VOLUNTARY:
                break
            if outing.kind in REQUESTED:
                scores[player] += draw - outing.points
    return scores


def counted_rows(ledger: Ledger) -> Rows:
    """The rounds that have a say: in a round robin the free round of an odd field has none."""
    rows = ledger.sheet.rows
    if not ledger.sheet.predetermined:
        return rows
    return {player: [o for o in row if o.paired] for player, row in rows.items()}


def contributions(ledger: Ledger, step: Step) -> Callable[[PlayerId], list[int]]:
    """For a player, what each round adds to Buchholz: the opponent's adjusted score or a dummy's.

    The dummy of an unplayed round (16.4) has the player's own score; since 2026 at most the
    scheduled opponent's adjusted score after a forfeit, and draws in all rounds otherwise.
    """
    sheet, totals, scores = ledger.sheet, ledger.totals, ledger.kept(adjusted)
    rows = ledger.kept(counted_rows)
    capped = ledger.rules.fide_edition != "2024"
    most = sheet.draw * sheet.rounds
    met = games(ledger, step)

    def of(player: PlayerId) -> list[int]:
        own = totals[player]
        return [
            scores[o.opponent]
            if o.kind in met
            else dummy(own, scores[o.opponent] if o.kind in FORFEITS else most)
            for o in rows[player]
        ]

    def dummy(own: int, limit: int) -> int:
        return min(own, limit) if capped else own

    return of


def games(ledger: Ledger, step: Step) -> frozenset[Kind]:
    """What counts as a game against the opponent: forfeits too with the modifier /P, and where
    the pairings were known from the start (15.2).
    """
    return WITH_FORFEITS if step.forfeits_count or ledger.sheet.predetermined else PLAYED


class Cutter:
    """Leaves out the terms that a step's modifiers cut (14.2, 14.3, 16.5)."""

    def __init__(self, ledger: Ledger, step: Step, unit: int) -> None:
        self._low, self._high, self._unit = step.cut_low, step.cut_high, unit
        self._voluntary = VOLUNTARY - games(ledger, step)

    def __call__(self, row: Sequence[Outing], amounts: list[int], order: list[int]) -> Sum:
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
        self, row: Sequence[Outing], amounts: list[int], order: list[int], left: list[int]
    ) -> int:
        """The first one, or the lowest voluntarily unplayed round if that brings no less (16.5)."""
        least = left[0]
        voluntary = [n for n in left if row[n].kind in self._voluntary]
        if voluntary:
            lowest = min(voluntary, key=lambda n: (amounts[n], order[n]))
            if amounts[lowest] >= amounts[least]:
                return lowest
        return least


def fore(sheet: Sheet) -> Sheet:
    """The sheet with every paired match of the final round drawn, forfeits too (8.3)."""
    last, drawn = sheet.rounds, {}
    for player, row in sheet.rows.items():
        if row and row[-1].round_no == last and row[-1].paired:
            draw = row[-1]._replace(kind=Kind.PLAYED, mark=Mark.DRAW, points=sheet.draw)
            drawn[player] = [*row[:-1], draw]
        else:
            drawn[player] = row
    rows: Rows = drawn
    return replace(sheet, rows=rows)
