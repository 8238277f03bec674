"""Plots as plain geometry: bars, intervals and lines, for a template to draw."""

import math
from collections.abc import Sequence
from itertools import accumulate, pairwise

from fairpair.core.dataclass import dataclass

ROW = 26
"""The height of a row: of a place at the top, and of a name beside the lines."""
_BELOW = 3
"""So many rows at most hold all ranks behind those of the leaders."""
_TICKS = 10
_EDGE = 4
"""The part of a scale, in percent, that is left free at either end."""


@dataclass(frozen=True, slots=True)
class Bar:
    """A bar with what it counts; `x` and `width` are in percent."""

    label: str
    count: int
    x: float
    width: float


@dataclass(frozen=True, slots=True)
class Tick:
    """A number at an axis."""

    text: str
    at: float


@dataclass(frozen=True, slots=True)
class Course:
    """A line over the rounds to a name at `end`; `marks` are in percent across, pixels down."""

    ranks: Sequence[int]
    marks: Sequence[tuple[float, int]]
    end: int

    @property
    def segments(self) -> list[tuple[tuple[float, int], tuple[float, int]]]:
        """From each mark to the next."""
        return list(pairwise(self.marks))


@dataclass(frozen=True, slots=True)
class Courses:
    """Several lines over the same rounds, the first rank at the top."""

    height: int
    courses: Sequence[Course]
    rounds: Sequence[Tick]
    ranks: Sequence[Tick]


@dataclass(frozen=True, slots=True)
class RankLine:
    """Ranks from round to round as a line, the best on top; `places` are its corners."""

    ranks: Sequence[int]
    width: int
    height: int
    places: Sequence[tuple[float, float]]

    @property
    def points(self) -> str:
        """The line as SVG draws it."""
        return " ".join(f"{x:g},{y:g}" for x, y in self.places)


def rank_line(
    ranks: Sequence[int], worst: int, width: int = 72, height: int = 26, edge: int = 3
) -> RankLine:
    """The line of these ranks. Places at the top are further apart than those at the bottom.

    >>> rank_line([4, 1], 4).points
    '3,23 69,3'
    """
    across, down = width - 2 * edge, height - 2 * edge
    places = [
        (
            round(edge + n * across / max(1, len(ranks) - 1), 1),
            round(edge + math.sqrt((rank - 1) / max(1, worst - 1)) * down, 1),
        )
        for n, rank in enumerate(ranks)
    ]
    return RankLine(ranks, width, height, places)


def bars_of(counts: Sequence[tuple[str, int]]) -> list[Bar]:
    """One bar a count, as long as it is in proportion to the largest."""
    most = max((count for _, count in counts), default=0) or 1
    return [Bar(label, count, 0, _percent(count, most)) for label, count in counts]


def stacked_bar(counts: Sequence[tuple[str, int]]) -> list[Bar]:
    """The counts behind each other in one bar.

    >>> [(bar.x, bar.width) for bar in stacked_bar([("won", 3), ("lost", 1)])]
    [(0.0, 75.0), (75.0, 25.0)]
    """
    whole = sum(count for _, count in counts) or 1
    before = accumulate((count for _, count in counts), initial=0)
    return [
        Bar(label, count, _percent(start, whole), _percent(count, whole))
        for (label, count), start in zip(counts, before, strict=False)
    ]


def _percent(count: int, whole: int) -> float:
    return round(100 * count / whole, 1)


def courses_of(ranks: Sequence[Sequence[int]]) -> Courses:
    """The ranks of the leaders after each round, best first, as lines to their names.

    Each of the first places has a row; all that are behind share a few rows.
    """
    leaders, rounds = max(1, len(ranks)), max(map(len, ranks), default=0)
    lowest = max((rank for one in ranks for rank in one), default=1)
    below = ROW * min(_BELOW, max(0, lowest - leaders))

    def down(rank: int) -> int:
        at = ROW // 2 + ROW * (min(rank, leaders) - 1)
        if rank <= leaders:
            return at
        return at + round(below * math.log(rank / leaders) / math.log(lowest / leaders))

    across = [_percent(n, max(1, rounds - 1)) for n in range(rounds)]
    courses = [
        Course(one, list(zip(across, map(down, one), strict=False)), down(place))
        for place, one in enumerate(ranks, 1)
    ]
    step = -(-rounds // _TICKS)
    return Courses(
        ROW * (leaders + 1) + below,
        courses,
        [Tick(str(n + 1), across[n]) for n in range(0, rounds, max(1, step))],
        [Tick(str(n), down(n)) for n in sorted({1, (leaders + 1) // 2, leaders, lowest})],
    )


@dataclass(frozen=True, slots=True)
class Span:
    """An interval with its middle, in percent across."""

    low: float
    high: float
    middle: float


def spans_of(
    ends: Sequence[tuple[float, float]], *, zero: bool = False
) -> tuple[list[Span], float | None]:
    """The intervals on one scale; with `zero` that is on it too, and its place is returned.

    >>> spans_of([(0.0, 2.0), (1.0, 3.0)], zero=True)[1]
    4.0
    """
    numbers = [number for pair in ends for number in pair]
    numbers += [0.0] if zero else []
    least, most = min(numbers, default=0.0), max(numbers, default=0.0)

    def across(number: float) -> float:
        share = (number - least) / (most - least) if most > least else 0.5
        return round(_EDGE + (100 - 2 * _EDGE) * share, 1)

    found = [Span(across(a), across(b), across((a + b) / 2)) for a, b in ends]
    return found, across(0.0) if zero else None
