"""The best number of rounds, cut and byes for the hours and tables that there are.

All formats that fit are played with the same luck. Then the best of them and those that come near
it are played again, in other events: what looked best by chance does not look so twice.
"""

from collections.abc import Callable, Iterator
from dataclasses import replace
from enum import StrEnum
from typing import Any

from fairpair.app.laboratory.comparison import (
    Comparison,
    Estimate,
    comparison_data,
    estimate_data,
)
from fairpair.app.laboratory.execution import HERE, Place, compare_events
from fairpair.app.laboratory.plan import Format, LabOptions, LabPlan, plan_comparison
from fairpair.core.dataclass import dataclass
from fairpair.core.errors import InvalidInputError
from fairpair.engine.odds.register import PLAYERS_PER_ROUND
from fairpair.engine.stages.recommend import unbeaten_rounds

CUTS = (2, 4, 6, 8, 12, 16, 24, 32)
"""Those that are tried; a cut of 6, 12 or 24 gives the first of the standings a bye."""
_FEWER_ROUNDS = 2
"""Than leave one player unbeaten."""


class Goal(StrEnum):
    """What the best format is best at."""

    WINNER = "winner"
    """A strong player wins."""
    TOP = "top"
    """The strongest players are at the top of the main rounds."""
    CUT = "cut"
    """Nobody with a single loss misses the cut."""


_FIGURES = {Goal.WINNER: "champion", Goal.TOP: "strongest_kept", Goal.CUT: "one_loss_out"}
_MORE_IS_BETTER = frozenset({Goal.TOP})


@dataclass(frozen=True, slots=True)
class Limits:
    """What there is: minutes in all, for a round and for a round of the knockout, each with the
    break after it; and tables.
    """

    minutes: int
    tables: int | None = None
    round_minutes: int = 60
    knockout_minutes: int = 75

    def sittings(self, players: int) -> int:
        """How often the tables are filled to play one round."""
        return 1 if self.tables is None else -(-(players // 2) // self.tables)

    def needed(self, players: int, rounds: int, cut: int | None) -> int:
        """The minutes of a format."""
        knockout = 0 if cut is None else (cut - 1).bit_length()
        per_round = self.sittings(players) * self.round_minutes
        return rounds * per_round + knockout * self.knockout_minutes


@dataclass(frozen=True, slots=True)
class Candidate:
    """A format that fits, and how it compares with the best one.

    `value` is the figure of the goal in all events. `behind` is how much better the best one is,
    in the second events; none for formats that were clearly worse in the first.
    """

    format: Format
    minutes: int
    value: Estimate
    behind: Estimate | None = None

    @property
    def cut(self) -> int | None:
        """The players of the knockout; none without one."""
        return self.format.places

    @property
    def byes(self) -> int:
        """Players who have no opponent in the first round of the knockout."""
        return 0 if self.cut is None else (1 << (self.cut - 1).bit_length()) - self.cut


@dataclass(frozen=True, slots=True)
class Recommendation:
    """The shortest format that is not clearly worse than the best one, and why.

    `candidates` are all that fit, the best by the goal's figure first.
    """

    goal: Goal
    limits: Limits
    players: int
    events: int
    chosen: Candidate
    best: Candidate
    candidates: tuple[Candidate, ...]
    comparison: Comparison
    """The second events: the best, then those near it."""

    @property
    def figure(self) -> str:
        """The figure that the goal goes by."""
        return _FIGURES[self.goal]


@dataclass(frozen=True, slots=True)
class Search:
    """All formats that fit the limits, and what the best of them is to be best at."""

    plan: LabPlan
    limits: Limits
    goal: Goal = Goal.WINNER


def plan_search(options: LabOptions, limits: Limits) -> LabPlan:
    """All formats that fit; `InvalidInputError` (`lab-no-format`) if none does.

    The first of the options' formats has rules for all of them; its `rounds` and `cut` are kept.
    """
    given = dict(options.formats[0]) if options.formats else {}
    formats = [
        {**given, "rounds": rounds, **({} if cut is None else {"cut": cut})}
        for rounds, cut in _fitting(options.players, limits)
        if given.get("rounds", rounds) == rounds and given.get("cut", cut) == cut
    ]
    if not formats:
        shortest = limits.needed(options.players, _fewest(options.players), None)
        raise InvalidInputError("lab-no-format", minutes=shortest)
    return plan_comparison(replace(options, formats=formats), most=len(formats))


def _fewest(players: int) -> int:
    return max(1, unbeaten_rounds(players) - _FEWER_ROUNDS)


def _fitting(players: int, limits: Limits) -> Iterator[tuple[int, int | None]]:
    # Two rounds more than halve the field to one player; with still more, few can be paired well.
    most = min(players.bit_length() + 1, players // PLAYERS_PER_ROUND)
    for rounds in range(_fewest(players), max(_fewest(players), most) + 1):
        for cut in (None, *CUTS):
            fits = limits.needed(players, rounds, cut) <= limits.minutes
            if fits and (cut is None or 2 * cut <= players):
                yield rounds, cut


def recommend(
    search: Search,
    times: int,
    place: Place = HERE,
    progress: Callable[[int, int], None] | None = None,
) -> Recommendation:
    """The recommendation from twice so many events."""
    plan, limits, goal = search.plan, search.limits, search.goal

    def heard(before: int) -> Callable[[int, int], None] | None:
        return progress and (lambda done, _of: progress(before + done, 2 * times))

    sign = -1 if goal in _MORE_IS_BETTER else 1
    counts = compare_events(plan, range(times), place, heard(0))
    row = Comparison(plan, counts).row(_FIGURES[goal])
    order = sorted(
        range(len(plan.formats)),
        key=lambda n: (sign * row.values[n].mean, _minutes(plan, n, limits)),
    )
    near = [n for n in order if _may_be_as_good(row.values[n], row.values[order[0]])]
    chosen_plan = replace(plan, formats=tuple(plan.formats[n] for n in near))
    again = compare_events(chosen_plan, range(times, 2 * times), place, heard(times))
    second = Comparison(chosen_plan, again)
    behind = dict(zip(near, second.row(_FIGURES[goal]).differences, strict=True))
    candidates = tuple(
        Candidate(plan.formats[n], _minutes(plan, n, limits), row.values[n], behind.get(n))
        for n in order
    )
    chosen = min(
        (one for one in candidates if one.behind and not _is_worse(one.behind, sign)),
        key=lambda one: one.minutes,
    )
    return Recommendation(
        goal, limits, plan.players, 2 * times, chosen, candidates[0], candidates, second
    )


def _minutes(plan: LabPlan, number: int, limits: Limits) -> int:
    one = plan.formats[number]
    return limits.needed(plan.players, one.plan.rounds, one.places)


def _may_be_as_good(one: Estimate, best: Estimate) -> bool:
    """Whether two means are within their margins: more cautious than a paired difference."""
    return abs(one.mean - best.mean) <= one.margin + best.margin


def _is_worse(behind: Estimate, sign: int) -> bool:
    return behind.is_clear and sign * behind.mean > 0


def recommendation_data(found: Recommendation) -> dict[str, Any]:
    """The recommendation as plain data."""
    limits = found.limits
    return {
        "goal": found.goal,
        "figure": found.figure,
        "players": found.players,
        "events": found.events,
        "limits": {
            "minutes": limits.minutes,
            "tables": limits.tables,
            "round_minutes": limits.round_minutes,
            "knockout_minutes": limits.knockout_minutes,
            "sittings": limits.sittings(found.players),
        },
        "recommended": _candidate_data(found.chosen),
        "best": _candidate_data(found.best),
        "candidates": [_candidate_data(one) for one in found.candidates],
        "comparison": comparison_data(found.comparison),
    }


def _candidate_data(one: Candidate) -> dict[str, Any]:
    return {
        "name": one.format.name,
        "rounds": one.format.plan.rounds,
        "cut": one.cut,
        "knockout_byes": one.byes,
        "minutes": one.minutes,
        "value": estimate_data(one.value),
        "behind": None if one.behind is None else estimate_data(one.behind),
    }
