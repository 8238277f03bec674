"""Random tournaments: everything that can be asked for is there, and the rest is drawn."""

from collections import Counter
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from fairpair.app.files.check import check_trf
from fairpair.app.simulation.random_files import RandomFileOptions, random_event
from fairpair.cli.main import cli
from fairpair.core.errors import InvalidInputError
from fairpair.formats.trf.model import TrfFile
from fairpair.formats.trf.writer import write

PLAIN: dict[str, Any] = {
    "players": 30,
    "rounds": 7,
    "forfeits": 0,
    "byes": 0,
    "withdrawals": 0,
    "baku": False,
    "unusual": 0,
    "unrated_games": 0,
    "unrated_players": 0,
    "forbidden": 0,
}


def event(seed: str = "s", **options: Any) -> TrfFile:
    return random_event(RandomFileOptions(**{**PLAIN, **options}), seed).file


def codes(file: TrfFile) -> Counter[str]:
    return Counter(cell.result for one in file.players for cell in one.rounds)


def games(file: TrfFile) -> Counter[tuple[str, str]]:
    """The results of all tables, White first."""
    players = {one.id: one for one in file.players}
    return Counter(
        (cell.result, players[cell.opponent].rounds[n].result)
        for one in file.players
        for n, cell in enumerate(one.rounds)
        if cell.opponent and cell.colour == "w"
    )


def test_plain_tournaments_have_games_only() -> None:
    assert set(codes(event())) <= set("1=0")


@pytest.mark.parametrize(
    ("option", "code"), [("half_byes", "H"), ("zero_byes", "Z"), ("full_byes", "F")]
)
def test_each_kind_of_bye_is_asked_for_alone(option: str, code: str) -> None:
    options: dict[str, Any] = {option: 20}
    found = codes(event(**options))
    assert 10 < found[code] < 80
    assert set(found) <= {*"1=0U", code}


def test_forfeits_of_one_side_and_of_both() -> None:
    both = games(event(double_forfeits=30))
    assert both["-", "-"] > 10
    assert both["+", "-"] == both["-", "+"] == 0
    one = games(event(forfeits=30, double_forfeits=0))
    assert one["-", "-"] == 0
    assert min(one["+", "-"], one["-", "+"]) > 5


def test_unusual_results_and_games_that_are_not_rated() -> None:
    found = games(event(unusual=40))
    assert min(found["=", "0"], found["0", "="], found["0", "0"]) > 3
    unrated = games(event(unrated_games=100))
    assert set(unrated) <= {("W", "L"), ("L", "W"), ("D", "D")}


def test_ratings_given_in_a_range_by_steps_or_drawn() -> None:
    given = event(players=None, rounds=2, ratings=(1800, None, 2100, 1950))
    assert [one.rating for one in given.players] == [2100, 1950, 1800, None]
    drawn = [one.rating or 0 for one in event(lowest=1500, highest=1600).players]
    assert drawn == sorted(drawn, reverse=True)
    assert 1500 <= min(drawn) < max(drawn) <= 1600
    stepped = event(players=5, rounds=2, highest=2300, rating_step=50)
    assert [one.rating for one in stepped.players] == [2300, 2250, 2200, 2150, 2100]
    unrated = event(unrated_players=100)
    assert {one.rating for one in unrated.players} == {None}
    assert unrated.event.rated_declared == 0
    assert len({one.rating for one in event().players}) > 20


def test_tie_breaks_colour_bye_points_and_forbidden_pairs() -> None:
    file = event(
        players=31,
        tiebreaks=("SB", "WON"),
        initial_colour="b",
        bye_points=Fraction(1, 2),
        forbidden=4,
    )
    assert (file.tiebreaks, file.initial_colour) == (("SB", "WON"), "b")
    assert file.points.pairing_bye == Fraction(1, 2)
    kept = [frozenset(one.ids) for one in file.forbidden]
    assert len(set(kept)) == 4
    met = {
        frozenset((one.id, cell.opponent))
        for one in file.players
        for cell in one.rounds
        if cell.opponent
    }
    assert not met & set(kept)
    assert check_trf(file).is_right


def test_what_is_not_said_is_drawn() -> None:
    files = [random_event(RandomFileOptions(rounds=3), f"seed {n}").file for n in range(24)]
    assert len({len(file.players) for file in files}) > 10
    assert len({file.tiebreaks for file in files}) > 3
    assert {file.initial_colour for file in files} == {"w", "b"}
    assert {file.system.endswith("_BAKU") for file in files} == {True, False}
    assert len({file.points.pairing_bye for file in files}) > 1
    assert len({len(file.forbidden) for file in files}) > 2
    found = sum(map(codes, files), Counter())
    assert set(found) >= set("1=0+-HZUWL")


def test_everything_at_once_obeys_the_rules_and_its_own_tie_breaks() -> None:
    for number in range(4):
        file = random_event(
            RandomFileOptions(
                players=40,
                rounds=8,
                forfeits=6,
                half_byes=4,
                zero_byes=3,
                full_byes=1,
                double_forfeits=2,
                unusual=5,
                unrated_games=5,
                unrated_players=20,
                forbidden=5,
                baku=number % 2 == 0,
            ),
            f"all {number}",
        ).file
        verdict = check_trf(file)
        assert verdict.is_right, [*map(str, verdict.complaints)]


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"players": 5, "ratings": (2000, 1900)}, "2 ratings for 5 players"),
        ({"lowest": 2000, "highest": 1900}, "is above the highest"),
        ({"tiebreaks": ("SB", "nonsense")}, "Tie-break 2"),
    ],
)
def test_what_makes_no_sense_is_refused(options: dict[str, Any], words: str) -> None:
    with pytest.raises(InvalidInputError, match=words):
        random_event(RandomFileOptions(**options), "s")


def run(*words: str) -> Result:
    return CliRunner().invoke(cli, ["generate", *words])


def test_the_command_in_the_file_makes_it_again(tmp_path: Path) -> None:
    first, second = tmp_path / "1.trf", tmp_path / "2.trf"
    words = ["--ratings", "2100,1950,1800,0,1700", "--tiebreaks", "BH/C1,SB", "--bye-points", "0.5"]
    assert run(*words, "--seed", "a", "-o", str(first)).exit_code == 0
    text = first.read_text()
    told = next(line for line in text.splitlines() if "fairpair generate" in line)
    again = told.split("fairpair generate ", 1)[1].split()
    assert run(*again, "-o", str(second)).exit_code == 0
    assert second.read_text() == text


def test_two_runs_with_the_same_options_differ() -> None:
    words = ["--players", "8", "--rounds", "3", "-o", "-"]
    assert run(*words).stdout != run(*words).stdout


def test_wrong_lists_are_told() -> None:
    assert "is not a list of ratings" in run("--ratings", "a,b", "-o", "-").stderr
    assert "at least one tie-break" in run("--tiebreaks", ",", "-o", "-").stderr


def test_a_file_is_written_and_read_back_with_everything() -> None:
    file = event(unusual=20, unrated_games=20, half_byes=10)
    assert b"FIDE_DUTCH_2026" in write(file)
