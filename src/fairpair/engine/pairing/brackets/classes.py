"""Classes of players, and which pairs a best candidate can have as far as classes tell.

Inside a bracket the criteria of a pair depend on a few classes of players only. The best plan for
the classes bounds every candidate; pairs that can reach the bound are tight.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence

from fairpair.core.ids import PlayerId
from fairpair.engine.matching.bits import lowest, mask
from fairpair.engine.matching.transport import best_plan, is_possible
from fairpair.engine.pairing.brackets.contender import Contender, same_absolute
from fairpair.engine.pairing.brackets.faults import EdgeFaults
from fairpair.engine.pairing.brackets.task import Pair, Task

APART, FORBIDDEN = 1, 2
LARGE = 8
"""Groups with more than this part of the bracket are large."""


class Clubs:
    """Large groups whose members must or should not meet each other: they make classes.

    Everybody in such a group has the same set; single pairs are left to the players' own sets.
    `soft`: whether a criterion counts who should not meet.
    """

    def __init__(self, task: Task, *, soft: bool) -> None:
        players = task.left[: task.bracket]
        least = max(4, task.bracket // LARGE)
        self._soft = soft
        self._large = [
            {group for group, size in Counter(sets).items() if group and size >= least}
            for sets in ([c.forbidden for c in players], [c.apart for c in players if soft])
        ]

    def groups_of(self, one: Contender) -> tuple[object, object]:
        """The large groups of a player, if any."""
        forbidden, apart = self._large
        return (
            one.forbidden if one.forbidden in forbidden else None,
            one.apart if one.apart in apart else None,
        )

    def are_kept_apart(self, one: Contender, other: Contender) -> int:
        """Whether all of their classes are kept apart."""
        forbidden, apart = self.groups_of(one)
        if forbidden is not None and forbidden == other.forbidden:
            return FORBIDDEN
        return APART if apart is not None and apart == other.apart else 0

    def single_restrictions(self, one: Contender) -> frozenset[PlayerId]:
        """Whom the player should not meet, beyond the large group."""
        return one.apart if self._soft and one.apart not in self._large[1] else frozenset()


class TightGraph:
    """Who may have whom in a best candidate: by place, and by class."""

    def __init__(
        self,
        masks: tuple[list[int], int],
        counts: list[int],
        groups: Sequence[Sequence[int]],
        pairs: Iterable[Pair],
    ) -> None:
        """`groups` are the places of each class, `pairs` the classes that may have each other."""
        self.tight, self.spare = masks
        self._counts = counts
        self._class_at = {place: n for n, group in enumerate(groups) for place in group}
        self._members = list(map(mask, groups))
        self._partners = [0] * len(counts)
        for a, b in pairs:
            self._partners[a] |= 1 << b

    def first_opponent(self, one: int, free: int, *, last_first: bool = False) -> int | None:
        """The first of the free whom a player can have, as far as classes tell; both are gone then.

        Without any the player is one of those who are left over.
        """
        # The counts are of those not paired yet: they shrink from call to call.
        mine, counts = self._class_at[one], self._counts
        counts[mine] -= 1
        choice = self.tight[one] & free
        while choice:
            place = choice.bit_length() - 1 if last_first else lowest(choice)
            theirs = self._class_at[place]
            counts[theirs] -= 1
            # Can the others still be paired, as far as classes tell? If not, nobody of that class
            # will do, so all of them are passed over at once.
            if is_possible(counts, counts, self._partners):
                return place
            counts[theirs] += 1
            choice &= ~self._members[theirs]
        # One of the spare vertices is used up.
        counts[-1] -= 1
        return None

    def exchange_filter(
        self, tops: Sequence[int], bottoms: Sequence[int]
    ) -> Callable[[int, int], bool]:
        """Whether an exchange can help as far as classes tell; each two classes are asked once."""
        size = len(self._counts)
        above, below = [0] * size, [0] * size
        for place in tops:
            above[self._class_at[place]] += 1
        for place in bottoms:
            below[self._class_at[place]] += 1
        # Spare vertices are above: whoever is left over is one of those below.
        above[-1] += len(bottoms) - len(tops)
        known: dict[Pair, bool] = {}

        def may_help(down: int, up: int) -> bool:
            a, b = self._class_at[down], self._class_at[up]
            # Only the classes of the two who change places matter, and there are few of those.
            if (a, b) not in known:
                supply, demand = above.copy(), below.copy()
                supply[a] -= 1
                supply[b] += 1
                demand[b] -= 1
                demand[a] += 1
                known[a, b] = is_possible(supply, demand, self._partners)
            return known[a, b]

        return may_help


def tight_graph(
    task: Task, spare: Sequence[int], spares: int, faults: EdgeFaults
) -> TightGraph | None:
    """The graph of tight pairs; none if the classes cannot be paired."""
    may_be_spare, clubs = set(spare), Clubs(task, soft=faults.depend_on_single_pairs)
    # Who floats down matters to a class only if somebody has to.
    seen = faults.seen_in_floaters if spares else faults.seen_in_pairs
    members: dict[tuple[object, ...], list[int]] = {}
    for place, player in enumerate(task.left[: task.bracket]):
        key = seen(player), place < task.moved, place in may_be_spare, *clubs.groups_of(player)
        members.setdefault(key, []).append(place)
    groups = list(members.values())
    weights = _class_weights(task, groups, may_be_spare, faults, clubs)
    counts = [*(len(group) for group in groups), spares]
    # The plan leaves aside who has met whom, and odd cycles: it can be too good, never too bad.
    # So if players can be paired by tight pairs alone, they reach a bound that nothing exceeds.
    plan = best_plan(counts, weights)
    if plan is None:
        return None
    pairs = {pair for pair, weight in weights.items() if plan.tight(*pair, weight)}
    return TightGraph(_masks(task, groups, pairs, clubs), counts, groups, pairs)


def _class_weights(
    task: Task,
    groups: Sequence[Sequence[int]],
    may_be_spare: set[int],
    faults: EdgeFaults,
    clubs: Clubs,
) -> dict[tuple[int, int], int]:
    """The weight of a pair of two classes, where such a pair is possible at all."""
    weights: dict[tuple[int, int], int] = {}
    for a, one in enumerate(groups):
        for b in range(a, len(groups)):
            pair = _sample(task, one, groups[b], same=a == b)
            kept = pair and clubs.are_kept_apart(task.left[pair[0]], task.left[pair[1]])
            if pair is None or kept == FORBIDDEN:
                continue
            weight = -faults.of_classes(*pair)
            if kept == APART:  # then any two of these classes are alike in this as well
                weight -= faults.of_single_pair(*pair)
            weights[a, b] = weights[b, a] = weight
        if one[0] in may_be_spare:
            spare = len(groups)
            weights[a, spare] = weights[spare, a] = -faults(one[0], len(task.left))
    return weights


def _sample(task: Task, one: Sequence[int], other: Sequence[int], *, same: bool) -> Pair | None:
    """Two players of these classes, the higher ranked first; none if the classes never meet."""
    # Nobody meets themselves: without this a class of one would make the bound too good.
    if same and len(one) < 2:
        return None
    a, b = (one[0], one[1]) if same else (one[0], other[0])
    # Two who moved down have been found unable to meet in the bracket before.
    if max(a, b) < task.moved:
        return None
    x, y = task.left[a], task.left[b]
    if same_absolute(x, y) and not (x.topscorer or y.topscorer):
        return None
    return min(a, b), max(a, b)


def _masks(
    task: Task, groups: Sequence[Sequence[int]], pairs: set[Pair], clubs: Clubs
) -> tuple[list[int], int]:
    """For each place whom it may have, without those it has met; and who may be left over."""
    sets = [mask(group) for group in groups]
    tight = [0] * task.bracket
    spare_mask = 0
    barred = _excluded_masks(task, clubs)
    for a, group in enumerate(groups):
        # All players of a class may have the same classes; only the masks of single pairs differ.
        here = 0
        for b, members in enumerate(sets):
            if (a, b) in pairs:
                here |= members
        if (a, len(groups)) in pairs:
            spare_mask |= sets[a]
        for place in group:
            tight[place] = here & ~barred[place] & ~(1 << place)
    return tight, spare_mask


def _excluded_masks(task: Task, clubs: Clubs) -> list[int]:
    """For each place whom it cannot have whatever their classes are."""
    at = {player.player: place for place, player in enumerate(task.left[: task.bracket])}
    players = task.left[: task.bracket]
    found = [mask(at[p] for p in one.met | one.forbidden if p in at) for one in players]
    for place, one in enumerate(players):
        # Both ways round: the other one may be in a large club, whose members' own sets say
        # nothing here, because the weights of their classes do.
        for p in clubs.single_restrictions(one):
            if p in at:
                found[place] |= 1 << at[p]
                found[at[p]] |= 1 << place
    return found
