"""The pairs a bracket got against others it could have got: which criterion tells them apart.

A rival keeps some pairs, or leaves over other players, and is the best that does. It is found by
the engine itself in the bracket without those players, so it is exact as the engine is; and the
criteria that count its faults are those that the engine weighs with.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from itertools import starmap

from fairpair.core.dataclass import dataclass
from fairpair.core.ids import PlayerId
from fairpair.engine.pairing.brackets.bracket import pairs_of_bracket
from fairpair.engine.pairing.brackets.completion import (
    can_be_completed,
    can_be_paired,
    is_seen_to_complete,
)
from fairpair.engine.pairing.brackets.contender import Contender
from fairpair.engine.pairing.brackets.criteria import (
    Criterion,
    Floater,
    FloaterCriterion,
    PairCriterion,
)
from fairpair.engine.pairing.brackets.task import Pair, Style, Task, brackets

Opponents = Mapping[PlayerId, PlayerId]


@dataclass(frozen=True, slots=True)
class Difference:
    """The first criterion that two candidates differ on, with its sums for both of them.

    `who` are the players whom it counts in the second one only, by their places.
    """

    criterion: Criterion
    totals: tuple[int, int]
    who: tuple[int, ...]


class Candidate:
    """Some pairs of a bracket; its other players float down."""

    def __init__(self, task: Task, pairs: Iterable[Pair]) -> None:
        self.task, self._counters = task, task.counters
        self.pairs = tuple(sorted(pairs))
        self.opponent = dict(self.pairs) | {b: a for a, b in self.pairs}
        self.floaters = tuple(p for p in range(task.bracket) if p not in self.opponent)

    def order_article(self, other: "Candidate") -> str:
        """The article that decides which of two comes first: 4.4 by the players who moved down and
        are paired, 4.3 by the residents in the upper half, else 4.2 by who meets them.
        """
        moved = self.task.moved
        mine, theirs = (
            {upper: lower for upper, lower in one.pairs if upper < moved} for one in (self, other)
        )
        if mine.keys() != theirs.keys():
            return "4.4"
        upper, theirs_upper = ({pair[0] for pair in one.pairs} for one in (self, other))
        return "4.3" if mine == theirs and upper != theirs_upper else "4.2"

    def difference(self, other: "Candidate") -> Difference | None:
        """The first criterion on which another candidate is different."""
        for criterion in self.task.style.criteria:
            ahead = isinstance(criterion, FloaterCriterion) and criterion.of_next_bracket
            if ahead and set(self.floaters) == set(other.floaters):
                continue  # the next bracket is the same as well: no need to pair it
            totals = self._total(criterion), other._total(criterion)
            if totals[0] != totals[1]:
                mine, theirs = self._affected_places(criterion), other._affected_places(criterion)
                who = (p for p, faults in theirs.items() if faults > mine.get(p, 0))
                return Difference(criterion, totals, tuple(who))
        return None

    @property
    def looking_ahead(self) -> int:
        """What the criteria of the next bracket count (C8)."""
        return sum(
            self._total(one)
            for one in self.task.style.criteria
            if isinstance(one, FloaterCriterion) and one.of_next_bracket
        )

    def _total(self, criterion: PairCriterion | FloaterCriterion) -> int:
        """The faults of the whole candidate, as a sum of packed numbers."""
        if isinstance(criterion, FloaterCriterion) and criterion.of_next_bracket:
            faults = map(criterion.fault, self._next_floaters)
            return sum(self._pack(criterion, fault) for fault in faults)
        return sum(number for _, number in self._faults(criterion))

    def _faults(
        self, criterion: PairCriterion | FloaterCriterion
    ) -> Iterator[tuple[tuple[int, ...], int]]:
        """Every fault with the places of those whom it concerns."""
        left = self.task.left
        if isinstance(criterion, FloaterCriterion):
            for place in self.floaters:
                yield (place,), self._pack(criterion, criterion.fault(self._floater(place)))
            return
        for pair in self.pairs:
            one, other = (left[place] for place in pair)
            fault = criterion.fault(one, other)
            if fault is not None:
                concerned = {who.player for who in criterion.concerned(one, other)}
                who = tuple(place for place in pair if left[place].player in concerned)
                yield who, self._pack(criterion, fault)

    def _pack(self, criterion: Criterion, fault: int | None) -> int:
        return 0 if fault is None else self._counters.pack(criterion, fault)

    def _affected_places(self, criterion: PairCriterion | FloaterCriterion) -> dict[int, int]:
        """Whom the faults concern; those of the next bracket concern all who float there."""
        if isinstance(criterion, FloaterCriterion) and criterion.of_next_bracket:
            return dict.fromkeys(self.floaters, 1)
        return {place: number for who, number in self._faults(criterion) for place in who}

    def _floater(self, place: int) -> Floater:
        task = self.task
        is_bye = len(self.floaters) == 1 and task.bye_is_here
        return Floater(task.left[place], moved=place < task.moved, has_bye=is_bye)

    @property
    def can_be_completed(self) -> bool:
        """Whether those whom it leaves over can be paired together with all below (C4)."""
        return self.task.following == self.task.bracket or can_be_paired(self._next_task)

    @cached_property
    def _next_floaters(self) -> list[Floater]:
        """Whom the next bracket leaves over at best; nobody where there is none (C8)."""
        if self.task.following == self.task.bracket:
            return []
        then = self._next_task
        return [Floater(then.left[p]) for p in Candidate(then, best_pairs(then)).floaters]

    @cached_property
    def _next_task(self) -> Task:
        """The next bracket with those who float into it."""
        task = self.task
        moved = [task.left[p] for p in self.floaters]
        below = task.left[task.bracket :]
        bracket = len(moved) + task.following - task.bracket
        following = bracket + _size_of_group(task.left, task.following)
        return Task([*moved, *below], len(moved), bracket, following, task.bye_score, task.style)


class PairedBracket:
    """A bracket with the pairs it got."""

    def __init__(self, task: Task, pairs: Sequence[Pair]) -> None:
        self.task = task
        self.chosen = Candidate(task, pairs)

    def player(self, place: int) -> PlayerId:
        """Who is at a place."""
        return self.task.left[place].player

    @cached_property
    def as_ruled(self) -> bool:
        """Whether these are the pairs that the rules give."""
        task = self.task
        return can_be_paired(task) and tuple(sorted(best_pairs(task))) == self.chosen.pairs

    @cached_property
    def natural(self) -> dict[int, int]:
        """Who meets whom in the first candidate (3.3), with the remainder as it is.

        As many players of each score as were paired, of those who moved down, meet the first
        residents; of the residents who are left the upper half meets the lower, neighbours meet,
        or the first meets the last.
        """
        task, chosen = self.task, self.chosen
        scores = [task.left[p].score for p in range(task.moved) if p in chosen.opponent]
        first = []
        for place in range(task.moved):
            if task.left[place].score in scores:
                scores.remove(task.left[place].score)
                first.append(place)
        found = dict(zip(first, range(task.moved, task.bracket), strict=False))
        found |= {b: a for a, b in found.items() if chosen.opponent.get(b, task.moved) < task.moved}
        rest = self.remainder
        pairs = sum(a >= task.moved for a, _ in chosen.pairs)
        if task.style.inside == "neighbours":
            upper = dict(zip(rest[: 2 * pairs : 2], rest[1 : 2 * pairs : 2], strict=True))
        elif task.style.inside == "fold":
            upper = dict(zip(rest[:pairs], reversed(rest[-pairs:]), strict=False))
        else:
            upper = dict(zip(rest[:pairs], rest[pairs : 2 * pairs], strict=True))
        return found | upper | {b: a for a, b in upper.items()}

    @cached_property
    def remainder(self) -> list[int]:
        """The residents who do not meet one who moved down."""
        task, opponent = self.task, self.chosen.opponent
        residents = range(task.moved, task.bracket)
        return [p for p in residents if opponent.get(p, task.moved) >= task.moved]

    def possible_opponents(self, place: int) -> list[int]:
        """Everybody else, but players who moved down never meet each other."""
        first = self.task.moved if place < self.task.moved else 0
        return [p for p in range(first, self.task.bracket) if p != place]

    def earlier(self, pair: Pair) -> list[Pair]:
        """The pairs chosen before the one of this upper player: the order of 4.4 and 4.2."""
        return [chosen for chosen in self.chosen.pairs if chosen[0] < pair[0]]


def paired_brackets(
    players: Sequence[Contender],
    opponents: Opponents,
    bye_score: int | None,
    style: Style,
) -> Iterator[PairedBracket]:
    """From the top: in each all who have their opponent there are paired, the others float."""
    walk = brackets(players, bye_score, lambda task: list(pairs_inside(task, opponents)), style)
    return starmap(PairedBracket, walk)


def pairs_inside(task: Task, opponents: Opponents) -> Iterator[Pair]:
    """The pairs of those who have their opponent in the bracket."""
    at = {c.player: place for place, c in enumerate(task.left[: task.bracket])}
    for player, place in at.items():
        opponent = at.get(opponents.get(player, player), place)
        if place < opponent:
            yield place, opponent


def alternative_with_pairs(chosen: Candidate, kept: Collection[Pair]) -> Candidate | str:
    """The best candidate with these pairs; if there is none the criterion that rules them out."""
    task = chosen.task
    gone = {p for pair in kept for p in pair}
    rest = [p for p in range(len(task.left)) if p not in gone]
    smaller = _remove_players(task, gone)
    if not _stay_paired(chosen, gone) and not can_be_paired(smaller):
        return _hindrance(smaller)
    found = best_pairs(smaller)
    return Candidate(task, [*kept, *((rest[a], rest[b]) for a, b in found)])


def alternative_with_floaters(task: Task, floaters: Collection[int]) -> Candidate | str:
    """The best candidate that leaves over just these; if there is none the criterion that rules
    it out: C6 if the others cannot all be paired, so that more would be left over.
    """
    inside = [p for p in range(task.bracket) if p not in floaters]
    players = [task.left[p] for p in inside]
    moved = sum(p < task.moved for p in inside)
    alone = Task(players, moved, len(players), len(players), None, task.style)
    if not can_be_paired(alone):
        return "C6"
    rest = [task.left[p] for p in sorted(floaters)]
    below = Task([*rest, *task.left[task.bracket :]], len(rest), 0, 0, task.bye_score)
    if not can_be_paired(below):
        return _hindrance(below)
    return Candidate(task, [(inside[a], inside[b]) for a, b in best_pairs(alone)])


def alternative_pairing(task: Task, place: int) -> Candidate | str:
    """The best candidate that pairs this player; if there is none the criterion that rules it
    out.
    """
    one = replace(task.left[place], may_have_bye=False)
    inside = [one if p == place else c for p, c in enumerate(task.left[: task.bracket])]
    below = [replace(c, forbidden=c.forbidden | {one.player}) for c in task.left[task.bracket :]]
    away = one.forbidden.union(c.player for c in below)
    inside[place] = replace(one, forbidden=away)
    asked = replace(task, left=[*inside, *below], seen=set())
    if not can_be_paired(asked):
        return _hindrance(asked)
    return Candidate(task, best_pairs(asked))


def best_pairs(task: Task) -> list[Pair]:
    """The pairs of a bracket that can be completed; none where nobody lives in it."""
    return pairs_of_bracket(task) if task.moved < task.bracket else []


def _hindrance(task: Task) -> str:
    """C5 if it is only that the bye would go to a higher score, else C4."""
    return "C5" if len(task.left) % 2 and can_be_completed(task, any_bye=True) else "C4"


def _stay_paired(chosen: Candidate, gone: Collection[int]) -> bool:
    """Whether all the others inside are seen to be paired, with the same ones left over."""
    if any(p in gone for p in chosen.floaters):
        return False
    task = chosen.task
    players = [p for p in range(task.bracket) if p not in gone and p not in chosen.floaters]
    moved = sum(p < task.moved for p in players)
    alone = [task.left[p] for p in players]
    return is_seen_to_complete(Task(alone, moved, len(alone), len(alone), None))


def _remove_players(task: Task, gone: Collection[int]) -> Task:
    """The task without players of its bracket."""
    return replace(
        task,
        left=[c for p, c in enumerate(task.left) if p not in gone],
        moved=task.moved - sum(p < task.moved for p in gone),
        bracket=task.bracket - len(gone),
        following=task.following - len(gone),
        seen=set(),
    )


def _size_of_group(left: Sequence[Contender], start: int) -> int:
    """How many from here on have the same score."""
    return sum(c.score == left[start].score for c in left[start:]) if start < len(left) else 0
