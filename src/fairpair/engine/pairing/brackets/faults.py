"""The faults of an edge in the graph of a bracket as one integer, by all criteria together.

| an edge to          | is                       | whose faults are counted |
|---------------------|--------------------------|--------------------------|
| the same bracket    | a pair of it             | those of the pair |
| the next group      | a floater                | those of a floater |
| below that          | a floater of the next bracket, perhaps of this one too | C8 as well |
| a spare vertex      | the same; or the bye     | C9 as well, if it is the bye |

The exact solver asks for every edge, the class solver for one edge of each two classes. Either way
few different answers are there, so what two classes of players have is reckoned only once.
"""

from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from operator import attrgetter

from fairpair.engine.pairing.brackets.contender import Contender
from fairpair.engine.pairing.brackets.criteria import (
    Criteria,
    Criterion,
    Floater,
    FloaterCriterion,
    PairCriterion,
)
from fairpair.engine.pairing.brackets.task import Pair, Task


class _Kinds:
    """The criteria of a tuple by what they look at; made once, as all rounds have the same ones."""

    def __init__(self, criteria: Criteria) -> None:
        pairs = [one for one in criteria if isinstance(one, PairCriterion)]
        self.of_classes = [one for one in pairs if not one.of_single_pairs]
        self.of_single_pairs = [one for one in pairs if one.of_single_pairs]
        floaters = [one for one in criteria if isinstance(one, FloaterCriterion)]
        self.of_floaters = [one for one in floaters if not one.of_next_bracket]
        self.of_next_bracket = [one for one in floaters if one.of_next_bracket]
        # Colour, preference and topscorer decide who may meet (C3): they belong to every class.
        names = dict.fromkeys(("score", "colour", "preference", "topscorer"))
        names |= dict.fromkeys(name for one in self.of_classes for name in one.sees)
        self.seen_in_pairs = attrgetter(*names)
        names |= dict.fromkeys(name for one in floaters for name in one.sees)
        self.seen_in_floaters = attrgetter(*names)


_kinds = lru_cache(maxsize=64)(_Kinds)


class EdgeFaults:
    """The faults of the edges of a task, by the places of the two; the lower place first.

    `single_bye`: the bracket leaves over one player, who is sure to have the bye (C9).
    """

    def __init__(self, task: Task, *, single_bye: bool) -> None:
        self._task, self._single_bye = task, single_bye
        self._counters = task.counters
        self._kinds = _kinds(task.style.criteria)
        self._position = dict(self._positions())
        self._class_numbers: dict[object, int] = {}
        self._class_at: dict[int, int] = {}
        self._pair_faults: dict[Pair, int] = {}
        self._floater_faults: dict[tuple[int, int], int] = {}

    @property
    def seen_in_pairs(self) -> Callable[[Contender], object]:
        """What the criteria see of a player who is paired here."""
        return self._kinds.seen_in_pairs

    @property
    def seen_in_floaters(self) -> Callable[[Contender], object]:
        """What they see of one who may be paired here or left over."""
        return self._kinds.seen_in_floaters

    @property
    def depend_on_single_pairs(self) -> bool:
        """Whether classes do not tell everything of a pair."""
        return bool(self._kinds.of_single_pairs)

    def _positions(self) -> Iterator[tuple[Criterion, int]]:
        """From which bit on each criterion counts: the last one has the lowest."""
        # The sum of a criterion over all edges of a matching must fit into its bits: then comparing
        # two sums of whole edges is comparing criterion by criterion.
        at = 0
        for criterion in reversed(self._task.style.criteria):
            yield criterion, at
            at += self._counters.bits(criterion)

    def __call__(self, a: int, b: int) -> int:
        """All faults of an edge."""
        total = self.of_classes(a, b)
        if self.depend_on_single_pairs and b < self._task.bracket:
            total += self.of_single_pair(a, b)
        return total

    def of_classes(self, a: int, b: int) -> int:
        """The faults that are the same for all players of the two classes."""
        if b >= self._task.bracket:
            return self._of_floater(a, b)
        key = self._class_of(a), self._class_of(b)
        if key not in self._pair_faults:
            self._pair_faults[key] = self._of_pair(self._kinds.of_classes, a, b)
        return self._pair_faults[key]

    def of_single_pair(self, a: int, b: int) -> int:
        """The faults that depend on who the two are."""
        return self._of_pair(self._kinds.of_single_pairs, a, b)

    def _of_pair(self, criteria: Sequence[PairCriterion], a: int, b: int) -> int:
        one, other, total = self._task.left[a], self._task.left[b], 0
        for criterion in criteria:
            fault = criterion.fault(one, other)
            if fault is not None:
                total += self._counters.pack(criterion, fault) << self._position[criterion]
        return total

    def _class_of(self, place: int) -> int:
        """The number of the class of a player, as far as pairs go."""
        found = self._class_at.get(place)
        if found is None:
            look = self.seen_in_pairs(self._task.left[place])
            found = self._class_numbers.setdefault(look, len(self._class_numbers))
            self._class_at[place] = found
        return found

    def _of_floater(self, a: int, b: int) -> int:
        """The faults of the higher one; the lower one is outside of the bracket, so has none here.

        If that one is outside of the next bracket as well, the higher one leaves that too.
        """
        task = self._task
        outside = (b >= task.following) + (b >= len(task.left))
        key = a, outside
        if key not in self._floater_faults:
            is_bye = outside == 2 and self._single_bye
            floater = Floater(task.left[a], moved=a < task.moved, has_bye=is_bye)
            total = 0
            if a < task.bracket:
                total += self._of_leaving(self._kinds.of_floaters, floater)
            if outside and a < task.following:
                total += self._of_leaving(self._kinds.of_next_bracket, floater)
            self._floater_faults[key] = total
        return self._floater_faults[key]

    def _of_leaving(self, criteria: Sequence[FloaterCriterion], floater: Floater) -> int:
        total = 0
        for criterion in criteria:
            fault = criterion.fault(floater)
            if fault is not None:
                total += self._counters.pack(criterion, fault) << self._position[criterion]
        return total
