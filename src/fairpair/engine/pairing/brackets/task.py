"""What is asked when a bracket is to be paired."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import field
from itertools import groupby, zip_longest
from operator import attrgetter

from fairpair.core.dataclass import dataclass
from fairpair.engine.pairing.brackets.contender import Contender
from fairpair.engine.pairing.brackets.criteria import Counters, Criteria

Pair = tuple[int, int]
"""Two places in the list of those who are left, the higher ranked first."""


@dataclass(frozen=True, slots=True)
class Style:
    """How a system pairs a bracket.

    `criteria` are what makes one candidate better than another, most important first; `inside` is
    the order in which residents are paired: `halves` (first of the upper with first of the lower
    half), `neighbours` (first with second) or `fold` (first with last).
    """

    criteria: Criteria
    inside: str


ANY_LEGAL = Style((), "halves")
"""For questions that no criterion plays a part in."""


@dataclass(frozen=True, slots=True)
class Task:
    """Those still unpaired, best first: moved-down players, residents, the next score group, the
    rest; `bye_score` is the lowest score that the bye can go to, none if nobody is to have it.
    """

    left: Sequence[Contender]
    moved: int
    """How many of the first are moved-down players (MDPs)."""
    bracket: int
    """How many of the first make the bracket."""
    following: int
    """How many of the first make the bracket and the next score group."""
    bye_score: int | None
    style: Style = ANY_LEGAL
    seen: set[tuple[object, ...]] = field(default_factory=set, compare=False, repr=False)
    """What is known to complete, of a round whose brackets are paired one after the other; a task
    with other players needs a set of its own.
    """

    @classmethod
    def of_field(cls, players: Sequence[Contender], bye_score: int | None = None) -> "Task":
        """All of a field, as it is before the first bracket: to ask whether it can be paired."""
        return cls(players, 0, 0, 0, bye_score)

    def may_have_bye(self, place: int) -> bool:
        """Whether the bye can go to this player (C2, C5)."""
        player = self.left[place]
        return player.may_have_bye and self.bye_score is not None and player.score <= self.bye_score

    @property
    def counters(self) -> Counters:
        """Room for the faults of this bracket, and of the next one (C8)."""
        return Counters(len(self.left), {c.score for c in self.left[: self.following]})

    @property
    def bye_is_here(self) -> bool:
        """Whether whoever has the bye is in this bracket: nobody below has so high a score."""
        if self.bye_score is None or not self.bracket:
            return False
        return self.bye_score >= self.left[self.bracket - 1].score


PairsOfBracket = Callable[[Task], Sequence[Pair]]
"""Pairs a bracket."""


def brackets(
    players: Sequence[Contender],
    bye_score: int | None,
    pairs_of: PairsOfBracket,
    style: Style,
) -> Iterator[tuple[Task, Sequence[Pair]]]:
    """From the top, each bracket with its pairs; those without one move down to the next."""
    moved, seen = list[Contender](), set[tuple[object, ...]]()
    groups = [list(group) for _, group in groupby(players, key=attrgetter("score"))]
    end = 0
    for group, following in zip_longest(groups, groups[1:], fillvalue=()):
        bracket, end = [*moved, *group], end + len(group)
        left, size = [*bracket, *players[end:]], len(bracket)
        # `seen` is shared by all brackets of the round: below them nothing changes.
        task = Task(left, len(moved), size, size + len(following), bye_score, style, seen)
        pairs = pairs_of(task)
        yield task, pairs
        paired = {place for pair in pairs for place in pair}
        moved = [c for place, c in enumerate(bracket) if place not in paired]
