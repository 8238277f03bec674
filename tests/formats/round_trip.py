"""Whether a file that was written says what it said before."""

from dataclasses import fields, replace
from fractions import Fraction
from itertools import combinations
from pathlib import Path

import pytest

from fairpair.formats.trf import read
from fairpair.formats.trf.columns import MOST_ROUNDS
from fairpair.formats.trf.model import TrfFile
from fairpair.formats.trf.points import Dialect
from fairpair.formats.trf.writer import convert_to_dialect, write

TESTS = Path(__file__).parents[1]
STANDINGS = sorted((TESTS / "standings/vectors/fide").glob("*.trf"))
POSITIONS = sorted((TESTS / "pairing/vectors").rglob("*.trf"))
DIALECTS: tuple[Dialect, ...] = ("trf16", "trf26")
HALF = Fraction(1, 2)
SPELT_ANEW = ("players", "national", "teams", "forbidden", "acceleration", "system")

dialects = pytest.mark.parametrize("dialect", DIALECTS)


def is_kept(file: TrfFile, dialect: Dialect) -> None:
    """Reading what was written gives the file in the dialect's words, and those say the same."""
    data = write(file, dialect=dialect)
    again = read(data)
    assert again.errors == ()
    assert again.file == convert_to_dialect(file, dialect)
    assert again.file == convert_to_dialect(again.file, dialect)
    assert write(again.file, dialect=dialect) == data
    says_the_same(again.file, file)


def says_the_same(one: TrfFile, other: TrfFile) -> None:
    for field in fields(TrfFile):
        if field.compare and field.name not in SPELT_ANEW:
            assert getattr(one, field.name) == getattr(other, field.name), field.name
    assert nameless(one) == nameless(other)
    rounds = other.rounds or MOST_ROUNDS
    assert forbidden(one, rounds) == forbidden(other, rounds)
    assert virtual(one, rounds) == virtual(other, rounds)
    assert one.system.replace("2025", "2026") == other.system.replace("2025", "2026")


def forbidden(file: TrfFile, rounds: int) -> set[tuple[int, frozenset[int]]]:
    """Who may not meet in which round."""
    return {
        (round_no, frozenset(pair))
        for one in file.forbidden
        for round_no in range(one.first_round or 1, min(one.last_round or rounds, rounds) + 1)
        for pair in combinations(one.ids, 2)
    }


def virtual(file: TrfFile, rounds: int) -> object:
    """Points of players by round, without zeros; the ranges where XXA cannot say them."""
    if file.teams.numbered or any(one.match_points is not None for one in file.acceleration):
        return file.acceleration
    last = max((one.last_round for one in file.acceleration), default=0)
    return {
        (round_no, number): points
        for round_no in range(1, min(last, rounds) + 1)
        for number, points in file.virtual_points(round_no).items()
        if points
    }


def nameless(file: TrfFile) -> tuple[object, ...]:
    """Everything about players and teams but the names, which may be cut."""
    teams = tuple(replace(team, name="", nickname="") for team in file.teams.teams)
    return (
        [replace(one, name="") for one in file.players],
        [replace(one, name="") for one in file.national],
        replace(file.teams, teams=teams),
    )
