"""The least change of a round, against every legal round of those who are present."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import combinations, pairwise
from random import Random

import pytest

from fairpair import pair_round
from fairpair.core.errors import InvalidStateError
from fairpair.core.ids import PlayerId
from fairpair.core.results import Decided, Games, Mark, Result, win_for
from fairpair.core.rounds import ByeKind, Pairing, Round, RoundRef, RoundStatus
from fairpair.core.tournament import Tournament
from fairpair.engine.pairing.proposal import ImpossiblePairingError
from fairpair.engine.pairing.repair import BYE, Absence, Repair, RoundRepair, repairs
from fairpair.formats.imported import round_of
from pairing import swiss_positions, swiss_reference
from pairing.swiss_positions import event, played

WIN = Games((2, 0))
Cost = tuple[object, ...]
Mates = dict[PlayerId, PlayerId]


def drafted(t: Tournament) -> Tournament:
    """The event with its next round paired and not published."""
    made = pair_round(t)
    tables = {n: Pairing((b.white, b.black)) for n, b in enumerate(made.boards, 1)}
    byes = {} if made.bye is None else {made.bye: ByeKind.PAIRING}
    ref = RoundRef(1, made.round_no)
    byes |= {
        player: entry.requested_byes[made.round_no]
        for player, entry in t.entries.items()
        if entry.plays_in(ref) and made.round_no in entry.requested_byes
    }
    round_ = Round(RoundStatus.DRAFT, tables, byes, t.rules.system, "", t.draw_seed)
    return replace(t, rounds={**t.rounds, ref: round_})


def in_order(players: int, **rules: object) -> Tournament:
    return event(players, pairing_methods={"rest": "entry_order"}, **rules)  # type: ignore[arg-type]


def least(t: Tournament, *missing: int, arrived: Sequence[int] = ()) -> Repair:
    why = Absence(frozenset(map(PlayerId, missing)), frozenset(map(PlayerId, arrived)))
    return repairs(t, max(t.rounds), why)[0]


def test_nobody_is_missing() -> None:
    found = least(drafted(in_order(6)))
    assert (found.boards, found.ended, found.changes) == ((), (), 0)


def test_one_of_an_even_field_is_missing() -> None:
    """The opponent has the bye, and every other table stays."""
    found = least(drafted(in_order(6)), 3)
    assert (found.boards, found.ended, found.bye, found.changes) == ((), (2,), 4, 1)


def test_two_are_left_over_and_meet() -> None:
    """P5 has the bye; P3 is missing, so P4 meets P5."""
    t = drafted(in_order(5, bye_assignment="lowest_tiebreaker"))
    found = least(t, 3)
    assert (found.boards, found.ended, found.bye) == (((4, 5),), (2,), None)
    assert found.changes == 1


def test_two_who_have_met_need_one_more_table() -> None:
    """P4 and P5 met in round 1, so one more table ends: the one with the nearest scores."""
    t = in_order(5, bye_assignment="lowest_tiebreaker", max_byes_per_player=2)
    t = played(t, {(4, 5): WIN, (1, 2): WIN}, {3: ByeKind.PAIRING})
    t = drafted(t)
    pairs = [pairing.seats for pairing in t.rounds[RoundRef(1, 2)].pairings.values()]
    assert sorted(map(sorted, pairs)) == [[1, 3], [2, 4]]
    found = least(t, 2)  # P4 is left over with P5, who has the bye
    assert found.changes == 2
    assert len(found.boards) == 2


def test_two_missing_at_once() -> None:
    """The opponents of both meet."""
    found = least(drafted(in_order(8)), 1, 3)
    assert (found.boards, found.ended, found.bye) == (((2, 4),), (1, 2), None)


def test_somebody_comes_late() -> None:
    """The one with the bye gets an opponent."""
    t = drafted(in_order(6, bye_assignment="lowest_tiebreaker"))
    t = least_applied(t, 6)
    found = least(t, arrived=[6])
    assert (found.boards, found.bye, found.changes) == (((5, 6),), None, 1)


def least_applied(t: Tournament, missing: int) -> Tournament:
    """The round as it is without one player, whose opponent has the bye then."""
    ref = max(t.rounds)
    found, round_ = least(t, missing), t.rounds[ref]
    assert not found.boards
    assert found.bye
    pairings = {n: x for n, x in round_.pairings.items() if n not in found.ended}
    byes = {found.bye: ByeKind.PAIRING, PlayerId(missing): ByeKind.ZERO}
    return replace(t, rounds={**t.rounds, ref: replace(round_, pairings=pairings, byes=byes)})


def test_a_pair_is_parted() -> None:
    t = drafted(in_order(6))
    parted = Absence(parted=frozenset([frozenset((PlayerId(1), PlayerId(2)))]))
    found = repairs(t, max(t.rounds), parted)[0]
    assert found.changes == 2
    assert 1 in found.ended


def test_started_tables_are_untouched() -> None:
    t = drafted(in_order(6))
    ref = max(t.rounds)
    started = {**t.rounds[ref].pairings, 1: replace(t.rounds[ref].pairings[1], result=WIN)}
    t = replace(t, rounds={**t.rounds, ref: replace(t.rounds[ref], pairings=started)})
    parted = Absence(parted=frozenset([frozenset((PlayerId(3), PlayerId(4)))]))
    found = repairs(t, ref, parted)[0]
    assert found.ended == (2, 3)
    assert {p for two in found.boards for p in two} == {3, 4, 5, 6}


def test_a_smaller_difference_for_one_more_table() -> None:
    """P1 (6 points) is left over with P4 (0): one more table makes the differences smaller."""
    t = in_order(8)
    t = played(t, {(1, 2): WIN, (3, 4): WIN, (5, 6): WIN, (7, 8): WIN})
    t = played(t, {(1, 3): WIN, (5, 7): WIN, (2, 4): WIN, (6, 8): WIN})
    t = drafted(t)
    ref = max(t.rounds)
    seats = sorted(pairing.seats for pairing in t.rounds[ref].pairings.values())
    assert seats == [(1, 5), (2, 3), (4, 8), (6, 7)]
    found = repairs(t, ref, Absence(frozenset((PlayerId(5), PlayerId(8)))))
    assert [one.changes for one in found] == [1, 2]
    assert [one.gap for one in found] == [6, 3]
    assert found[1].boards == ((1, 6), (7, 4))


def test_there_is_no_repair_in_a_round_robin() -> None:
    t = event(4, system="round_robin", pairing_methods={"round_1": "entry_order"})
    made = pair_round(t)
    tables = {n: Pairing((b.white, b.black)) for n, b in enumerate(made.boards, 1)}
    round_ = round_of(list(tables.values()), {}, "round_robin")
    with pytest.raises(InvalidStateError):
        least(replace(t, rounds={RoundRef(1, 1): round_}), 1)


# --- every legal round ----------------------------------------------------------------------------


class EveryRound:
    """All legal rounds of those who are present, judged by the definitions of the reference."""

    def __init__(self, repair: RoundRepair, before: Tournament, after: Tournament) -> None:
        self.rules = swiss_reference.Round(before, len(before.rounds) + 1)
        present = tuple(sorted(repair.present))
        order = self.rules.ordered(present)
        self.rules.rank = {player: place for place, player in enumerate(order)}
        self.vertices = [*present, BYE] if len(present) % 2 else list(present)
        round_ = after.rounds[max(after.rounds)]
        self.tables = {p: n for n, x in round_.pairings.items() for p in x.seats}
        self.old = {frozenset(x.seats) for x in round_.pairings.values()}
        self.old |= {frozenset((p, BYE)) for p, k in round_.byes.items() if k is ByeKind.PAIRING}
        may = [self.rules.points[p] for p in present if self.rules.may_have_bye(p)]
        self.lowest = min(may, default=0)

    def least(self) -> Cost | None:
        return min(map(self.cost, self.matchings(self.vertices)), default=None)

    def matchings(self, left: Sequence[PlayerId]) -> Iterator[list[tuple[PlayerId, PlayerId]]]:
        if not left:
            yield []
            return
        first, *others = left
        for two in others:
            if frozenset((first, two)) in self.old or self.may_meet(first, two):
                rest = [one for one in others if one != two]
                yield from ([(first, two), *more] for more in self.matchings(rest))

    def may_meet(self, one: PlayerId, two: PlayerId) -> bool:
        if BYE in (one, two):
            return self.rules.may_have_bye(max(one, two))
        return self.rules.can_meet(one, two)

    def cost(self, pairs: Sequence[tuple[PlayerId, PlayerId]]) -> Cost:
        """Changes, squares of differences, what is to be avoided, colours, tables."""
        new = [two for two in pairs if frozenset(two) not in self.old]
        met = [two for two in new if BYE not in two]
        points = self.rules.points
        squares = sum((points[a] - points[b]) ** 2 for a, b in met)
        squares += sum((points[max(two)] - self.lowest) ** 2 for two in new if BYE in two)
        avoided = sum(self.rules.kept_apart(*two, hard=False) for two in met)
        colours = [(0, 0, 0, 0)]
        if self.rules.rules.has_colours:
            colours += [self.rules.colour_cost(*two) for two in met]
        sums = [sum(column) for column in zip(*colours, strict=True)]
        tables = [(self.tables.get(a), self.tables.get(b)) for a, b in met]
        moves = sum(abs(a - b) for a, b in tables if a and b)
        return len(new), squares, avoided, sums, moves


def fide_position(seed: str) -> Tournament:
    """Some rounds of a FIDE event without forfeits, and not the last one."""
    random = Random(seed)
    t = event(random.randint(4, 10), "fide_dutch", seed, rounds=12, few_rounds_reason="test")
    for _ in range(random.randint(0, 4)):
        try:
            made = pair_round(t)
        except ImpossiblePairingError:
            break
        results = (win_for(0), win_for(1), (Mark.DRAW, Mark.DRAW))
        tables: dict[tuple[int, int], Result] = {
            (b.white, b.black): Decided(random.choice(results)) for b in made.boards
        }
        t = played(t, tables, {} if made.bye is None else {made.bye: ByeKind.PAIRING})
    return t


def as_swiss(t: Tournament) -> Tournament:
    """The same with the limits of the FIDE rules spelt out for the reference."""
    rules = replace(
        t.rules,
        color_balance_strict=True,
        max_byes_per_player=1,
        prevent_consecutive_byes=False,
        avoid_repeat_pairings=True,
    )
    return replace(t, rules=rules)


def check(seed: str, *, fide: bool) -> bool:
    """One event, with one or two players missing; whether there was anything to repair."""
    random = Random(f"repair {seed}")
    t = fide_position(seed) if fide else swiss_positions.position(seed)
    try:
        after = drafted(t)
    except ImpossiblePairingError:
        return False
    ref = max(after.rounds)
    seated = sorted(p for x in after.rounds[ref].pairings.values() for p in x.seats)
    missing = frozenset(random.sample(seated, min(len(seated), random.choice((0, 1, 1, 2)))))
    repair = RoundRepair(after, ref, Absence(missing))
    every = EveryRound(repair, as_swiss(t) if fide else t, after)
    mate, expected = repair.least(), every.least()
    assert (mate is None) == (expected is None)
    if mate is None or expected is None:
        return False
    assert set(mate) == set(every.vertices)
    assert all(mate[b] == a for a, b in mate.items())
    assert every.cost([(a, b) for a, b in mate.items() if a < b]) == expected
    check_proof(repair, mate)
    made = repair.answers()
    assert made[0].changes == expected[0]
    assert all(a.gap > b.gap and a.changes < b.changes for a, b in pairwise(made))
    return bool(missing)


def check_proof(repair: RoundRepair, mate: Mates) -> None:
    """The duals of the whole graph prove that this answer costs least, the lot included."""
    proven = repair.proven()
    assert proven is not None
    graph, _, proof = proven
    place = {player: n for n, player in enumerate(repair.vertices)}
    proof.check(graph, [place[mate[player]] for player in repair.vertices])


@pytest.mark.parametrize("fide", [True, False])
def test_nothing_changes_less(fide: bool) -> None:
    assert sum(check(f"{n}", fide=fide) for n in range(40)) > 15


@pytest.mark.slow
@pytest.mark.parametrize("fide", [True, False])
@pytest.mark.parametrize("start", range(0, 2000, 200))
def test_nothing_changes_less_in_many(start: int, fide: bool) -> None:
    """A thousand repairs of each system."""
    assert sum(check(f"many {n}", fide=fide) for n in range(start, start + 200)) >= 100


def test_the_pairs_of_combinations_are_of_everybody() -> None:
    """A repair in a field of a hundred is the one of the matching over everybody."""
    t = drafted(in_order(100))
    ref = max(t.rounds)
    for missing in combinations((PlayerId(1), PlayerId(4), PlayerId(37), PlayerId(99)), 3):
        repair = RoundRepair(t, ref, Absence(frozenset(missing)))
        mate = repair.least()
        assert mate is not None
        check_proof(repair, mate)
