"""A bracket paired through its classes: nearly always enough, and fast for any size.

Inside a bracket the criteria of a pair depend on a few classes of players only. The best plan for
the classes bounds every candidate; pairs that can reach the bound are tight. If the players can
be paired by tight pairs alone, with every moved-down player at the first opponent possible and
nobody exchanged, that is the bracket: nothing is better by the criteria, and nothing comes
earlier. Sets of players are integers, one bit a place.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import islice

from fairpair.core.ids import PlayerId
from fairpair.engine.matching.transport import best_plan, is_possible
from fairpair.engine.pairing.brackets.contender import Contender, Wish
from fairpair.engine.pairing.brackets.remainder import (
    Remainder,
    exchanged,
    in_turn,
    some_matching,
)
from fairpair.engine.pairing.brackets.task import Pair, Task

Faults = Callable[[int, int], int]
APART, FORBIDDEN = 1, 2
LARGE = 8
"""Groups with more than this part of the bracket are large."""
MOST_EXCHANGES = 20
"""Exchanges that are tried one by one before a matching looks at all of them."""


def tight_pairs(
    task: Task, spare: Sequence[int], spares: int, faults: Faults, apart: int
) -> list[Pair] | None:
    """The pairs of a bracket taken alone that leaves over so many; none if not found.

    `spare` are the places of those who may be left over; `faults` do not count who should be kept
    apart: that is `apart` for each such pair.
    """
    graph = _tight_graph(task, spare, spares, faults, apart)
    if graph is None:
        return None
    free = _mask(range(task.moved, task.bracket))
    pairs = []
    for moved in range(task.moved):
        opponent = graph.first_opponent(moved, free)
        if opponent is None:
            return None
        pairs.append((moved, opponent))
        free &= ~(1 << opponent)
    rest = list(_bits(free))
    if task.style.inside == "halves":
        found = _remainder(rest, graph, spares)
    else:
        found = _in_turn(rest, graph, spares, last_first=task.style.inside == "fold")
    return None if found is None else pairs + found


class _TightGraph:
    """Who may have whom in a best candidate: by place, and by class."""

    def __init__(self, tight: list[int], spare: int, counts: list[int]) -> None:
        self.tight, self.spare = tight, spare
        self._counts = counts
        self._class_at: dict[int, int] = {}
        self._members: list[int] = []
        self._class_pairs: dict[tuple[int, int], int] = {}

    def note_classes(self, groups: Sequence[Sequence[int]], pairs: Iterable[Pair]) -> None:
        """Which class is where, and which classes may have each other."""
        self._class_at = {place: n for n, group in enumerate(groups) for place in group}
        self._members = list(map(_mask, groups))
        self._class_pairs = dict.fromkeys(pairs, 0)

    def first_opponent(self, one: int, free: int, *, last_first: bool = False) -> int | None:
        """The first of the free whom a player can have, as far as classes tell; both are gone then.

        Without any the player is one of those who are left over.
        """
        mine, counts = self._class_at[one], self._counts
        counts[mine] -= 1
        choice = self.tight[one] & free
        while choice:
            place = choice.bit_length() - 1 if last_first else _lowest(choice)
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


def _remainder(rest: Sequence[int], graph: _TightGraph, spares: int) -> list[Pair] | None:
    """The pairs of those who are paired among themselves, with exchanges if need be (4.3)."""
    count = (len(rest) - spares) // 2
    natural = _Transposition(rest[:count], rest[count:], graph)
    found = natural.solved()
    if found is not None:
        return found
    may_help = graph.exchange_filter(rest[:count], rest[count:])
    helpful = (e for e in _exchanges(rest, count, natural, graph) if may_help(*e))
    for down, up in islice(helpful, MOST_EXCHANGES):
        tops = [*(p for p in rest[:count] if p != down), up]
        bottoms = sorted([*(p for p in rest[count:] if p != up), down])
        found = _Transposition(tops, bottoms, graph).solved()
        if found is not None:
            return found
    return _exactly_exchanged(rest, graph, spares)


def _exactly_exchanged(rest: Sequence[int], graph: _TightGraph, spares: int) -> list[Pair] | None:
    """The same by matching, for as many exchanges as it takes; none if tight pairs do not do."""
    best = _tight_edges(rest, graph, spares)
    mate = some_matching(len(rest) + spares, best)
    if mate is None:
        return None
    size = len(rest)
    inside = Remainder(range(size), (size - spares) // 2)
    mate = exchanged(mate, best, inside)
    tops = [a for a, b in enumerate(mate) if a < b < size]
    best = {edge: left for edge, left in best.items() if inside.fits(*edge, set(tops))}
    mate = in_turn(mate, best, tops, range(size))
    return [(rest[a], rest[b]) for a, b in enumerate(mate) if a < b < size]


def _tight_edges(rest: Sequence[int], graph: _TightGraph, spares: int) -> dict[Pair, int]:
    """The tight pairs among these players, and who may be left over, by their places here."""
    size = len(rest)
    best = {
        (a, b): 0
        for a, one in enumerate(rest)
        for b in range(a + 1, size)
        if graph.tight[one] >> rest[b] & 1
    }
    return best | {
        (a, size + spare): 0
        for a, one in enumerate(rest)
        for spare in range(spares)
        if graph.spare >> one & 1
    }


def _in_turn(
    rest: Sequence[int], graph: _TightGraph, spares: int, *, last_first: bool
) -> list[Pair] | None:
    """The first player has the nearest opponent possible (or the farthest), then the next.

    Taking whoever is there is right as far as the others can still be paired. If they cannot, one
    looks whether the classes can be paired before taking anybody. If that is not enough, the last
    pairs are undone, more and more of them, until those players can be paired exactly.
    """
    for guided in (False, True):
        pairs, left = _taken(rest, graph, guided=guided, last_first=last_first)
        if len(left) == spares and all(graph.spare >> one & 1 for one in left):
            return pairs
    undone = 4
    while True:
        kept = pairs[: max(0, len(pairs) - undone)]
        again = sorted([*left, *(p for pair in pairs[len(kept) :] for p in pair)])
        found = _exactly_in_turn(again, graph, spares, last_first=last_first)
        if found is not None or not kept:
            return None if found is None else kept + found
        undone *= 4


def _taken(
    rest: Sequence[int], graph: _TightGraph, *, guided: bool, last_first: bool
) -> tuple[list[Pair], list[int]]:
    """Everybody with the first opponent there, or the first that classes allow; and who is left."""
    free, pairs, left = _mask(rest), list[Pair](), list[int]()
    for one in rest:
        if not free >> one & 1:
            continue
        free &= ~(1 << one)
        choice = graph.tight[one] & free
        if guided:
            other = graph.first_opponent(one, free, last_first=last_first)
        elif choice:
            other = choice.bit_length() - 1 if last_first else _lowest(choice)
        else:
            other = None
        if other is None:
            left.append(one)
        else:
            free &= ~(1 << other)
            pairs.append((one, other))
    return pairs, left


def _exactly_in_turn(
    rest: Sequence[int], graph: _TightGraph, spares: int, *, last_first: bool
) -> list[Pair] | None:
    """The same for a few players, exactly; none if they cannot be paired by tight pairs."""
    size = len(rest)
    best = _tight_edges(rest, graph, spares)
    mate = some_matching(size + spares, best)
    if mate is None:
        return None
    mate = in_turn(mate, best, range(size), range(size), last_first=last_first)
    return [(rest[a], rest[b]) for a, b in enumerate(mate) if a < b < size]


def _exchanges(
    rest: Sequence[int], count: int, failed: "_Transposition", graph: _TightGraph
) -> Iterator[tuple[int, int]]:
    """One player down and one up, the smallest difference first, then from the lowest of S1.

    Some above, the spare vertices among them perhaps, have too few below them: only who is one of
    them, or can have one of them, helps by going down.
    """
    stuck, spare = failed.stuck, graph.spare if failed.spare_is_stuck else 0
    takes = stuck | spare
    helps = [bool(takes >> p & 1 or graph.tight[p] & stuck) for p in rest[:count]]
    for difference in range(1, len(rest)):
        for down in range(count - 1, max(-1, count - 1 - difference), -1):
            if helps[down] and down + difference < len(rest):
                yield rest[down], rest[down + difference]


def _tight_graph(
    task: Task, spare: Sequence[int], spares: int, faults: Faults, apart: int
) -> _TightGraph | None:
    """The graph of tight pairs; none if the classes cannot be paired."""
    may_be_spare = set(spare)
    clubs = _Clubs(task)
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
    tight, spare_mask = _masks(task, groups, pairs, clubs)
    graph = _TightGraph(tight, spare_mask, counts)
    graph.note_classes(groups, pairs)
    return graph


def _class_of(player: Contender, moved: bool, spare: bool, spares: int) -> tuple[object, ...]:
    """Everything that a criterion can see of a player in its bracket that leaves over so many."""
    absolute = player.wish == Wish.ABSOLUTE
    return (
        player.score,
        moved,
        player.colour,
        player.wish,
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
    clash = x.wish == y.wish == Wish.ABSOLUTE and x.colour == y.colour
    if clash and not (x.topscorer or y.topscorer):
        return None
    return min(a, b), max(a, b)


def _masks(
    task: Task, groups: Sequence[Sequence[int]], pairs: set[Pair], clubs: "_Clubs"
) -> tuple[list[int], int]:
    """For each place whom it may have, without those it has met; and who may be left over."""
    sets = [_mask(group) for group in groups]
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
            barred = _mask(at[p] for p in one.met | one.forbidden | clubs.single(one) if p in at)
            tight[place] = here & ~barred & ~(1 << place)
    return tight, spare_mask


class _Clubs:
    """Large groups whose members must or should not meet each other: they make classes.

    Everybody in such a group has the same set; single pairs are left to the players' own sets.
    """

    def __init__(self, task: Task) -> None:
        players = task.left[: task.bracket]
        least = max(4, task.bracket // LARGE)
        self._large = [
            {group for group, size in Counter(sets).items() if group and size >= least}
            for sets in ([c.forbidden for c in players], [c.apart for c in players])
        ]

    def of(self, one: Contender) -> tuple[object, object]:
        """The large groups of a player, if any."""
        forbidden, apart = self._large
        return (
            one.forbidden if one.forbidden in forbidden else None,
            one.apart if one.apart in apart else None,
        )

    def kept(self, one: Contender, other: Contender) -> int:
        """Whether all of their classes are kept apart."""
        forbidden, apart = self.of(one)
        if forbidden is not None and forbidden == other.forbidden:
            return FORBIDDEN
        return APART if apart is not None and apart == other.apart else 0

    def single(self, one: Contender) -> frozenset[PlayerId]:
        """Whom the player should not meet, beyond the large group."""
        return frozenset() if one.apart in self._large[1] else one.apart


class _Transposition:
    """Those above and those below, matched by tight pairs, each one above as early as possible.

    Spare vertices, for who is left over, are above too, at the end: places -1, -2 and so on.
    """

    def __init__(self, tops: Sequence[int], bottoms: Sequence[int], graph: _TightGraph) -> None:
        below = _mask(bottoms)
        tight, spare = graph.tight, graph.spare
        spares = range(-1, len(tops) - len(bottoms) - 1, -1)
        self.stuck = 0
        """After a failure, those above who have too few below them."""
        self.spare_is_stuck = False
        self._tops = tops
        self._order = [*tops, *spares]
        self._choice = {top: tight[top] & below & (-2 << top) for top in tops}
        self._choice |= dict.fromkeys(spares, spare & below)
        above = _mask(tops)
        self._tight, self._above, self._spare = tight, above, spare
        self._free = below
        self._mate: dict[int, int] = {}
        self._owner: dict[int, int] = {}
        self._natural = dict(zip(tops, bottoms, strict=False))

    def solved(self) -> list[Pair] | None:
        """The first matching in order; none if there is no perfect one."""
        for top in self._order:
            natural = self._natural.get(top)
            if natural is not None and self._choice[top] >> natural & 1 and self._is_free(natural):
                self._set(top, natural)
            elif self._choice[top] & self._free:
                self._set(top, _lowest(self._choice[top] & self._free))
        for top in self._order:
            if top not in self._mate and not self._augmented(top):
                return None
        self._left = self._above
        self._open = _mask(self._owner)
        return [(top, self._fixed(top)) for top in self._tops]

    def _is_free(self, bottom: int) -> bool:
        return bool(self._free >> bottom & 1)

    def _set(self, top: int, bottom: int) -> None:
        self._mate[top], self._owner[bottom] = bottom, top
        self._free &= ~(1 << bottom)

    def _augmented(self, top: int) -> bool:
        """Find a place for one more above, moving others on."""
        came: dict[int, int] = {}
        seen, queue = 0, [top]
        for here in queue:
            new = self._choice[here] & ~seen
            found = new & self._free
            if found:
                self._move_on(here, _lowest(found), came)
                return True
            seen |= new
            for bottom in _bits(new):
                came[bottom] = here
                queue.append(self._owner[bottom])
        self.stuck = _mask(place for place in queue if place >= 0)
        self.spare_is_stuck = any(place < 0 for place in queue)
        return False

    def _move_on(self, top: int, bottom: int, came: dict[int, int]) -> None:
        """Everybody on the way that was found takes the next one's place."""
        while True:
            before = self._mate.get(top)
            self._set(top, bottom)
            if before is None:
                return
            bottom, top = before, came[before]

    def _fixed(self, top: int) -> int:
        """The earliest bottom that this one can have while all others still find one."""
        self._left &= ~(1 << top)
        best, now = _lowest(self._choice[top] & self._open), self._mate[top]
        if best != now:
            best = self._moved(top, best, now)
        self._open &= ~(1 << best)
        return best

    def _moved(self, top: int, best: int, now: int) -> int:
        """Give `top` the earliest bottom from which a chain of moves leads to the one it leaves."""
        goes: dict[int, int] = {}
        reached, queue, left = 1 << now, [now], self._left
        spares = [taker for taker in self._mate if taker < 0]
        for bottom in queue:
            takers = list(_bits(self._tight[bottom] & left & ((1 << bottom) - 1)))
            left &= ~_mask(takers)
            if self._spare >> bottom & 1:
                takers += spares
                spares = []
            for taker in takers:
                place = self._mate[taker]
                goes[place] = bottom
                reached |= 1 << place
                queue.append(place)
            if reached >> best & 1:
                break
        choice = _lowest(self._choice[top] & reached & self._open)
        place = choice
        mover = self._owner[place]
        while place != now:
            following = goes[place]
            self._mate[mover], place = following, following
            self._owner[following], mover = mover, self._owner[following]
        self._mate[top], self._owner[choice] = choice, top
        return choice


def _mask(places: Iterable[int]) -> int:
    """The set of these places."""
    total = 0
    for place in places:
        total |= 1 << place
    return total


def _lowest(mask: int) -> int:
    return (mask & -mask).bit_length() - 1


def _bits(mask: int) -> Iterator[int]:
    """The places of a set, first to last."""
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low
