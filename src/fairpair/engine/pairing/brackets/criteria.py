"""Criteria as values: each counts the faults of a candidate, and all of them make one integer.

A candidate is some pairs of a bracket; the other players of it float down. Every criterion counts
faults, of a pair or of a floater, and the candidate with the fewest is the best, the first
criterion of a tuple deciding before the second. The counts are packed into one integer, the first
criterion highest (see `faults.py`), so that a whole comparison is a sum: that is what a matching
can minimise. Explanations ask the same objects what they counted.

The criteria themselves are in `dutch/criteria.py` and `swiss/criteria.py`.
"""

from collections.abc import Iterable, Iterator
from enum import IntEnum
from fractions import Fraction
from itertools import repeat
from typing import ClassVar, NamedTuple

from fairpair.engine.pairing.brackets.contender import Contender


class Measure(IntEnum):
    """What a criterion compares: how many faults, the scores in them, or first one then the other.

    Scores are compared from the highest down, as sorted lists.
    """

    COUNT = 0
    SCORES = 1
    COUNT_THEN_SCORES = 2


COUNT, SCORES, COUNT_THEN_SCORES = Measure


class Criterion:
    """One line of the order by which candidates are compared; less is better."""

    code: ClassVar[str]
    worse: ClassVar[str]
    """The code of the message about a candidate with more faults; `{who}` are the players
    concerned, `{n}` is their number."""
    sees: ClassVar[tuple[str, ...]] = ()
    """All that it looks at in a player beside the score: who look the same are of one class."""
    measure: ClassVar[Measure] = COUNT
    more_bits: ClassVar[int] = 0
    """Room beyond a count of players, where something else is counted."""
    again: ClassVar[int | None] = None
    """For repeated downfloats: how many rounds before the last one the first of them was."""


class PairCriterion(Criterion):
    """A criterion that looks at the pairs made in the bracket."""

    of_single_pairs: ClassVar[bool] = False
    """Whether it looks at who the two are: then it says nothing of classes of players."""

    def fault(self, higher: Contender, lower: Contender) -> int | None:
        """How many faults a pair has, or the score that counts; none if it is as it should be."""
        raise NotImplementedError

    def concerned(self, higher: Contender, lower: Contender) -> tuple[Contender, ...]:
        """Who of a pair with a fault has something to complain of."""
        raise NotImplementedError


class Floater(NamedTuple):
    """A player whom a bracket leaves over."""

    player: Contender
    moved: bool = False
    """Whether the player had moved down into the bracket (an MDP); else it is a resident."""
    has_bye: bool = False
    """Whether it is the only one left over, and sure to have the bye."""


class FloaterCriterion(Criterion):
    """A criterion that looks at the players whom a bracket leaves over."""

    of_next_bracket: ClassVar[bool] = False
    """Whether it looks at whom the next bracket leaves over, not this one."""

    def fault(self, floater: Floater) -> int | None:
        """How many faults a floater has, or the score that counts; none if there is nothing."""
        raise NotImplementedError


Criteria = tuple[PairCriterion | FloaterCriterion, ...]


class Counters:
    """Faults as integers that can be summed: a count, and a counter for every score above it.

    `size` is how many players there are, `scores` those that they can have.
    """

    def __init__(self, size: int, scores: Iterable[int]) -> None:
        # One more bit than the number of players needs: no sum over a whole matching may carry
        # into the next counter, and some criteria count both players of a pair.
        self._count_bits = size.bit_length() + 1
        self._scores = sorted(scores)
        self._score_bits = self._count_bits * len(self._scores)
        # The counter of a higher score is above those of all lower ones: comparing two sums is
        # comparing two lists of scores that are sorted from the highest down.
        self._one = {
            score: 1 << (self._count_bits * place) for place, score in enumerate(self._scores)
        }
        both = self._count_bits + self._score_bits
        self._room = self._count_bits, self._score_bits, both  # by `Measure`

    def bits(self, criterion: Criterion) -> int:
        """How much room the sum of a criterion takes."""
        return self._room[criterion.measure] + criterion.more_bits

    def pack(self, criterion: Criterion, fault: int) -> int:
        """A fault as a number to be added."""
        if criterion.measure is COUNT:
            return fault
        count = criterion.measure is COUNT_THEN_SCORES
        return (count << self._score_bits) + self._one[fault]

    def amount(self, criterion: Criterion, total: int, unit: int) -> tuple[Fraction, ...]:
        """What a sum stands for: a count, scores in points from the highest down, or both."""
        if criterion.measure is COUNT:
            return (Fraction(total),)
        scores = (Fraction(score, unit) for score in self._scores_in(total))
        if criterion.measure is SCORES:
            return tuple(scores)
        return Fraction(total >> self._score_bits), *scores

    def _scores_in(self, total: int) -> Iterator[int]:
        digit = (1 << self._count_bits) - 1
        for score in reversed(self._scores):
            yield from repeat(score, total // self._one[score] & digit)
