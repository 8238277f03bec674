"""Virtual points that pull the better players apart in the first rounds (250, XXA)."""

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import accumulate, groupby


@dataclass(frozen=True, slots=True)
class TrfAcceleration:
    """Virtual points of a range of ids in a range of rounds (250; XXA: one id)."""

    points: Fraction
    first_round: int
    last_round: int
    first_id: int
    last_id: int
    match_points: Fraction | None = None


def virtual_points(
    ranges: Iterable[TrfAcceleration], ids: Iterable[int], round_no: int
) -> dict[int, Fraction]:
    """Virtual points by id in one round; ranges that overlap add up."""
    ordered = sorted(ids)
    steps = [Fraction(0)] * (len(ordered) + 1)
    for one in ranges:
        if one.first_round <= round_no <= one.last_round:
            steps[bisect_left(ordered, one.first_id)] += one.points
            steps[bisect_right(ordered, one.last_id)] -= one.points
    return dict(zip(ordered, accumulate(steps), strict=False))


def runs_of(player: int, points: Iterable[tuple[int, Fraction]]) -> Iterator[TrfAcceleration]:
    """One player's points by round, equal ones of neighbouring rounds as one range."""
    for value, run in groupby(points, key=lambda numbered: numbered[1]):
        rounds = [round_no for round_no, _ in run]
        if value:
            yield TrfAcceleration(value, rounds[0], rounds[-1], player, player)
