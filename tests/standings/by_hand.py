"""Small cross tables ranked by C.07, and the worked example with what was published."""

from fractions import Fraction

from standings.fairpair_values import (
    column,
    cross_table,
    inputs_from,
    ranks,
)
from standings.oracle import Value

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
    inputs = inputs_from(
        trf, edition=edition, predetermined=predetermined, unrated=unrated, until=until
    )
    found = column(inputs, *codes)
    return [found[one] for one in sorted(found)]


def places(trf: str, codes: str, *, predetermined: bool = False) -> list[int]:
    """Ranks by this list, in the order of the cross table."""
    found = ranks(inputs_from(trf, predetermined=predetermined), codes.split(","))
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
