"""C.07 by hand: small cross tables, one clause at a time, with the arithmetic beside them.

Sources: the worked example and the tables of FIDE C.07 and B.02; the rest is worked out here from
the text of C.07 as applied from March 2026. Article numbers are those of that edition.
"""

from fractions import Fraction

import pytest

from fairpair.core.ids import PlayerId
from fairpair.engine.standings.ratings import difference, expected
from fairpair.engine.standings.registry import link_of
from fairpair.engine.standings.table import Standings
from standings.oracle import Value
from standings.ours import (
    THREE_ONE_NIL,
    THREE_TWO_ONE,
    column,
    cross_table,
    ledger_from,
    ranks,
)

HALF = Fraction(1, 2)
BYE_IS_A_DRAW = "W 1.0    D 0.5    L 0.0    A 0.0    P 0.5    X 0.5"


def values(
    trf: str,
    *codes: str,
    edition: str = "2026",
    predetermined: bool = False,
    unrated: int | None = None,
    until: int | None = None,
) -> list[Value]:
    """Those of the last code, in the order of the cross table."""
    ledger = ledger_from(
        trf, edition=edition, predetermined=predetermined, unrated=unrated, until=until
    )
    found = column(ledger, *codes)
    return [found[one] for one in sorted(found)]


def places(trf: str, codes: str, *, predetermined: bool = False) -> list[int]:
    """Ranks by this list, in the order of the cross table."""
    found = ranks(ledger_from(trf, predetermined=predetermined), codes.split(","))
    return [found[one] for one in sorted(found)]


def numbers(text: str) -> list[Value]:
    return [None if word == "-" else Fraction(word) for word in text.split()]


# The worked example: 8 players, 5 rounds. 7 withdrew after round 3, 2 had a half-point bye, 6
# forfeited to 8; pairing-allocated byes: 5 in round 2, 2 in round 4, 4 in round 5.

WORKED = cross_table(
    "2407 5w1 6b1 8w1 3b0 2w1",
    "2328 6b0 H   3w0 U   1b0",
    "2226 7w= 4b0 2b1 1w1 6w0",
    "2101 8b0 3w1 6w0 5b= U",
    "2027 1b0 U   7w1 4w= 8b1",
    "1930 2w1 1w0 4b1 8b- 3b1",
    "1810 3b= 8w= 5b0 Z   Z",
    "1704 4w1 7b= 1b0 6w+ 5w0",
)
PUBLISHED = {  # by code, players 1 to 8
    "PTS": "4 1.5 2.5 2.5 3.5 3 1 2.5",
    "BH": "13 12.5 13 14 13.5 13 10.5 14.5",
    "BH/C1": "11.5 11 11.5 11.5 11.5 10.5 9.5 12.5",
    "BH/C2": "9 9.5 9.5 9 9 9 8.5 10",
    "BH/M1": "8 7 7.5 8 7.5 6.5 6 8.5",
    "SB": "10.5 2.25 6.5 6.75 8.25 6.5 2.5 6",
    "SB/C1": "9 1.5 5 6.75 6.25 5 2.5 5",
    "AOB": "13.3 13 12.6 13.5 13 13.125 41/3 12.75",
    "FB": "13.5 13 12.5 14 13.5 13.5 11 13.5",
    "PS": "13 4 7.5 6 9 9 4.5 9",
    "PS/C1": "12 4 7 6 9 8 4 8",
    "STD": "4 1.5 2.5 2.5 3.5 3 1 2.5",
    "WIN": "4 1 2 2 3 3 0 2",
    "WON": "4 0 2 1 2 3 0 1",
    "BPG": "2 2 2 2 2 2 2 2",
    "BWG": "1 0 1 0 1 2 0 0",
    "REP": "5 4 5 5 5 4 3 5",
    "ARO": "2043 2188 2115 1972 2006 2266 1986 2086",
    "ARO/C1": "2128 2317 2192 2061 2106 2320 2127 2178",
    "TPR": "2283 1388 2115 1885 2101 2459 1861 1999",
    "PTP": "2354 1130 2113 1862 2127 2474 1830 1964",
    "APRO": "2012 2286 1975 2169 2007 1918 2072 2033",
    "APPO": "1962 2314 1930 2170 2003 1865 2068 2043",
}
WITHOUT_CAPS = {
    # 5's bye in round 2 counts 3.5, not 2.5: 4 + 3.5 + 2 + 2.5 + 2.5.
    # 6's forfeit in round 4 counts 3, not the 2.5 of 8: 1.5 + 4 + 2.5 + 3 + 2.5.
    "BH": "13 12.5 13 14 14.5 13.5 10.5 14.5",
    # 5 loses the 2 of 7; 6 the 3 of the forfeit, its only voluntary one.
    "BH/C1": "11.5 11 11.5 11.5 12.5 10.5 9.5 12.5",
    "BH/C2": "9 9.5 9.5 9 10 9 8.5 10",
    "BH/M1": "8 7 7.5 8 8.5 6.5 6 8.5",
    # 5: 0 + 3.5 + 2 + 1.25 + 2.5; a cut takes the 2 made against 7. 6's forfeit is still 0.
    "SB": "10.5 2.25 6.5 6.75 9.25 6.5 2.5 6",
    "SB/C1": "9 1.5 5 6.75 7.25 5 2.5 5",
    # 1: (14.5 + 13.5 + 14.5 + 13 + 12.5) / 5; 2: (13.5 + 13 + 13) / 3; 3: 63.5 / 5; 4: 55.5 / 4;
    # 7: (13 + 14.5 + 14.5) / 3; 8: (14 + 10.5 + 13 + 14.5) / 4; neither 5 nor 6 met the other.
    "AOB": "13.6 79/6 12.7 13.875 13 13.125 14 13",
    # With round 5 drawn 5 has 3, so has 8: 3.5 + 3 + 2 + 2.5 + 3, and 2.5 + 2 + 3.5 + 3 + 3.
    "FB": "13.5 13 12.5 14 14 13.5 11 14",
}


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


# 6: direct encounter


def test_who_beat_all_is_first_though_the_others_have_not_met() -> None:
    # 1, 2 and 3 have 2 points. 1 beat 2 and 3: 2 points; 2 or 3 have 0 and can reach 1.
    trf = cross_table(
        "2000 2w1 3w1 4b0 5w0",
        "1990 1b0 5w1 6b1 4b0",
        "1980 4w1 1b0 5w1 6b0",
        "1970 3b0 6w1 1w1 2w1",
        "1960 6w= 2b0 3b0 1b1",
        "1950 5b= 4b0 2w0 3w1",
    )
    assert values(trf, "PTS") == numbers("2 2 2 3 1.5 1.5")
    assert places(trf, "PTS,DE") == [2, 3, 3, 1, 5, 5]
    assert values(trf, "DE") == [1, 2, 2, 0, 0, 0]


NOTHING_SETTLED = cross_table(
    "2000 2w1 5b0 6w=",
    "1990 1b0 3w= 5w1",
    "1980 6w1 2b= 4b0",
    "1970 5w0 6w1 3w1",
    "1960 4b1 1w1 2b0",
    "1950 3b0 4b0 1b=",
)


def test_nothing_is_settled_while_another_could_still_come_first() -> None:
    # 1, 2 and 3 have 1.5 points. 1 beat 2, 2 and 3 drew, 1 and 3 have not met: 1 has 1 point,
    # but 3 could reach 1.5.
    assert values(NOTHING_SETTLED, "PTS") == numbers("1.5 1.5 1.5 2 2 0.5")
    assert places(NOTHING_SETTLED, "PTS,DE") == [3, 3, 3, 2, 1, 6]  # 5 beat 4


def test_level_is_not_alone_on_top() -> None:
    # 1, 2 and 3 have 1.5 points. 1 beat 2, 2 beat 3, 1 and 3 have not met: 1 each for 1 and 2,
    # and 3 could reach 1.
    trf = cross_table(
        "2000 2w1 5b0 6w=",
        "1990 1b0 3w1 5w=",
        "1980 6w1 2b0 4b=",
        "1970 5w0 6w= 3w=",
        "1960 4b1 1w1 2b=",
        "1950 3b0 4b= 1b=",
    )
    assert values(trf, "PTS") == numbers("1.5 1.5 1.5 1 2.5 1")
    assert places(trf, "PTS,DE") == [2, 2, 2, 5, 1, 5]


def test_listed_twice_it_looks_at_those_who_are_still_tied() -> None:
    # 3 had Black twice, 1 and 2 once; 1 beat 2.
    assert places(NOTHING_SETTLED, "PTS,DE,BPG") == [4, 4, 3, 2, 1, 6]
    assert places(NOTHING_SETTLED, "PTS,DE,BPG,DE") == [4, 5, 3, 2, 1, 6]
    standings = Standings(ledger_from(NOTHING_SETTLED), ["PTS", "DE", "BPG", "DE"])
    shown = [[int(value or 0) for value in row.values[1:]] for row in standings.rows[2:5]]
    assert shown == [[0, 2, 0], [0, 1, 1], [0, 1, 2]]


FOUR_WHO_MET = cross_table(
    "2000 2w1 3b0 4w1 5b0 6w0",
    "1990 1b0 4w1 3w1 6b0 5w0",
    "1980 4w= 1w1 2b0 7b= 8w0",
    "1970 3b= 2b0 1b0 8w1 7b=",
    "1960 6w= 7w= 8b= 1w1 2b1",
    "1950 5b= 8w= 7w= 2w1 1b1",
    "1940 8w= 5b= 6b= 3w= 4w=",
    "1930 7b= 6b= 5w= 4b0 3b1",
)


def test_a_smaller_group_is_treated_again_from_scratch() -> None:
    # 1 to 4 have 2 points and have all met: 2, 2, 1.5 and 0.5 among them. 1 beat 2.
    assert values(FOUR_WHO_MET, "PTS") == numbers("2 2 2 2 3.5 3.5 2.5 2.5")
    assert places(FOUR_WHO_MET, "PTS,DE") == [5, 6, 7, 8, 1, 1, 3, 3]


def test_of_several_games_the_average_counts() -> None:
    # 1, 2 and 3 have 2 points. 1 and 2 won one game each: 1/2 for both; 1 beat 3, 3 beat 2.
    # 1.5, 0.5 and 1, while the sums would be 2, 1 and 1.
    trf = cross_table(
        "2000 2w1 3w1 6b0 2b0",
        "1990 1b0 5w1 3b0 1w1",
        "1980 4w= 1b0 2w1 5b=",
        "1970 3b= 6w1 5w1 6b1",
        "1960 6w= 2b0 4b0 3w=",
        "1950 5b= 4b0 1w1 4w0",
    )
    assert values(trf, "PTS") == numbers("2 2 2 3.5 1 1.5")
    assert places(trf, "PTS,DE") == [2, 4, 3, 1, 6, 5]
    ledger = ledger_from(trf)
    link = link_of("DE", ledger.rules)
    tied = [PlayerId(number) for number in (1, 2, 3)]
    assert link.tiebreak.inside
    shown = [link.tiebreak.inside(ledger, link.step, tied, one).value for one in tied]
    assert shown == numbers("1.5 0.5 1")


def test_two_wins_against_one_player_are_one_win() -> None:
    # 1, 2 and 3 have 2 points. 1 beat 2 twice, 3 beat 1, 2 beat 3: 1 each, nothing is settled;
    # the sums would be 2, 1 and 1.
    trf = cross_table(
        "2000 2w1 3w0 6b0 2b1",
        "1990 1b0 5w1 3b1 1w0",
        "1980 4w= 1b1 2w0 5b=",
        "1970 3b= 6w1 5w1 6b1",
        "1960 6w= 2b0 4b0 3w=",
        "1950 5b= 4b0 1w1 4w0",
    )
    assert values(trf, "PTS") == numbers("2 2 2 3.5 1 1.5")
    assert places(trf, "PTS,DE") == [2, 2, 2, 1, 6, 5]


ONE_FORFEIT = cross_table("2000 2w+ 3b0", "1900 1b- 4w1", "1800 4w0 1w1", "1700 3b1 2b0")


def test_forfeits_are_no_encounters_unless_asked_for_or_known_from_the_start() -> None:
    # Everybody has 1 point. 1 beat 2 by forfeit; 2 beat 4, 4 beat 3, 3 beat 1.
    assert places(ONE_FORFEIT, "PTS,DE") == [1, 1, 1, 1]
    two = cross_table("2000 2w+ H", "1900 1b- F")
    assert values(two, "PTS") == numbers("1.5 1")
    level = cross_table("2000 2w+ Z", "1900 1b- F")
    assert places(level, "PTS,DE") == [1, 1]
    assert places(level, "PTS,DE/P") == [1, 2]
    assert places(level, "PTS,DE", predetermined=True) == [1, 2]


def test_the_second_place_can_be_certain_too() -> None:
    # 1 to 4 have 3 points. 1 beat 2, 3 and 4; 2 beat 3 and 4; 3 and 4 have not met. 1 has 3 points
    # and 2 has 2, while 3 and 4 have none and can reach 1.
    trf = cross_table(
        "2000 2w1 3b1 4w1 5b0 6w0 7b0",
        "1990 1b0 4w1 3b1 6w1 5b0 8w0",
        "1980 5w1 1w0 2w0 7b1 8w1 6b0",
        "1970 6b1 2b0 1b0 8w1 7b1 5w0",
        "1960 3b0 6w= 7b= 1w1 2w1 4b1",
        "1950 4w0 5b= 8w1 2b0 1b1 3w1",
        "1940 8w= 8b= 5w= 3w0 4w0 1w1",
        "1930 7b= 7w= 6b0 4b0 3b0 2b1",
    )
    assert values(trf, "PTS") == numbers("3 3 3 3 4 3.5 2.5 2")
    assert places(trf, "PTS,DE") == [3, 4, 5, 5, 1, 2, 7, 8]


def test_the_second_place_is_that_of_the_same_standings() -> None:
    # 1 to 4 have 3 points. 1 beat 3 and 4 and drew with 2: 2.5; 2 drew with 3 and beat 4: 2;
    # 3 has 0.5 and 4 has 0, and they have not met: 3 could reach 1.5. So 1 is first and 2 second,
    # though without 1 it would be 1.5 for 2, which 3 could reach as well.
    trf = cross_table(
        "2000 2w= 3b1 4w1 5b0 6w=",
        "1990 1b= 4w1 3b= 6w1 5b0",
        "1980 5w1 1w0 2w= 7b1 8w=",
        "1970 6b1 2b0 1b0 8w1 7b1",
        "1960 3b0 6w1 7b1 1w1 2w1",
        "1950 4w0 5b0 8w1 2b0 1b=",
        "1940 8w= 8b= 5w0 3w0 4w0",
        "1930 7b= 7w= 6b0 4b0 3b=",
    )
    assert values(trf, "PTS") == numbers("3 3 3 3 4 1.5 1 1.5")
    assert places(trf, "PTS,DE") == [2, 3, 4, 4, 1, 6, 8, 7]


def test_losing_a_missing_game_may_bring_points() -> None:
    # 3-2-1: 1 to 4 have 8 points. Among them 1 beat 2 and 4: 6; 2 lost, drew and won: 6; 3 has 3,
    # 4 has 5. 1 and 3 have not met: 3 can reach 6, but 1 has 7 even if it loses. Without 1 the
    # others have all met: 2 has 5, 4 has 4, 3 has 3.
    trf = cross_table(
        "2000 2w1 4w1 5b0 7w0",
        "1990 1b0 3w= 4w1 5w=",
        "1980 4b0 2b= 6w1 6w=",
        "1970 3w1 1b0 2b0 8w1",
        "1960 6w= 6b= 1w1 2b=",
        "1950 5b= 5w= 3b0 3b=",
        "1940 8w= 8b= 8w= 1b1",
        "1930 7b= 7w= 7b= 4b0",
        scoring=THREE_TWO_ONE,
    )
    assert values(trf, "PTS") == numbers("8 8 8 8 9 7 9 7")
    assert places(trf, "PTS,DE") == [3, 4, 6, 5, 1, 7, 1, 7]


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


# 8, 9, 14 and 16: opponents' scores

WITHDRAWN = cross_table(
    "2000 2w1 3b1 4w1 U",
    "1900 1b0 4w1 H   Z",
    "1800 4w1 1w0 Z   4b-",
    "1700 3b0 2b0 1b0 3w+",
)
"""4, 1.5, 1 and 1 points; for the opponents 2 has 0 + 1 + 1/2 + 1/2 = 2, as nothing but voluntary
rounds follow its byes, and 3 has 1 + 0 + 1/2 + 0 = 1.5: a forfeit is no bye."""


@pytest.mark.parametrize(
    ("code", "edition", "wanted"),
    [
        # 1: 2 + 1.5 + 1, and the bye at most 4 x 1/2. 4 is forfeit winner: its own 1, below 1.5.
        ("BH", "2026", "6.5 8 7 8.5"),
        ("BH", "2024", "8.5 8 7 8.5"),
        # 2: 4, 1 and 1.5 twice by requested byes: such a 1.5 goes, though 1 is less; then the
        # other one. 1's bye was not its own wish, so the 1 of 4 goes.
        ("BH/C1", "2026", "5.5 6.5 6 7.5"),
        ("BH/C2", "2026", "4 5 5 6"),
        ("BH/M1", "2026", "3.5 2.5 2 3.5"),
        ("BH/M2", "2026", "0 0 0 0"),
        # 1: 2 + 1.5 + 1 + 2; 2: 1 x 1 + 1/2 x 1.5; 3: 1 x 1; 4: 1 x 1.
        ("SB", "2026", "6.5 1.75 1 1"),
        # 2: the lowest opponent, 4 with 1, brought 1; the zero-point bye 0, which is lower, so
        # the 1 goes. 3: 4, the bye and the forfeit stand at 1; of their products 1, 0, 0 the least
        # is 0, and a voluntary 0 is no lower. 4: its own forfeit win is the lowest with 1.
        ("SB/C1", "2026", "5.5 0.75 1 0"),
        ("SB/C2", "2026", "4 0.75 1 0"),
        ("REP", "2026", "4 2 2 4"),
    ],
)
def test_byes_at_the_end_and_cuts(code: str, edition: str, wanted: str) -> None:
    assert values(WITHDRAWN, code, edition=edition) == numbers(wanted)


def test_a_bye_that_something_else_follows_keeps_its_points() -> None:
    # 2 has 1 point and asked for a round without a game. If a full-point bye follows, that is
    # worth nothing; as the last round it is a draw for the opponents. 1's own bye counts 1.5 at
    # most, and 3 has 1/2.
    followed = cross_table("2000 2w1 H 3b1", "1900 1b0 Z F", "1800 Z H 1w0")
    assert values(followed, "BH")[0] == 1 + Fraction(3, 2) + HALF
    last = cross_table("2000 2w1 H 3b1", "1900 1b0 F Z", "1800 Z H 1w0")
    assert values(last, "BH")[0] == Fraction(3, 2) + Fraction(3, 2) + HALF


def test_forfeits_as_games() -> None:
    # 6 forfeited to 8, who has 2.5, and 8 has won against 6, who has 3.
    # 6: 1.5 + 4 + 2.5 + 2.5 + 2.5, and no voluntary round any more: the 1.5 goes.
    # 8: 2.5 + 2 + 4 + 3 + 3.5; 1 x 2.5 + 1/2 x 2 + 1 x 3.
    assert values(WORKED, "BH/P") == numbers("13 12.5 13 14 13.5 13 10.5 15")
    assert values(WORKED, "BH/C1/P")[5] == Fraction(23, 2)
    assert values(WORKED, "SB/P") == numbers("10.5 2.25 6.5 6.75 8.25 6.5 2.5 6.5")
    # In 2024 there is nothing to cap in a game; only the bye of 5 counts 3.5.
    assert values(WORKED, "BH/P", edition="2024") == numbers("13 12.5 13 14 14.5 13 10.5 15")


LAST_ROUND_BYES = cross_table(
    "2000 2w1 3b1 5w+",
    "1900 1b0 5w1 U",
    "1800 4w1 1w0 H",
    "1700 3b0 H   Z",
    "1600 U   2b0 1b-",
)
"""3, 2, 1.5, 0.5 and 1 points. With round 3 drawn 1 has 2.5 and 5 has 1.5; 2, 3 and 4 were not
paired. For its opponents 4 has 1."""


@pytest.mark.parametrize(
    ("code", "wanted"),
    [
        # 1: 2 + 1.5 + 1.5; 2: 2.5 + 1.5 + at most 1.5; 3: 1 + 2.5 + 1.5; 4: 1.5 + 0.5 + 0.5;
        # 5: 1.5 + 2 + 2.5
        ("FB", "5 5.5 5 2.5 6"),
        ("BH/F", "5 5.5 5 2.5 6"),
        # 1: 2 + 1.5 + at most the 1 of 5; 2: 3 + 1 + 1.5; 3: 1 + 3 + 1.5; 5: 1 + 2 + 1
        ("BH", "4.5 5.5 5.5 2.5 4"),
        # The forfeit of 5 is a game here, so the least goes; 3 and 4 lose a bye.
        ("FB/C1", "3.5 4 3.5 2 4.5"),
        ("FB/M1", "1.5 1.5 1 0.5 2"),
        # Whom one met over the board does not change: 1 met 2 and 3, 5 met 2.
        ("AOB/F", "5.25 5.5 3.75 5 5.5"),
    ],
)
def test_last_round_as_draws(code: str, wanted: str) -> None:
    assert values(LAST_ROUND_BYES, code) == numbers(wanted)


def test_a_forfeit_of_the_last_round_is_no_voluntary_round_in_fore_buchholz() -> None:
    # 2 had a zero-point bye and then forfeited, so its bye is a draw: 0.5 for opponents.
    trf = cross_table("2000 2w1 3b1 2b+", "1900 1b0 Z 1w-", "1800 4w= 1w0 4b=", "1700 3b= U 3w=")
    assert values(trf, "BH")[0] == HALF + 1 + HALF
    # With round 3 drawn it has the 1/2 of that, and the bye is followed by a game: 0.
    assert values(trf, "FB")[0] == HALF + 1 + HALF
    assert values(trf, "FB")[2] == 2 + Fraction(5, 2) + 2


def test_only_the_last_round_of_the_event_is_drawn() -> None:
    early = cross_table("2000 2w1 3b1", "1900 1b0 H", "1800 U 1w0", planned=3)
    assert values(early, "FB") == values(early, "BH")
    assert values(LAST_ROUND_BYES, "FB", until=2) == values(LAST_ROUND_BYES, "BH", until=2)
    ended = cross_table("2000 2w1 3b1", "1900 1b0 H", "1800 U 1w0")
    # 1 has 1.5, 3 has 1.5, 2 has 0.5: 0.5 + 1.5; 1.5 + 0.5; at most 1 for the bye + 1.5
    assert values(ended, "FB") == numbers("2 2 2.5")


def test_before_the_end_a_bye_counts_at_most_draws_in_the_rounds_so_far() -> None:
    # 2 of 5 rounds: 1 has 2 points, its bye counts 1.
    trf = cross_table("2000 U 2w1", "1900 3w1 1b0", "1800 2b0 H", planned=5)
    assert values(trf, "BH")[0] == 1 + 1


def test_three_points_for_a_win() -> None:
    # 4, 1, 3 and 7 points; a draw is worth 1, so 3 in three rounds is the most for a bye.
    trf = cross_table(
        "2000 2w1 3b= 4w0",
        "1900 1b0 Z   3w=",
        "1800 4w= 1w= 2b=",
        "1700 3b= U   1b1",
        scoring=THREE_ONE_NIL,
    )
    assert values(trf, "PTS") == numbers("4 1 3 7")
    assert values(trf, "BH") == numbers("11 8 12 10")  # 4: 3 + 3 + 4
    assert values(trf, "BH", edition="2024") == numbers("11 8 12 14")
    assert values(trf, "SB") == numbers("6 3 12 24")  # 4: 1 x 3 + 3 x 3 + 3 x 4
    assert values(trf, "PS") == numbers("11 1 6 12")
    assert values(trf, "WIN") == numbers("1 0 0 2")
    assert values(trf, "STD") == numbers("1.5 0.5 1.5 2.5")
    assert values(trf, "TPR") == numbers("1800 1707 1867 2093")  # 50, 25, 50, 75 percent
    # A bye at the end is a draw, 1 point, for the opponents.
    withdrawn = cross_table("2000 2w1 H", "1900 1b0 Z", scoring=THREE_ONE_NIL)
    assert values(withdrawn, "BH") == numbers("3 4")  # 1 + 2; 4 + 0


def test_penalties_and_bonuses_are_part_of_the_score() -> None:
    # Half a point less for 1: 1.5, 0.5 and 1. 2: 1.5 + 0.5; 3: 1 for the bye + 1.5
    trf = cross_table("2000 2w1 3b1", "1900 1b0 H", "1800 U 1w0")
    trf = trf.replace("XXR", "299          -0.5  000    1\nXXR")
    assert values(trf, "PTS") == numbers("1.5 0.5 1")
    assert values(trf, "BH") == numbers("1.5 2 2.5")
    assert places(trf, "PTS") == [1, 3, 2]


# 9.2 and 14.5: Koya

ROUND_ROBIN = cross_table(
    "2000 2w1 3b= 4w=",
    "1900 1b0 4w1 3b0",
    "1800 4w0 1w= 2w1",
    "1700 3b1 2b0 1b=",
    kind="Round-Robin",
)
"""2, 1, 1.5 and 1.5 points."""


@pytest.mark.parametrize(
    ("code", "wanted"),
    [
        ("KS", "1 1 0.5 1.5"),  # 1.5 of 3 is enough: 1, 3 and 4
        ("KS/L+1", "0 0 0.5 0.5"),  # 2: only 1
        ("KS/L1", "0 0 0.5 0.5"),
        ("KS/L9", "0 0 0 0"),
        ("KS/L+2", "0 0 0 0"),
        ("KS/L-1", "2 1 1.5 1.5"),  # 1: everybody
        ("KS/L60", "0 0 0.5 0.5"),  # 1.8
        ("KS/L34", "1 1 0.5 1.5"),  # 1.02
        ("KS/L33", "2 1 1.5 1.5"),  # 0.99
    ],
)
def test_koya(code: str, wanted: str) -> None:
    assert values(ROUND_ROBIN, code, predetermined=True) == numbers(wanted)


def test_the_limit_moves_by_half_a_point_whatever_a_win_is_worth() -> None:
    # 5, 3, 4 and 4 of 9: the limit is 4.5, and 5 or 4 half a point further.
    trf = ROUND_ROBIN.replace("XXR", f"162  {THREE_ONE_NIL}\nXXR")
    assert values(trf, "PTS", predetermined=True) == numbers("5 3 4 4")
    assert values(trf, "KS", predetermined=True) == numbers("0 0 1 1")
    assert values(trf, "KS/L+1", predetermined=True) == numbers("0 0 1 1")
    assert values(trf, "KS/L+2", predetermined=True) == numbers("0 0 0 0")
    assert values(trf, "KS/L-1", predetermined=True) == numbers("2 3 1 4")


def test_a_free_round_cannot_be_won() -> None:
    # Three players, two games each: 1 point is half of what can be had.
    trf = cross_table("2000 2w1 . 3b0", "1900 1b0 3w1 .", "1800 . 2b0 1w1", kind="Round-Robin")
    assert values(trf, "KS", predetermined=True) == [1, 1, 1]
    assert values(trf, "SB", predetermined=True) == [1, 1, 1]  # the free round is no draw
    assert values(trf, "BH", predetermined=True, edition="2024") == [2, 2, 2]
    assert values(trf, "BH/C1", predetermined=True, edition="2024") == [1, 1, 1]
    # In a Swiss all three rounds could have been won.
    assert values(trf, "KS") == [0, 0, 0]


# 10: ratings

FEW_GAMES = cross_table("2100 2w1 3b=", "2000 1b0 Z", "1901 Z 1w=", "1500 U H")


@pytest.mark.parametrize(
    ("code", "wanted"),
    [
        ("ARO", "1951 2100 2100 -"),  # (2000 + 1901) / 2 = 1950.5
        ("ARO/C1", "2000 - - -"),
        ("ARO/M1", "- - - -"),
        ("ARO/C2", "- - - -"),
        ("TPR", "2144 1300 2100 -"),  # 75 %: + 193; 0 %: - 800; 50 %: 0
        # 1: 2146 expects 0.70 + 0.80, 2145 only 0.69 + 0.80. 2: 2100 - 800.
        # 3: up to 3 points fewer one still expects a half.
        ("PTP", "2146 1300 2097 -"),
        ("APRO", "1700 2144 2144 -"),  # (1300 + 2100) / 2
        ("APPO", "1699 2146 2146 -"),  # (1300 + 2097) / 2 = 1698.5
        ("RTNG", "2100 2000 1901 1500"),
    ],
)
def test_ratings(code: str, wanted: str) -> None:
    assert values(FEW_GAMES, code) == numbers(wanted)


def test_all_and_nothing() -> None:
    trf = cross_table("2000 2w1 2b1", "1900 1b0 1w0")
    assert values(trf, "PTP") == [1900 + 736, 2000 - 800]
    assert values(trf, "TPR") == [1900 + 800, 2000 - 800]


def test_far_differences_are_not_cut_at_400() -> None:
    # 1 won against 2600 and lost to 1000: 1 of 2. At 1800 it is 800 from both: 0 + 1. The lowest
    # with 1 is 1000 + 736, where the other is 864 away.
    trf = cross_table("1800 2w1 3b0", "2600 1b0 Z", "1000 Z 1w1")
    assert values(trf, "PTP")[0] == 1736


def test_percentages_are_rounded_half_up() -> None:
    # 1 of 8 is 12.5 %, so 13 %: - 322; the other one's 87.5 % is 88 %: + 336.
    trf = cross_table(
        "2000 2w0 2b0 2w0 2b0 2w0 2b0 2w0 2b1", "2000 1b1 1w1 1b1 1w1 1b1 1w1 1b1 1w0"
    )
    assert values(trf, "TPR") == [2000 - 322, 2000 + 336]


def test_cuts_of_ratings() -> None:
    # 1 met 2328, 1930, 2226 and 2101: without the lowest 6655 / 3 = 2218.33, without the two lowest
    # 2277, and without the highest as well 4327 / 2 = 2163.5.
    trf = cross_table(
        "2407 2w1 3b1 4w1 5b1",
        "2328 1b0 H   H   H",
        "1930 H   1w0 H   H",
        "2226 H   H   1b0 H",
        "2101 H   H   H   1w0",
    )
    found = [values(trf, code)[0] for code in ("ARO", "ARO/C1", "ARO/C2", "ARO/M1", "ARO/M2")]
    assert found == [2146, 2218, 2277, 2164, None]


ONE_UNRATED = WORKED.replace("1704", "   0")


@pytest.mark.parametrize("code", ["ARO", "ARO/C1", "TPR", "PTP", "APRO", "APPO", "RTNG"])
def test_rating_tie_breaks_are_dropped_when_somebody_has_none(code: str) -> None:
    assert values(ONE_UNRATED, code) == [None] * 8
    assert places(ONE_UNRATED, f"PTS,{code}") == places(ONE_UNRATED, "PTS")
    assert None not in values(ONE_UNRATED, f"{code}/U1704")
    # The rules of the tournament, or the list, may say what to take; the list comes first.
    assert values(ONE_UNRATED, f"{code}/U1704") == values(WORKED, code)
    assert values(ONE_UNRATED, code, unrated=1704) == values(WORKED, code)
    assert values(ONE_UNRATED, f"{code}/U1704", unrated=1000) == values(WORKED, code)


def test_what_unrated_players_count_as() -> None:
    # 1 met 2027, 1930, 2226, 2328 and the one without a rating.
    assert values(ONE_UNRATED, "ARO/U1400")[0] == 1982  # 9911 / 5 = 1982.2
    assert values(ONE_UNRATED, "ARO", unrated=1400)[0] == 1982
    assert values(ONE_UNRATED, "ARO/U0")[0] == 1702  # 8511 / 5 = 1702.2
    assert values(ONE_UNRATED, "RTNG/U1400")[7] == 1400


DP = """
    800 677 589 538 501 470 444 422 401 383 366 351 336 322 309 296 284 273 262 251 240 230 220 211
    202 193 184 175 166 158 149 141 133 125 117 110 102 95 87 80 72 65 57 50 43 36 29 21 14 7 0
"""
"""B.02, 8.1.1: for 100, 99, ... 50 percent."""
PD = """
    3 10 17 25 32 39 46 53 61 68 76 83 91 98 106 113 121 129 137 145 153 162 170 179 188 197 206 215
    225 235 245 256 267 278 290 302 315 328 344 357 374 391 411 432 456 484 517 559 619 735
"""
"""B.02, 8.1.2: up to which difference 50, 51, ... 99 percent are expected."""


def test_every_rating_difference() -> None:
    for percent, wanted in zip(range(100, 49, -1), map(int, DP.split()), strict=True):
        assert (difference(percent), difference(100 - percent)) == (wanted, -wanted)


def test_every_expectation() -> None:
    first = 0
    for percent, last in zip(range(50, 100), map(int, PD.split()), strict=True):
        for ahead in range(first, last + 1):
            assert expected(ahead) == percent
            assert expected(-ahead) == 100 - percent
        first = last + 1
    assert expected(736) == expected(3000) == expected(10_799) == 100
    assert expected(-736) == expected(-3000) == expected(-10_799) == 0


# 15.2: forfeits where the pairings were known from the start

FORFEITED = cross_table(
    "2000 2w+ 3b= 4w=",
    "1900 1b- 4w1 3b0",
    "1800 4w0 1w= 2w1",
    "1700 3b1 2b0 1b=",
    kind="Round-Robin",
)


@pytest.mark.parametrize(
    ("code", "edition", "wanted"),
    [
        ("PTS", "2026", "2 1 1.5 1.5"),
        # As games: 1 x 1 + 1/2 x 1.5 + 1/2 x 1.5; 1 x 1.5; 1/2 x 2 + 1 x 1; 1 x 1.5 + 1/2 x 2
        ("SB", "2026", "2.5 1.5 2 2.5"),
        # The lowest opponent of 1 is 2, of 3 and 4 too. 2 has 1.5 twice, one of them for 0: no
        # voluntary round here.
        ("SB/C1", "2026", "1.5 1.5 1 2.5"),
        ("BH", "2024", "4 5 4.5 4.5"),
        ("BH/C1", "2024", "3 3.5 3.5 3.5"),
        ("KS", "2026", "1 1 0.5 1.5"),
        ("KS/L-1", "2026", "2 1 1.5 1.5"),  # the point of the forfeit too
        # Article 7: a forfeit win is a win, but not over the board; a forfeit loss is unplayed.
        ("WIN", "2026", "1 1 1 1"),
        ("WON", "2026", "0 1 1 1"),
        ("BPG", "2026", "1 1 0 3"),
        ("REP", "2026", "3 2 3 3"),
        ("STD", "2026", "2 1 1.5 1.5"),
        # Article 10: no forfeits at all. 1: (1800 + 1700) / 2; 2: (1700 + 1800) / 2
        ("ARO", "2026", "1750 1750 1867 1900"),
    ],
)
def test_forfeits_in_a_round_robin(code: str, edition: str, wanted: str) -> None:
    assert values(FORFEITED, code, predetermined=True, edition=edition) == numbers(wanted)


def test_article_16_is_for_swiss_events() -> None:
    # 2 withdrew: in a round robin its points stand, in a Swiss its byes are draws.
    trf = cross_table("2000 2w1 H H", "1900 1b0 Z Z")
    assert values(trf, "SB")[0] == 1 * 1 + HALF * Fraction(3, 2) * 2
    assert values(trf, "SB", predetermined=True)[0] == 0
