"""The best legal round in which two players meet, by trying every round: slow, easy to check.

All rounds are listed, each is judged bracket by bracket with the definitions of `reference.py` and
`swiss_reference.py`, and the least one is the answer. Nothing of the engine is used.
"""

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from itertools import combinations, groupby

from fairpair.core.ids import PlayerId
from fairpair.core.tournament import Tournament
from pairing import reference, swiss_reference
from pairing.facts import Player, by_rank
from pairing.reference import Cost, Group, falling_scores, generation_key

Boards = frozenset[frozenset[int]]
CRITERIA = [f"C{number}" for number in range(6, 22)]
ORDER = "order"


class DutchRounds:
    """Every legal round of a file by the FIDE rules, with what decides between two of them."""

    def __init__(self, round_: reference.Round) -> None:
        self._round = round_
        self._groups = [tuple(g) for _, g in groupby(round_.players, key=lambda one: one.score)]
        self._ahead: dict[tuple[Fraction | None, Group, int], Cost] = {}

    def best(self, pair: frozenset[int] | None = None) -> tuple[Boards, int | None, Cost] | None:
        """The first round of all, or of those with a pair: boards, bye, and what it costs."""
        players = self._round.players
        byes: list[Player | None] = [None]
        if len(players) % 2:
            byes = [one for one in players if one.may_have_bye]
        found = [
            (self.cost(boards, bye), boards, bye)
            for bye in byes
            for boards in self._matchings([one for one in players if one is not bye], pair)
        ]
        if not found:
            return None
        cost, boards, bye = min(found, key=lambda one: one[0])
        number = None if bye is None else bye.id
        return frozenset(frozenset((a.id, b.id)) for a, b in boards), number, cost

    def may_meet(self, one: int, other: int) -> bool:
        """Whether two may meet, or one of them have the bye (0)."""
        players = {player.id: player for player in self._round.players}
        if 0 in (one, other):
            return players[one or other].may_have_bye
        return self._round.can_meet(players[one], players[other])

    def _matchings(
        self, players: Sequence[Player], pair: frozenset[int] | None
    ) -> Iterator[tuple[tuple[Player, Player], ...]]:
        if not players:
            yield ()
            return
        first, *others = players
        for two in others:
            both = frozenset((first.id, two.id))
            asked = pair is not None and bool(pair & both)
            if not self._round.can_meet(first, two) or (asked and pair != both):
                continue
            rest = [one for one in others if one is not two]
            yield from (((first, two), *more) for more in self._matchings(rest, pair))

    @staticmethod
    def first_difference(made: Cost, other: Cost) -> tuple[str, object, object]:
        """The criterion that tells two costs apart, with what it is in both."""
        place, one, two = first_difference(made, other)
        return "C5" if not place else (*CRITERIA, ORDER)[(place - 1) % 17], one, two

    def cost(self, boards: Sequence[tuple[Player, Player]], bye: Player | None) -> Cost:
        """C5, then for each bracket C6 to C21 and the order in which candidates come."""
        opponent = {one: two for a, b in boards for one, two in ((a, b), (b, a))}
        costs: list[object] = [bye.score if bye else Fraction(0)]
        moved: Group = ()
        for number, residents in enumerate(self._groups):
            here = {*moved, *residents}
            pairs = [(a, b) for a, b in boards if {a, b} <= here]
            if any(a in moved and b in moved for a, b in pairs):
                return (Fraction(10**6),)
            floaters = tuple(sorted(here.difference(*pairs), key=by_rank))
            ahead = self._looking_ahead(bye, floaters, number + 1)
            takes = len(floaters) == 1 and bye is not None and floaters[0].score == bye.score
            unplayed = floaters[0].unplayed if takes else 0
            costs += [len(floaters), falling_scores(floaters), ahead, unplayed]
            costs += self._round.quality(tuple(pairs), floaters, moved)
            costs.append(_order(opponent, pairs, moved, residents))
            moved = floaters
        return tuple(costs)

    def _looking_ahead(self, bye: Player | None, floaters: Group, number: int) -> Cost:
        """C8: what the next bracket leaves over at best, whoever meets whom there."""
        if number == len(self._groups):
            return ()
        score = None if bye is None else bye.score
        key = (score, floaters, number)
        if key not in self._ahead:
            lower = self._groups[number:]
            round_ = _LowerGroups(self._round, score, lower[1:])
            sets = round_.floating_sets(floaters, lower[0], lower[1:])
            self._ahead[key] = len(sets[0]), falling_scores(sets[0])
        return self._ahead[key]


class _LowerGroups(reference.Round):
    """The same round, with the bye on at most this score; who moves down to the groups below does
    not meet others who do.
    """

    def __init__(
        self, round_: reference.Round, bye_score: Fraction | None, below: Sequence[Group]
    ) -> None:
        self.__dict__.update(round_.__dict__)
        self.bye_score = bye_score
        self._below = frozenset(one for group in below for one in group)

    def completable(self, players: Iterable[Player]) -> bool:
        everybody = frozenset(players)
        apart = everybody - self._below
        if len(everybody) % 2 == 0:
            return self.matchable(everybody, apart)
        return any(
            one.may_have_bye
            and self.bye_score is not None
            and one.score <= self.bye_score
            and self.matchable(everybody - {one}, apart - {one})
            for one in everybody
        )


def _order(
    opponent: dict[Player, Player],
    pairs: Sequence[tuple[Player, Player]],
    moved: Group,
    residents: Group,
) -> Cost:
    """4.4, 4.2 and 4.3: which moved-down players, whom they meet, and the remainder."""
    inside = {one for two in pairs for one in two}
    chosen = [place for place, one in enumerate(moved) if one in inside]
    met = [residents.index(opponent[moved[place]]) for place in chosen]
    rest = [one for n, one in enumerate(residents) if n not in met]
    number = {one: n for n, one in enumerate(rest, 1)}
    left = tuple((number[a], number[b]) for a, b in pairs if a in number and b in number)
    return chosen, met, generation_key(left)


def first_difference(made: Cost, other: Cost) -> tuple[int, object, object]:
    """Where two costs differ first, with what is there."""
    assert made < other
    return next(
        (n, one, two) for n, (one, two) in enumerate(zip(made, other, strict=False)) if one != two
    )


class SwissRounds:
    """Every legal round of an event by docs/explanation/swiss-pairing.md."""

    def __init__(self, tournament: Tournament) -> None:
        played = [ref.round_no for ref in tournament.rounds if ref.stage == 1]
        self._round = swiss_reference.Round(tournament, max(played, default=0) + 1)
        self._present = self._round.present()
        order = self._round.ordered(self._present)
        self._round.order = {player: place for place, player in enumerate(order)}

    def best(
        self, pair: frozenset[PlayerId] | None = None
    ) -> tuple[Boards, PlayerId | None, Cost] | None:
        """The first round of all, or of those with a pair: boards, bye, and what it costs."""
        for bye in self._byes(pair):
            players = tuple(player for player in self._present if player != bye)
            found = [(self._cost(one), one) for one in self._matchings(players, pair)]
            if found:
                cost, boards = min(found, key=lambda one: one[0])
                return frozenset(map(frozenset, boards)), bye, cost
        return None

    def first_difference(
        self, made: tuple[PlayerId | None, Cost], other: tuple[PlayerId | None, Cost]
    ) -> tuple[str, object, object]:
        """What tells two rounds apart first, by bye and cost, with what it is in both."""
        if made[0] is not None and other[0] is not None and made[0] != other[0]:
            keys = [self._round.bye_place(bye) for bye in (made[0], other[0])]
            place, one, two = first_difference(*keys)
            return ("bye_count", "bye_points")[place] if place < 2 else "bye_order", one, two
        place, one, two = first_difference(made[1], other[1])
        name = ("C6", "C7", "C8", "quality", ORDER)[place % 5]
        if name != "quality":
            return name, one, two
        assert isinstance(one, tuple)
        assert isinstance(two, tuple)
        place, one, two = first_difference(one, two)
        name = self._round.rules.pairing_criteria[place]
        if name != "colours":
            return name, one, two
        assert isinstance(one, tuple)
        assert isinstance(two, tuple)
        place, one, two = first_difference(one, two)
        return ("C10", "C11", "C12", "C13")[place], one, two

    def may_meet(self, one: int, other: int) -> bool:
        """Whether two may meet, or one of them have the bye (0)."""
        if 0 in (one, other):
            return self._round.may_have_bye(PlayerId(one or other))
        return self._round.can_meet(PlayerId(one), PlayerId(other))

    def _byes(self, pair: frozenset[PlayerId] | None) -> Iterator[PlayerId | None]:
        """In the order in which they are tried."""
        if len(self._present) % 2 == 0:
            yield None
            return
        may = [p for p in self._present if self._round.may_have_bye(p) and p not in (pair or ())]
        yield from sorted(may, key=self._round.bye_place)

    def _matchings(
        self, players: Sequence[PlayerId], pair: frozenset[PlayerId] | None
    ) -> list[swiss_reference.Pairs]:
        """All ways to pair them; groups and places are those of these players."""
        groups = self._round.groups(tuple(players))
        self._groups = groups
        self._round.home = {player: n for n, group in enumerate(groups) for player in group}
        everybody = [player for group in groups for player in group]
        self._round.rank = {player: place for place, player in enumerate(everybody)}
        return [
            pairs
            for pairs in self._round.pairings(tuple(everybody))
            if pair is None or any(pair == set(two) for two in pairs)
        ]

    def _cost(self, pairs: swiss_reference.Pairs) -> Cost:
        """For each group who is left over, what the next one can do, 4.4, and the order (5)."""
        round_, groups = self._round, self._groups
        costs: list[object] = []
        moved: tuple[PlayerId, ...] = ()
        for number, group in enumerate(groups):
            here = {*moved, *group}
            inside = tuple(two for two in pairs if set(two) <= here)
            if any(set(two) <= set(moved) for two in inside):
                return (len(here) + 1,)
            left = frozenset(here.difference(*inside))
            over: Cost = ()
            if groups[number + 1 :]:
                over = self._fewest_left(left, groups[number + 1], groups[number + 2 :])
            costs += [len(left), round_.falling(left), over]
            costs.append(round_.quality(inside, left.intersection(group)))
            costs.append(round_.place(inside, moved, group))
            moved = tuple(p for p in (*moved, *group) if p in left)
        return tuple(costs)

    def _fewest_left(
        self, moved: frozenset[PlayerId], group: swiss_reference.Ids, below: Sequence[Sequence[int]]
    ) -> Cost:
        """4.1 and 4.2 of the next group; players who move down together never meet each other."""
        lower = frozenset(PlayerId(player) for one in below for player in one)
        everybody = (*moved, *group)
        for count in range(len(everybody) + 1):
            possible = [
                self._round.falling(left)
                for left in map(frozenset, combinations(everybody, count))
                if self._can_pair(frozenset(everybody) - left, moved)
                and self._can_pair(left | lower, left)
            ]
            if possible:
                return count, min(possible)
        raise AssertionError("the groups above left too little")

    def _can_pair(self, players: frozenset[PlayerId], apart: frozenset[PlayerId]) -> bool:
        """Whether all of them can be paired, but none of those apart with each other."""
        if not players:
            return True
        first = min(players)
        return any(
            self._round.can_meet(first, two) and self._can_pair(players - {first, two}, apart)
            for two in players - {first}
            if not {first, two} <= apart
        )
