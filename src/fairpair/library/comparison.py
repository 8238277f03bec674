"""Formats compared with the same luck, as they are returned."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import field, replace
from typing import Any

from fairpair.app.laboratory.comparison import Comparison, Estimate, comparison_data
from fairpair.app.laboratory.comparison import FigureRow as EngineRow
from fairpair.app.laboratory.execution import Place, compare_events
from fairpair.app.laboratory.kernel_rules import kernel_plays
from fairpair.app.laboratory.plan import LabOptions, ResultModel, Strength, plan_comparison
from fairpair.app.laboratory.wording import comparison_cells, conditions, figure_name
from fairpair.core.arguments import maybe_number, number_of, text_of, wrong_type
from fairpair.core.dataclass import dataclass
from fairpair.core.vocabulary import vocabulary_of
from fairpair.language.message import Message
from fairpair.language.texts import use
from fairpair.library.arguments import choice_of, name_of
from fairpair.library.error_hints import python_hints
from fairpair.library.rule_changes import changes_of
from fairpair.library.shown import Record, Rows

_MOST_PLAYERS, _MOST_TIMES, _MOST_WORKERS = 4096, 100_000_000, 256


@dataclass(frozen=True, slots=True)
class ComparedFigure(Record):
    """A figure of every format, in their order; shares are in percent."""

    name: str
    """Its key, such as `strongest_wins`."""
    text: str
    """What it is, in words."""
    values: tuple[float, ...]
    """The mean of each format."""
    margins: tuple[float | None, ...]
    """Half the width of the 95 % interval of each; None for a single tournament."""
    differences: tuple[float, ...]
    """How much each format but the first differs from the first."""
    difference_margins: tuple[float | None, ...]
    """The margins of the differences; a difference larger than its margin is significant."""


@dataclass(frozen=True, slots=True)
class FormatComparison(Rows[ComparedFigure]):
    """The figures of several formats, found by key or by their name in the table:
    `found["strongest_wins"]`, `found["strongest player wins"]`.
    """

    rows: tuple[ComparedFigure, ...]
    """All figures that apply to these formats."""
    formats: tuple[str, ...]
    """Their names, as they were given."""
    times: int
    """How many tournaments were played in each format."""
    _title: str = field(repr=False, compare=False)
    _source: Comparison = field(repr=False, compare=False)
    _table: tuple[Sequence[str], Sequence[Sequence[str]]] = field(repr=False, compare=False)
    notes: tuple[str, ...] = ()

    __repr__ = Rows.__repr__

    @property
    def title(self) -> str:
        """What was played."""
        return self._title

    def _all(self) -> tuple[ComparedFigure, ...]:
        return self.rows

    def _named(self, name: str) -> ComparedFigure:
        found = next((row for row in self.rows if name == row.text), None)
        by_name = {row.name: row for row in self.rows}
        return found or by_name[name_of(by_name, "figure", name)]

    def to_dict(self) -> dict[str, Any]:
        """Plain data with all counts, ready for `json.dumps`."""
        return comparison_data(self._source)

    def records(self) -> list[dict[str, Any]]:
        """One dictionary per figure and format."""
        return [
            {"figure": row.name, "format": name, "value": value, "margin": margin}
            for row in self.rows
            for name, value, margin in zip(self.formats, row.values, row.margins, strict=True)
        ]

    def _cells(self) -> tuple[Sequence[str], Sequence[Sequence[str]]]:
        return self._table


def compare_formats(
    *formats: Mapping[str, Any],
    players: int = 64,
    times: int | None = None,
    preset: str = "mtg_standard",
    top: int = 8,
    model: str = "rating",
    seed: int = 1,
    workers: int = 1,
) -> FormatComparison:
    """Compare formats by simulated tournaments that use the same random numbers.

    A format is a dictionary of rules on top of the `preset`, or of one that it names. `top` is the
    number of strongest players to follow, and of places that count without a cut. By `model`,
    stronger players win more often (`rating`) or all are `equal`. Without `times`, 20,000
    tournaments are played with `fairpair[odds]`, otherwise 400. More `workers` are processes: a
    script that uses them needs `if __name__ == "__main__":`.

    >>> import fairpair
    >>> found = fairpair.compare_formats({"rounds": 3}, {"rounds": 4}, players=16, times=20)
    >>> found.formats
    ('rounds=3', 'rounds=4')
    """
    if not formats:
        raise wrong_type("formats", "format", formats)
    wanted = LabOptions(
        [_format(one) for one in formats],
        number_of("players", players, 4, _MOST_PLAYERS),
        text_of("preset", preset),
        number_of("top", top, 1, _MOST_PLAYERS),
        number_of("seed", seed),
        ResultModel(choice_of(Strength, "model", model)),
    )
    place = Place(number_of("workers", workers, 1, _MOST_WORKERS))
    count = maybe_number("times", times, 1, _MOST_TIMES)
    with python_hints():
        plan = plan_comparison(wanted)
    plan = replace(plan, compiled=kernel_plays(plan))
    return _shown(Comparison(plan, compare_events(plan, range(count or plan.usual_times), place)))


def _format(given: object) -> dict[str, Any]:
    """The rules of a format by their own names."""
    if not isinstance(given, Mapping):
        raise wrong_type("format", "format", given)
    rest = dict(given)
    kept = {key: rest.pop(key) for key in ("preset", "rounds") if key in rest}
    if "preset" in kept:
        text_of("preset", kept["preset"])
    return {**kept, **changes_of(rest, rest.pop("points", None), arguments=("preset",))}


def _shown(found: Comparison) -> FormatComparison:
    with use(vocabulary=vocabulary_of(found.plan.formats[0].plan.rules)):
        head, *rest = conditions(found)
        return FormatComparison(
            rows=tuple(_figure(row, found) for row in found.rows),
            formats=tuple(one.name for one in found.plan.formats),
            times=found.counts.events,
            _title=str(head),
            _source=found,
            _table=comparison_cells(found),
            notes=tuple(map(str, (*rest, Message("lab.margins")))),
        )


def _figure(row: EngineRow, found: Comparison) -> ComparedFigure:
    others = row.differences[1:]
    return ComparedFigure(
        row.name,
        str(figure_name(row.name, found.plan)),
        tuple(one.mean for one in row.values),
        tuple(map(_margin, row.values)),
        tuple(one.mean for one in others),
        tuple(map(_margin, others)),
    )


def _margin(one: Estimate) -> float | None:
    return one.margin if math.isfinite(one.margin) else None
