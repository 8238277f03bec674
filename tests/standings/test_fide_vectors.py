"""All FIDE vectors, both editions, values and ranks; where they come from: vectors/fide/README.md.

One value is not theirs: STD after a double forfeit. Article 7.7 compares with the points of the
scheduled opponent, so both sides have half a point of it; the oracle gives them nothing.
"""

import json
from collections import Counter
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from fairpair.formats.trf.model import TrfFile
from standings.fairpair_values import column, columns, file_from, inputs_from, ranks
from standings.oracle import Value
from standings.reference import reading

FIDE = Path(__file__).parent / "vectors" / "fide"
FILES = sorted(FIDE.glob("*.json"))
VECTORS = pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
EDITIONS = pytest.mark.parametrize("edition", ["2024", "2026"])


def vector_of(path: Path) -> dict[str, Any]:
    vector: dict[str, Any] = json.loads(path.read_text(), parse_float=Fraction)
    return vector


def wanted_of(vector: dict[str, Any], edition: str) -> dict[str, dict[str, Value]]:
    """By code; 2024 has what differs then. Nobody computed its /P codes: see test_fide_gacrux."""
    codes: dict[str, dict[str, Value]] = vector["tiebreaks"]
    if edition == "2026":
        return codes
    both = codes | vector.get("tiebreaks_2024", {})
    return {code: values for code, values in both.items() if not code.endswith("/P")}


def double_forfeits(file: TrfFile) -> Counter[int]:
    """How many each player had."""
    cells = {player.id: player.rounds for player in file.players}
    return Counter(
        player
        for player, rounds in cells.items()
        for n, cell in enumerate(rounds)
        if cell.result == "-" and cell.opponent and cells[cell.opponent][n].result == "-"
    )


@EDITIONS
@VECTORS
def test_values(path: Path, edition: str) -> None:
    vector, trf = vector_of(path), path.with_suffix(".trf").read_bytes()
    inputs = inputs_from(trf, edition=edition, predetermined=vector["pairing"] == "predetermined")
    unplayed = double_forfeits(file_from(trf))
    wanted = wanted_of(vector, edition)
    found = columns(inputs, list(wanted))
    wrong = {}
    for code, values in wanted.items():
        expected: dict[int, Value] = {
            int(player): None if value is None else Fraction(value)
            for player, value in values.items()
        }
        if code == "STD":
            expected = {p: (v or 0) + Fraction(unplayed[p], 2) for p, v in expected.items()}
        if code.startswith("AOB"):
            found[code] = {p: rounded(v, vector["rounds"]) for p, v in found[code].items()}
        if found[code] != expected:
            wrong[code] = {p: (found[code][p], v) for p, v in expected.items()}
    assert not wrong


def rounded(value: Value, rounds: int) -> Value:
    """As gacrux shows AOB: half up to 2 decimals, 3 from 9 rounds on; C.07 says nothing of it."""
    if value is None:
        return None
    scale = 1000 if rounds >= 9 else 100
    return Fraction((2 * value * scale + 1) // 2, scale)


@VECTORS
def test_ranks(path: Path) -> None:
    vector, trf = vector_of(path), path.with_suffix(".trf").read_bytes()
    inputs = inputs_from(trf, predetermined=vector["pairing"] == "predetermined")
    lists = vector["ranks"] | {",".join(vector["rank_list"]): vector["rank"]}
    for codes, expected in lists.items():
        found = ranks(inputs, codes.split(","))
        assert found == {int(player): rank for player, rank in expected.items()}, codes


def test_standard_points_of_a_double_forfeit_are_read_as_the_text_says() -> None:
    """The cautioned files are those with a double forfeit, and a literal reading agrees."""
    cautioned = [path for path in FILES if vector_of(path).get("caution")]
    assert len(cautioned) == 10
    for path in cautioned:
        trf = path.with_suffix(".trf").read_bytes()
        assert double_forfeits(file_from(trf))
        literal = reading(trf)
        assert column(inputs_from(trf), "STD") == {p: literal.standard(p) for p in literal.players}


def test_there_are_vectors() -> None:
    assert len(FILES) == 86
    counts: Counter[str] = Counter()
    for path in FILES:
        counts.update(vector_of(path)["tiebreaks"].keys())
    assert len(counts) == 52
    assert min(counts.values()) >= 3
