"""Knock-outs: trees of every size, worked by hand, waiting, seeded anew."""

from collections.abc import Sequence
from dataclasses import replace

import pytest

from fairpair.core.results import (
    Adjourned,
)
from fairpair.core.rounds import RoundRef
from fairpair.core.rules import Rules
from fairpair.engine.stages.bracket import (
    FINAL,
    QUARTER_FINAL,
    SEMI_FINAL,
    THIRD_PLACE,
    Match,
    NextBoards,
    match_name,
    seed_order,
)
from fairpair.engine.stages.elimination import KnockOut
from fairpair.language.message import Message

from .trees import (
    ALL_SIZES,
    DRAW,
    A,
    B,
    at,
    boards,
    byes,
    event,
    placeholders,
    sides,
    stage_of,
    tables_outside,
    tree,
    with_round,
    without,
)

WAITING = Message("seat.round", round=RoundRef(1, 2).name)


def test_the_order_of_seeds_as_published() -> None:
    assert seed_order(1) == (1,)
    assert seed_order(2) == (1, 2)
    assert seed_order(8) == (1, 8, 4, 5, 2, 7, 3, 6)
    assert seed_order(16) == (1, 16, 8, 9, 4, 13, 5, 12, 2, 15, 7, 10, 3, 14, 6, 11)
    for size in (0, 3, 12, -4):
        with pytest.raises(ValueError, match="places"):
            seed_order(size)


def places(found: Sequence[Match]) -> dict[int, int]:
    """From top to bottom, where each seed begins."""
    first = (m for m in found if m.round_no == 1)
    return {s.seed: 2 * m.slot + n for m in first for n, s in enumerate(m.seats, -2) if s.seed}


def check_meetings(found: Sequence[Match], size: int) -> None:
    """Two who win all the time meet when they are in the same half, quarter and so on."""
    kinds = {m.round_no: m.kind for m in found}
    place = places(found)
    best = range(1, min(4, size) + 1)
    met = {(a, b): kinds[(place[a] ^ place[b]).bit_length()] for a in best for b in best if a < b}
    assert met[1, 2] == FINAL
    assert set(met.values()) <= {FINAL, SEMI_FINAL}
    if size >= 4:
        assert [pair for pair, kind in met.items() if kind == SEMI_FINAL] == [(1, 4), (2, 3)]


def check_byes(ko: KnockOut, size: int) -> None:
    found = ko.next_boards()
    whole = 1 << (size - 1).bit_length()
    pairs = boards(found)
    assert sorted(byes(found)) == list(range(1, whole - size + 1))
    assert sorted(p for pair in pairs for p in pair) == list(range(whole - size + 1, size + 1))
    assert all(a + b == whole + 1 and a < b for a, b in pairs)
    # No bye meets a bye: every match of the first round has somebody.
    assert all(m.players for m in ko.in_round(1))
    assert len(ko.matches) == whole - 1


def test_the_best_seeds_meet_late_and_have_the_byes_in_every_size() -> None:
    for size in ALL_SIZES:
        ko = tree(event(size))
        check_meetings(ko.matches, size)
        check_byes(ko, size)


def test_placeholders_in_every_size() -> None:
    """Each seed once, and once more where it has a bye."""
    for size in ALL_SIZES:
        found = placeholders(stage_of(size), Rules(), WAITING)
        check_meetings(found, size)
        assert not any(m.over or m.players for m in found)
        seated = [seat for m in found for seat in m.seats if seat.seed]
        unopposed = (1 << (size - 1).bit_length()) - size
        wanted = [*range(1, size + 1), *range(1, unopposed + 1)]
        assert sorted(seat.seed or 0 for seat in seated) == sorted(wanted)
        assert all(seat.waiting == WAITING for seat in seated)


# Worked by hand


def test_three_players() -> None:
    """Top 3: 2 v 3, the winner meets 1 (formats.md, 1)."""
    t = event(3, third_place=True)
    ko = tree(t, own_third=True)
    assert [m.kind for m in ko.matches] == [SEMI_FINAL, SEMI_FINAL, FINAL]
    assert [str(m.name) for m in ko.matches] == ["bye for seed 1", "the semi-final", "the final"]
    assert sides(at(ko, FINAL)) == ["1", "winner of the semi-final"]
    assert boards(ko.next_boards()) == [(2, 3)]
    assert byes(ko.next_boards()) == [1]
    t = with_round(t, 1, {(2, 3): B}, [1])
    assert boards(tree(t).next_boards()) == [(1, 3)]
    ko = tree(with_round(t, 2, {(3, 1): A}))
    assert (ko.champion, ko.runner_up, ko.third, ko.fourth) == (3, 1, 2, None)
    assert ko.reached() == {1: 2, 2: 1, 3: None}
    assert ko.lost_in() == {1: FINAL, 2: SEMI_FINAL}
    assert ko.still_in() == {3: FINAL}
    assert ko.next_boards() is None
    assert ko.over


def test_five_players() -> None:
    t = event(5)
    ko = tree(t)
    assert [sides(m) for m in ko.in_round(1)] == [["1", "-"], ["4", "5"], ["2", "-"], ["3", "-"]]
    assert [sides(m) for m in ko.in_round(2)] == [["1", "winner of the quarter-final"], ["2", "3"]]
    assert sides(at(ko, FINAL)) == ["winner of semi-final 1", "winner of semi-final 2"]
    # Both quarter-final 4-5 and semi-final 2-3 can begin at once.
    assert [m.players for m in ko.open_matches()] == [(4, 5), (2, 3)]
    ko = tree(with_round(t, 1, {(4, 5): B}, [1, 2, 3]))
    assert boards(ko.next_boards()) == [(1, 5), (2, 3)]


def test_six_players() -> None:
    """Top 6: byes for 1 and 2."""
    t = event(6)
    ko = tree(t)
    assert boards(ko.next_boards()) == [(4, 5), (3, 6)]
    assert [str(m.name) for m in ko.in_round(1)] == [
        "bye for seed 1",
        "quarter-final 1",
        "bye for seed 2",
        "quarter-final 2",
    ]
    assert [sides(m) for m in ko.in_round(2)] == [
        ["1", "winner of quarter-final 1"],
        ["2", "winner of quarter-final 2"],
    ]
    t = with_round(t, 1, {(3, 6): B, (4, 5): A}, [1, 2])
    assert boards(tree(t).next_boards()) == [(1, 4), (2, 6)]


def test_eight_players_to_the_champion() -> None:
    t = event(8, third_place=True)
    assert boards(tree(t).next_boards()) == [(1, 8), (4, 5), (2, 7), (3, 6)]
    t = with_round(t, 1, {(1, 8): A, (4, 5): B, (2, 7): B, (3, 6): A})
    ko = tree(t)
    assert boards(ko.next_boards()) == [(1, 5), (3, 7)]
    assert [m.players for m in ko.in_round(2)] == [(1, 5), (7, 3)]
    assert [str(m.name) for m in ko.in_round(3)] == ["the final", "the third-place match"]
    assert sides(at(ko, THIRD_PLACE)) == ["loser of semi-final 1", "loser of semi-final 2"]
    t = with_round(t, 2, {(1, 5): A, (3, 7): B})
    ko = tree(t)
    assert boards(ko.next_boards()) == [(1, 7), (3, 5)]
    t = with_round(t, 3, {(3, 5): B, (1, 7): B})
    ko = tree(t)
    assert (ko.champion, ko.runner_up, ko.third, ko.fourth) == (7, 1, 5, 3)
    assert ko.reached() == {1: 3, 2: 1, 3: 2, 4: 1, 5: 2, 6: 1, 7: None, 8: 1}
    assert tables_outside(t, ko) == []


def test_a_match_for_third_place_in_a_round_of_its_own() -> None:
    t = with_round(event(4), 1, {(1, 4): B, (2, 3): A})
    ko = tree(t, own_third=True)
    assert boards(ko.next_boards()) == [(1, 3)]
    assert [m.players for m in ko.open_matches()] == [(1, 3), (4, 2)]
    t = with_round(t, 2, {(3, 1): A})
    ko = tree(t, own_third=True)
    assert ko.third == 3
    assert ko.champion is None
    assert boards(ko.next_boards()) == [(2, 4)]
    ko = tree(with_round(t, 3, {(2, 4): A}), own_third=True)
    assert (ko.champion, ko.runner_up, ko.third, ko.fourth) == (2, 4, 3, 1)
    assert ko.reached() == {1: 1, 2: None, 3: 1, 4: 3}
    assert ko.lost_in() == {1: SEMI_FINAL, 3: SEMI_FINAL, 4: FINAL}


def test_nobody_is_third_where_two_lost_in_the_semi_finals() -> None:
    t = with_round(event(4), 1, {(1, 4): A, (2, 3): A})
    ko = tree(with_round(t, 2, {(1, 2): A}))
    assert (ko.champion, ko.runner_up, ko.third, ko.fourth) == (1, 2, None, None)


def test_a_cut_of_another_size_than_planned() -> None:
    ko = KnockOut(event(9), stage_of(8, own_third=True))
    assert [ko.in_round(n)[0].kind for n in range(1, 6)] == [
        "round_of_16",
        QUARTER_FINAL,
        SEMI_FINAL,
        THIRD_PLACE,
        FINAL,
    ]
    assert boards(ko.next_boards()) == [(8, 9)]
    assert [str(m.name) for m in ko.in_round(1)].count("round of 16, match 1") == 1


# Waiting


def test_waiting_texts_before_the_cut() -> None:
    found = placeholders(stage_of(4, own_third=True), Rules(), WAITING)
    semi, other, third, final = found
    assert sides(semi) == ["waiting for round 2"] * 2
    assert [[s.seed for s in m.seats] for m in (semi, other)] == [[1, 4], [2, 3]]
    assert sides(third) == ["loser of semi-final 1", "loser of semi-final 2"]
    assert sides(final) == ["winner of semi-final 1", "winner of semi-final 2"]
    assert sides(placeholders(stage_of(4), Rules())[0]) == ["seed 1", "seed 4"]
    beside = placeholders(stage_of(4), Rules.read({"third_place": True}), WAITING)
    assert [m.kind for m in beside] == [SEMI_FINAL, SEMI_FINAL, FINAL, THIRD_PLACE]
    assert [m.round_no for m in beside] == [1, 1, 2, 2]


def test_the_next_round_says_what_it_waits_for() -> None:
    t = with_round(event(8), 1, {(1, 8): A, (4, 5): None, (2, 7): DRAW, (3, 6): Adjourned()})
    found = tree(t).next_boards()
    assert found == NextBoards(
        RoundRef(2, 2),
        waiting=tuple(
            Message("seat.winner", match=Message("match.quarter-final", number=n))
            for n in (2, 3, 4)
        ),
    )


def test_names_of_matches_and_waiting_texts_when_seeded_anew() -> None:
    assert str(match_name("round_of_16", 3, 8)) == "round of 16, match 3"
    rules = Rules.read({"reseed": True})
    found = [sides(m) for m in placeholders(stage_of(14), rules, WAITING)]
    after = "after the round of 16"
    assert found[8:12] == [
        ["waiting for round 2", f"lowest remaining seed {after}"],
        [f"no. 4 of the remaining seeds {after}", f"no. 5 of the remaining seeds {after}"],
        ["waiting for round 2", f"no. 7 of the remaining seeds {after}"],
        [f"no. 3 of the remaining seeds {after}", f"no. 6 of the remaining seeds {after}"],
    ]
    after = "after the quarter-finals"
    assert found[12:] == [
        [f"highest remaining seed {after}", f"lowest remaining seed {after}"],
        [f"no. 2 of the remaining seeds {after}", f"no. 3 of the remaining seeds {after}"],
        ["winner of semi-final 1", "winner of semi-final 2"],
    ]


def test_best_remaining_against_worst_remaining() -> None:
    t = event(8, reseed=True)
    assert boards(tree(t).next_boards()) == [(1, 8), (4, 5), (2, 7), (3, 6)]
    t = with_round(t, 1, {(1, 8): B, (4, 5): A, (2, 7): A, (3, 6): B})
    assert boards(tree(t).next_boards()) == [(2, 8), (4, 6)]
    # In a fixed tree it would be 4 against 8 and 2 against 6.
    fixed = replace(t, rules=Rules())
    assert boards(tree(fixed).next_boards()) == [(4, 8), (2, 6)]


def test_seeded_anew_with_byes() -> None:
    t = event(6, reseed=True)
    ko = tree(t)
    assert [sides(m) for m in ko.in_round(2)] == [
        ["1", "lowest remaining seed after the quarter-finals"],
        ["2", "no. 3 of the remaining seeds after the quarter-finals"],
    ]
    t = with_round(t, 1, {(4, 5): None, (3, 6): B}, [1, 2])
    assert [m.players for m in tree(t).open_matches()] == [(1, 6)]
    t = with_round(t, 1, {(4, 5): None, (3, 6): A}, [1, 2])
    assert [m.players for m in tree(t).open_matches()] == [(2, 3)]


def test_seeded_anew_a_rank_is_open_while_a_match_can_change_it() -> None:
    t = with_round(event(8, reseed=True), 1, {(1, 8): None, (4, 5): A, (2, 7): A, (3, 6): A})
    assert tree(t).open_matches() == ()
    t = with_round(event(8, reseed=True), 1, {(1, 8): B, (4, 5): None, (2, 7): A, (3, 6): None})
    ko = tree(t)
    assert [m.players for m in ko.open_matches()] == [(2, 8)]
    # It is drafted at once; then 5 wins and leaves: the others are as they were.
    t = with_round(t, 2, {(8, 2): None})
    t = with_round(t, 1, {(1, 8): B, (4, 5): B, (2, 7): A, (3, 6): A})
    assert [m.players for m in tree(t).open_matches()] == [(3, 5)]
    ko = tree(without(t, 5, after=1))
    assert ko.open_matches() == ()
    assert sorted(m.players for m in ko.in_round(2)) == [(2, 8), (3,)]


def test_seeded_anew_the_best_has_no_opponent_if_somebody_left() -> None:
    t = with_round(event(8, reseed=True), 1, {(1, 8): A, (4, 5): A, (2, 7): A, (3, 6): A})
    found = tree(without(t, 3, after=1)).next_boards()
    assert boards(found) == [(2, 4)]
    assert byes(found) == [1]
