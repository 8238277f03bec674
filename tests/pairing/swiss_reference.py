"""The system `swiss` of docs/explanation/swiss-pairing.md by brute force: slow, easy to check.

This is what the engine is compared with, so it shares nothing with it but what is given: points
and ranks of the standings, and the lot. Whatever can be tried out is tried out, which goes well up
to about ten players.

| docs/explanation/swiss-pairing.md | here |
|---|---|
| 1, 2: who is there, who may meet | `Round.present`, `Round.can_meet` |
| 3: the bye | `Round.bye` |
| methods | `METHODS`, `method_of`, `Round.ordered`, `Round.groups` |
| 4.1 to 4.3: who is left over | `Round.left_over`, `Round.best_left_over` |
| 4.4: criteria | `Round.quality` |
| 5: of equally good pairings the first | `Round.place` |
| colours, and who begins | `Round.white`, `Round.sides` |
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from hashlib import sha256
from itertools import combinations, pairwise
from math import floor
from typing import NamedTuple

from fairpair.core.ids import PlayerId
from fairpair.core.results import Forfeit
from fairpair.core.rounds import ByeKind, RoundRef
from fairpair.core.tournament import Tournament
from fairpair.engine.lots import draw_lots
from fairpair.engine.pairing.numbers import initial_order
from fairpair.engine.standings.scoring import missed_round_kind
from fairpair.engine.standings.table import Standings
from fairpair.engine.standings.tiebreak_input import tiebreak_input

Ids = tuple[PlayerId, ...]
Pair = tuple[PlayerId, PlayerId]
Pairs = tuple[Pair, ...]
Cost = tuple[object, ...]

ABSOLUTE, STRONG, MILD, NONE = 3, 2, 1, 0
HALF = Fraction(1, 2)
LAST = 10**6  # the place of an opponent for who has none


class Method(NamedTuple):
    """A line of the table of methods."""

    groups: str
    order: str
    meeting: str


METHODS = {
    "random": Method("points", "lot", "neighbours"),
    "entry_order": Method("points", "entered", "neighbours"),
    "neighbours": Method("points", "pairing", "neighbours"),
    "halves": Method("points", "pairing", "halves"),
    "score_bracket": Method("points", "pairing", "halves"),
    "top_half": Method("everybody", "rating", "halves"),
    "rating_seeded": Method("quarters", "lot", "neighbours"),
    "rating_pools": Method("quarters", "rating", "halves"),
    "power": Method("everybody", "standings", "neighbours"),
    "bracket_seeded": Method("everybody", "standings", "fold"),
    "direct": Method("everybody", "standings", "neighbours"),
}


class Answer(NamedTuple):
    """The pairs, who is named first (or has White) first, and who has the bye."""

    pairs: frozenset[Pair]
    bye: PlayerId | None


def pair(tournament: Tournament) -> Answer | None:
    """The next round; None if it cannot be paired."""
    played = [ref.round_no for ref in tournament.rounds if ref.stage == 1]
    return Round(tournament, max(played, default=0) + 1).paired()


def method_of(tournament: Tournament, round_no: int) -> Method:
    """Named for the round, for the last one of the plan, for all others, or the usual one."""
    named, rules = tournament.rules.pairing_methods, tournament.rules
    plan = [one["pairing_method"] for one in rules.structure if one["type"] == "swiss"]
    usual = "random" if round_no == 1 else "neighbours"
    if plan:  # rounds that come after it are like its last one
        usual = (plan[:round_no][-1]) or usual
    last = named.get("last_round") if round_no == rules.rounds else None
    return METHODS[named.get(f"round_{round_no}") or last or named.get("rest") or usual]


# What happened before


@dataclass
class Past:
    """One player's rounds so far."""

    met: set[PlayerId] = field(default_factory=set)
    byes: list[int] = field(default_factory=list)
    """The rounds in which a bye was given: that of an odd field, or one worth a win."""
    pair_downs: int = 0
    colours: str = ""
    """Of played games only, the last one last."""

    @property
    def difference(self) -> int:
        """Whites less blacks (1.6)."""
        return self.colours.count("w") - self.colours.count("b")

    @property
    def claim(self) -> tuple[int, str]:
        """How strong the wish for a colour is, and for which (1.7)."""
        if abs(self.difference) >= 2:
            return ABSOLUTE, "b" if self.difference > 0 else "w"
        if self.colours[-2:] in ("ww", "bb"):
            return ABSOLUTE, other(self.colours[-1])
        if self.difference:
            return STRONG, "b" if self.difference > 0 else "w"
        return (MILD, other(self.colours[-1])) if self.colours else (NONE, "")


def other(colour: str) -> str:
    """The opponent's."""
    return "b" if colour == "w" else "w"


def past_of(tournament: Tournament) -> dict[PlayerId, Past]:
    """Everybody's past, round by round."""
    past = {player: Past() for player in tournament.entries}
    for ref, round_ in sorted(tournament.rounds.items(), key=lambda item: item[0]):
        points = tiebreak_input(tournament, until=ref.round_no - 1).totals
        paired: set[PlayerId] = set()
        for table in round_.pairings.values():
            white, black = table.seats
            paired |= {white, black}
            past[white].met.add(black)
            past[black].met.add(white)
            past[white].pair_downs += points[white] > points[black]
            past[black].pair_downs += points[black] > points[white]
            if not isinstance(table.result, Forfeit):
                past[white].colours += "w"
                past[black].colours += "b"
        for player in past.keys() - paired:
            kind = round_.byes.get(player) or missed_round_kind(tournament.entries[player], ref)
            if kind in (ByeKind.PAIRING, ByeKind.FULL):
                past[player].byes.append(ref.round_no)
    return past


# A round


class Round:
    """Everything that is known before a round, and how it is paired."""

    def __init__(self, tournament: Tournament, round_no: int) -> None:
        self.tournament = tournament
        self.rules = tournament.rules
        self.round_no = round_no
        self.method = method_of(tournament, round_no)
        self.past = past_of(tournament)
        inputs = tiebreak_input(tournament)
        self.points = inputs.totals
        self.ranks = {
            "pairing": Standings(inputs, without_lot(self.rules.pairing_tiebreakers)).ranks,
            "standings": Standings(inputs, self.rules.standings_tiebreakers).ranks,
        }
        lot = draw_lots(tournament.draw_seed, f"round {round_no}", tournament.entries)
        self.lot = {player: place for place, player in enumerate(lot)}
        self.strength = {player: n for n, player in enumerate(initial_order(tournament))}
        self.home: dict[PlayerId, int] = {}
        """The number of everybody's group, 0 the highest."""
        self.order: dict[PlayerId, int] = {}
        """Everybody's place in the order of the method, without quarters."""
        self.rank: dict[PlayerId, int] = {}
        """The same, group by group: who is higher ranked."""
        self._pairable: dict[frozenset[PlayerId], bool] = {}

    def paired(self) -> Answer | None:
        """Group by group from the top."""
        present = self.present()
        bye = None
        self.order = {player: place for place, player in enumerate(self.ordered(present))}
        if len(present) % 2:
            bye = self.bye(present)
            if bye is None:
                return None
        groups = self.groups(tuple(player for player in present if player != bye))
        self.home = {player: n for n, group in enumerate(groups) for player in group}
        everybody = [player for group in groups for player in group]
        self.rank = {player: place for place, player in enumerate(everybody)}
        if not self.pairable(frozenset(everybody)):
            return None
        pairs: list[Pair] = []
        moved: Ids = ()
        for number, group in enumerate(groups):
            made, moved = self.best(moved, group, groups[number + 1 :])
            pairs += made
        assert not moved
        return Answer(frozenset(self.sides(pairs)), bye)

    # 1, 2: who is there, who may meet

    def present(self) -> Ids:
        """Entered, not dropped, and without a wish for a bye."""
        here = RoundRef(1, self.round_no)
        return tuple(
            player
            for player, entry in sorted(self.tournament.entries.items())
            if any(p.first <= here and (p.last is None or here <= p.last) for p in entry.periods)
            and self.round_no not in entry.requested_byes
        )

    def can_meet(self, one: PlayerId, two: PlayerId) -> bool:
        """Whether no hard rule keeps them apart."""
        if self.rules.avoid_repeat_pairings and two in self.past[one].met:
            return False
        if self.kept_apart(one, two, hard=True):
            return False
        claims = {self.past[one].claim, self.past[two].claim}
        both_must = len(claims) == 1 and ABSOLUTE in claims.pop()
        return not (self.rules.color_balance_strict and both_must)

    def kept_apart(self, one: PlayerId, two: PlayerId, *, hard: bool) -> bool:
        """Whether they are never to meet (hard), or not if it can be."""
        avoided = self.tournament.avoided.get(frozenset((one, two)))
        if avoided and avoided.hard == hard:
            until = self.round_no if avoided.until_round is None else avoided.until_round
            if avoided.from_round <= self.round_no <= until:
                return True
        last = self.rules.avoid_same_rounds
        if self.rules.avoid_same_hard != hard or (last is not None and self.round_no > last):
            return False
        a, b = (self.tournament.entries[player].entrant for player in (one, two))
        return any(
            getattr(a, what, "") and getattr(a, what, "") == getattr(b, what, "")
            for what in self.rules.avoid_same
        )

    def pairable(self, players: frozenset[PlayerId]) -> bool:
        """Whether all of them can be paired with each other."""
        if not players:
            return True
        if players not in self._pairable:
            first = min(players)
            self._pairable[players] = any(
                self.can_meet(first, two) and self.pairable(players - {first, two})
                for two in players - {first}
            )
        return self._pairable[players]

    # 3: the bye

    def bye(self, present: Ids) -> PlayerId | None:
        """The first who may have it and without whom all others can be paired."""
        for player in sorted(filter(self.may_have_bye, present), key=self.bye_place):
            if self.pairable(frozenset(present) - {player}):
                return player
        return None

    def may_have_bye(self, player: PlayerId) -> bool:
        """Whether one more is within the limits."""
        byes, most = self.past[player].byes, self.rules.max_byes_per_player
        if self.rules.prevent_consecutive_byes and self.round_no - 1 in byes:
            return False
        return most is None or len(byes) < most

    def bye_place(self, player: PlayerId) -> Cost:
        """Fewest byes, fewest points, then by `bye_assignment`, then by lot."""
        last: Cost = ()
        if self.rules.bye_assignment == "lowest_tiebreaker":
            last = (-self.order[player],)
        elif self.rules.bye_assignment == "lowest_rating":
            last = (self.rating(player),)
        return len(self.past[player].byes), self.points[player], last, self.lot[player]

    # Groups and orders

    def rating(self, player: PlayerId) -> Fraction:
        """Who has none is below all others."""
        strength = self.tournament.entries[player].entrant.strength
        return Fraction(-1) if strength is None else strength

    def inside(self, player: PlayerId) -> Cost:
        """The order inside a group."""
        match self.method.order:
            case "lot":
                return (self.lot[player],)
            case "entered":
                return (player,)
            case "rating":
                return (self.strength[player],)
            case chain:
                return (self.ranks[chain][player], self.lot[player])

    def ordered(self, players: Ids) -> Ids:
        """In the order of the round."""

        def place(player: PlayerId) -> Cost:
            by_points = self.method.groups == "points"
            return -self.points[player] if by_points else 0, self.inside(player)

        return tuple(sorted(players, key=place))

    def groups(self, players: Ids) -> list[Ids]:
        """An even number of players, each group in its order."""
        ordered = self.ordered(players)
        if self.method.groups == "everybody":
            return [ordered] if players else []
        if self.method.groups == "points":
            scores = sorted({self.points[player] for player in players}, reverse=True)
            return [tuple(p for p in ordered if self.points[p] == score) for score in scores]
        by_rating = sorted(players, key=lambda player: self.strength[player])
        quarters = []
        for size in even_parts(len(players), 4):
            quarter, by_rating = by_rating[:size], by_rating[size:]
            quarters.append(tuple(sorted(quarter, key=self.inside)))
        return [quarter for quarter in quarters if quarter]

    # 4: one group

    def best(self, moved: Ids, group: Ids, below: Sequence[Ids]) -> tuple[Pairs, Ids]:
        """The pairs of a group with those who moved down to it, and who moves down from it."""
        candidates = [
            (
                self.quality(pairs, left.intersection(group)),
                self.place(pairs, moved, group),
                pairs,
                left,
            )
            for left in self.best_left_over(moved, group, below)
            for pairs in self.pairings(tuple(p for p in (*moved, *group) if p not in left))
        ]
        _, _, pairs, left = min(candidates, key=lambda candidate: candidate[:2])
        return pairs, tuple(p for p in (*moved, *group) if p in left)

    def left_over(self, moved: Ids, group: Ids, below: Sequence[Ids]) -> list[frozenset[PlayerId]]:
        """Who may be left over, by 4.1 and 4.2, so that everybody below can be paired."""
        everybody = (*moved, *group)
        lower = [player for one in below for player in one]
        for count in range(len(everybody) + 1):
            possible = [
                left
                for left in map(frozenset, combinations(everybody, count))
                if self.pairable(frozenset(everybody) - left) and self.pairable(left.union(lower))
            ]
            if possible:
                fewest = min(map(self.falling, possible))
                return [left for left in possible if self.falling(left) == fewest]
        raise AssertionError("the groups above left too little")

    def falling(self, left: frozenset[PlayerId]) -> list[int]:
        """How many are left of each group, the highest first."""
        homes = [self.home[player] for player in left]
        return [homes.count(number) for number in range(max(self.home.values()) + 1)]

    def best_left_over(
        self, moved: Ids, group: Ids, below: Sequence[Ids]
    ) -> list[frozenset[PlayerId]]:
        """Those of them that are best for the next group (4.3)."""
        possible = self.left_over(moved, group, below)
        if not below:
            return possible

        def next_left(left: frozenset[PlayerId]) -> Cost:
            over = self.left_over(tuple(left), below[0], below[1:])[0]
            return len(over), self.falling(over)

        costs = {left: next_left(left) for left in possible}
        return [left for left in possible if costs[left] == min(costs.values())]

    def pairings(self, players: Ids) -> Iterator[Pairs]:
        """All ways to pair all of them."""
        if not players:
            yield ()
            return
        first, *others = players
        for two in others:
            if self.can_meet(first, two):
                rest = tuple(player for player in others if player != two)
                yield from (((first, two), *more) for more in self.pairings(rest))

    def quality(self, pairs: Pairs, leaving: frozenset[PlayerId]) -> Cost:
        """4.4, the smaller the better; `leaving` are those who leave their own group now."""
        costs: dict[str, Cost] = {"pair_downs": (0,)}
        if self.rules.track_pair_downs:
            costs["pair_downs"] = (sum(self.past[p].pair_downs ** 2 for p in leaving),)
        costs["avoided"] = (sum(self.kept_apart(*two, hard=False) for two in pairs),)
        colours = [self.colour_cost(*two) for two in pairs]
        costs["colours"] = tuple(sum(cost[n] for cost in colours) for n in range(4))
        if self.method.groups == "everybody":
            return ()
        return tuple(costs[name] for name in self.rules.pairing_criteria)

    def colour_cost(self, one: PlayerId, two: PlayerId) -> tuple[int, int, int, int]:
        """C10 to C13: who does not get the colour they are due, the strongest claims first."""
        white = self.white(one, two) or one
        sides = ((one, "w" if white == one else "b"), (two, "w" if white == two else "b"))
        denied = [
            (self.past[player].claim[0], self.past[player].colours + colour)
            for player, colour in sides
            if self.past[player].claim[1] not in ("", colour)
        ]
        return (
            sum(abs(colours.count("w") - colours.count("b")) > 2 for _, colours in denied),
            sum(colours[-3:] in ("www", "bbb") for _, colours in denied),
            len(denied),
            sum(claim == STRONG for claim, _ in denied),
        )

    # 5: the natural order

    def place(self, pairs: Pairs, moved: Ids, group: Ids) -> Cost:
        """The first of two equally good pairings has the smaller one."""
        opponent = {one: two for pair in pairs for one, two in (pair, pair[::-1])}
        chosen = [number for number, player in enumerate(moved) if player in opponent]
        opponents = [group.index(opponent[moved[number]]) for number in chosen]
        rest = [player for player in group if opponent.get(player) not in moved]
        number = {player: place for place, player in enumerate(rest, 1)}
        tops = {
            number[player]: number[opponent[player]]
            for player in rest
            if player in opponent and number[player] < number[opponent[player]]
        }
        return chosen, opponents, meeting_place(tops, len(rest), self.method.meeting)

    # Colours

    def white(self, one: PlayerId, two: PlayerId) -> PlayerId | None:
        """Who has White by 5.2.1 to 5.2.4; None if nobody wants anything."""
        higher, lower = sorted((one, two), key=lambda player: self.rank[player])
        a, b = self.past[higher], self.past[lower]
        if a.claim[1] != b.claim[1]:
            return higher if a.claim[1] == "w" or b.claim[1] == "b" else lower
        wish = a.claim[1]
        if not wish:
            return None
        strengths = [
            (one.claim[0], abs(one.difference) if one.claim[0] == ABSOLUTE else 0) for one in (a, b)
        ]
        if strengths[0] != strengths[1]:
            granted = higher if strengths[0] > strengths[1] else lower
        else:
            for last_a, last_b in zip(reversed(a.colours), reversed(b.colours), strict=False):
                if last_a != last_b:
                    return higher if last_a == "b" else lower
            granted = higher
        return granted if wish == "w" else (lower if granted == higher else higher)

    def sides(self, pairs: Sequence[Pair]) -> Iterator[Pair]:
        """Who has White first, or who is higher ranked."""

        def place(two: Ids) -> Cost:
            return self.home[two[0]], self.home[two[1]], self.rank[two[0]]

        ranked = (tuple(sorted(two, key=lambda p: self.rank[p])) for two in pairs)
        tables = sorted(ranked, key=place)
        for number, (higher, lower) in enumerate(tables):
            white: PlayerId | None = higher
            if self.rules.has_colours:
                white = self.white(higher, lower)
            if white is None:
                higher_is_white = (self.initial_colour() == "w") == (number % 2 == 0)
                white = higher if higher_is_white else lower
            yield (white, lower if white == higher else higher)

    def initial_colour(self) -> str:
        """As the rules say, or by lot."""
        if self.rules.initial_colour != "lot":
            return self.rules.initial_colour[0]
        lot = sha256(f"{self.tournament.draw_seed}:initial colour".encode()).digest()[0]
        return "wb"[lot % 2]


def without_lot(chain: Sequence[str]) -> Sequence[str]:
    """The lot of the round takes the place of the one of the standings."""
    return [code for code in chain if code != "random"]


def even_parts(players: int, parts: int) -> list[int]:
    """Even numbers, as equal as can be: each part ends as near as possible to where it should."""
    ends = [2 * floor(Fraction(players * part, 2 * parts) + HALF) for part in range(parts + 1)]
    return [end - start for start, end in pairwise(ends)]


def meeting_place(tops: Mapping[int, int], players: int, meeting: str) -> Cost:
    """The place of a pairing of the numbers 1 to `players` in the natural order of a method.

    `tops` has the upper player of each pair, and whom it meets.
    """
    if meeting == "halves":
        half = set(range(1, len(tops) + 1))
        down, up = half - tops.keys(), tops.keys() - half
        exchange = [-number for number in sorted(down, reverse=True)], sorted(up)
        return len(down), sum(up) - sum(down), *exchange, [tops[top] for top in sorted(tops)]
    sign = 1 if meeting == "neighbours" else -1
    met = {*tops.values()}
    free = [number for number in range(1, players + 1) if number not in met]
    return tuple(sign * tops[number] if number in tops else LAST for number in free)
