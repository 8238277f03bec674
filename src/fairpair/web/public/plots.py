"""Plots as plain geometry: bars and lines, for a template to draw."""

from collections.abc import Sequence
from dataclasses import dataclass

WIDTH = 400
_ROW, _LABEL, _COUNT = 26, 64, 44
_LETTER = 8
"""About as wide as a letter of a label; rather too wide."""
_HEIGHT, _EDGE = 260, 28


@dataclass(frozen=True, slots=True)
class Bar:
    """A bar with its label before it and its number behind it."""

    label: str
    count: int
    x: int
    y: int
    width: int
    height: int
    end: int
    middle: int


@dataclass(frozen=True, slots=True)
class Bars:
    """Bars below each other."""

    width: int
    height: int
    bars: Sequence[Bar]


@dataclass(frozen=True, slots=True)
class Course:
    """A line from point to point; `label` stands at its end."""

    label: str
    points: str
    marks: Sequence[tuple[int, int]]


@dataclass(frozen=True, slots=True)
class Tick:
    """A number at an axis."""

    text: str
    at: int


@dataclass(frozen=True, slots=True)
class Courses:
    """Several lines over the same rounds, the first rank at the top."""

    width: int
    height: int
    courses: Sequence[Course]
    rounds: Sequence[Tick]
    ranks: Sequence[Tick]


def bars_of(counts: Sequence[tuple[str, int]]) -> Bars:
    """One bar a count, as long as it is in proportion to the largest."""
    most = max((count for _, count in counts), default=0) or 1
    before = max(_LABEL, 12 + _LETTER * max((len(label) for label, _ in counts), default=0))
    room = WIDTH - before - _COUNT
    bars = []
    for n, (label, count) in enumerate(counts):
        width = max(room * count // most, 2 if count else 0)
        top = n * _ROW + 3
        bars.append(
            Bar(label, count, before, top, width, _ROW - 6, before + width + 6, top + _ROW // 2)
        )
    return Bars(WIDTH, len(counts) * _ROW + 4, bars)


def courses_of(ranks: Sequence[tuple[str, Sequence[int]]]) -> Courses:
    """The ranks of some players after each round, as lines."""
    rounds = max((len(one) for _, one in ranks), default=0)
    lowest = max((rank for _, one in ranks for rank in one), default=1)
    across = (WIDTH - 2 * _EDGE) // max(1, rounds - 1)
    down = _HEIGHT - 2 * _EDGE

    def place(n: int, rank: int) -> tuple[int, int]:
        return _EDGE + n * across, _EDGE + down * (rank - 1) // max(1, lowest - 1)

    courses = []
    for label, one in ranks:
        marks = [place(n, rank) for n, rank in enumerate(one)]
        courses.append(Course(label, " ".join(f"{x},{y}" for x, y in marks), marks))
    shown = sorted({1, *range(0, lowest + 1, max(1, -(-lowest // 6))), lowest} - {0})
    return Courses(
        WIDTH,
        _HEIGHT,
        courses,
        [Tick(str(n + 1), _EDGE + n * across) for n in range(rounds)],
        [Tick(str(rank), place(0, rank)[1]) for rank in shown],
    )
