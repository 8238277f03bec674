"""The oracle gives the values of the vectors, and takes every event the generator makes."""

import json
from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from fairpair.formats.trf import read
from standings.events import SCORINGS, Chances, random_event, random_round_robin
from standings.oracle import Value, gacrux_values

FIDE = Path(__file__).parent / "vectors" / "fide"
WILD = Chances(*[0.3] * 3, *[0.2] * 4, *[0.9] * 4)
CODES = ["PTS", "DE", "BH/C1", "SB", "AOB", "KS", "PTP/U1400", "APPO/U1400", "FB/M1", "AOB/F"]
SLOW = pytest.mark.slow
BOTH = pytest.mark.parametrize("event", [random_event, random_round_robin])

Event = Callable[..., str]
Column = dict[int, Value]


def vectors() -> list[Any]:
    """Those of many players are slow, and show nothing that the others do not."""
    files = sorted(FIDE.glob("*.json"))
    return [
        pytest.param(path, id=path.stem, marks=SLOW if path.stat().st_size > 20_000 else ())
        for path in files
    ]


def by_id(values: dict[str, Value | int]) -> Column:
    return {int(player): None if v is None else Fraction(v) for player, v in values.items()}


@pytest.mark.parametrize("path", vectors())
def test_a_vector_comes_out(path: Path) -> None:
    vector = json.loads(path.read_text(), parse_float=Fraction)
    trf = path.with_suffix(".trf").read_bytes()
    predetermined = vector["pairing"] == "predetermined"

    def values(codes: list[str], edition: str) -> dict[str, Column]:
        return gacrux_values(trf, codes, edition=edition, predetermined=predetermined).values

    for edition, wanted in (("2026", vector["tiebreaks"]), ("2024", _of_2024(vector))):
        # The vectors' DE is that of players with equal points, wherever it stands in the list.
        single = [code for code in wanted if code.startswith("DE")]
        found = values([code for code in wanted if code not in single], edition)
        found |= {code: values(["PTS", code], edition)[code] for code in single}
        assert found == {code: by_id(column) for code, column in wanted.items()}
    for codes, ranks in vector["ranks"].items():
        oracle = gacrux_values(trf, codes.split(","), predetermined=predetermined)
        assert oracle.ranks == {int(player): rank for player, rank in ranks.items()}


def _of_2024(vector: dict[str, Any]) -> dict[str, Any]:
    """Only what differs is given; the /P codes differ too, but nobody computed them."""
    both = vector["tiebreaks"] | vector.get("tiebreaks_2024", {})
    return {code: column for code, column in both.items() if not code.endswith("/P")}


def test_a_fore_code_changes_no_other_whatever_the_order() -> None:
    trf = (FIDE / "145.trf").read_bytes()
    codes = ["AOB/F", "FB", "BH", "SB", "AOB"]
    oracle = gacrux_values(trf, codes)
    assert list(oracle.values) == codes
    assert oracle.values == gacrux_values(trf, codes[::-1]).values
    assert oracle.values["BH"] == gacrux_values(trf, ["BH"]).values["BH"]
    assert not oracle.ranks


def test_a_file_with_wrong_points_is_refused() -> None:
    wrong = random_event(1, scoring="1-0.5-0").replace("XXR", "162  W 7.0\nXXR")
    with pytest.raises(ValueError, match="162"):
        gacrux_values(wrong, ["PTS"])


@BOTH
@pytest.mark.parametrize(
    "start", [0, 50, *(pytest.param(n, marks=SLOW) for n in range(100, 400, 50))]
)
def test_random_events_are_accepted_by_all(event: Event, start: int) -> None:
    for seed in range(start, start + 50):
        assert_accepted(event(seed), predetermined=event is random_round_robin)


@BOTH
@pytest.mark.parametrize("players", range(2, 8))
def test_even_the_wildest_are(event: Event, players: int) -> None:
    for seed in range(5):
        for scoring in SCORINGS:
            trf = event(seed, players=players, scoring=scoring, chances=WILD)
            assert_accepted(trf, predetermined=event is random_round_robin)


def assert_accepted(trf: str, *, predetermined: bool) -> None:
    report = read(trf.encode())
    assert not report.problems
    assert report.file is not None
    assert report.file.rounds_played == report.file.rounds
    oracle = gacrux_values(trf, CODES, predetermined=predetermined)
    assert oracle.values["PTS"] == {one.id: one.points for one in report.file.players}


@BOTH
def test_a_seed_gives_one_event(event: Event) -> None:
    assert event(7) == event(7) != event(8)


def test_everything_happens() -> None:
    cells: Counter[str] = Counter()
    for seed in range(100):
        report = read(random_event(seed).encode())
        assert report.file is not None
        cells.update(cell.result for one in report.file.players for cell in one.rounds)
    assert min(cells[result] for result in "1=0WDL+-HFUZ") > 50


@pytest.mark.parametrize("players", [3, 4, 9, 10])
def test_in_a_round_robin_all_meet_all_with_both_colours(players: int) -> None:
    report = read(random_round_robin(players, players=players, cycles=2).encode())
    assert report.file is not None
    for one in report.file.players:
        met = sorted((cell.opponent, cell.colour) for cell in one.rounds if cell.opponent)
        others = [number for number in range(1, players + 1) if number != one.id]
        assert met == [(other, colour) for other in others for colour in "bw"]
