"""Damaged files that were found by changing good ones at random, one for each kind of problem.

Each must be refused or read, never end in a traceback, by the reader and by all commands on files.
"""

from collections.abc import Callable
from pathlib import Path

import pytest

from fairpair.app.files.check import check_file
from fairpair.app.files.pairing import file_pairing
from fairpair.app.files.standings import StandingsOptions, file_standings
from fairpair.core.errors import DomainError
from fairpair.formats.trf import read

CORPUS = sorted((Path(__file__).parent / "corpus").glob("*.trf"))


@pytest.mark.parametrize("path", CORPUS, ids=lambda path: path.stem)
def test_the_problem_is_still_told(path: Path) -> None:
    report = read(path.read_bytes())
    assert path.stem.partition("-")[2] in {problem.code for problem in report.problems}
    assert all(problem.line > 0 and problem.column > 0 for problem in report.problems)


@pytest.mark.parametrize("repair", [False, True])
@pytest.mark.parametrize("path", CORPUS, ids=lambda path: path.stem)
def test_no_command_breaks(path: Path, repair: bool) -> None:
    data = path.read_bytes()
    for use in (
        lambda: file_pairing(data, repair=repair),
        lambda: check_file(data, repair=repair),
        lambda: file_standings(data, StandingsOptions(repair=repair)),
    ):
        refusal = refused(use)
        assert refusal is None or refusal.hint


def refused(use: Callable[[], object]) -> DomainError | None:
    try:
        use()
    except DomainError as refusal:
        return refusal
    return None
