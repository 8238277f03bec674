"""C.07 by hand: direct encounter, article 6."""

from fairpair.core.ids import PlayerId
from fairpair.engine.standings.registry import link_of
from fairpair.engine.standings.table import Standings
from standings.fairpair_values import (
    THREE_TWO_ONE,
    cross_table,
    inputs_from,
)

from .by_hand import numbers, places, values


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
    standings = Standings(inputs_from(NOTHING_SETTLED), ["PTS", "DE", "BPG", "DE"])
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
    inputs = inputs_from(trf)
    link = link_of("DE", inputs.rules)
    tied = [PlayerId(number) for number in (1, 2, 3)]
    assert link.tiebreak.inside
    shown = [link.tiebreak.inside(inputs, link.options, tied, one).value for one in tied]
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
