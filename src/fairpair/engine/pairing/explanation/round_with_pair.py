"""The first round by the rules among all legal ones in which two named players meet.

The two are open to each other only, and nobody else to them; then the round is paired as ever. The
first of all rounds with the pair is found that way, with one exception: C8 asks what the next
bracket can do, and means the one that there is, not one in which the two must meet. So above the
bracket where they meet, C8 is asked with everybody as they are.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import chain, combinations, product
from math import comb, prod

from fairpair.core.ids import PlayerId
from fairpair.engine.pairing.brackets.bracket import pairs_of_bracket
from fairpair.engine.pairing.brackets.completion import can_be_completed, pair_all_but
from fairpair.engine.pairing.brackets.contender import Contender
from fairpair.engine.pairing.brackets.criteria import Criterion, FloaterCriterion
from fairpair.engine.pairing.brackets.exact import Scope
from fairpair.engine.pairing.brackets.legality import legal_opponents
from fairpair.engine.pairing.brackets.task import Pair, Style, Task
from fairpair.engine.pairing.explanation.alternatives import Candidate

MOST_PLAYERS = 200
"""Up to so many in two brackets C8 is asked of every set of players who could float down."""
MOST_SETS = 400
"""The most such sets that are looked at."""


class RoundWithPair:
    """Pairs brackets so that two players meet, each in its turn from the top."""

    def __init__(self, players: Sequence[Contender], pair: Collection[PlayerId]) -> None:
        self._real = {one.player: one for one in players}
        self._pair = frozenset(pair)
        self.players = open_to_each_other(players, self._pair)
        self.exact = True
        """Whether all brackets so far are proven to be the first ones."""

    def pairs_of(self, task: Task) -> list[Pair]:
        """The pairs of a bracket; C8 is asked of the bracket below as it really is."""
        to_come = any(map(self._is_asked, task.left[task.bracket :]))
        if not to_come or not any(map(_is_ahead, task.style.criteria)):
            return pairs_of_bracket(task)
        plain = _without_looking_ahead(task)
        best = pairs_of_bracket(plain)
        if self._next(task, best) == _least_next(task, best):
            return best  # nothing else can be better by C8, and this is best by all others
        sets = self._floating_sets(task, best)
        if sets is None:
            self.exact = False
            return pairs_of_bracket(task)
        found = {floaters: self._next_of(task, floaters) for floaters in sets}
        least = min(found.values())
        rivals = [_pairs_leaving(plain, one) for one, total in found.items() if total == least]
        return list(_first_of(plain, rivals))

    def _is_asked(self, one: Contender) -> bool:
        return one.player in self._pair

    def _really(self, task: Task) -> Task:
        left = [self._real[one.player] for one in task.left]
        return replace(task, left=left, seen=set())

    def _next(self, task: Task, pairs: Sequence[Pair]) -> int:
        """What the next bracket leaves over at best after these pairs, as a number (C8)."""
        return Candidate(self._really(task), pairs).looking_ahead

    def _next_of(self, task: Task, floaters: Collection[int]) -> int:
        """The same after these players have floated down, whoever the others meet."""
        inside = [p for p in range(task.bracket) if p not in floaters]
        # Who meets whom inside makes no difference below.
        return self._next(task, list(zip(inside[::2], inside[1::2], strict=True)))

    def _floating_sets(self, task: Task, pairs: Sequence[Pair]) -> list[tuple[int, ...]] | None:
        """All who could float down together instead, with the same scores, so that everybody can
        be paired; none if there are too many to look at.
        """
        floaters = Candidate(task, pairs).floaters
        asked = [p for p in range(task.bracket) if self._is_asked(task.left[p])]
        scores = [task.left[p].score for p in floaters]
        for place in asked:  # whose only opponent is below
            scores.remove(task.left[place].score)
        groups = []
        for score in dict.fromkeys(scores):
            same = [p for p in range(task.bracket) if task.left[p].score == score]
            groups.append(([p for p in same if p not in asked], scores.count(score)))
        number = prod(comb(len(places), count) for places, count in groups)
        if task.following > MOST_PLAYERS or number > MOST_SETS:
            return None
        chosen = product(*(combinations(places, count) for places, count in groups))
        sets = (tuple(sorted([*asked, *chain(*parts)])) for parts in chosen)
        return [one for one in sets if _is_possible(task, one)]


def open_to_each_other(players: Iterable[Contender], pair: frozenset[PlayerId]) -> list[Contender]:
    """The same players, but the two can meet only each other, and neither can have the bye."""
    # Players of one set of forbidden opponents count as a club, and are in that set: so everybody
    # is in their own one.
    everybody = list(players)
    others = frozenset(one.player for one in everybody) - pair
    return [
        replace(one, forbidden=others, may_have_bye=False)
        if one.player in pair
        else replace(one, forbidden=one.forbidden | pair | {one.player})
        for one in everybody
    ]


def _is_ahead(criterion: Criterion) -> bool:
    return isinstance(criterion, FloaterCriterion) and criterion.of_next_bracket


def _least_next(task: Task, pairs: Sequence[Pair]) -> int:
    """The least that the next bracket can leave over: nobody, or one of its residents."""
    if (task.following - 2 * len(pairs)) % 2 == 0:
        return 0
    ahead = next(filter(_is_ahead, task.style.criteria))
    return task.counters.pack(ahead, task.left[task.following - 1].score)


def _without_looking_ahead(task: Task) -> Task:
    """The bracket without C8, and so without a next bracket."""
    criteria = tuple(one for one in task.style.criteria if not _is_ahead(one))
    style = Style(criteria, task.style.inside)
    return replace(task, following=task.bracket, style=style, seen=set())


def _is_possible(task: Task, floaters: Collection[int]) -> bool:
    """Whether all others in the bracket can be paired there, and these with all below."""
    inside = [task.left[p] for p in range(task.bracket) if p not in floaters]
    moved = sum(p not in floaters for p in range(task.moved))
    if pair_all_but(legal_opponents(inside, moved), 0, 0) is None:
        return False
    rest = [*(task.left[p] for p in floaters), *task.left[task.bracket :]]
    below = Task(rest, len(floaters), 0, 0, task.bye_score)
    return can_be_completed(below)


def _pairs_leaving(task: Task, floaters: Collection[int]) -> tuple[Pair, ...]:
    """The first of the best candidates that leave over just these players."""
    below = frozenset(one.player for one in task.left[task.bracket :])
    going = frozenset(task.left[p].player for p in floaters)
    staying = frozenset(one.player for one in task.left[: task.bracket]) - going
    left = [
        replace(one, forbidden=one.forbidden | below | going, may_have_bye=False)
        if one.player in staying
        else replace(one, forbidden=one.forbidden | staying)
        for one in task.left[: task.bracket]
    ]
    left += [replace(one, forbidden=one.forbidden | staying) for one in task.left[task.bracket :]]
    pairs = Scope.with_all_below(replace(task, left=left, seen=set())).solve()
    if pairs is None:
        raise AssertionError("players who could float down together cannot")
    return tuple(pairs)


def _first_of(task: Task, candidates: Iterable[tuple[Pair, ...]]) -> tuple[Pair, ...]:
    """The best of some candidates of a bracket by its criteria, and of these the first in order."""
    found = list(candidates)
    best = found[0]
    for one in found[1:]:
        difference = Candidate(task, best).difference(Candidate(task, one))
        if difference is None:
            better = place_in_order(task, one) < place_in_order(task, best)
        else:
            better = difference.totals[1] < difference.totals[0]
        best = one if better else best
    return best


def place_in_order(task: Task, pairs: Iterable[Pair]) -> tuple[object, ...]:
    """The place of a candidate among those that are as good: less comes first (4.2-4.4).

    First which of the moved-down players are paired, then their opponents, then the residents who
    are left, by the numbers they have among themselves.
    """
    opponent = dict(pairs)
    opponent |= {b: a for a, b in opponent.items()}
    upper = [p for p in range(task.moved) if p in opponent]
    taken = {opponent[p] for p in upper}
    rest = [p for p in range(task.moved, task.bracket) if p not in taken]
    number = {place: n for n, place in enumerate(rest)}
    inside = {number[a]: number[b] for a, b in opponent.items() if a in number and a < b}
    return upper, [opponent[p] for p in upper], *_order_inside(inside, len(rest), task.style.inside)


def _order_inside(tops: Mapping[int, int], size: int, inside: str) -> Iterator[object]:
    """The order of pairs among residents, by the upper player of each: exchanges first where
    halves meet (4.3), then who meets the first, the second and so on (4.2).
    """
    if inside == "halves":
        half = set(range(len(tops)))
        down, up = sorted(half - tops.keys(), reverse=True), sorted(tops.keys() - half)
        yield from (len(down), sum(up) - sum(down), [-n for n in down], up)
        yield [tops[top] for top in sorted(tops)]
        return
    sign = -1 if inside == "fold" else 1
    lower = set(tops.values())
    yield [sign * tops[n] if n in tops else size for n in range(size) if n not in lower]
