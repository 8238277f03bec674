"""Files that are written and read again say the same, in both dialects and to others."""

from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings

from fairpair.formats.trf import read
from fairpair.formats.trf.model import TrfFile
from fairpair.formats.trf.points import Dialect
from fairpair.formats.trf.writer import convert_to_dialect, write
from formats.sheet import FILES, good
from formats.trf_strategies import trf_files
from standings.events import SCORINGS, random_event, random_round_robin
from standings.oracle import gacrux_values
from standings.team_events import random_team_event

from .round_trip import POSITIONS, STANDINGS, dialects, is_kept


@dialects
@pytest.mark.parametrize("path", [*FILES, *STANDINGS], ids=lambda path: path.stem)
def test_files_are_kept(path: Path, dialect: Dialect) -> None:
    file = read(path.read_bytes()).file
    assert file is not None
    is_kept(file, dialect)


@dialects
def test_positions_are_kept(dialect: Dialect) -> None:
    assert POSITIONS
    for path in POSITIONS:
        file = read(path.read_bytes()).file
        assert file is not None
        is_kept(file, dialect)


@dialects
@pytest.mark.parametrize("seed", range(20))
def test_random_events_are_kept(seed: int, dialect: Dialect) -> None:
    make = random_round_robin if seed % 3 == 0 else random_event
    is_kept(good(*make(seed).splitlines()), dialect)


@dialects
@pytest.mark.parametrize("seed", range(10))
def test_random_team_events_are_kept(seed: int, dialect: Dialect) -> None:
    is_kept(good(*random_team_event(seed).splitlines()), dialect)


@settings(max_examples=150)
@given(file=trf_files())
@dialects
def test_any_file_is_kept(file: TrfFile, dialect: Dialect) -> None:
    is_kept(file, dialect)


@settings(max_examples=50)
@given(file=trf_files())
def test_trf26_keeps_all_but_long_names_and_rounds_of_forbidden_pairs(file: TrfFile) -> None:
    again = read(write(file)).file
    assert again is not None
    cut = convert_to_dialect(file, "trf26")
    assert again == replace(
        file,
        players=cut.players,
        national=cut.national,
        teams=cut.teams,
        forbidden=again.forbidden,
    )
    for mine, given_ in zip(cut.players, file.players, strict=True):
        assert mine == replace(given_, name=given_.name[:33].strip())


CODES = (
    *("PTS", "DE", "WIN", "WON", "BPG", "PS", "BH", "BH/C1", "AOB", "SB", "KS", "STD"),
    *("ARO/U1400", "TPR/U1400"),
)


@dialects
@pytest.mark.parametrize("path", STANDINGS[::5], ids=lambda path: path.stem)
def test_gacrux_reads_the_same_standings(path: Path, dialect: Dialect) -> None:
    same_standings(path.read_bytes(), dialect)


@dialects
@pytest.mark.parametrize("seed", range(12))
def test_gacrux_reads_the_same_points(seed: int, dialect: Dialect) -> None:
    scoring = list(SCORINGS)[seed % len(SCORINGS)]
    same_standings(random_event(seed, players=10, scoring=scoring).encode(), dialect)


def same_standings(data: bytes, dialect: Dialect) -> None:
    file = read(data).file
    assert file is not None
    theirs = gacrux_values(write(file, dialect=dialect), CODES)
    assert theirs == gacrux_values(data, CODES)
