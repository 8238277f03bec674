"""Classes of players, and which pairs a best candidate can have as far as classes tell.

Inside a bracket the criteria of a pair depend on a few classes of players only. The best plan for
the classes bounds every candidate; pairs that can reach the bound are tight.
"""

from collections.abc import Callable, Iterable, Sequence

from fairpair.engine.matching.transport import best_plan, is_possible
from fairpair.engine.pairing.brackets.bits import lowest, mask
from fairpair.engine.pairing.brackets.clubs import FORBIDDEN, Clubs
from fairpair.engine.pairing.brackets.contender import ColourPreference, Contender
from fairpair.engine.pairing.brackets.criteria import same_absolute
from fairpair.engine.pairing.brackets.task import Pair, Task

Faults = Callable[[int, int], int]


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
        self._class_pairs = dict.fromkeys(pairs, 0)

    def first_opponent(self, one: int, free: int, *, last_first: bool = False) -> int | None:
        """The first of the free whom a player can have, as far as classes tell; both are gone then.

        Without any the player is one of those who are left over.
        """
        mine, counts = self._class_at[one], self._counts
        counts[mine] -= 1
        choice = self.tight[one] & free
        while choice:
            place = choice.bit_length() - 1 if last_first else lowest(choice)
            theirs = self._class_at[place]
            counts[theirs] -= 1
            if is_possible(counts, counts, self._class_pairs):
                return place
            counts[theirs] += 1
            choice &= ~self._members[theirs]
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
        above[-1] += len(bottoms) - len(tops)
        known: dict[Pair, bool] = {}

        def may_help(down: int, up: int) -> bool:
            a, b = self._class_at[down], self._class_at[up]
            if (a, b) not in known:
                supply, demand = above.copy(), below.copy()
                supply[a] -= 1
                supply[b] += 1
                demand[b] -= 1
                demand[a] += 1
                known[a, b] = is_possible(supply, demand, self._class_pairs)
            return known[a, b]

        return may_help


def tight_graph(
    task: Task, spare: Sequence[int], spares: int, faults: Faults, apart: int
) -> TightGraph | None:
    """The graph of tight pairs; none if the classes cannot be paired."""
    may_be_spare = set(spare)
    clubs = Clubs(task)
    members: dict[tuple[object, ...], list[int]] = {}
    for place in range(task.bracket):
        player = task.left[place]
        key = _class_of(player, place < task.moved, place in may_be_spare, spares)
        key = *key, *clubs.of(player)
        members.setdefault(key, []).append(place)
    groups = list(members.values())
    weights = _class_weights(task, groups, may_be_spare, faults)
    for a, b in list(weights):
        if max(a, b) < len(groups):
            kept = clubs.kept(task.left[groups[a][0]], task.left[groups[b][0]])
            if kept == FORBIDDEN:
                del weights[a, b]
            elif kept:
                weights[a, b] -= apart
    counts = [*(len(group) for group in groups), spares]
    plan = best_plan(counts, weights)
    if plan is None:
        return None
    pairs = {pair for pair, weight in weights.items() if plan.tight(*pair, weight)}
    return TightGraph(_masks(task, groups, pairs, clubs), counts, groups, pairs)


def _class_of(player: Contender, moved: bool, spare: bool, spares: int) -> tuple[object, ...]:
    """Everything that a criterion can see of a player in its bracket that leaves over so many."""
    absolute = player.preference == ColourPreference.ABSOLUTE
    return (
        player.score,
        moved,
        player.colour,
        player.preference,
        absolute and (abs(player.balance), player.repeated),
        player.topscorer,
        spares and player.down,
        player.up,
        spares and player.pair_downs,
        spare and player.unplayed,
        spare,
    )


def _class_weights(
    task: Task, groups: Sequence[Sequence[int]], may_be_spare: set[int], faults: Faults
) -> dict[tuple[int, int], int]:
    """The weight of a pair of two classes, where such a pair is possible at all."""
    weights: dict[tuple[int, int], int] = {}
    for a, one in enumerate(groups):
        for b in range(a, len(groups)):
            pair = _sample(task, one, groups[b], same=a == b)
            if pair is not None:
                weights[a, b] = weights[b, a] = -faults(*pair)
        if one[0] in may_be_spare:
            spare = len(groups)
            weights[a, spare] = weights[spare, a] = -faults(one[0], len(task.left))
    return weights


def _sample(task: Task, one: Sequence[int], other: Sequence[int], *, same: bool) -> Pair | None:
    """Two players of these classes, the higher ranked first; none if the classes never meet."""
    if same and len(one) < 2:
        return None
    a, b = (one[0], one[1]) if same else (one[0], other[0])
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
    at = {task.left[place].player: place for place in range(task.bracket)}
    for a, group in enumerate(groups):
        here = 0
        for b, members in enumerate(sets):
            if (a, b) in pairs:
                here |= members
        if (a, len(groups)) in pairs:
            spare_mask |= sets[a]
        for place in group:
            one = task.left[place]
            barred = mask(at[p] for p in one.met | one.forbidden | clubs.single(one) if p in at)
            tight[place] = here & ~barred & ~(1 << place)
    return tight, spare_mask
