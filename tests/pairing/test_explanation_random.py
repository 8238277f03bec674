"""Explanations of vectors and random positions: everything that is said is true."""

from dataclasses import replace

import pytest

from fairpair.engine.pairing.systems import explain_round

from .exhaustive_check import check_all, positions, vectors
from .explained_rounds import name_of, round_lines


def test_vectors() -> None:
    for name, found in vectors():
        try:
            check_all(found)
        except AssertionError as error:
            raise AssertionError(name) from error


@pytest.mark.parametrize("start", range(0, 100, 20))
def test_random_positions(start: int) -> None:
    for name, found in positions(range(start, start + 20)):
        try:
            check_all(found)
        except AssertionError as error:
            raise AssertionError(name) from error


@pytest.mark.slow
@pytest.mark.parametrize("start", range(1000, 4000, 100))
def test_many_random_positions(start: int) -> None:
    for name, found in positions(range(start, start + 100)):
        try:
            check_all(found, largest=9)
        except AssertionError as error:
            raise AssertionError(name) from error


def test_any_legal_round_has_an_explanation() -> None:
    """Not the engine's: opponents of two boards swapped, whatever that breaks."""
    for _, found in positions(range(30)):
        boards = found.proposal.boards
        if len(boards) < 2:
            continue
        first, last = boards[0], boards[-1]
        swapped = (
            replace(first, black=last.black),
            *boards[1:-1],
            replace(last, black=first.black),
        )
        other = replace(found.proposal, boards=swapped)
        why = explain_round(found.tournament, found.past, other)
        groups = [one.group for one in why.boards] + [one.group for one in why.floats]
        groups += [why.bye.floated.group] if why.bye else []
        assert not all(group.as_ruled for group in groups)
        assert round_lines(why, name_of)
