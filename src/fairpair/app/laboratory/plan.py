"""What is compared: the formats, the field, and how matches end; as values and as plain data."""

import json
from collections.abc import Mapping, Sequence
from enum import StrEnum
from math import lcm
from typing import Any

from fairpair import __version__
from fairpair.app.simulation.events import SimulationOptions, SimulationPlan, plan_simulation
from fairpair.core.dataclass import dataclass
from fairpair.core.errors import InvalidInputError, InvalidStateError
from fairpair.core.rules import Rules
from fairpair.engine.stages.plan_builder import cut_size

MOST_FORMATS = 8
COMPILED_TIMES, ENGINE_TIMES = 20_000, 400
"""The tournaments that are played if nobody says how many."""
USUAL_TOP = 8


class Strength(StrEnum):
    """Who wins more often."""

    RATING = "rating"
    """The higher rated, as in `fairpair simulate`."""
    EQUAL = "equal"
    """Nobody: all chances are even."""


@dataclass(frozen=True, slots=True)
class ResultModel:
    """How matches end. `downs_lose` is the percentage of matches between players with different
    points that the one with more points loses, whatever the ratings; none for no such rule.
    """

    strength: Strength = Strength.RATING
    downs_lose: int | None = None


@dataclass(frozen=True, slots=True)
class Format:
    """A format under the name that it was asked for."""

    name: str
    plan: SimulationPlan

    @property
    def places(self) -> int | None:
        """Those who go on to the knockout; none if there is none."""
        return cut_size(self.plan.rules, self.plan.players)


@dataclass(frozen=True, slots=True)
class LabPlan:
    """Everything that the counts follow from, apart from the numbers of the events.

    The first format is the one that the others are compared with.
    """

    formats: tuple[Format, ...]
    players: int
    top: int = USUAL_TOP
    seed: int = 1
    model: ResultModel = ResultModel()
    compiled: bool = False
    """Whether the compiled kernel plays, else the exact engine."""

    @property
    def unit(self) -> int:
        """Points are counted in parts of a point, so many a point."""
        return lcm(*(_unit(one.plan.rules) for one in self.formats))

    def places(self, number: int) -> int:
        """The places of a format that count: its cut, or the first `top`."""
        return self.formats[number].places or self.top

    @property
    def usual_times(self) -> int:
        """The tournaments that are played if nobody says how many."""
        return COMPILED_TIMES if self.compiled else ENGINE_TIMES

    def to_data(self) -> str:
        """The plan as a text that another computer can read."""
        return json.dumps(
            {
                "version": __version__,
                "players": self.players,
                "top": self.top,
                "seed": self.seed,
                "strength": self.model.strength,
                "downs_lose": self.model.downs_lose,
                "compiled": self.compiled,
                "formats": [_format_data(one) for one in self.formats],
            },
            sort_keys=True,
        )


def _unit(rules: Rules) -> int:
    points = rules.points
    return lcm(*(value.denominator for value in (points.win, points.draw, points.loss)))


def _format_data(one: Format) -> dict[str, Any]:
    return {
        "name": one.name,
        "preset": one.plan.preset,
        "title": one.plan.title,
        "rules": one.plan.rules.as_settings(),
    }


def plan_from(data: str) -> LabPlan:
    """The plan that `to_data` wrote; `InvalidStateError` if another version of Fairpair did."""
    read = json.loads(data)
    if read["version"] != __version__:
        raise InvalidStateError("lab-version", version=read["version"], own=__version__)
    formats = tuple(
        Format(
            one["name"],
            SimulationPlan(one["preset"], one["title"], read["players"], Rules.read(one["rules"])),
        )
        for one in read["formats"]
    )
    model = ResultModel(Strength(read["strength"]), read["downs_lose"])
    return LabPlan(formats, read["players"], read["top"], read["seed"], model, read["compiled"])


@dataclass(frozen=True, slots=True)
class LabOptions:
    """What is to be compared, as somebody asked for it: `"rounds=6 cut=8"` is a format."""

    formats: Sequence[Mapping[str, object]]
    players: int = 64
    preset: str = "mtg_standard"
    top: int = USUAL_TOP
    seed: int = 1
    model: ResultModel = ResultModel()


def plan_comparison(options: LabOptions, most: int = MOST_FORMATS) -> LabPlan:
    """The plan; `InvalidInputError` for formats that are not there or cannot be used."""
    if not 1 <= len(options.formats) <= most:
        raise InvalidInputError("lab-formats", most=most)
    formats = tuple(_format(one, options) for one in options.formats)
    top = max(1, min(options.top, options.players - 1))
    return LabPlan(formats, options.players, top, options.seed, options.model)


def _format(changes: Mapping[str, object], options: LabOptions) -> Format:
    rest = dict(changes)
    preset = str(rest.pop("preset", options.preset))
    rounds = rest.pop("rounds", None)
    if rounds is not None and (not isinstance(rounds, int) or isinstance(rounds, bool)):
        raise InvalidInputError("lab-rounds", rounds=repr(rounds))
    plan = plan_simulation(
        SimulationOptions(preset=preset, players=options.players, rounds=rounds, changes=rest)
    )
    if plan.rules.mode == "elimination":
        raise InvalidInputError("lab-knockout")
    return Format(format_name(changes), plan)


def format_name(changes: Mapping[str, object]) -> str:
    """The format as it is typed.

    >>> format_name({"rounds": 6, "cut": 8})
    'rounds=6 cut=8'
    """
    return " ".join(f"{key}={_value_text(value)}" for key, value in changes.items()) or "preset"


def _value_text(value: object) -> str:
    if isinstance(value, str):
        return value
    return json.dumps(value, separators=(",", ":"), default=str)
