"""What C10 to C21 count of a pair or of a player left over, and which of them weighs more."""

from dataclasses import replace

import pytest

from fairpair.engine.pairing.brackets.contender import BLACK, WHITE, ColourPreference, Contender
from fairpair.engine.pairing.brackets.criteria import (
    Fields,
    colour_faults,
    leaving_faults,
    pair_faults,
)
from fairpair.engine.pairing.brackets.task import DUTCH
from pairing.test_verify import contender

FIELDS = Fields(4, (20, 10), DUTCH.criteria)
"""A hexadecimal digit a count: C10 to C17, then two each for C18 to C21."""


def wishing(preference: ColourPreference, balance: int, repeated: int | None = None) -> Contender:
    """Somebody who is due Black."""
    return replace(
        contender(1), preference=preference, colour=BLACK, balance=balance, repeated=repeated
    )


MILD = wishing(ColourPreference.MILD, 0)
STRONG = wishing(ColourPreference.STRONG, 1)
TWICE = wishing(ColourPreference.ABSOLUTE, 1, WHITE)
TWO_MORE = wishing(ColourPreference.ABSOLUTE, 2)
TWO_MORE_TWICE = wishing(ColourPreference.ABSOLUTE, 2, WHITE)
THREE_MORE_TWICE = wishing(ColourPreference.ABSOLUTE, 3, WHITE)


@pytest.mark.parametrize(
    ("one", "other", "faults"),
    [
        (MILD, replace(MILD, colour=WHITE), (0, 0, 0, 0)),
        (contender(1), MILD, (0, 0, 0, 0)),
        (MILD, STRONG, (0, 0, 1, 0)),
        (STRONG, STRONG, (0, 0, 1, 1)),
        (STRONG, TWO_MORE, (0, 0, 1, 1)),
        (TWICE, TWICE, (0, 1, 1, 0)),
        (TWICE, TWO_MORE, (0, 1, 1, 0)),
        (TWO_MORE, TWO_MORE, (1, 0, 1, 0)),
        (TWO_MORE, TWO_MORE_TWICE, (1, 0, 1, 0)),
        (TWO_MORE, THREE_MORE_TWICE, (1, 0, 1, 0)),
        (TWO_MORE_TWICE, TWO_MORE_TWICE, (1, 1, 1, 0)),
    ],
)
def test_colours(one: Contender, other: Contender, faults: tuple[int, ...]) -> None:
    assert colour_faults(one, other) == colour_faults(other, one) == faults


def test_places_of_the_colours() -> None:
    pairs = [(MILD, MILD), (STRONG, STRONG), (TWICE, TWICE), (TWO_MORE, TWO_MORE)]
    found = [
        f"{pair_faults(FIELDS, replace(a, score=10), replace(b, score=10)):016x}" for a, b in pairs
    ]
    assert [text[:4] for text in found] == ["0010", "0011", "0110", "1010"]
    assert {text[4:] for text in found} == {"0" * 12}
    assert FIELDS.low == 4 * 16


@pytest.mark.parametrize(
    ("score", "up", "found"),
    [
        (20, (True, False), "0000010000100000"),
        (20, (False, True), "0000000100000010"),
        (10, (True, True), "0000010100010001"),
        (0, (True, True), "0000000000000000"),
    ],
)
def test_places_of_upfloats(score: int, up: tuple[bool, bool], found: str) -> None:
    """C15 and C17 count them, C19 and C21 by the opponent's score; none against the same score."""
    higher, lower = replace(contender(1), score=score), replace(contender(2), score=0, up=up)
    assert f"{pair_faults(FIELDS, higher, lower):016x}" == found


@pytest.mark.parametrize(
    ("score", "down", "resident", "found"),
    [
        (10, (True, False), True, "0000100001000000"),
        (10, (False, True), True, "0000001000000100"),
        (20, (True, False), False, "0000000010000000"),
        (20, (False, True), False, "0000000000001000"),
        (10, (False, False), True, "0000000000000000"),
    ],
)
def test_places_of_downfloats(
    score: int, down: tuple[bool, bool], resident: bool, found: str
) -> None:
    """C14 and C16 count residents, C18 and C20 everybody by score."""
    player = replace(contender(1), score=score, down=down)
    assert f"{leaving_faults(FIELDS, player, resident=resident):016x}" == found
