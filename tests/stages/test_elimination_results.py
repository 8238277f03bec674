"""Knock-outs: who goes on, who has left, matches by hand, corrections."""

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction

import pytest

from fairpair.core.ids import PlayerId
from fairpair.core.players import DropKind
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
from fairpair.core.rounds import ByeKind, MatchRef, RoundRef
from fairpair.engine.stages.bracket import (
    FINAL,
    SEMI_FINAL,
    THIRD_PLACE,
    Match,
    NextBoards,
    both_lose,
    decides,
)
from fairpair.engine.stages.ranking import ranking_of

from .trees import (
    BOTH_OUT,
    DRAW,
    A,
    B,
    at,
    boards,
    byes,
    event,
    sides,
    tables_outside,
    tree,
    with_round,
    without,
)


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


def test_others_move_up_for_an_expelled_winner() -> None:
    t = with_round(event(4, third_place=True), 1, {(1, 4): A, (2, 3): A})
    t = with_round(t, 2, {(1, 2): A, (3, 4): A})
    assert tree(t).podium == (1, 2, 3, 4)
    t = without(t, 1, 2, DropKind.EXPELLED)
    assert tree(t).podium == (2, 3, 4, None)
    assert tree(t).winners == (2,)
    ranking = ranking_of(t)
    assert ranking
    assert (ranking.champion, ranking.runner_up, ranking.rows[-1].player) == (2, 3, 1)
    assert str(ranking.rows[0].why) == "lost the final; its winner was disqualified"
    assert tree(without(t, 2, 2, DropKind.EXPELLED)).podium == (3, 4, None, None)


def test_a_finalist_whose_opponent_leaves_is_the_winner() -> None:
    t = with_round(event(4, third_place=True), 1, {(1, 4): A, (2, 3): A})
    for end in DropKind:
        assert tree(without(t, 1, 1, end)).champion == 2


def test_a_semi_final_that_only_one_can_reach_has_no_loser() -> None:
    t = event(8, third_place=True)
    t = with_round(t, 1, {(1, 8): None, (4, 5): BOTH_OUT, (2, 7): A, (3, 6): A})
    ko = tree(t)
    semi = at(ko, SEMI_FINAL)
    assert (str(semi.name), sides(semi)) == ("semi-final 1", ["winner of quarter-final 1", "-"])
    assert sides(at(ko, THIRD_PLACE)) == ["-", "loser of semi-final 2"]
    ko = tree(with_round(t, 1, {(1, 8): A, (4, 5): BOTH_OUT, (2, 7): A, (3, 6): A}))
    assert [str(m.name) for m in ko.in_round(2)] == ["semi-final 1", "semi-final 2"]
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
    assert tables_outside(t, ko) == [MatchRef(2, 2, 1)]
    assert [m.players for m in ko.open_matches()] == [(2, 3)]
    assert at(ko, SEMI_FINAL).table == 2


def names(found: Sequence[Match]) -> list[str]:
    return [str(m.name) for m in found]


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
    assert names(ko.affected(MatchRef(2, 1, 1), B)) == ["the third-place match", "the final"]
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
