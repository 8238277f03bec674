"""C.07 by hand: tie-breaks by ratings, article 10, and the tables of B.02."""

import pytest

from fairpair.engine.ratings.tables import difference, expected
from standings.fairpair_values import (
    cross_table,
)

from .by_hand import WORKED, numbers, places, values

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
