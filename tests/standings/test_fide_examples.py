"""C.07 by hand: the worked example, the order of the list, one's own record.

Sources: the worked example and the tables of FIDE C.07 and B.02; the rest is worked out here from
the text of C.07 as applied from March 2026. Article numbers are those of that edition.
"""

import pytest

from standings.fairpair_values import (
    cross_table,
)

from .by_hand import BYE_IS_A_DRAW, PUBLISHED, WITHOUT_CAPS, WORKED, numbers, places, values


@pytest.mark.parametrize("code", PUBLISHED)
def test_worked_example(code: str) -> None:
    assert values(WORKED, code) == numbers(PUBLISHED[code])


@pytest.mark.parametrize("code", PUBLISHED)
def test_worked_example_without_the_caps_of_2026(code: str) -> None:
    wanted = PUBLISHED | WITHOUT_CAPS
    assert values(WORKED, code, edition="2024") == numbers(wanted[code])


# 4.2: one list, subgroup by subgroup


def test_points_come_first_even_if_they_are_not_named() -> None:
    assert places(WORKED, "BH") == places(WORKED, "PTS,BH") == [1, 7, 6, 5, 2, 3, 8, 4]
    assert values(WORKED, "BH") == values(WORKED, "PTS", "BH")


def test_a_list_that_ends_leaves_shared_ranks() -> None:
    # 4, 3.5, 3, then 3, 4 and 8 with 2.5, then 1.5 and 1.
    assert places(WORKED, "PTS") == [1, 7, 4, 4, 2, 3, 8, 4]
    # 8 has 12.5, the other two 11.5 each.
    assert places(WORKED, "PTS,BH/C1") == [1, 7, 5, 5, 2, 3, 8, 4]


def test_undefined_is_last_whichever_way_a_tie_break_counts() -> None:
    # 2 beat 3; 1 and 4 have only half-point byes: no opponents, so no average rating.
    trf = cross_table("2000 H H", "1900 3w1 H", "1800 2b0 H", "1700 H H")
    assert values(trf, "ARO") == numbers("- 1800 1900 -")
    assert places(trf, "PTS,ARO") == [2, 1, 4, 2]
    # All have half a point of round 1 and of round 2; 2 and 3 met in it.
    trf = cross_table("2000 H H", "1900 3w= H", "1800 2b= H", "1700 H H")
    assert places(trf, "PTS,ARO") == [3, 2, 1, 3]


# 7: one's own record

OWN_RECORD = (
    "2000 2wW 3b+ U   H",
    "1900 1bL 4w- 3b1 F",
    "1800 4w= 1w- 2w0 4b1",
    "1700 3b= 2b- Z   3w0",
)


@pytest.mark.parametrize(
    ("code", "wanted"),
    [
        ("PTS", "3.5 2 1.5 0.5"),
        ("WIN", "3 2 1 0"),  # 1: the game, the forfeit, the bye; 2: the game, the full-point bye
        ("WON", "1 1 1 0"),
        ("BPG", "0 2 1 1"),  # 1 had Black in a forfeit only
        ("BWG", "0 1 1 0"),
        ("PS", "9.5 3 3 2"),  # 1: 1 + 2 + 3 + 3.5; 2: 0 + 0 + 1 + 2; 3: 0.5 + 0.5 + 0.5 + 1.5
        ("PS/C1", "8.5 3 2.5 1.5"),
        ("PS/C2", "6.5 3 2 1"),
        ("REP", "3 3 3 2"),  # without H; without a forfeit; without one; without a forfeit and Z
        ("STD", "3.5 2.5 1.5 1"),  # 2 and 4 forfeited to each other: 1/2 for both, as 0 equals 0
        ("TPN", "1 2 3 4"),
        ("RTNG", "2000 1900 1800 1700"),
    ],
)
def test_own_record(code: str, wanted: str) -> None:
    assert values(cross_table(*OWN_RECORD), code) == numbers(wanted)


def test_a_bye_worth_a_draw_is_no_win() -> None:
    trf = cross_table(*OWN_RECORD, scoring=BYE_IS_A_DRAW)
    assert values(trf, "WIN") == numbers("2 2 1 0")
    assert values(trf, "STD") == numbers("3 2.5 1.5 1")


def test_standard_points_where_not_everything_is_shared() -> None:
    # 1/2-0 is more than the opponent, 0-0 as much.
    trf = cross_table("2000 2w= 3b0", "1900 1b0 Z", "1800 H 1w0")
    assert values(trf, "STD") == numbers("1.5 0 1")


def test_numbers_and_ratings_the_other_way_round() -> None:
    trf = cross_table("2000 H", "1900 H", "2100 H")
    assert places(trf, "PTS,TPN") == [1, 2, 3]
    assert places(trf, "PTS,TPN/R") == [3, 2, 1]
    assert places(trf, "PTS,RTNG") == [2, 3, 1]
    assert places(trf, "PTS,RTNG/R") == [2, 1, 3]
