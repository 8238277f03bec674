"""Final places: worked by hand, and for every knock-out that can be played."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fairpair.core.ids import PlayerId
from fairpair.engine.stages.bracket import Outcome, knock_out_kinds
from fairpair.engine.stages.ranking import FinalRanking, final_ranking
from fairpair.engine.standings.table import Standings
from fairpair.engine.standings.tiebreak_input import tiebreak_input
from log_driver import p
from standings.builder import played


def swiss(count: int) -> dict[PlayerId, int]:
    """Player n was n-th."""
    return {p(n): n for n in range(1, count + 1)}


def order(ranking: FinalRanking) -> list[int]:
    assert [row.rank for row in ranking.rows] == list(range(1, len(ranking.rows) + 1))
    return [int(row.player) for row in ranking.rows]


def losses(**by_kind: list[int]) -> dict[PlayerId, str]:
    return {p(n): kind for kind, players in by_kind.items() for n in players}


@st.composite
def knock_outs_without_a_winner(draw: st.DrawFn) -> tuple[dict[PlayerId, int], Outcome]:
    """All of them lost somewhere, in any number."""
    count = draw(st.integers(2, 20))
    size = draw(st.integers(2, count))
    kinds = knock_out_kinds(size, own_third_place=False)
    first, *_ = kinds
    lost = {p(n): draw(st.sampled_from(kinds)) for n in range(1, size + 1)}
    room = {kind: 2 ** (len(kinds) - n) for n, kind in enumerate(kinds)}
    for kind in reversed(kinds):  # no more can come to a round than it has places
        later = kinds[kinds.index(kind) :]
        there = [player for player, k in lost.items() if k in later]
        lost |= dict.fromkeys(there[room[kind] :], first)
    return swiss(count), Outcome(lost)


def test_a_top_8_of_ten_with_a_match_for_third_place() -> None:
    """1-8, 4-5, 2-7, 3-6: 8, 4, 7, 3 win; 4 beats 8, 7 beats 3; 7 beats 4; 3 is third."""
    lost = losses(quarter_final=[1, 5, 2, 6], semi_final=[8, 3], final=[4])
    found = final_ranking(swiss(10), Outcome(lost, champion=p(7), third=p(3)))
    assert order(found) == [7, 4, 3, 8, 1, 2, 5, 6, 9, 10]
    assert [str(row.why) for row in found.rows] == [
        "won the final",
        "lost the final",
        "won the third-place match",
        "lost the third-place match",
        "knocked out in the quarter-finals, then rank 1 in the Swiss rounds",
        "knocked out in the quarter-finals, then rank 2 in the Swiss rounds",
        "knocked out in the quarter-finals, then rank 5 in the Swiss rounds",
        "knocked out in the quarter-finals, then rank 6 in the Swiss rounds",
        "rank 9 in the Swiss rounds",
        "rank 10 in the Swiss rounds",
    ]
    assert (found.champion, found.runner_up, found.third) == (7, 4, 3)


def test_the_loser_of_the_match_for_third_place_may_have_been_better_before() -> None:
    lost = losses(semi_final=[1, 3], final=[2])
    found = final_ranking(swiss(4), Outcome(lost, champion=p(4), third=p(3)))
    assert order(found) == [4, 2, 3, 1]


def test_without_a_match_for_third_place_the_standings_decide() -> None:
    lost = losses(semi_final=[3, 1], final=[2])
    found = final_ranking(swiss(5), Outcome(lost, champion=p(4)))
    assert order(found) == [4, 2, 1, 3, 5]
    assert (
        str(found.rows[2].why) == "knocked out in the semi-finals, then rank 1 in the Swiss rounds"
    )


def test_a_top_16() -> None:
    lost = losses(
        round_of_16=[16, 9, 13, 12, 15, 10, 14, 1],
        quarter_final=[8, 5, 7, 6],
        semi_final=[4, 3],
        final=[2],
    )
    found = final_ranking(swiss(18), Outcome(lost, champion=p(11)))
    assert order(found) == [11, 2, 3, 4, 5, 6, 7, 8, 1, 9, 10, 12, 13, 14, 15, 16, 17, 18]
    assert (
        str(found.rows[9].why) == "knocked out in the round of 16, then rank 9 in the Swiss rounds"
    )
    by_letter = final_ranking(swiss(18), Outcome(lost, champion=p(11)), by_round=False)
    assert order(by_letter) == [11, 2, 3, 4, 1, 5, 6, 7, 8, 9, 10, 12, 13, 14, 15, 16, 17, 18]
    assert str(by_letter.rows[4].why) == "rank 1 in the Swiss rounds"


def test_small_knock_outs() -> None:
    two = final_ranking(swiss(4), Outcome(losses(final=[1]), champion=p(2)))
    assert order(two) == [2, 1, 3, 4]
    assert two.third == 3
    lost = losses(semi_final=[2], final=[1])
    three = final_ranking(swiss(3), Outcome(lost, champion=p(3)), stage_1="ranking.round-robin")
    assert order(three) == [3, 1, 2]
    assert (
        str(three.rows[2].why) == "knocked out in the semi-finals, then rank 2 in the round robin"
    )


def test_the_third_of_three_played_no_match_for_it() -> None:
    outcome = Outcome(losses(semi_final=[2], final=[1]), p(3), p(2), still_in={p(3): "final"})
    found = final_ranking(swiss(4), outcome)
    assert order(found) == [3, 1, 2, 4]
    assert str(found.rows[2].why) == "lost the semi-final"


def test_somebody_else_may_play_for_third_place() -> None:
    """3 left after the semi-final; 6 came for 3 and beat 4."""
    lost = losses(quarter_final=[5, 6, 7, 8], semi_final=[3, 4], final=[2])
    found = final_ranking(swiss(8), Outcome(lost, champion=p(1), third=p(6)))
    assert order(found) == [1, 2, 6, 3, 4, 5, 7, 8]
    assert [str(row.why) for row in found.rows[2:4]] == [
        "won the third-place match",
        "knocked out in the semi-finals, then rank 3 in the Swiss rounds",
    ]


def test_without_a_knock_out_the_standings_are_final() -> None:
    found = final_ranking({p(3): 1, p(1): 2, p(2): 3})
    assert order(found) == [3, 1, 2]
    assert (found.champion, found.runner_up, found.third) == (3, 1, 2)
    assert final_ranking({}).champion is None


def test_who_was_passed_over_comes_after_the_knock_out() -> None:
    """The second of the Swiss rounds left before the cut; places of others do not move for it."""
    lost = losses(semi_final=[4, 5], final=[3])
    found = final_ranking(swiss(6), Outcome(lost, champion=p(1)))
    assert order(found) == [1, 3, 4, 5, 2, 6]


def test_level_players_share_a_place() -> None:
    ranks = {p(1): 1, p(2): 2, p(3): 3, p(4): 3, p(5): 5, p(6): 5}
    found = final_ranking(ranks, Outcome(losses(semi_final=[3, 4], final=[1]), champion=p(2)))
    assert [(row.rank, int(row.player)) for row in found.rows] == [
        (1, 2),
        (2, 1),
        (3, 3),
        (3, 4),
        (5, 5),
        (5, 6),
    ]
    assert found.third is None


def test_nobody_won_the_final() -> None:
    """Nobody is first then; all other places are as ever."""
    found = final_ranking(swiss(5), Outcome(losses(semi_final=[1, 2], final=[4, 3])))
    assert [(row.rank, row.player) for row in found.rows] == [
        (2, 3),
        (2, 4),
        (3, 1),
        (4, 2),
        (5, 5),
    ]
    assert str(found.rows[0].why) == "lost the final; nobody won the knockout"
    assert (found.champion, found.third) == (None, p(1))


def test_nobody_came_to_the_final() -> None:
    found = final_ranking(swiss(6), Outcome(losses(semi_final=[1, 2, 3, 4])))
    assert [row.rank for row in found.rows] == [3, 3, 3, 3, 5, 6]
    assert str(found.rows[0].why) == "knocked out in the semi-finals; nobody won the knockout"
    gone = Outcome(losses(quarter_final=[5, 6, 7, 8], semi_final=[2, 3, 4], final=[1]))
    assert [row.rank for row in final_ranking(swiss(9), gone).rows] == [2, 3, 3, 3, 5, 6, 7, 8, 9]


@given(knock_outs_without_a_winner())
def test_without_a_winner_nobody_is_first(drawn: tuple[dict[PlayerId, int], Outcome]) -> None:
    ranks, outcome = drawn
    rows = final_ranking(ranks, outcome).rows
    found = [row.rank or 0 for row in rows]
    assert found == sorted(found)
    assert found[0] > 1
    outside = [
        (place, row) for place, row in enumerate(rows, 1) if row.player not in outcome.lost_in
    ]
    assert all(row.rank == place for place, row in outside)


def test_before_the_end() -> None:
    """Semi-final 1-4 is open; 3 beat 2 and waits in the final."""
    outcome = Outcome(
        losses(quarter_final=[5, 6, 7, 8], semi_final=[2]),
        still_in={p(1): "semi_final", p(4): "semi_final", p(3): "final"},
    )
    found = final_ranking(swiss(9), outcome)
    assert order(found) == [3, 1, 4, 2, 5, 6, 7, 8, 9]
    assert str(found.rows[0].why) == "reached the final, then rank 3 in the Swiss rounds"


def test_who_is_still_in_the_knockout_is_ahead_of_others() -> None:
    """The first of the Swiss rounds left before the cut."""
    still = dict.fromkeys(map(p, range(2, 10)), "quarter_final")
    found = final_ranking(swiss(10), Outcome(still_in=still), by_round=False)
    assert order(found) == [*range(2, 10), 1, 10]


def test_nobody_is_first_if_all_left_before_the_first_four() -> None:
    """Also where places after the fourth go by the standings."""
    lost = losses(quarter_final=[*range(1, 9)], round_of_16=[9, 10])
    found = final_ranking(swiss(10), Outcome(lost), by_round=False)
    assert [row.rank for row in found.rows] == [5] * 8 + [9, 10]


def test_dropped_players_keep_their_place() -> None:
    text = """1  Ana 2-0 Bo | Cy 2-0 Di
              2  Ana 2-0 Cy | Bo 2-0 Di"""
    before, after = (
        Standings(tiebreak_input(played(sheet)), ["player_number"]).ranks
        for sheet in (text, f"{text}\nBo drops after 2\nDi drops after 2")
    )
    assert final_ranking(before) == final_ranking(after)


@pytest.mark.parametrize(
    "wrong",
    [
        lambda: Outcome(losses(final=[1]), champion=p(1)),
        lambda: Outcome(losses(final=[1]), champion=p(2), third=p(1)),
        lambda: Outcome(losses(final=[1]), still_in={p(1): "final"}),
        lambda: final_ranking(swiss(2), Outcome(losses(third_place=[1]))),
    ],
)
def test_what_no_tree_can_bring(wrong: "object") -> None:
    assert callable(wrong)
    with pytest.raises(AssertionError):
        wrong()


@st.composite
def knock_outs(draw: st.DrawFn) -> tuple[dict[PlayerId, int], Outcome, int]:
    """A field in any order, some of whom play a knock-out of any size to some round of it."""
    count = draw(st.integers(2, 40))
    players = [p(n) for n in draw(st.permutations(range(1, count + 1)))]
    size = draw(st.integers(2, count))
    left = draw(st.permutations(players))[:size]
    kinds = knock_out_kinds(size, own_third_place=False)
    played_rounds = draw(st.integers(0, len(kinds)))
    lost: dict[PlayerId, str] = {}
    for n, kind in enumerate(kinds[:played_rounds]):
        room = 2 ** (len(kinds) - n - 1)
        left, out = left[:room], left[room:]
        lost |= dict.fromkeys(out, kind)
    champion = left[0] if len(left) == 1 else None
    still = {} if champion else dict.fromkeys(left, kinds[played_rounds])
    semi = [player for player, kind in lost.items() if kind == "semi_final"]
    third = draw(st.sampled_from([None, *semi])) if champion else None
    ranks = {player: n for n, player in enumerate(players, 1)}
    return ranks, Outcome(lost, champion, third, still), size


@given(knock_outs(), st.booleans())
def test_everybody_has_one_place_and_the_order_is_right(
    drawn: tuple[dict[PlayerId, int], Outcome, int], by_round: bool
) -> None:
    ranks, outcome, size = drawn
    found = final_ranking(ranks, outcome, by_round=by_round)
    players = order(found)
    assert sorted(players) == sorted(ranks)
    assert all(row.why and row.stage_1_rank == ranks[row.player] for row in found.rows)
    if outcome.champion:
        assert players[0] == outcome.champion
        assert outcome.lost_in[p(players[1])] == "final"
    if outcome.third:
        assert players[2] == outcome.third
    if not by_round:
        outside = [ranks[p(n)] for n in players[max(4, len(outcome.still_in)) :]]
        assert outside == sorted(outside)
        return
    assert set(players[:size]) == {*outcome.lost_in, *outcome.still_in} | (
        {outcome.champion} if outcome.champion else set()
    )
    for upper, lower in zip(found.rows, found.rows[1:], strict=False):
        kinds = {outcome.lost_in.get(row.player, "") for row in (upper, lower)}
        if len(kinds) == 1 and kinds not in ({""}, {"semi_final"}):
            assert (upper.stage_1_rank or 0) < (lower.stage_1_rank or 0)
