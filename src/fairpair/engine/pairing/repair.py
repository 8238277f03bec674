"""A paired round with the least change, when somebody is missing, has come, or may not meet.

Whoever is present is paired again at the lowest cost; what is counted, most important first:

| what                                                                            | how        |
|---------------------------------------------------------------------------------|------------|
| tables with two players who did not meet before, and another player with the bye | their number |
| differences of score at new tables, and of the bye to the lowest score          | squares    |
| wishes to keep two players apart that are not met; then colours (C10 to C13)    | faults     |
| how far apart the tables of two new opponents were                              | tables     |
| lot                                                                             |            |

The players whose table ends, and those who come, are *free*: each needs a new opponent. If they can
be paired among themselves, every other table stays; nothing can change less, since another table
that ends only adds a new one. If not, one more table is ended, each in turn; if that does not do
either, a matching over everybody finds the least. So the answer is exact, and cheap in any field.
"""

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cached_property
from itertools import combinations

from fairpair.core.dataclass import dataclass
from fairpair.core.errors import InvalidStateError
from fairpair.core.ids import PlayerId
from fairpair.core.rounds import ByeKind, Pairing, Round, RoundRef
from fairpair.core.tournament import Tournament
from fairpair.engine.lots import draw_lots
from fairpair.engine.matching.bits import mask
from fairpair.engine.matching.largest import perfect_matching
from fairpair.engine.matching.proof import Proof
from fairpair.engine.matching.weighted import heaviest_perfect_matching
from fairpair.engine.pairing.brackets.contender import Contender, may_meet
from fairpair.engine.pairing.brackets.criteria import PairCriterion
from fairpair.engine.pairing.check import Breach, breaches
from fairpair.engine.pairing.dutch.criteria import COLOURS, SoftRestrictions
from fairpair.engine.pairing.proposal import Past
from fairpair.engine.pairing.systems import position_of

Two = tuple[PlayerId, PlayerId]
BYE = PlayerId(0)
"""Stands for the bye among the players who are paired."""
_MORE = 2
"""How many more tables than need be may change for smaller differences of score."""
_LIMITS = frozenset({"consecutive-byes", "rematch", "too-many-byes"})
"""Soft rules that also bind whoever pairs."""
_SMALL = 100
"""Up to so many players, alternatives are looked for among all rounds there are."""
_FAULTS = (SoftRestrictions(), *(one for one in COLOURS if isinstance(one, PairCriterion)))


@dataclass(frozen=True, slots=True)
class Absence:
    """Why a round has to change: who is missing, who has come although not paired, and which
    opponents are to be parted.
    """

    missing: frozenset[PlayerId] = frozenset()
    arrived: frozenset[PlayerId] = frozenset()
    parted: frozenset[frozenset[PlayerId]] = frozenset()


@dataclass(frozen=True, slots=True)
class Repair:
    """A round for those who are present that keeps as many tables as can be.

    `ended` are the tables that end, `boards` the new pairs, the higher ranked first, from the top,
    and `bye` is who has the bye. `gap` is the largest difference of points at a new table.
    """

    ended: tuple[int, ...]
    boards: tuple[Two, ...]
    bye: PlayerId | None
    changes: int
    """The new pairs, and one if another player has the bye: no legal round has fewer."""
    gap: Fraction
    cost: tuple[int, ...]


def repairs(t: Tournament, ref: RoundRef, why: Absence) -> list[Repair]:
    """The round with the least change first, then those with a few more changes but a smaller
    largest difference of points; nothing if those who are present cannot all be paired.
    """
    return RoundRepair(t, ref, why).answers()


class RoundRepair:
    """Everybody who is present, what of the round stays as it is, and what changes would cost."""

    def __init__(self, t: Tournament, ref: RoundRef, why: Absence) -> None:
        self._t, self._ref, self._why = t, ref, why
        self._round: Round = t.rounds[ref]
        position = position_of(t)
        if position is None or ref.stage > 1:
            raise InvalidStateError("repair-system")
        self._started = {n for n, x in self._round.pairings.items() if x.result is not None}
        self.present = self._present()
        here = position(t, Past(), ref.round_no, self.present)
        self.players: Mapping[PlayerId, Contender] = {c.player: c for c in here.players}
        self._unit = here.sheet.unit
        self._score = {c.player: here.points(c) for c in here.players}
        self._rank = {c.player: place for place, c in enumerate(here.players)}
        self.kept = dict(self._kept())
        lot = draw_lots(t.draw_seed, f"repair {ref.round_no}", self.present)
        self._costs: dict[Two, tuple[int, ...] | None] = {}
        self._lot = {player: place for place, player in enumerate([*lot, BYE], 1)}

    # --- who is there -----------------------------------------------------------------------------

    def _present(self) -> list[PlayerId]:
        """Whoever is to be paired: those at tables without a result, the one with the bye, those
        who have come, and those who take part but have no place.
        """
        round_, takes_part = self._round, self._t.takes_part
        settled = {p for n in self._started for p in round_.pairings[n].seats}
        placed = round_.placed
        paired = [p for x in round_.pairings.values() for p in x.seats]
        paired += [p for p, kind in round_.byes.items() if kind is ByeKind.PAIRING]
        paired += [p for p in self._t.entrants_in(self._ref) if p not in placed]
        away = self._why.missing | settled
        found = dict.fromkeys(p for p in (*paired, *sorted(self._why.arrived)) if p not in away)
        return [player for player in found if takes_part(player, self._ref)]

    def _kept(self) -> Iterator[tuple[PlayerId, PlayerId]]:
        """The opponent, or the bye, that each player can keep."""
        here, round_ = set(self.present), self._round
        wrong = {b.who for b in self._illegal}
        for number, pairing in round_.pairings.items():
            pair = frozenset(pairing.seats)
            legal = pair not in wrong and pair not in self._why.parted
            if number not in self._started and pair <= here and legal:
                first, second = pairing.seats
                yield from ((first, second), (second, first))
        holder = next((p for p, k in round_.byes.items() if k is ByeKind.PAIRING and p in here), 0)
        if holder and len(here) % 2 and frozenset([PlayerId(holder)]) not in wrong:
            yield from ((PlayerId(holder), BYE), (BYE, PlayerId(holder)))

    @cached_property
    def _illegal(self) -> list[Breach]:
        """What no repaired round may keep, unless it was confirmed."""
        round_ = self._round
        found = breaches(self._t, self._ref, round_.pairings, round_.byes)
        limits = _LIMITS - round_.confirmed
        return [one for one in found if one.hard or one.code in limits]

    @cached_property
    def vertices(self) -> list[PlayerId]:
        """Everybody who is present, by rank, and the bye where one is needed."""
        ranked = sorted(self.present, key=self._rank.__getitem__)
        return [*ranked, BYE] if len(ranked) % 2 else ranked

    @cached_property
    def free(self) -> list[PlayerId]:
        """Those who need a new opponent."""
        return [one for one in self.vertices if one not in self.kept]

    # --- what a change costs ----------------------------------------------------------------------

    def cost(self, one: PlayerId, other: PlayerId) -> tuple[int, ...] | None:
        """What it costs if two meet, or if one has the bye; none if they must not."""
        key = (one, other)
        if key not in self._costs:
            self._costs[key] = self._find_cost(one, other)
        return self._costs[key]

    def _find_cost(self, one: PlayerId, other: PlayerId) -> tuple[int, ...] | None:
        if self.kept.get(one) == other:
            return (0,) * 4
        if BYE in (one, other):
            player = one if other == BYE else other
            if not self.players[player].may_have_bye:
                return None
            return 1, (self._score[player] - self._lowest) ** 2, 0, 0
        if frozenset((one, other)) in self._why.parted:
            return None
        a, b = sorted((self.players[one], self.players[other]), key=lambda c: self._rank[c.player])
        if not may_meet(a, b):
            return None
        tables = self._tables.get(one), self._tables.get(other)
        apart = abs(tables[0] - tables[1]) if tables[0] and tables[1] else 0
        return 1, (self._score[one] - self._score[other]) ** 2, self._faults(a, b), apart

    def _faults(self, higher: Contender, lower: Contender) -> int:
        """The restrictions and colours as one number, the first criterion highest."""
        total, room = 0, len(self.vertices).bit_length() + 1
        for criterion in _FAULTS:
            total = (total << room) + (criterion.fault(higher, lower) or 0)
        return total

    def _lot_of(self, one: PlayerId, other: PlayerId) -> int:
        return 0 if self.kept.get(one) == other else self._lot[one] * self._lot[other]

    @cached_property
    def _lowest(self) -> int:
        """The lowest score that the bye can go to."""
        scores = (self._score[c.player] for c in self.players.values() if c.may_have_bye)
        return min(scores, default=0)

    @cached_property
    def _tables(self) -> dict[PlayerId, int]:
        return {p: n for n, x in self._round.pairings.items() for p in x.seats}

    def total(self, mate: Mapping[PlayerId, PlayerId]) -> tuple[int, ...]:
        """What a whole round costs; the lot is the last number."""
        pairs = [(a, b) for a, b in mate.items() if a < b and self.kept.get(a) != b]
        if not pairs:
            return (0,) * 5
        costs = [self.cost(a, b) for a, b in pairs]
        if None in costs:
            raise AssertionError("two players who must not meet")
        sums = map(sum, zip(*(one for one in costs if one), strict=True))
        return *sums, sum(self._lot_of(a, b) for a, b in pairs)

    # --- the least change -------------------------------------------------------------------------

    def answers(self) -> list[Repair]:
        """The least change, and alternatives with smaller differences of points."""
        mate = self.least()
        found: list[Repair] = []
        while mate is not None:
            made = self._repair(mate)
            if found and made.changes > found[0].changes + _MORE:
                break
            if not found or made.changes > found[-1].changes:
                found.append(made)
            widest = self._widest(mate)
            mate = self.least(widest) if widest else None
        return found

    def least(self, below: int | None = None) -> dict[PlayerId, PlayerId] | None:
        """Everybody's opponent at the lowest cost; with new opponents whose scores differ by less
        than this, if it is given: then in a large field at most one more table ends.
        """
        mate = self._among(self.free, below)
        if mate is None:
            more = (self._among([*self.free, *two], below) for two in self._near_tables(below))
            mate = min((one for one in more if one), key=self.total, default=None)
        if mate is None and (below is None or len(self.vertices) <= _SMALL):
            mate = self._among_all(below)
        return mate

    def _near_tables(self, below: int | None) -> list[Two]:
        """The tables whose players can both meet one who is free: only these help if they end."""
        near = {
            one
            for one in self.kept
            if any(self._limited(one, other, below) is not None for other in self.free)
        }
        return [(a, b) for a, b in self.kept.items() if a < b and {a, b} <= near]

    def _among(self, who: Sequence[PlayerId], below: int | None) -> dict[PlayerId, PlayerId] | None:
        """The best with these players free and all others as they were."""
        costs = {
            (a, b): cost
            for a, b in combinations(who, 2)
            if self.kept.get(a) != b and (cost := self._limited(a, b, below)) is not None
        }
        near = [mask(n for n, b in enumerate(who) if {(a, b), (b, a)} & costs.keys()) for a in who]
        if perfect_matching(near) is None:
            return None
        found = heaviest_perfect_matching(self._graph(who, costs))
        if found is None:
            raise AssertionError("a perfect matching that was there before")
        there = set(who)
        rest = {a: b for a, b in self.kept.items() if a not in there}
        return rest | {a: who[found[0][n]] for n, a in enumerate(who)}

    def _among_all(self, below: int | None) -> dict[PlayerId, PlayerId] | None:
        """The best with everybody free."""
        found = self.proven(below)
        if found is None:
            return None
        _, mate, _ = found
        return {one: self.vertices[mate[n]] for n, one in enumerate(self.vertices)}

    def proven(
        self, below: int | None = None
    ) -> tuple[list[dict[int, int]], list[int], Proof] | None:
        """The graph of everybody, its best matching, and the proof that nothing changes less."""
        costs = {
            (a, b): cost
            for a, b in combinations(self.vertices, 2)
            if (cost := self._limited(a, b, below)) is not None
        }
        graph = self._graph(self.vertices, costs)
        found = heaviest_perfect_matching(graph)
        return found and (graph, *found)

    def _limited(self, one: PlayerId, other: PlayerId, below: int | None) -> tuple[int, ...] | None:
        """What it costs, if the scores of new opponents differ by less than `below`."""
        new = self.kept.get(one) != other and BYE not in (one, other)
        if new and below is not None and abs(self._score[one] - self._score[other]) >= below:
            return None
        return self.cost(one, other)

    def _graph(
        self, who: Sequence[PlayerId], costs: Mapping[Two, tuple[int, ...]]
    ) -> list[dict[int, int]]:
        """The costs packed into one number each, so that a sum compares them in their order."""
        place = {player: n for n, player in enumerate(who)}
        lots = {(a, b): self._lot_of(a, b) for a, b in costs}
        most = [max(column, default=0) for column in zip(*costs.values(), strict=True)]
        room = [(value * len(who)).bit_length() for value in (*most, max(lots.values(), default=0))]
        graph: list[dict[int, int]] = [{} for _ in who]
        for (a, b), cost in costs.items():
            packed = 0
            for value, bits in zip((*cost, lots[a, b]), room, strict=True):
                packed = (packed << bits) + value
            graph[place[a]][place[b]] = graph[place[b]][place[a]] = -packed
        return graph

    # --- the answer -------------------------------------------------------------------------------

    def _widest(self, mate: Mapping[PlayerId, PlayerId]) -> int:
        """The largest difference of scores at a new table."""
        new = ((a, b) for a, b in mate.items() if self.kept.get(a) != b and BYE not in (a, b))
        return max((abs(self._score[a] - self._score[b]) for a, b in new), default=0)

    def _repair(self, mate: Mapping[PlayerId, PlayerId]) -> Repair:
        new = [(a, b) for a, b in mate.items() if self.kept.get(a) != b and BYE not in (a, b)]
        boards = [(a, b) for a, b in new if self._rank[a] < self._rank[b]]
        score = self._score
        boards.sort(key=lambda two: (-score[two[0]], -score[two[1]], self._rank[two[0]]))
        total = self.total(mate)
        ended = tuple(sorted(n for n, x in self._round.pairings.items() if self._ends(x, n, mate)))
        gap = Fraction(self._widest(mate), self._unit)
        return Repair(ended, tuple(boards), mate.get(BYE), total[0], gap, total)

    def _ends(self, pairing: Pairing, table: int, mate: Mapping[PlayerId, PlayerId]) -> bool:
        """Whether a table has no longer its two players."""
        first, second = pairing.seats
        return table not in self._started and mate.get(first) != second
