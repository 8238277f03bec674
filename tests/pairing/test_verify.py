"""The check of every produced round: legal ones pass, each broken rule is found."""

from dataclasses import replace

import pytest

from fairpair.core.ids import PlayerId
from fairpair.engine.pairing.brackets.contender import BLACK, WHITE, ColourPreference
from fairpair.engine.pairing.check import verify_round
from pairing.hand_made import contender

A, B, C, D, E = map(contender, range(1, 6))


def test_a_legal_round_passes() -> None:
    verify_round([A, B, C, D], [(A, C), (D, B)], None)
    verify_round([A, B, C, D, E], [(A, C), (D, B)], E)
    black = replace(A, preference=ColourPreference.ABSOLUTE, colour=BLACK)
    verify_round([black, B], [(B, black)], None)


def test_everybody_is_there_once() -> None:
    for boards in ([(A, B)], [(A, B), (A, C)], [(A, B), (C, E)]):
        with pytest.raises(AssertionError, match="everybody"):
            verify_round([A, B, C, D], boards, None)


def test_who_has_had_a_bye_has_no_other() -> None:
    had = replace(E, may_have_bye=False)
    with pytest.raises(AssertionError, match="second bye"):
        verify_round([A, B, had], [(A, B)], had)


def test_pairs_that_may_not_be() -> None:
    met = replace(A, met=frozenset({PlayerId(2)}))
    with pytest.raises(AssertionError, match="may not meet"):
        verify_round([met, B], [(met, B)], None)
    away = replace(A, forbidden=frozenset({PlayerId(2)}))
    with pytest.raises(AssertionError, match="may not meet"):
        verify_round([away, B], [(away, B)], None)
    one, other = (replace(p, preference=ColourPreference.ABSOLUTE, colour=WHITE) for p in (A, B))
    with pytest.raises(AssertionError, match="may not meet"):
        verify_round([one, other], [(one, other)], None)
    top = replace(one, topscorer=True)
    verify_round([top, other], [(top, other)], None)


def test_an_absolute_preference_is_kept() -> None:
    white = replace(A, preference=ColourPreference.ABSOLUTE, colour=WHITE)
    with pytest.raises(AssertionError, match="Black once too often"):
        verify_round([white, B], [(B, white)], None)
    black = replace(A, preference=ColourPreference.ABSOLUTE, colour=BLACK)
    with pytest.raises(AssertionError, match="White once too often"):
        verify_round([black, B], [(black, B)], None)
