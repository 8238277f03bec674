"""Tables: by rank or by lot, in ranges, fixed ones, and nobody at the same one twice."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import permutations
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fairpair.core.errors import InvalidStateError
from fairpair.core.players import Entry, Period, Player
from fairpair.core.rounds import Pairing, Round, RoundRef, RoundStatus, Table
from fairpair.core.rules import Rules
from fairpair.core.tournament import Tournament
from fairpair.engine.pairing.proposal import Board, Proposal
from fairpair.engine.pairing.tables import (
    TableVisits,
    assign_tables,
    fewest_repeats,
    next_table,
    range_numbers,
    tables_of,
)
from log_driver import FIVE, R1, R2, p, set_up

Pairs = list[tuple[int, int]]


def tournament(
    pairs: Sequence[tuple[int, int]],
    rules: Mapping[str, Any] | None = None,
    fixed: Mapping[int, int] | None = None,
    earlier: Sequence[Mapping[int, tuple[int, int]]] = (),
    seed: str = "seed",
) -> Tournament:
    """A tournament of these players; `earlier` rounds are table by table."""
    players = {player for pair in pairs for player in pair}
    players |= {player for tables in earlier for pair in tables.values() for player in pair}
    entries = {
        p(n): Entry(Player(f"P{n}"), (Period(R1),), fixed_table=(fixed or {}).get(n))
        for n in sorted(players)
    }
    rounds = {
        RoundRef(1, n): Round(
            RoundStatus.COMPLETE,
            {table: Pairing((p(a), p(b))) for table, (a, b) in tables.items()},
            {},
            "manual",
            "",
            "",
        )
        for n, tables in enumerate(earlier, 1)
    }
    return Tournament(
        created=True, rules=Rules.read(rules or {}), draw_seed=seed, entries=entries, rounds=rounds
    )


def at(
    pairs: Sequence[tuple[int, int]],
    rules: Mapping[str, Any] | None = None,
    fixed: Mapping[int, int] | None = None,
    earlier: Sequence[Mapping[int, tuple[int, int]]] = (),
    seed: str = "seed",
) -> list[int]:
    """The numbers, from the top match down."""
    t = tournament(pairs, rules, fixed, earlier, seed)
    found = assign_tables(t, RoundRef(1, len(earlier) + 1), [(p(a), p(b)) for a, b in pairs])
    assert [table.seats for table in found] == list(pairs)
    return [table.number for table in found]


FOUR: Pairs = [(1, 2), (3, 4), (5, 6), (7, 8)]


def test_the_top_match_is_at_table_1() -> None:
    assert at(FOUR) == [1, 2, 3, 4]
    assert at([]) == []


def test_boards_become_tables_with_white_first() -> None:
    desk = set_up(names=FIVE[:4])
    boards = (Board(p(3), p(1), ""), Board(p(2), p(4), ""))
    found = tables_of(desk.t, Proposal(1, boards))
    assert found == (Table(1, (p(3), p(1))), Table(2, (p(2), p(4))))


def test_only_tables_of_the_ranges_in_their_order() -> None:
    assert at(FOUR, {"table_ranges": ["31-32", "1-20"]}) == [31, 32, 1, 2]
    assert at(FOUR, {"table_ranges": ["7-8", "8-9", "3-3"]}) == [7, 8, 9, 3]


@pytest.mark.parametrize(
    ("ranges", "fixed", "missing"),
    [
        (["1-3"], {}, "Round 1 has 4 matches, but 1 more table is needed."),
        (
            ["1-1", "9-9"],
            {},
            "Round 1 has 4 matches, but 2 more tables are needed.",
        ),
        (
            ["1-3"],
            {1: 2},
            "Round 1 has 4 matches, but 1 more table is needed.",
        ),
    ],
)
def test_too_few_tables(ranges: list[str], fixed: dict[int, int], missing: str) -> None:
    with pytest.raises(InvalidStateError) as caught:
        at(FOUR, {"table_ranges": ranges}, fixed)
    assert (caught.value.code, caught.value.message) == ("too-few-tables", missing)
    assert caught.value.hint.endswith(".")


def test_a_fixed_table_outside_makes_room() -> None:
    assert at(FOUR, {"table_ranges": ["1-3"]}, {6: 50}) == [1, 2, 50, 3]


def test_who_cannot_move_stays_and_the_others_close_up() -> None:
    assert at(FOUR, fixed={7: 1}) == [2, 3, 4, 1]
    assert at(FOUR, fixed={3: 40}) == [1, 40, 2, 3]
    assert at(FOUR, fixed={9: 1}) == [1, 2, 3, 4]  # not in this round: the table is free


def test_two_with_fixed_tables_who_meet_play_at_the_lower_one() -> None:
    assert at(FOUR, fixed={3: 9, 4: 4}) == [1, 4, 2, 3]


def test_two_matches_that_want_one_table() -> None:
    assert at(FOUR, fixed={3: 2, 5: 2}) == [1, 2, 3, 4]
    assert at(FOUR, fixed={1: 2, 3: 2, 4: 8}) == [2, 8, 1, 3]  # the second choice is free


def test_by_lot_everything_else_holds() -> None:
    rules = {"table_order": "random", "table_ranges": ["11-14"]}
    numbers = at(FOUR, rules, {5: 3})
    assert numbers[2] == 3
    assert sorted(numbers) == [3, 11, 12, 13]
    assert len({tuple(at(FOUR, rules, seed=str(n))) for n in range(200)}) == 24


def test_the_lot_is_the_same_everywhere_and_for_ever() -> None:
    # sha256 of "cup:1:1:table:7", ":5", ":1", ":3": in this order they grow.
    assert at(FOUR, {"table_order": "random"}, seed="cup") == [3, 4, 2, 1]
    turned = [(b, a) for a, b in FOUR]
    assert at(turned, {"table_order": "random"}, seed="cup") == [3, 4, 2, 1]
    drawn = [at(FOUR, {"table_order": "random"}, earlier=[{}] * n) for n in range(6)]
    assert len({tuple(numbers) for numbers in drawn}) > 1  # anew in each round


def test_nobody_sits_at_the_same_table_twice_if_asked() -> None:
    earlier = [{1: (1, 2), 2: (3, 4), 3: (5, 6), 4: (7, 8)}]
    pairs = [(1, 3), (5, 7), (2, 4), (6, 8)]
    assert at(pairs, earlier=earlier) == [1, 2, 3, 4]
    # Tables 3 and 4 are new to the first and third match: 3, 4 is nearer (4 + 1) than 4, 3 (9 + 0).
    # Tables 1 and 2 are new to the others: 1, 2 is nearer (1 + 4) than 2, 1 (0 + 9).
    assert at(pairs, {"avoid_same_table": True}, earlier=earlier) == [3, 1, 4, 2]


def test_a_spare_table_is_taken_only_if_need_be() -> None:
    earlier = [{1: (1, 2)}]
    rules = {"avoid_same_table": True, "table_ranges": ["1-9"]}
    assert at([(1, 2)], rules, earlier=earlier) == [2]
    assert at([(3, 4)], rules, earlier=earlier) == [1]
    assert at([(1, 2)], {"avoid_same_table": True}, earlier=earlier) == [1]  # there is no other
    before = {"avoid_same_table": True}  # the hall had two tables in round 1
    assert at([(1, 2)], before, earlier=[{1: (1, 2), 2: (3, 4)}]) == [2]


def test_higher_matches_rather_stay() -> None:
    """The second of three has been at table 2: it changes with the third, not with the first."""
    earlier = [{2: (3, 4)}]
    assert at(FOUR[:3], {"avoid_same_table": True}, earlier=earlier) == [1, 3, 2]


def test_a_draft_is_no_visit() -> None:
    t = tournament(FOUR, {"avoid_same_table": True}, earlier=[{1: (1, 2)}])
    draft = replace(t.rounds[R1], status=RoundStatus.DRAFT)
    shown = assign_tables(t, R2, [(p(1), p(2)), (p(3), p(4))])
    unseen = assign_tables(replace(t, rounds={R1: draft}), R2, [(p(1), p(2)), (p(3), p(4))])
    assert [x.number for x in shown] == [2, 1]
    assert [x.number for x in unseen] == [1, 2]


def test_a_fixed_table_comes_before_a_new_one() -> None:
    earlier = [{1: (1, 2), 2: (3, 4)}]
    rules = {"avoid_same_table": True}
    assert at([(1, 3), (2, 4)], rules, {1: 1}, earlier) == [1, 2]


def test_one_more_match_goes_to_a_free_table() -> None:
    ranges = Rules(table_ranges=("1-2", "8-9"))
    assert next_table(ranges, [1, 8]) == 2
    assert next_table(ranges, [1, 2, 8, 9]) == 10
    assert next_table(Rules(), [1, 3]) == 4
    assert next_table(Rules(), []) == 1


def cost(numbers: Sequence[int], hall: Sequence[int], visits: Sequence[TableVisits]) -> list[int]:
    """Repeats, squared distances, and these weighted from the top."""
    squares = [(hall.index(number) - place) ** 2 for place, number in enumerate(numbers)]
    repeats = sum(seen.get(number, 0) for number, seen in zip(numbers, visits, strict=True))
    return [repeats, sum(squares), sum(s * (len(squares) - n) for n, s in enumerate(squares))]


VISITS = st.lists(st.dictionaries(st.integers(1, 7), st.integers(1, 2), max_size=5), max_size=5)


@given(VISITS, st.integers(0, 2), st.permutations(range(1, 8)))
def test_fewest_repeats_as_brute_force_has_it(
    visits: list[TableVisits], more: int, order: list[int]
) -> None:
    hall = order[: len(visits) + more]
    found = fewest_repeats(hall, visits)
    assert len(set(found)) == len(visits)
    assert set(found) <= set(hall)
    looked_at = hall[: len(visits) + max(map(len, visits), default=0)]
    ways = permutations(looked_at, len(visits))
    assert cost(found, hall, visits) == min(cost(way, hall, visits) for way in ways)
    fewest = min(cost(way, hall, visits)[0] for way in permutations(hall, len(visits)))
    assert cost(found, hall, visits)[0] == fewest


@settings(max_examples=25, deadline=None)
@given(st.integers(20, 60), st.integers(0, 4), st.data())
def test_a_short_reach_finds_the_same(size: int, more: int, data: st.DataObject) -> None:
    """Where tables near by are not enough the reach grows until nothing beyond it is better."""
    from fairpair.engine.pairing.tables import _Assignment

    spread = data.draw(st.sampled_from([2, 8, 40]))
    visits = [
        Counter(data.draw(st.lists(st.integers(max(1, n - spread), n + spread), max_size=12)))
        for n in range(size)
    ]
    hall = range(1, size + more + 1)
    problem = _Assignment(hall, visits)
    near, whole = problem.solve(reach=1), problem.solve(reach=len(hall))
    assert cost(near, hall, visits) == cost(whole, hall, visits)


def test_a_large_field_is_quick() -> None:
    """All 400 matches where they sat in one of 9 rounds before: still nobody repeats."""
    visits = [Counter({n + shift: 2 for shift in range(-4, 5)}) for n in range(1, 401)]
    found = fewest_repeats(range(1, 401), visits)
    assert sorted(found) == list(range(1, 401))
    assert not any(seen.get(number) for number, seen in zip(found, visits, strict=True))


RANGES = st.lists(
    st.tuples(st.integers(1, 60), st.integers(0, 12)).map(lambda x: f"{x[0]}-{x[0] + x[1]}"),
    max_size=4,
)


SETTINGS = st.fixed_dictionaries(
    {
        "table_ranges": RANGES,
        "table_order": st.sampled_from(["rank", "random"]),
        "avoid_same_table": st.booleans(),
    }
)
FIXED = st.dictionaries(st.integers(1, 18), st.integers(1, 70), max_size=4)
BEFORE = st.lists(st.permutations(range(1, 10)), max_size=3)


@given(st.integers(0, 9), SETTINGS, FIXED, BEFORE, st.text(max_size=5))
def test_every_round_is_seated_well(
    size: int, rules: dict[str, Any], fixed: dict[int, int], before: list[list[int]], seed: str
) -> None:
    pairs = [(n, n + 9) for n in range(1, size + 1)]
    earlier = [{table: (n, n + 9) for n, table in enumerate(numbers, 1)} for numbers in before]
    allowed = range_numbers(Rules.read(rules)) or range(1, 10 if earlier else size + 1)
    kept = _kept([{fixed[x] for x in pair if x in fixed} for pair in pairs])
    if len(set(allowed) - set(kept)) < kept.count(None):
        with pytest.raises(InvalidStateError, match=r"more tables? (is|are) needed"):
            at(pairs, rules, fixed, earlier, seed)
        return
    numbers = at(pairs, rules, fixed, earlier, seed)
    assert numbers == at(pairs, rules, fixed, earlier, seed)
    assert len(set(numbers)) == len(numbers) == size  # nobody is without, no number twice
    assert numbers == at(pairs, rules, fixed, earlier, seed)
    for number, fixed_at in zip(numbers, kept, strict=True):
        assert number in allowed if fixed_at is None else number == fixed_at
    if rules["table_order"] == "rank" and not rules["avoid_same_table"]:
        free = [n for n, fixed_at in zip(numbers, kept, strict=True) if fixed_at is None]
        assert free == sorted(free, key=list(allowed).index)


def _kept(wishes: Sequence[set[int]]) -> list[int | None]:
    """The table that each match has because somebody is fixed there, the higher match first."""
    found: list[int | None] = []
    for wish in wishes:
        found.append(min(wish.difference(found), default=None))
    return found
