"""C.07 by hand: opponents' scores, Koya, and forfeits; articles 8, 9, 14 to 16."""

from fractions import Fraction

import pytest

from standings.fairpair_values import (
    THREE_ONE_NIL,
    cross_table,
)

from .by_hand import HALF, WORKED, numbers, places, values

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
