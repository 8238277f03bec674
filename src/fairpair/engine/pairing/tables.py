"""Which match is played at which table.

| rule               | what it does                                                              |
|--------------------|---------------------------------------------------------------------------|
| a fixed table      | a player who has one plays there, even outside the ranges                 |
| `table_ranges`     | the other matches have these numbers only, in this order; without it from |
|                    | 1 to the number of matches, or of those in the largest round so far       |
| `table_order`      | the top match comes first, or the matches come by lot                     |
| `avoid_same_table` | as few as possible sit where they sat before; then as near to that order  |
|                    | as possible                                                               |

If two players with fixed tables meet, they play at the lower number. If two matches want one
table, the higher match has it, and the other one is seated like all others.
"""

from collections import Counter
from collections.abc import Collection, Mapping, Sequence

from fairpair.core.errors import InvalidStateError
from fairpair.core.ids import PlayerId
from fairpair.core.rounds import RoundRef, RoundStatus, Table
from fairpair.core.rules import Rules
from fairpair.core.tournament import Tournament
from fairpair.engine.lots import draw_lots
from fairpair.engine.matching.proof import Proof
from fairpair.engine.matching.weighted import heaviest_perfect_matching
from fairpair.engine.pairing.proposal import Proposal
from fairpair.language.message import Message

Seats = tuple[PlayerId, ...]
TableVisits = Mapping[int, int]
"""How many of a match's players have sat at a table before, by its number."""


def tables_of(tournament: Tournament, proposal: Proposal) -> tuple[Table, ...]:
    """The tables of a round of stage 1, in the order of its boards."""
    seats = [(board.white, board.black) for board in proposal.boards]
    return assign_tables(tournament, RoundRef(1, proposal.round_no), seats)


def assign_tables(
    tournament: Tournament, ref: RoundRef, matches: Sequence[Seats]
) -> tuple[Table, ...]:
    """The matches with their tables; the top match comes first, and the order is kept.

    `InvalidStateError` says how many tables are missing if the ranges hold too few.
    """
    at = _fixed_tables(tournament, matches)
    others = _sort_matches(tournament, ref, [seats for seats in matches if seats not in at])
    taken = set(at.values())
    hall = [n for n in _available_tables(tournament, ref, len(matches)) if n not in taken]
    if len(hall) < len(others):
        raise _too_few(ref, len(matches), len(others) - len(hall))
    if tournament.rules.avoid_same_table:
        hall = fewest_repeats(hall, _visits(tournament, ref, others))
    at.update(zip(others, hall, strict=False))
    return tuple(Table(at[seats], seats) for seats in matches)


def range_numbers(rules: Rules) -> list[int]:
    """The numbers in `table_ranges`, in its order and each once.

    >>> range_numbers(Rules(table_ranges=("8-9", "1-3", "3-4")))
    [8, 9, 1, 2, 3, 4]
    """
    limits = [text.split("-") for text in rules.table_ranges]
    return list(dict.fromkeys(n for low, high in limits for n in range(int(low), int(high) + 1)))


def next_table(rules: Rules, taken: Collection[int]) -> int:
    """Where one more match is played: at the first free table of the ranges, else after the last.

    >>> next_table(Rules(table_ranges=("1-2", "8-9")), [1, 2, 30])
    8
    """
    free = (n for n in range_numbers(rules) if n not in taken)
    return next(free, max(taken, default=0) + 1)


def _fixed_tables(tournament: Tournament, matches: Sequence[Seats]) -> dict[Seats, int]:
    """The matches with a player who has a table of their own, the higher match first."""
    found: dict[Seats, int] = {}
    taken: set[int] = set()
    for seats in matches:
        tables = [tournament.entries[player].fixed_table for player in seats]
        free = [number for number in tables if number is not None and number not in taken]
        if free:
            found[seats] = min(free)
            taken.add(min(free))
    return found


def _sort_matches(
    tournament: Tournament, ref: RoundRef, matches: Sequence[Seats]
) -> Sequence[Seats]:
    """From the top match down, or by lot; the colours make no difference to the lot."""
    if tournament.rules.table_order == "rank":
        return matches
    by_first = {min(seats): seats for seats in matches}
    lots = draw_lots(tournament.draw_seed, f"{ref.stage}:{ref.round_no}:table", by_first)
    return [by_first[player] for player in lots]


def _available_tables(tournament: Tournament, ref: RoundRef, matches: int) -> Sequence[int]:
    """The tables there are, in the order in which they are filled."""
    if tournament.rules.table_ranges:
        return range_numbers(tournament.rules)
    sizes = (len(r.pairings) for other, r in tournament.rounds.items() if other < ref)
    return range(1, max(matches, *sizes, 0) + 1)


def _too_few(ref: RoundRef, matches: int, missing: int) -> InvalidStateError:
    count = Message("pairing.matches", n=matches)
    return InvalidStateError("too-few-tables", round=ref.name, matches=count, n=missing)


def _visits(tournament: Tournament, ref: RoundRef, matches: Sequence[Seats]) -> list[TableVisits]:
    """For each match, at which tables its players sat in the rounds before."""
    seen: dict[PlayerId, set[int]] = {}
    for other, round_ in tournament.rounds.items():
        if other < ref and round_.status != RoundStatus.DRAFT:
            for number, pairing in round_.pairings.items():
                for player in pairing.seats:
                    seen.setdefault(player, set()).add(number)
    return [Counter(n for player in seats for n in seen.get(player, ())) for seats in matches]


# --- nobody at the same table twice -----------------------------------------------------------


def fewest_repeats(hall: Sequence[int], visits: Sequence[TableVisits]) -> list[int]:
    """A table for each match, such that the fewest players sit where they sat before.

    Of all such ways it is the one with the least sum of squared distances from the order given;
    of these, the one in which the higher matches moved less. An assignment problem, solved exactly.

    Of the hall it looks at as many tables as there are matches, and as many more as one match may
    have to avoid: that is enough for no repeat at all.
    """
    spare = max(map(len, visits), default=0)
    near = hall[: len(visits) + spare]
    if not any(seen.get(number) for number, seen in zip(near, visits, strict=False)):
        return list(near[: len(visits)])
    return _Assignment(near, visits).solve()


class _Assignment:
    """Matches to tables at the least cost: a heaviest perfect matching of weights below zero.

    Vertices are the matches, then as many nobodies as tables stay empty, then the tables. A match
    nearly always stays close to its place, so only tables within reach are looked at first; the
    duals tell whether one further away could be better, and then the reach grows.
    """

    def __init__(self, hall: Sequence[int], visits: Sequence[TableVisits]) -> None:
        self.hall, self.visits = hall, visits
        self.matches, self.tables = len(visits), len(hall)
        squares = self.matches * self.tables**2
        # One step of an earlier aim outweighs all that the later ones can add up to.
        self.per_square = self.matches * squares + 1
        self.per_repeat = (squares + 1) * self.per_square

    def solve(self, reach: int = 16) -> list[int]:
        """The table of each match."""
        while True:
            found = heaviest_perfect_matching(self._graph(reach))
            if found is None:
                raise AssertionError("every match can stay at its place")
            mate, proof = found
            if reach >= self.tables or self._is_proven(proof, reach):
                return [self.hall[mate[match] - self.tables] for match in range(self.matches)]
            reach *= 4

    def _cost(self, match: int, place: int) -> int:
        repeats = self.visits[match].get(self.hall[place], 0)
        square = (match - place) ** 2
        return repeats * self.per_repeat + square * (self.per_square + self.matches - match)

    def _graph(self, reach: int) -> list[dict[int, int]]:
        graph: list[dict[int, int]] = [{} for _ in range(2 * self.tables)]
        for match in range(self.matches):
            for place in range(max(0, match - reach), min(self.tables, match + reach + 1)):
                weight = -self._cost(match, place)
                graph[match][self.tables + place] = graph[self.tables + place][match] = weight
        for nobody in range(self.matches, self.tables):
            for place in range(self.tables):
                graph[nobody][self.tables + place] = graph[self.tables + place][nobody] = 0
        return graph

    def _is_proven(self, proof: Proof, reach: int) -> bool:
        """Whether the duals hold for whatever is out of reach as well; the graph is bipartite, so
        there are no odd sets.
        """
        least = (reach + 1) ** 2 * self.per_square
        return min(proof.y[: self.matches]) + min(proof.y[self.tables :]) + 2 * least >= 0
