"""A third opinion: articles 6 to 9 and 14 to 16 of C.07 read word by word on the cells of a TRF.

Slow and plain on purpose, and made from the text alone: nothing of our engine is used. Points come
from the file's point system. For the codes and the cases in which gacrux is known to be wrong.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from itertools import combinations, product
from typing import NamedTuple

from fairpair.formats.trf.model import TrfCell, TrfFile
from standings.fairpair_values import file_from

REQUESTED = ("H", "Z")  # 16.1.1; a blank cell is read as Z
VOLUNTARY = (*REQUESTED, "-")  # 16.1.2
OVER_THE_BOARD = ("1", "=", "0", "W", "D", "L")
HALF = Fraction(1, 2)
MANY = 8
"""So many missing games have 6561 outcomes; more take too long to try."""

Groups = list[list[int]]


class Element(NamedTuple):
    """What one round adds to a sum; of a cut the lowest `significance` goes first."""

    significance: Fraction
    value: Fraction
    voluntary: bool


@dataclass(frozen=True)
class Reading:
    """`fore` reads every paired game of the last round as drawn (8.3)."""

    file: TrfFile
    edition: str = "2026"
    predetermined: bool = False
    fore: bool = False

    @property
    def players(self) -> list[int]:
        return list(self._cells)

    @property
    def rounds(self) -> int:
        return len(self.file.players[0].rounds)

    @cached_property
    def _cells(self) -> dict[int, list[TrfCell]]:
        cells = {player.id: list(player.rounds) for player in self.file.players}
        for row in cells.values():
            if self.fore and row[-1].opponent:
                row[-1] = replace(row[-1], result="=")
        return cells

    @cached_property
    def _points(self) -> dict[int, list[Fraction]]:
        worth = self.file.points.table
        return {p: [worth[c.result, c.colour == "b"] for c in self._cells[p]] for p in self._cells}

    def cells(self, player: int) -> list[TrfCell]:
        return self._cells[player]

    def points(self, player: int) -> list[Fraction]:
        return list(self._points[player])

    def score(self, player: int) -> Fraction:
        return sum(self.points(player), Fraction(0))

    # Article 7

    def wins(self, player: int) -> int:
        """7.1"""
        return sum(points >= self.file.points.win for points in self.points(player))

    def games_won(self, player: int) -> int:
        """7.2"""
        return sum(cell.result in ("1", "W") for cell in self.cells(player))

    def black_games(self, player: int) -> int:
        """7.3"""
        return sum(c.colour == "b" and c.result in OVER_THE_BOARD for c in self.cells(player))

    def black_wins(self, player: int) -> int:
        """7.4"""
        return sum(c.colour == "b" and c.result in ("1", "W") for c in self.cells(player))

    def progressive(self, player: int, cut: int = 0) -> Fraction:
        """7.5: round 1 counts in all running scores, round 2 in all but the first, ..."""
        points = self.points(player)
        running = [sum(points[: n + 1], Fraction(0)) for n in range(len(points))]
        return sum(running[cut:], Fraction(0))

    def elected(self, player: int) -> int:
        """7.6"""
        return self.rounds - sum(cell.result in VOLUNTARY for cell in self.cells(player))

    def standard(self, player: int) -> Fraction:
        """7.7: compared with the scheduled opponent or, where there is none, with a draw."""
        total = Fraction(0)
        for n, cell in enumerate(self.cells(player)):
            own = self._points[player][n]
            other = self._points[cell.opponent][n] if cell.opponent else self.file.points.draw
            total += 1 if own > other else HALF if own == other else 0
        return total

    # Articles 8, 9 and 16

    def adjusted(self, player: int) -> Fraction:
        """16.3, of a Swiss only (15.3)."""
        cells, points = self.cells(player), self.points(player)
        if self.predetermined:
            return sum(points, Fraction(0))
        for n, cell in enumerate(cells):
            only_voluntary_ones_follow = all(c.result in VOLUNTARY for c in cells[n + 1 :])
            if cell.result in REQUESTED and only_voluntary_ones_follow:
                points[n] = self.file.points.draw
        return sum(points, Fraction(0))

    def dummy(self, player: int, cell: TrfCell) -> Fraction:
        """16.4, whose second sentence is new in 2026."""
        own = self.score(player)
        if self.edition == "2024":
            return own
        if cell.opponent:
            return min(own, self.adjusted(cell.opponent))
        return min(own, self.file.points.draw * self.rounds)

    def opponents(self, player: int, forfeits_count: bool) -> Iterator[tuple[Fraction, int, bool]]:
        """The score of each round's opponent or dummy, the round, and whether it can be a VUR."""
        games = forfeits_count or self.predetermined
        for n, cell in enumerate(self.cells(player)):
            if cell.opponent and (games or cell.result not in ("+", "-")):
                yield self.adjusted(cell.opponent), n, False
            elif not self.predetermined:
                yield self.dummy(player, cell), n, cell.result in VOLUNTARY

    def buchholz(
        self, player: int, low: int = 0, high: int = 0, *, forfeits_count: bool = False
    ) -> Fraction:
        """8.1"""
        rounds = self.opponents(player, forfeits_count)
        return _cut([Element(score, score, vur) for score, _, vur in rounds], low, high)

    def average_buchholz(self, player: int) -> Fraction | None:
        """8.2; a forfeit of the last round is no game over the board for Fore Buchholz either."""
        cells = replace(self, fore=False).cells(player)
        met = [cell.opponent for cell in cells if cell.result in OVER_THE_BOARD]
        return Fraction(sum(self.buchholz(o) for o in met if o), len(met)) if met else None

    def sonneborn_berger(
        self, player: int, low: int = 0, *, forfeits_count: bool = False
    ) -> Fraction:
        """9.1; 14.1.2 d says whose product is the least significant."""
        points, rounds = self.points(player), self.opponents(player, forfeits_count)
        return _cut([Element(score, score * points[n], vur) for score, n, vur in rounds], low, 0)

    def koya(self, player: int, half_points_more: int = 0) -> Fraction:
        """9.2 and 14.5; in a round robin without the round in which one is free."""
        most = self.file.points.win * self.rounds
        if self.predetermined:
            games = max(sum(c.opponent is not None for c in self.cells(p)) for p in self.players)
            most = self.file.points.win * games
        limit = most / 2 + HALF * half_points_more
        points = zip(self.cells(player), self.points(player), strict=True)
        against = [p for c, p in points if c.opponent and self.score(c.opponent) >= limit]
        return sum(against, Fraction(0))

    # Article 6

    def encounter(self, tied: Sequence[int], *, forfeits_count: bool = False) -> Groups | None:
        """The tied in order, equal ones together; none if too many games are missing to tell."""
        if len(tied) == 1:
            return [list(tied)]
        table, missing = self._separate_standings(tied, forfeits_count)
        if len(missing) > MANY:
            return None
        groups = self._alone_on_top(table, missing) if missing else _by_score(table)
        if len(groups) == 1:
            return groups
        resolved: Groups = []
        for group in groups:
            smaller = self.encounter(group, forfeits_count=forfeits_count)
            if smaller is None:
                return None
            resolved += smaller
        return resolved

    def _separate_standings(
        self, tied: Sequence[int], forfeits_count: bool
    ) -> tuple[dict[int, Fraction], list[tuple[int, int]]]:
        """6.1 and 6.1.2, and who have not met."""
        table, missing = dict.fromkeys(tied, Fraction(0)), []
        for one, other in combinations(tied, 2):
            games = [
                n
                for n, cell in enumerate(self.cells(one))
                if cell.opponent == other
                and (cell.result not in ("+", "-") or forfeits_count or self.predetermined)
            ]
            if not games:
                missing.append((one, other))
                continue
            for player in (one, other):
                table[player] += Fraction(sum(self._points[player][n] for n in games), len(games))
        return table, missing

    def _alone_on_top(
        self, table: dict[int, Fraction], missing: Sequence[tuple[int, int]]
    ) -> Groups:
        """6.3 by trying every outcome of the missing games."""
        p = self.file.points
        results = ((p.win, p.loss), (p.draw, p.draw), (p.loss, p.win))
        certain: Groups = []
        left = list(table)
        outcomes = [_with(table, missing, o) for o in product(results, repeat=len(missing))]
        while len(left) > 1:
            leaders = {tuple(_leaders(scores, left)) for scores in outcomes}
            if len(leaders) > 1 or len(leader := leaders.pop()) > 1:
                break
            certain.append(list(leader))
            left.remove(*leader)
        return [*certain, left]


def reading(trf: bytes | str, *, edition: str = "2026", predetermined: bool = False) -> Reading:
    """The reading of a file, which must be a good one."""
    return Reading(file_from(trf), edition, predetermined)


def _cut(elements: list[Element], low: int, high: int) -> Fraction:
    """The sum without the least and then the most significant ones (14.1 to 14.4, 16.5)."""
    for _ in range(min(low, len(elements))):
        least = min(elements)
        lowest = min(
            (e for e in elements if e.voluntary),
            key=lambda e: (e.value, e.significance),
            default=None,
        )
        elements.remove(lowest if lowest and lowest.value >= least.value else least)
    for _ in range(min(high, len(elements))):
        elements.remove(max(elements))
    return sum((e.value for e in elements), Fraction(0))


def _by_score(table: dict[int, Fraction]) -> Groups:
    scores = sorted(set(table.values()), reverse=True)
    return [[player for player in table if table[player] == score] for score in scores]


def _with(
    table: dict[int, Fraction],
    missing: Sequence[tuple[int, int]],
    outcome: Sequence[tuple[Fraction, Fraction]],
) -> dict[int, Fraction]:
    scores = dict(table)
    for pair, points in zip(missing, outcome, strict=True):
        for player, gained in zip(pair, points, strict=True):
            scores[player] += gained
    return scores


def _leaders(scores: dict[int, Fraction], left: Sequence[int]) -> list[int]:
    best = max(scores[player] for player in left)
    return [player for player in left if scores[player] == best]
