"""A tie-break's number together with what it is made of: the terms add up to it, always."""

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import NamedTuple

from fairpair.core.ids import PlayerId
from fairpair.engine.standings.sheet import PlayerRound

Part = PlayerRound | str
"""What a term stands for: a round of the player, or something named."""


class Sum(NamedTuple):
    """Terms in units of `1/unit`; the value is the sum of those not cut, divided by `over`.

    `least` is a floor under the whole value; `rounded` makes it a whole number, halves up.
    """

    parts: Sequence[Part]
    amounts: Sequence[int]
    unit: int = 1
    over: int = 1
    cut: Sequence[int] = ()
    least: Fraction | None = None
    rounded: bool = False

    @property
    def ratio(self) -> tuple[int, int]:
        """The value as numerator and denominator, not reduced."""
        total = sum(self.amounts)
        for place in self.cut:
            total -= self.amounts[place]
        below = self.unit * self.over
        if self.least is not None and total * self.least.denominator < (
            self.least.numerator * below
        ):
            return self.least.numerator, self.least.denominator
        if self.rounded:
            return (2 * total + below) // (2 * below), 1
        return total, below

    @property
    def value(self) -> Fraction:
        """The exact number."""
        return Fraction(*self.ratio)


Reckoner = Callable[[PlayerId], Sum | None]
"""A tie-break made ready for one tournament: a player's sum, none where it is undefined."""


def undefined(_: PlayerId) -> None:
    """The reckoner of a tie-break that cannot be used in this tournament."""


def count(parts: Sequence[Part]) -> Sum:
    """One for each."""
    return Sum(parts, [1] * len(parts))


def mean(parts: Sequence[Part], amounts: Sequence[int], unit: int = 1) -> Sum | None:
    """The average; undefined when there is nothing to average."""
    return Sum(parts, amounts, unit, len(amounts)) if amounts else None
