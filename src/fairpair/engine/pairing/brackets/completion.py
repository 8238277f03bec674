"""Can all who are left be paired (C1 to C4), and who can have the bye (C2, C5)?

Two kinds of answers: a quick look, which is only ever right when it says yes, because it then has
found a complete pairing; and a matching, which is always right but takes long in a large field.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import groupby

from fairpair.engine.matching.bits import mask
from fairpair.engine.matching.largest import NOBODY, largest_matching, perfect_matching
from fairpair.engine.matching.weighted import heaviest_perfect_matching
from fairpair.engine.pairing.brackets.contender import Contender, may_meet
from fairpair.engine.pairing.brackets.legality import (
    Club,
    largest_club,
    legal_opponents,
    legal_pairs,
)
from fairpair.engine.pairing.brackets.task import Pair, Task

Cost = Callable[[int, int], int]
MOST_TOGETHER = 1000
"""Players of the lowest groups whom one looks at together."""
Predicate = Callable[[int], bool]


def cheapest_matching(size: int, edges: Iterable[Pair], cost: Cost) -> list[int] | None:
    """The partner of each of these many vertices; none if they cannot all be matched."""
    graph: list[dict[int, int]] = [{} for _ in range(size)]
    for a, b in edges:
        graph[a][b] = graph[b][a] = -cost(a, b)
    found = heaviest_perfect_matching(graph)
    return found and found[0]


def complete_pairing(task: Task, cost: Cost, *, any_bye: bool = False) -> list[int] | None:
    """The cheapest complete pairing of all who are left (C4); the last vertex may be the bye.

    `any_bye`: the bye may go to whoever may have it by C2, with any score.
    """
    size, odd = len(task.left), len(task.left) % 2
    edges = list(legal_pairs(task))
    if odd:
        may = (lambda p: task.left[p].may_have_bye) if any_bye else task.may_have_bye
        edges += [(p, size) for p in range(size) if may(p)]
    return cheapest_matching(size + odd, edges, cost)


def can_be_completed(task: Task, *, any_bye: bool = False) -> bool:
    """Whether all who are left can be paired legally (C4), and one have the bye where one must."""
    may = (lambda p: task.left[p].may_have_bye) if any_bye else task.may_have_bye
    places = range(len(task.left))
    legal = legal_opponents(task.left, task.moved)
    return pair_all_but(legal, len(places) % 2, mask(filter(may, places))) is not None


def pair_all_but(legal: Sequence[int], over: int, who: int) -> list[int] | None:
    """The partner of everybody if this many of `who` are left over; none if that is impossible.

    The partners of those who are left over come after all others.
    """
    size = len(legal)
    spares = ((1 << over) - 1) << size
    near = [
        opponents | (spares if who >> place & 1 else 0) for place, opponents in enumerate(legal)
    ]
    return perfect_matching([*near, *[who] * over])


def fewest_left_over(task: Task) -> int:
    """How many the bracket must leave over if nothing but C1 and C3 counted."""
    inside = legal_opponents(task.left[: task.bracket], task.moved)
    return largest_matching(inside).count(NOBODY)


def fewest_leaving(task: Task) -> int:
    """How many the bracket must leave over if all are to be paired, whoever has the bye."""
    bracket = task.bracket
    mate = complete_pairing(task, lambda a, b: int(a < bracket <= b), any_bye=True)
    if mate is None:
        raise AssertionError("a bracket without a complete pairing")
    return sum(mate[a] >= bracket for a in range(bracket))


def outlook_is_ideal(task: Task, pairs: Sequence[Pair]) -> bool:
    """Whether nothing better is conceivable below than what these pairs leave possible."""
    paired = {place for pair in pairs for place in pair}
    floating = [place for place in range(task.bracket) if place not in paired]
    bye_given = task.bye_is_here
    # The single one who floats has the bye, so nobody comes down to the next bracket.
    if bye_given:
        if len(floating) != 1:
            return False
        floating = []
    needs_bye = task.bye_score is not None and not bye_given
    if task.following > task.bracket:
        found = _left_over_by_next(task, floating, needs_bye=needs_bye)
        if found is None:
            return False
        floating = found
    return _completes(task, floating, task.following, needs_bye=needs_bye)


def _left_over_by_next(task: Task, floating: Sequence[int], *, needs_bye: bool) -> list[int] | None:
    """Whom the next bracket leaves over at best; none if it cannot do so well (C6 to C8)."""
    end, group = task.following, range(task.bracket, task.following)
    places, left = [*floating, *group], task.left
    odd = len(places) % 2
    over = fewest_leaving_next(task, len(floating), needs_bye=needs_bye)
    below = club_below(task, end, needs_bye=needs_bye)
    if over == len(places):
        return places
    # At best it leaves over residents only: theirs is the lowest score (C7).
    fits: Predicate = group.__contains__
    if end == len(left) and needs_bye:
        fits = task.may_have_bye
    look = _GreedyMatching(task, places)
    if over == odd and look.can_pair(odd, lambda p: fits(p) and below.may_be_joined(left[p], odd)):
        return look.left_over
    legal = legal_opponents([left[place] for place in places], len(floating))
    who = (n for n, p in enumerate(places) if fits(p) and below.may_be_joined(left[p], over))
    mate = pair_all_but(legal, over, mask(who))
    return mate and [places[one] for one in mate[len(places) :]]


def club_below(task: Task, first: int, *, needs_bye: bool) -> Club:
    """The largest club from a place on; with the bye, a member needs no opponent if one has it."""
    club = largest_club(task.left[first:])
    if not needs_bye:
        return club
    members = (p for p, one in enumerate(task.left) if one.player in club.group)
    return club.with_bye(to_member=any(map(task.may_have_bye, members)))


def fewest_leaving_next(task: Task, floating: int, *, needs_bye: bool) -> int:
    """How many must leave the next bracket at least, given how many come down, judged by clubs."""
    end = task.following
    odd = (floating + end - task.bracket) % 2
    inside = largest_club(task.left[task.bracket : end])
    # Whoever comes down, a club has the same surplus in both brackets together.
    both = largest_club(task.left[:end])
    surplus = max(inside.surplus - floating, both.surplus - task.bye_is_here)
    below = club_below(task, end, needs_bye=needs_bye)
    return Club(both.group, max(surplus, below.surplus)).fewest(odd)


def rest_completes(task: Task, floating: list[int]) -> bool:
    """Whether those who come down from the next bracket and all below it can be paired.

    The bye is below.
    """
    return _completes(task, floating, task.following, needs_bye=task.bye_score is not None)


def can_be_paired(task: Task) -> bool:
    """Whether all who are left can be paired legally (C4), and one have the bye where one must.

    Nearly always a pairing is found at a glance; the exact answer takes long in a large field.
    """
    return is_seen_to_complete(task) or can_be_completed(task)


def is_seen_to_complete(task: Task) -> bool:
    """A quick look, only ever right when it says yes."""
    moved = task.moved
    return rest_completes(replace(task, bracket=moved, following=moved), list(range(moved)))


def _completes(task: Task, floating: list[int], first: int, *, needs_bye: bool) -> bool:
    """Group by group from a place on, all who are left over going down; then the lowest groups
    together where that is not enough.
    """
    before: list[list[int]] = []
    states: list[tuple[object, ...]] = []
    groups: list[list[int]] = []
    for group in _groups(task, first):
        groups.append(group)
        # The same few players come down to the same groups again and again, bracket after bracket:
        # what was found to complete once is not looked at again.
        states.append(_state(task, floating, group, needs_bye=needs_bye))
        if states[-1] in task.seen:
            task.seen.update(states)
            return True
        look = _GreedyMatching(task, [*floating, *group])
        before.append(floating)
        last = group[-1] == len(task.left) - 1
        fits = task.may_have_bye if needs_bye and last else _accept_anybody
        look.can_pair(len(look.places) % 2, fits)
        floating = look.left_over
    # One group after the other was enough: the usual case.
    if _last_group_completes(task, floating, needs_bye=needs_bye):
        task.seen.update(states)
        return True
    return _tail_completes(task, groups, before, needs_bye=needs_bye)


def _state(
    task: Task, floating: Sequence[int], group: Sequence[int], *, needs_bye: bool
) -> tuple[object, ...]:
    """Who comes down to which group: all else below is the same for every bracket of a round.

    Those who come down from the bracket itself may not meet each other.
    """
    kept = [place < task.bracket for place in floating]
    players = sorted(zip((task.left[place].player for place in floating), kept, strict=True))
    return needs_bye, task.left[group[0]].player, *players


def _tail_completes(
    task: Task, groups: Sequence[list[int]], before: Sequence[list[int]], *, needs_bye: bool
) -> bool:
    """Whether the lowest groups can be paired all together, when one by one was not enough.

    `before` are those who come down to each group.
    """
    tail: list[int] = []
    for group, floating in zip(reversed(groups), reversed(before), strict=True):
        # A matching of more takes long, and the caller has a wider look anyway.
        if len(tail) + len(group) + len(floating) > MOST_TOGETHER:
            break
        tail += group
        places = [*floating, *tail]
    return bool(tail) and _can_pair_all(task, places, needs_bye=needs_bye)


def _can_pair_all(task: Task, places: Sequence[int], *, needs_bye: bool) -> bool:
    floating = sum(place < task.bracket for place in places)
    bye_score = task.bye_score if needs_bye else None
    players = [task.left[place] for place in sorted(places)]
    return can_be_completed(Task(players, floating, 0, 0, bye_score))


def _accept_anybody(_: int) -> bool:
    return True


def _last_group_completes(task: Task, floating: Sequence[int], *, needs_bye: bool) -> bool:
    if not needs_bye:
        return not floating
    return len(floating) == 1 and task.may_have_bye(floating[0])


def _groups(task: Task, first: int) -> Iterator[list[int]]:
    """The score groups from this place on."""
    places = range(first, len(task.left))
    for _, group in groupby(places, key=lambda place: task.left[place].score):
        yield list(group)


class _GreedyMatching:
    """Some players, paired one after the other as it comes, and mended by exchanging partners."""

    def __init__(self, task: Task, places: Sequence[int]) -> None:
        self.places = places
        self.left_over: list[int] = []
        self._left, self._bracket = task.left, task.bracket
        self._mate: dict[int, int] = {}

    def can_pair(self, wanted: int, fits: Predicate) -> bool:
        """Pair all but `wanted`, and leave over one who fits; false if that was not found."""
        # With the first one waiting whom the player may meet: near in rank, and it takes no search.
        waiting: list[int] = []
        for one in self.places:
            for number, other in enumerate(waiting):
                if self._may_meet(other, one):
                    del waiting[number]
                    self._join(other, one)
                    break
            else:
                waiting.append(one)
        self.left_over = waiting
        while len(self.left_over) > wanted:
            if not self._augment():
                return False
        return not wanted or fits(self.left_over[0]) or self._replace_unpaired(fits)

    def _augment(self) -> bool:
        """Bring two who are left over in, by parting a pair that suits them."""
        # a-c and b-d instead of c-d: an augmenting path of three edges. Longer ones are left to the
        # matching that follows when this look fails.
        a, b = self.left_over[-2:]
        for c, d in list(self._mate.items()):
            if self._may_meet(a, c) and self._may_meet(b, d):
                self._join(a, c)
                self._join(b, d)
                del self.left_over[-2:]
                return True
        return False

    def _replace_unpaired(self, fits: Predicate) -> bool:
        """Leave over somebody else, who fits."""
        one = self.left_over[0]
        for c, d in list(self._mate.items()):
            if fits(d) and self._may_meet(one, c):
                del self._mate[d]
                self._join(one, c)
                self.left_over = [d]
                return True
        return False

    def _join(self, a: int, b: int) -> None:
        self._mate[a], self._mate[b] = b, a

    def _may_meet(self, a: int, b: int) -> bool:
        """Two who float down from one bracket have been found unable to meet there."""
        left, bracket = self._left, self._bracket
        return not (a < bracket and b < bracket) and may_meet(left[a], left[b])


def lowest_bye_score(players: Sequence[Contender]) -> int | None:
    """The lowest score the bye can go to in a complete pairing (C5); none if there is none.

    In an even field it says only that everybody can be paired.
    """
    scores = sorted({one.score for one in players if one.may_have_bye})
    # The lowest score of all is right nearly always: one quick look instead of a matching.
    lowest = scores[0] if scores else 0
    odd = len(players) % 2
    if rest_completes(Task.of_field(players, lowest if odd else None), []):
        return lowest
    if not can_be_completed(Task.of_field(players), any_bye=True):
        return None
    if not odd:
        return 0
    return next(s for s in scores if can_be_completed(Task.of_field(players, s)))
