"""What the counts say: means with their intervals, and paired differences with theirs.

Formats are played with the same luck. So the difference of two formats is taken event by event, and
its interval is narrower than those of the two means suggest.
"""

import math
from collections.abc import Mapping
from typing import Any

from fairpair.app.laboratory.counts import Counts, Spread
from fairpair.app.laboratory.figures import HALVED, NAMES, SHARES
from fairpair.app.laboratory.plan import LabPlan
from fairpair.core.dataclass import dataclass

_Z = 1.959963984540054
"""Ninety-five percent of a normal distribution are within so many standard errors."""


@dataclass(frozen=True, slots=True)
class Estimate:
    """A mean, and half the width of its 95 % interval."""

    mean: float
    margin: float

    @property
    def is_clear(self) -> bool:
        """Whether zero is outside the interval."""
        return abs(self.mean) > self.margin

    @property
    def ends(self) -> tuple[float, float]:
        """The interval."""
        return self.mean - self.margin, self.mean + self.margin


@dataclass(frozen=True, slots=True)
class FigureRow:
    """A figure of every format, and the difference of each to the first; shares are in percent."""

    name: str
    values: tuple[Estimate, ...]
    differences: tuple[Estimate, ...]
    spreads: tuple[Spread, ...]
    """How many events had which value, in parts of a point where the figure is points."""

    @property
    def is_share(self) -> bool:
        """Whether it is a percentage."""
        return self.name in SHARES


@dataclass(frozen=True, slots=True)
class Comparison:
    """A plan with what its events added up to."""

    plan: LabPlan
    counts: Counts

    @property
    def rows(self) -> tuple[FigureRow, ...]:
        """All figures that apply to these formats."""
        return tuple(row for row in map(self.row, NAMES) if _is_telling(row))

    def row(self, name: str) -> FigureRow:
        """A figure by its name."""
        place = NAMES.index(name)
        scale = 100.0 if name in SHARES else 1 / (self.plan.unit if name in HALVED else 1)
        spreads = tuple(found[place] for found in self.counts.values)
        return FigureRow(
            name,
            tuple(estimate(spread, scale) for spread in spreads),
            tuple(estimate(found[place], scale) for found in self.counts.differences),
            spreads,
        )


def estimate(spread: Spread, scale: float = 1.0) -> Estimate:
    """The mean of the values and its interval.

    >>> estimate({0: 50, 1: 50}, 100).mean
    50.0
    """
    count = sum(spread.values())
    total = sum(value * times for value, times in spread.items())
    squares = sum(value * value * times for value, times in spread.items())
    if count < 2:
        return Estimate(scale * total / max(1, count), math.inf if count else 0.0)
    variance = (squares * count - total * total) / (count * (count - 1))
    return Estimate(scale * total / count, scale * _Z * math.sqrt(variance / count))


def _is_telling(row: FigureRow) -> bool:
    """Not one that nothing was ever counted for."""
    return any(value for spread in row.spreads for value in spread)


def comparison_data(found: Comparison) -> dict[str, Any]:
    """The comparison as plain data; counts are exact, means and margins rounded."""
    plan = found.plan
    return {
        "players": plan.players,
        "seed": plan.seed,
        "events": found.counts.events,
        "engine": "kernel" if plan.compiled else "exact",
        "model": plan.model.strength,
        "pair_downs_lose": plan.model.downs_lose,
        "top": plan.top,
        "points_unit": plan.unit,
        "formats": [
            {
                "name": one.name,
                "preset": one.plan.preset,
                "rounds": one.plan.rounds,
                "places": plan.places(number),
                "cut": one.places,
            }
            for number, one in enumerate(plan.formats)
        ],
        "figures": {name: _row_data(found.row(name)) for name in NAMES},
    }


def _row_data(row: FigureRow) -> dict[str, Any]:
    return {
        "unit": "percent" if row.is_share else "number",
        "formats": [estimate_data(one) for one in row.values],
        "differences": [estimate_data(one) for one in row.differences],
        "counts": [_counts_data(spread) for spread in row.spreads],
    }


def estimate_data(one: Estimate) -> dict[str, float | None]:
    """An estimate as plain data, rounded."""
    return {
        "mean": round(one.mean, 6),
        "margin": round(one.margin, 6) if math.isfinite(one.margin) else None,
    }


def _counts_data(spread: Spread) -> Mapping[str, int]:
    return {str(value): times for value, times in spread.items()}
