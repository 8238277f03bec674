"""Knock-outs: trees of every size, worked by hand and played at random."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from random import Random

import pytest

from fairpair.core.ids import PlayerId
from fairpair.core.players import Entry, Period, Player
from fairpair.core.results import (
    Adjourned,
    Board,
    Boards,
    Decided,
    Forfeit,
    Games,
    Mark,
    Result,
    Scored,
    win_for,
)
from fairpair.core.rounds import ByeKind, MatchRef, Pairing, Round, RoundRef, RoundStatus
from fairpair.core.rules import Rules
from fairpair.core.tournament import Tournament
from fairpair.engine.pairing.check import breaches
from fairpair.engine.stages.bracket import (
    FINAL,
    QUARTER_FINAL,
    SEMI_FINAL,
    THIRD_PLACE,
    Match,
    NextBoards,
    both_lose,
    decides,
    knock_out_kinds,
    match_name,
    seed_order,
)
from fairpair.engine.stages.elimination import KnockOut, placeholders
from fairpair.engine.stages.plan import SINGLE_ELIMINATION, PlannedRound, PlannedStage

A, B = Decided(win_for(0)), Decided(win_for(1))
DRAW = Decided((Mark.DRAW, Mark.DRAW))
BOTH_OUT = Forfeit((Mark.LOSS, Mark.LOSS))
ALL_SIZES = range(2, 513)


# Builders: players have their seeds as numbers


def stage_of(size: int, *, own_third: bool = False) -> PlannedStage:
    kinds = knock_out_kinds(size, own_third_place=own_third)
    rounds = (
        PlannedRound(3 + n, RoundRef(2, n), kind, kind, None) for n, kind in enumerate(kinds, 1)
    )
    return PlannedStage(2, SINGLE_ELIMINATION, size, tuple(rounds))


def event(size: int, **rules: object) -> Tournament:
    ids = tuple(PlayerId(n) for n in range(1, size + 1))
    entries = {p: Entry(Player(f"P{p}"), (Period(RoundRef(1, 1)),)) for p in ids}
    return Tournament(True, rules=Rules.read(rules), entries=entries, seeds={2: ids})


def tree(t: Tournament, *, own_third: bool = False) -> KnockOut:
    return KnockOut(t, stage_of(len(t.seeds[2]), own_third=own_third))


def with_round(
    t: Tournament,
    number: int,
    tables: Mapping[tuple[int, int], Result | None],
    byes: Sequence[int] = (),
    first_table: int = 1,
) -> Tournament:
    """The event with this round, in place of the one with this number."""
    pairings = {
        n: Pairing((PlayerId(a), PlayerId(b)), result)
        for n, ((a, b), result) in enumerate(tables.items(), first_table)
    }
    free = {PlayerId(p): ByeKind.PAIRING for p in byes}
    round_ = Round(RoundStatus.PUBLISHED, pairings, free, "knock_out", "", "")
    return replace(t, rounds={**t.rounds, RoundRef(2, number): round_})


def without(t: Tournament, player: int, after: int) -> Tournament:
    """The event after somebody left after a round of the knock-out; 0: before it."""
    who = PlayerId(player)
    last = RoundRef(2, after) if after else RoundRef(1, 3)
    gone = replace(t.entries[who], periods=(Period(RoundRef(1, 1), last),))
    return replace(t, entries={**t.entries, who: gone})


def at(ko: KnockOut, kind: str, slot: int = 1) -> Match:
    return next(m for m in ko.matches if (m.kind, m.slot) == (kind, slot))


def sides(match: Match) -> list[str]:
    """Each side as a page shows it: the player, what it waits for, or a dash."""
    return [str(s.player) if s.player else s.waiting or "-" for s in match.seats]


def boards(found: NextBoards | None) -> list[tuple[int, int]]:
    assert found is not None
    return [(b.white, b.black) for b in found.boards]


def byes(found: NextBoards | None) -> list[int]:
    assert found is not None
    assert all(b.kind == ByeKind.PAIRING for b in found.byes)
    return [b.player for b in found.byes]


# Trees of every size


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
        found = placeholders(stage_of(size), Rules(), "waiting for Swiss round 2")
        check_meetings(found, size)
        assert not any(m.over or m.players for m in found)
        seated = [seat for m in found for seat in m.seats if seat.seed]
        unopposed = (1 << (size - 1).bit_length()) - size
        wanted = [*range(1, size + 1), *range(1, unopposed + 1)]
        assert sorted(seat.seed or 0 for seat in seated) == sorted(wanted)
        assert {seat.waiting for seat in seated} == {"waiting for Swiss round 2"}


# Worked by hand


def test_three_players() -> None:
    """Top 3: 2 v 3, the winner meets 1 (formats.md, 1)."""
    t = event(3, third_place=True)
    ko = tree(t, own_third=True)
    assert [m.kind for m in ko.matches] == [SEMI_FINAL, SEMI_FINAL, FINAL]
    assert [m.name for m in ko.matches] == ["bye of seed 1", "the semi-final", "the final"]
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
    assert [m.name for m in ko.in_round(1)] == [
        "bye of seed 1",
        "quarter-final 1",
        "bye of seed 2",
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
    assert [m.name for m in ko.in_round(3)] == ["the final", "the match for third place"]
    assert sides(at(ko, THIRD_PLACE)) == ["loser of semi-final 1", "loser of semi-final 2"]
    t = with_round(t, 2, {(1, 5): A, (3, 7): B})
    ko = tree(t)
    assert boards(ko.next_boards()) == [(1, 7), (3, 5)]
    ko = tree(with_round(t, 3, {(3, 5): B, (1, 7): B}))
    assert (ko.champion, ko.runner_up, ko.third, ko.fourth) == (7, 1, 5, 3)
    assert ko.reached() == {1: 3, 2: 1, 3: 2, 4: 1, 5: 2, 6: 1, 7: None, 8: 1}
    assert ko.strays == ()


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
    assert [m.name for m in ko.in_round(1)].count("the round of 16 match") == 1


# Waiting


def test_waiting_texts_before_the_cut() -> None:
    found = placeholders(stage_of(4, own_third=True), Rules(), "waiting for Swiss round 2")
    semi, other, third, final = found
    assert sides(semi) == ["waiting for Swiss round 2"] * 2
    assert [[s.seed for s in m.seats] for m in (semi, other)] == [[1, 4], [2, 3]]
    assert sides(third) == ["loser of semi-final 1", "loser of semi-final 2"]
    assert sides(final) == ["winner of semi-final 1", "winner of semi-final 2"]
    assert sides(placeholders(stage_of(4), Rules())[0]) == ["seed 1", "seed 4"]
    beside = placeholders(stage_of(4), Rules.read({"third_place": True}), "x")
    assert [m.kind for m in beside] == [SEMI_FINAL, SEMI_FINAL, FINAL, THIRD_PLACE]
    assert [m.round_no for m in beside] == [1, 1, 2, 2]


def test_the_next_round_says_what_it_waits_for() -> None:
    t = with_round(event(8), 1, {(1, 8): A, (4, 5): None, (2, 7): DRAW, (3, 6): Adjourned()})
    found = tree(t).next_boards()
    assert found == NextBoards(
        RoundRef(2, 2),
        waiting=(
            "winner of quarter-final 2",
            "winner of quarter-final 3",
            "winner of quarter-final 4",
        ),
    )


def test_names_of_matches_and_waiting_texts_when_seeded_anew() -> None:
    assert match_name("round_of_16", 3, 8) == "round of 16 match 3"
    rules = Rules.read({"reseed": True})
    found = [sides(m) for m in placeholders(stage_of(14), rules, "waiting for the cut")]
    after = "seed left after the round of 16"
    assert found[8:12] == [
        ["waiting for the cut", f"lowest {after}"],
        [f"4th-highest {after}", f"5th-highest {after}"],
        ["waiting for the cut", f"7th-highest {after}"],
        [f"3rd-highest {after}", f"6th-highest {after}"],
    ]
    after = "seed left after the quarter-finals"
    assert found[12:] == [
        [f"highest {after}", f"lowest {after}"],
        [f"2nd-highest {after}", f"3rd-highest {after}"],
        ["winner of semi-final 1", "winner of semi-final 2"],
    ]


# Results


@pytest.mark.parametrize(
    ("result", "side"),
    [
        (None, None),
        (Games((2, 1)), 0),
        (Games((0, 2)), 1),
        (Games((1, 1), 1), None),
        (Games((1, 1), winner=1), 1),
        (A, 0),
        (B, 1),
        (DRAW, None),
        (Decided((Mark.LOSS, Mark.LOSS)), None),
        (Forfeit(win_for(1)), 1),
        (BOTH_OUT, None),
        (Scored(({"op": Fraction(3)}, {"op": Fraction(7)})), 1),
        (Scored(({"op": Fraction(7)}, {"op": Fraction(7)})), None),
        (Scored(({"op": Fraction(7)}, {"op": Fraction(7)}), winner=0), 0),
        (
            Scored(
                ({"vp": Fraction(9), "op": Fraction(5)}, {"vp": Fraction(1), "op": Fraction(6)})
            ),
            1,
        ),
        (
            Scored(
                ({"vp": Fraction(9), "op": Fraction(5)}, {"vp": Fraction(1), "op": Fraction(5)})
            ),
            0,
        ),
        (Boards((Board(A), Board(DRAW))), 0),
        (Boards((Board(A), Board(B))), None),
        (Boards((Board(A), Board(B)), winner=1), 1),
        (Boards((Board(A), Board(Adjourned()))), None),
        (Adjourned(), None),
    ],
)
def test_who_goes_on(result: Result | None, side: int | None) -> None:
    assert decides(result, ("op", "vp")) == side


def test_scores_decide_in_their_own_order_without_rules() -> None:
    assert decides(Scored(({"vp": Fraction(2), "op": Fraction(1)}, {"vp": Fraction(1)}))) == 0


def test_both_lose() -> None:
    assert both_lose(BOTH_OUT)
    assert both_lose(Decided((Mark.LOSS, Mark.LOSS)))
    assert not any(map(both_lose, (None, A, DRAW, Games((0, 0)), Adjourned())))


def test_a_drawn_match_decides_nothing() -> None:
    t = with_round(event(4), 1, {(1, 4): DRAW, (2, 3): A})
    ko = tree(t)
    semi = at(ko, SEMI_FINAL)
    assert (semi.result, semi.winner, semi.loser, semi.over) == (DRAW, None, None, False)
    assert sides(at(ko, FINAL)) == ["winner of semi-final 1", "2"]
    assert ko.open_matches() == ()
    assert ko.reached() == {1: None, 2: None, 3: 1, 4: None}
    assert ko.still_in() == {1: SEMI_FINAL, 2: FINAL, 4: SEMI_FINAL}


def test_where_both_lose_nobody_goes_on() -> None:
    t = with_round(event(4, third_place=True), 1, {(1, 4): BOTH_OUT, (2, 3): A})
    ko = tree(t)
    assert sides(at(ko, FINAL)) == ["-", "2"]
    assert (ko.champion, ko.runner_up, ko.third, ko.fourth) == (2, None, 3, None)
    assert byes(ko.next_boards()) == [2, 3]
    assert ko.reached() == {1: 1, 2: None, 3: 1, 4: 1}
    t = with_round(event(4), 1, {(1, 4): BOTH_OUT, (2, 3): BOTH_OUT})
    ko = tree(t)
    assert (ko.champion, ko.runner_up, ko.third) == (None, None, None)
    assert ko.over
    assert ko.next_boards() == NextBoards(RoundRef(2, 2))


def test_a_semi_final_that_only_one_can_reach_has_no_loser() -> None:
    t = event(8, third_place=True)
    t = with_round(t, 1, {(1, 8): None, (4, 5): BOTH_OUT, (2, 7): A, (3, 6): A})
    ko = tree(t)
    semi = at(ko, SEMI_FINAL)
    assert (semi.name, sides(semi)) == ("semi-final 1", ["winner of quarter-final 1", "-"])
    assert sides(at(ko, THIRD_PLACE)) == ["-", "loser of semi-final 2"]
    ko = tree(with_round(t, 1, {(1, 8): A, (4, 5): BOTH_OUT, (2, 7): A, (3, 6): A}))
    assert [m.name for m in ko.in_round(2)] == ["semi-final 1", "semi-final 2"]
    assert sides(at(ko, FINAL)) == ["1", "winner of semi-final 2"]


# Who has left


def test_an_opponent_who_left_before_the_draft_gives_a_walkover() -> None:
    t = with_round(event(8), 1, {(1, 8): A, (4, 5): A, (2, 7): A, (3, 6): A})
    ko = tree(without(t, 4, after=1))
    assert boards(ko.next_boards()) == [(2, 3)]
    assert byes(ko.next_boards()) == [1]
    semi = at(ko, SEMI_FINAL)
    assert (semi.winner, semi.loser, semi.table, semi.over) == (1, 4, None, True)
    assert sides(at(ko, FINAL)) == ["1", "winner of semi-final 2"]
    assert ko.reached()[PlayerId(4)] == 2


def test_who_left_before_the_opponent_is_known_is_out_all_the_same() -> None:
    t = without(with_round(event(4), 1, {(1, 4): A, (2, 3): None}), 1, after=1)
    ko = tree(t)
    assert at(ko, FINAL).winner is None
    assert ko.reached() == {1: 2, 2: None, 3: None, 4: 1}
    ko = tree(with_round(t, 1, {(1, 4): A, (2, 3): B}))
    assert (ko.champion, ko.runner_up) == (3, 1)


def test_nobody_is_second_where_nobody_won() -> None:
    t = with_round(event(4), 1, {(1, 4): A, (2, 3): BOTH_OUT})
    ko = tree(without(t, 1, after=1))
    assert (ko.champion, ko.runner_up) == (None, None)
    assert ko.reached() == {1: 2, 2: 1, 3: 1, 4: 1}
    assert ko.next_boards() == NextBoards(RoundRef(2, 2))


def test_a_seed_with_a_bye_who_left_is_not_drafted() -> None:
    t = without(event(3), 1, after=0)
    ko = tree(t)
    assert boards(ko.next_boards()) == [(2, 3)]
    assert byes(ko.next_boards()) == []
    assert sides(at(ko, FINAL)) == ["-", "winner of the semi-final"]
    ko = tree(with_round(t, 1, {(2, 3): B}))
    assert ko.champion == 3


def test_a_recorded_bye_stays_when_the_opponent_comes_back() -> None:
    t = with_round(event(4), 1, {(1, 4): A, (2, 3): A})
    t = with_round(t, 2, {}, [2])
    assert tree(t).champion == 2
    assert tree(t).runner_up == 1


def test_a_bye_that_is_worth_nothing_decides_nothing() -> None:
    t = with_round(event(4), 1, {(2, 3): A})
    one = replace(t.rounds[RoundRef(2, 1)], byes={PlayerId(1): ByeKind.ZERO})
    assert not at(tree(replace(t, rounds={RoundRef(2, 1): one})), SEMI_FINAL).over
    both = replace(one, byes=dict.fromkeys((PlayerId(1), PlayerId(4)), ByeKind.PAIRING))
    assert not at(tree(replace(t, rounds={RoundRef(2, 1): both})), SEMI_FINAL).over


def test_finalists_rest_if_nobody_is_left_to_play_for_third_place() -> None:
    t = with_round(event(4), 1, {(1, 4): A, (2, 3): A})
    t = without(without(t, 4, after=1), 3, after=1)
    ko = tree(t, own_third=True)
    assert (boards(ko.next_boards()), byes(ko.next_boards())) == ([], [1, 2])
    ko = tree(with_round(t, 2, {}, [1, 2]), own_third=True)
    assert ko.third is None
    assert boards(ko.next_boards()) == [(1, 2)]


# Live, by hand, moved


def test_matches_open_as_soon_as_both_players_are_known() -> None:
    t = with_round(event(8), 1, {(1, 8): A, (4, 5): B, (2, 7): None, (3, 6): None})
    ko = tree(t)
    assert [m.players for m in ko.open_matches()] == [(1, 5)]
    assert ko.board_of(ko.open_matches()[0]).white == 1
    t = with_round(t, 2, {(1, 5): B})
    ko = tree(t)
    assert ko.open_matches() == ()
    assert sides(at(ko, FINAL)) == ["5", "winner of semi-final 2"]
    t = with_round(t, 1, {(1, 8): A, (4, 5): B, (2, 7): A, (3, 6): B})
    assert [m.players for m in tree(t).open_matches()] == [(2, 6)]


def test_matches_are_found_at_any_table() -> None:
    t = with_round(event(4), 1, {(3, 2): A, (4, 1): None}, first_table=70)
    ko = tree(t)
    assert [(m.players, m.table, m.winner) for m in ko.in_round(1)] == [
        ((1, 4), 71, None),
        ((2, 3), 70, 3),
    ]
    assert ko.match_at(MatchRef(2, 1, 70)) == at(ko, SEMI_FINAL, 2)
    assert ko.match_at(MatchRef(2, 1, 1)) is None
    assert ko.match_at(MatchRef(1, 1, 70)) is None


def test_a_round_drafted_by_hand_counts_as_it_is() -> None:
    t = with_round(event(4), 1, {(1, 3): A, (4, 2): A})
    ko = tree(t)
    assert [(m.players, m.by_hand) for m in ko.in_round(1)] == [((1, 3), True), ((2, 4), True)]
    assert boards(ko.next_boards()) == [(1, 4)]
    assert ko.reached() == {1: None, 2: 1, 3: 1, 4: None}


def test_by_hand_the_better_seed_keeps_its_place() -> None:
    t = with_round(event(8), 1, {(8, 2): None, (7, 1): None, (4, 5): None, (3, 6): None})
    assert [m.players for m in tree(t).in_round(1)] == [(1, 7), (4, 5), (2, 8), (3, 6)]


def test_a_loser_who_takes_the_place_of_somebody_else() -> None:
    t = with_round(event(8), 1, {(1, 8): A, (4, 5): A, (2, 7): A, (3, 6): A})
    t = with_round(without(t, 4, after=1), 2, {(5, 1): A, (2, 3): A})
    ko = tree(t)
    assert [m.players for m in ko.in_round(2)] == [(1, 5), (2, 3)]
    assert boards(ko.next_boards()) == [(2, 5)]
    assert ko.reached() == {1: 2, 2: None, 3: 2, 4: 2, 5: None, 6: 1, 7: 1, 8: 1}


def test_other_matches_have_no_place_in_the_tree() -> None:
    t = with_round(event(8), 1, {(1, 8): A, (4, 5): A, (2, 7): A, (3, 6): A})
    t = with_round(t, 2, {(8, 5): A, (1, 4): A})
    ko = tree(t)
    assert ko.strays == (MatchRef(2, 2, 1),)
    assert [m.players for m in ko.open_matches()] == [(2, 3)]
    assert at(ko, SEMI_FINAL).table == 2


# Seeded anew


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
        ["1", "lowest seed left after the quarter-finals"],
        ["2", "3rd-highest seed left after the quarter-finals"],
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


# Corrections


def names(found: Sequence[Match]) -> list[str]:
    return [m.name for m in found]


def test_a_correction_changes_drafted_matches_all_the_way() -> None:
    t = with_round(event(8), 1, {(1, 8): A, (4, 5): A, (2, 7): A, (3, 6): A})
    first = MatchRef(2, 1, 1)
    assert tree(t).affected(first, B) == ()
    t = with_round(t, 2, {(2, 3): A, (1, 4): None})
    assert names(tree(t).affected(first, B)) == ["semi-final 1"]
    assert names(tree(t).affected(first, None)) == ["semi-final 1"]
    assert names(tree(t).affected(first, DRAW)) == ["semi-final 1"]
    assert tree(t).affected(first, Games((2, 1))) == ()
    t = with_round(t, 2, {(2, 3): A, (1, 4): B})
    t = with_round(t, 3, {(2, 4): None})
    found = tree(t).affected(first, B)
    assert names(found) == ["semi-final 1", "the final"]
    assert [(m.players, m.table) for m in found] == [((1, 4), 2), ((4, 2), 1)]
    assert names(tree(t).affected(MatchRef(2, 2, 2), A)) == ["the final"]
    assert tree(t).affected(MatchRef(2, 3, 1), B) == ()
    assert tree(t).affected(MatchRef(2, 1, 9), B) == ()
    assert tree(t).affected(MatchRef(1, 1, 1), B) == ()


def test_a_correction_reaches_the_match_for_third_place() -> None:
    t = with_round(event(4), 1, {(1, 4): A, (2, 3): A})
    t = with_round(with_round(t, 2, {(3, 4): A}), 3, {(1, 2): A})
    ko = tree(t, own_third=True)
    assert names(ko.affected(MatchRef(2, 1, 1), B)) == ["the match for third place", "the final"]
    assert ko.affected(MatchRef(2, 2, 1), B) == ()


def test_a_correction_where_players_are_seeded_anew_changes_other_matches_too() -> None:
    t = with_round(event(8, reseed=True), 1, {(1, 8): A, (4, 5): A, (2, 7): A, (3, 6): A})
    t = with_round(t, 2, {(1, 4): A, (2, 3): A})
    assert names(tree(t).affected(MatchRef(2, 1, 1), B)) == ["semi-final 1", "semi-final 2"]
    assert names(tree(t).affected(MatchRef(2, 1, 2), B)) == ["semi-final 1"]


def test_a_correction_reaches_a_bye_for_want_of_an_opponent() -> None:
    t = with_round(event(4), 1, {(1, 4): BOTH_OUT, (2, 3): A})
    t = with_round(t, 2, {}, [2])
    assert names(tree(t).affected(MatchRef(2, 1, 1), A)) == ["the final"]
    assert names(tree(t).affected(MatchRef(2, 1, 2), B)) == ["the final"]


def test_a_correction_that_makes_a_match_by_hand_right_touches_nothing() -> None:
    t = with_round(event(4), 1, {(1, 4): A, (2, 3): A})
    t = with_round(t, 2, {(4, 2): A})
    assert tree(t).match_at(MatchRef(2, 2, 1)) is not None
    assert tree(t).affected(MatchRef(2, 1, 1), B) == ()


# Played at random


def a_result(random: Random) -> Result:
    return random.choice(
        (A, B, Games((2, 0)), Games((1, 2)), Games((1, 1), winner=0), Forfeit(win_for(1)))
    )


def drop_some(t: Tournament, random: Random, round_no: int) -> Tournament:
    ids = t.seeds[2]
    for player in random.sample(ids, len(ids) // 8 if random.random() < 0.4 else 0):
        if not t.entries[player].dropped:
            t = without(t, player, after=round_no - 1)
    return t


def check_round(t: Tournament, found: NextBoards, random: Random) -> Tournament:
    """Drafted as proposed, at any tables and sides, and played."""
    pairs = boards(found)
    assert all(a < b for a, b in pairs)
    pairs = [pair if random.random() < 0.5 else pair[::-1] for pair in pairs]
    random.shuffle(pairs)
    free = [b.player for b in found.byes]
    start = random.randint(1, 500)
    drafted = with_round(t, found.ref.round_no, dict.fromkeys(pairs), free, start)
    there = drafted.rounds[found.ref]
    assert breaches(drafted, found.ref, there.pairings, there.byes) == []
    results = {pair: a_result(random) for pair in pairs}
    return with_round(t, found.ref.round_no, results, free, start)


@pytest.mark.parametrize("number", range(60))
def test_random_play_to_the_champion(number: int) -> None:
    random = Random(f"knock-out {number}")
    size = random.choice((2, 3, 4, 5, 6, 7, 8, 12, 16, 23, 33, 64))
    own, leaving = random.random() < 0.4, number % 2 == 1
    t = event(size, reseed=random.random() < 0.4, third_place=random.random() < 0.5)
    while (found := tree(t, own_third=own).next_boards()) is not None:
        assert not found.waiting
        if not found.boards and not found.byes:
            break
        t = check_round(t, found, random)
        assert tree(t, own_third=own).strays == ()
        t = drop_some(t, random, found.ref.round_no + 1) if leaving else t
    check_end(tree(t, own_third=own), t, leaving=leaving)


def check_end(ko: KnockOut, t: Tournament, *, leaving: bool) -> None:
    assert ko.over
    size = len(t.seeds[2])
    reached = ko.reached()
    assert list(reached) == list(t.seeds[2])
    last = ko.matches[-1].round_no
    survivors = [p for p, lost in reached.items() if lost is None]
    assert survivors == ([ko.champion] if ko.champion else [])
    assert not any(m.by_hand for m in ko.matches)
    for match in ko.matches:
        assert set(match.out) | {match.winner} >= set(match.players)
        assert match.winner is None or match.winner in match.players
    if leaving:
        return
    assert ko.champion is not None
    assert reached[ko.runner_up or PlayerId(0)] == last
    assert [m for m in ko.matches if m.loser is None and len(m.players) == 2] == []
    played = sum(m.table is not None for m in ko.matches)
    third = sum(m.kind == THIRD_PLACE for m in ko.matches)
    assert played == size - 1 + third
    assert (ko.third is not None) == (third == 1 or size == 3)
    if third:
        semi = next(m.round_no for m in ko.matches if m.kind == SEMI_FINAL)
        assert {reached[p] for p in (ko.third, ko.fourth) if p} == {semi}


@pytest.mark.parametrize("number", range(30))
def test_random_live_play_and_corrections(number: int) -> None:
    """Matches open one by one; what a correction touches is what a tree without it shows."""
    random = Random(f"live {number}")
    size = random.randint(2, 20)
    own = random.random() < 0.5
    t = event(size, reseed=random.random() < 0.3, third_place=random.random() < 0.5)
    open_: list[tuple[int, tuple[int, int]]] = []
    drafted: dict[int, dict[tuple[int, int], Result | None]] = {}
    while True:
        ko = tree(t, own_third=own)
        for match in ko.open_matches():
            pair = (match.players[0], match.players[1])
            drafted.setdefault(match.round_no, {})[pair] = None
            open_.append((match.round_no, pair))
        if not open_:
            break
        round_no, chosen = open_.pop(random.randrange(len(open_)))
        drafted[round_no][chosen] = random.choice((A, B))
        for n, tables in drafted.items():
            t = with_round(t, n, tables)
        check_corrections(tree(t, own_third=own), t, own=own)
    check_end(tree(t, own_third=own), t, leaving=False)


def check_corrections(ko: KnockOut, t: Tournament, *, own: bool) -> None:
    """Without the matches it names, a corrected event has a sound tree; and no fewer will do."""
    for ref, there in t.rounds.items():
        for table, pairing in there.pairings.items():
            if pairing.result is None:
                continue
            turned = B if pairing.result == A else A
            named = ko.affected(MatchRef(2, ref.round_no, table), turned)
            after = corrected(t, ref, table, turned)
            assert [m for m in tree(after, own_third=own).matches if m.by_hand] or not named
            for match in named:
                after = voided(after, match)
            sound = tree(after, own_third=own)
            assert sound.strays == ()
            assert not any(m.by_hand for m in sound.matches)


def corrected(t: Tournament, ref: RoundRef, table: int, result: Result) -> Tournament:
    there = t.rounds[ref]
    pairing = replace(there.pairings[table], result=result)
    new = replace(there, pairings={**there.pairings, table: pairing})
    return replace(t, rounds={**t.rounds, ref: new})


def voided(t: Tournament, match: Match) -> Tournament:
    ref = RoundRef(2, match.round_no)
    left = {n: p for n, p in t.rounds[ref].pairings.items() if n != match.table}
    return replace(t, rounds={**t.rounds, ref: replace(t.rounds[ref], pairings=left)})
