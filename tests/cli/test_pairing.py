"""`fairpair pair`, `check` and `generate` as a person types them, on files good and bad."""

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import click
import pytest
from click.testing import CliRunner, Result

from fairpair.cli.main import cli
from formats.sheet import columns, player, text

ROOT = Path(__file__).parents[2]
VECTORS = Path(__file__).parents[1] / "pairing" / "vectors"
CASES = sorted(VECTORS.glob("**/*.trf"))
IMPOSSIBLE = [p for p in CASES if p.with_suffix(".pairs").read_text().startswith("!")]
Save = Callable[[str, bytes], Path]


def fairpair(*words: str | Path, data: bytes = b"") -> Result:
    answer = CliRunner().invoke(cli, list(map(str, words)), input=data)
    assert answer.exception is None or isinstance(answer.exception, SystemExit), answer.exception
    return answer


@pytest.fixture
def saved(tmp_path: Path) -> Save:
    def save(name: str, data: bytes) -> Path:
        path = tmp_path / name
        path.write_bytes(data)
        return path

    return save


def fresh(players: int, *more: str) -> bytes:
    """A tournament before its first round."""
    lines = [player(number, points="0.0") for number in range(1, players + 1)]
    return text("012 Open", "142 3", "152 W", *more, *lines)


@pytest.fixture
def generated(tmp_path: Path) -> Path:
    path = tmp_path / "event.trf"
    calm = ("--forfeits", "0", "--byes", "0", "--withdrawals", "0", "--no-baku")
    words = ("--players", "11", "--rounds", "5", *calm, "--seed", "a", "-o", path)
    assert fairpair("generate", *words).exit_code == 0
    return path


# Pairing


@pytest.mark.parametrize(
    ("players", "printed"),
    [(2, "1\n1 2\n"), (3, "2\n1 2\n3 0\n"), (1, "1\n1 0\n"), (5, "3\n1 3\n4 2\n5 0\n")],
)
def test_pairs_as_engines_write_them(players: int, printed: str) -> None:
    answer = fairpair("pair", "-", data=fresh(players))
    assert (answer.exit_code, answer.stdout, answer.stderr) == (0, printed, "")


def test_nobody_there_is_no_pair() -> None:
    answer = fairpair("pair", "-", data=fresh(2, "240 Z   1    1    2"))
    assert (answer.exit_code, answer.stdout) == (0, "0\n")


def test_all_vectors_through_a_folder(tmp_path: Path) -> None:
    for folder in sorted({path.parent for path in CASES}):
        out = tmp_path / folder.name
        files = [path for path in CASES if path.parent == folder]
        answer = fairpair("pair", *files, "--out-dir", out)
        impossible = [path for path in files if path in IMPOSSIBLE]
        assert answer.exit_code == (1 if impossible else 0)
        failed = f", {len(impossible)} with errors" if impossible else ""
        done = len(files) - len(impossible)
        noun = "file" if len(files) == 1 else "files"
        assert answer.stdout == f"{done} of {len(files)} {noun} written to {out}{failed}.\n"
        for path in files:
            target = out / f"{path.stem}.pairs"
            assert target.exists() == (path not in impossible)
            if target.exists():
                count, *lines = target.read_text().splitlines()
                assert int(count) == len(lines)
                wanted = path.with_suffix(".pairs").read_text().splitlines()
                assert sorted(lines) == sorted(wanted)
                assert not any(line.endswith(" 0") for line in lines[:-1])


@pytest.mark.parametrize("path", IMPOSSIBLE, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_no_legal_pairing_ends_with_1_and_a_cause(path: Path) -> None:
    answer = fairpair("pair", path)
    assert (answer.exit_code, answer.stdout) == (1, "")
    assert f"{path}: Error: Round " in answer.stderr
    assert "cannot be paired" in answer.stderr


def test_one_file_to_another(tmp_path: Path, saved: Save) -> None:
    source, target = saved("open.trf", fresh(4)), tmp_path / "new" / "open.txt"
    answer = fairpair("pair", source, "--out", target)
    assert (answer.exit_code, answer.stdout) == (0, "")
    assert target.read_text() == "2\n1 3\n4 2\n"
    answer = fairpair("pair", source, "--out", source)
    assert answer.exit_code == 3
    assert source.read_bytes() == fresh(4)
    for words in ((source, source), (source, "--out-dir", tmp_path)):
        assert fairpair("pair", *words, "--out", target).exit_code == 2


def test_several_files_are_told_apart_and_bad_ones_do_not_stop_the_others(saved: Save) -> None:
    good, bad, gone = saved("a.trf", fresh(2)), saved("b.trf", b"no"), Path("gone.trf")
    also = saved("c.trf", fresh(3))
    answer = fairpair("pair", good, bad, also)
    assert answer.exit_code == 3
    assert answer.stdout == f"{good}\n1\n1 2\n\n{also}\n2\n1 2\n3 0\n"
    assert answer.stderr.startswith(f"{bad}: Error: ")
    assert fairpair("pair", good, IMPOSSIBLE[0]).exit_code == 1
    assert fairpair("pair", good, gone, bad).exit_code == 5


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"", "empty"),
        (b'{"players": []}', "not a TRF file"),
        (b"\xff\xfe\x00", "Error"),
        (b"012 Open\n", "no players"),
        (text("012 A", player(1, "2 w 1", points="1.0"), player(2, points="0.0")), "line 2"),
        (text("012 A", player(1, "9 w 1", points="1.0")), "line 2, column 92"),
        (fresh(2, "XXP 1 2 7"), "7"),
        (fresh(2, "192 FIDE_DUBOV"), "--system dutch"),
        (fresh(2, "092 Round-Robin"), "Round-Robin"),
    ],
)
def test_bad_files_end_with_3_and_a_reason(data: bytes, words: str) -> None:
    for command in ("pair", "check"):
        answer = fairpair(command, "-", data=data)
        if command == "check" and answer.exit_code == 0:  # ranks of other systems can be checked
            assert "pairings were not checked" in answer.stderr
            continue
        assert (answer.exit_code, answer.stdout) == (3, "")
        assert words in answer.stderr
        assert "Traceback" not in answer.stderr


def test_another_system_can_be_paired_as_dutch() -> None:
    answer = fairpair("pair", "-", "--system", "dutch", data=fresh(2, "192 FIDE_DUBOV"))
    assert (answer.exit_code, answer.stdout) == (0, "1\n1 2\n")
    assert fairpair("pair", "-", "--system", "magic", data=fresh(2)).exit_code == 2


def test_repair() -> None:
    lines = player(1, "2 w 1"), player(2, ""), player(3, "- - U")
    data = text("012 Open", "142 3", "152 W", *lines)
    answer = fairpair("pair", "-", data=data)
    assert answer.exit_code == 3
    assert "--repair" in answer.stderr
    answer = fairpair("pair", "-", "--repair", data=data)
    assert (answer.exit_code, answer.stdout) == (0, "2\n3 1\n2 0\n")
    assert "Repaired, line 5" in answer.stderr
    assert fairpair("check", "-", "--repair", data=data).exit_code == 0


def test_wrong_points_are_a_finding_and_nothing_stops() -> None:
    lines = player(1, "2 w 1", points="0.5"), player(2, "1 b 0", points="x"), player(3, "- - U")
    data = text("012 Open", "142 3", "152 W", *lines)
    answer = fairpair("pair", "-", data=data)
    assert (answer.exit_code, answer.stdout) == (0, "2\n3 1\n2 0\n")
    assert "The points of player 1 are given as 0.5, but the results add up to 1" in answer.stderr
    answer = fairpair("check", "-", data=data)
    assert (answer.exit_code, answer.stderr) == (1, "")
    assert answer.stdout == (
        "-: Points of 1: expected 1, found 0.5\n"
        "-: Points of 2: expected 0, found 'x'\n"
        "-: 1 round and 0 ranks checked: wrong points of 2 players\n"
    )
    data = json.loads(fairpair("check", "-", "--format", "json", data=data).stdout)
    assert data["points"] == [
        {"id": 1, "expected": "1", "found": "0.5"},
        {"id": 2, "expected": "0", "found": "'x'"},
    ]


def test_a_tournament_that_is_over_is_refused_kindly(generated: Path) -> None:
    answer = fairpair("pair", generated)
    assert answer.exit_code == 3
    assert "All 5 rounds" in answer.stderr
    assert "fairpair standings" in answer.stderr


# Checking


def test_a_right_file(generated: Path) -> None:
    answer = fairpair("check", generated)
    assert answer.exit_code == 0
    assert answer.stdout == f"{generated}: 5 rounds and 11 ranks checked, all correct\n"


def test_a_wrong_rank(generated: Path, saved: Save) -> None:
    lines = generated.read_text().splitlines()
    first = next(n for n, line in enumerate(lines) if line.startswith("001"))
    rank = int(lines[first][85:89])
    lines[first] = f"{lines[first][:85]}{rank + 5:>4}{lines[first][89:]}"
    wrong = saved("wrong.trf", text(*lines))
    answer = fairpair("check", generated, wrong)
    assert answer.exit_code == 1
    assert answer.stdout.splitlines() == [
        f"{generated}: 5 rounds and 11 ranks checked, all correct",
        f"{wrong}: Rank of 1: expected {rank}, found {rank + 5}",
        f"{wrong}: 5 rounds and 11 ranks checked: 1 wrong rank",
        "2 files: 1 correct, 1 with differences, 0 not readable",
    ]


ORDER = (
    "both are equally good by the criteria, but the expected pairs come first (articles 4.2 to 4.4)"
)


def test_a_wrong_pairing_as_data(saved: Save) -> None:
    games = ["2 w 1", "1 b 0", "4 w 1", "3 b 0"]
    lines = [player(n, game, points=f"{game[-1]}.0") for n, game in enumerate(games, 1)]
    path = saved("wrong.trf", text("012 Open", "142 3", "152 W", *lines))
    answer = fairpair("check", path, "--format", "json")
    assert answer.exit_code == 1
    data = json.loads(answer.stdout)
    assert data == {
        "file": str(path),
        "right": False,
        "rounds_checked": 1,
        "ranks_checked": 0,
        "pairings": [
            {
                "round": 1,
                "board": 1,
                "expected": [1, 3],
                "found": [[1, 2], [3, 4]],
                "reasons": [ORDER],
            },
            {
                "round": 1,
                "board": 2,
                "expected": [4, 2],
                "found": [[3, 4], [1, 2]],
                "reasons": [ORDER],
            },
        ],
        "unpairable": [],
        "points": [],
        "ranks": [],
    }
    several = json.loads(fairpair("check", path, path, "--format", "json").stdout)
    assert several == [data, data]
    assert "board 1: expected 1-3, found 1-2 and 3-4" in fairpair("check", path).stdout


def test_refused_files_are_counted(generated: Path, saved: Save) -> None:
    answer = fairpair("check", generated, saved("bad.trf", b""), "gone.trf")
    assert answer.exit_code == 5
    assert answer.stdout.endswith("3 files: 1 correct, 0 with differences, 2 not readable\n")
    assert answer.stderr.count("Error: ") == 2


def test_teams_are_refused() -> None:
    teams = [columns("310", {5: f"{n:3}", 9: f"Team {n}", 74: f"{n:4}"}) for n in (1, 2)]
    for command in ("pair", "check"):
        for words in ((), ("--system", "dutch")):
            answer = fairpair(command, "-", *words, data=fresh(2, *teams))
            assert answer.exit_code == 3
            assert "team" in answer.stderr.lower()


# Random tournaments


def test_the_same_seed_gives_the_same_file_and_no_seed_another(tmp_path: Path) -> None:
    def made(*words: str) -> str:
        answer = fairpair("generate", *words, "-o", "-")
        assert answer.exit_code == 0
        return answer.stdout

    assert made("--seed", "7") == made("--seed", "7")
    assert made("--seed", "7") != made("--seed", "8")
    drawn = made("--players", "10", "--rounds", "3")
    assert drawn != made("--players", "10", "--rounds", "3")
    # The file tells itself how to make it again.
    again = drawn.splitlines()[-1].removeprefix("### fairpair generate ").split()
    assert made(*again) == drawn


def test_the_same_file_whatever_the_hash_seed(tmp_path: Path) -> None:
    files = []
    for number in ("0", "1", "2"):
        path = tmp_path / f"{number}.trf"
        words = ["generate", "--players", "40", "--seed", "x", "-o", str(path)]
        subprocess.run(
            [sys.executable, "-W", "error", "-m", "fairpair", *words],
            env={**os.environ, "PYTHONHASHSEED": number},
            check=True,
        )
        files.append(path.read_bytes())
    assert files[0] == files[1] == files[2]


@pytest.mark.parametrize("players", ["2", "3"])
def test_too_many_rounds_for_few_players(players: str, tmp_path: Path) -> None:
    path = tmp_path / "few.trf"
    words = ("--players", players, "--rounds", "9", "--forfeits", "0", "--byes", "0")
    answer = fairpair("generate", *words, "--seed", "a", "-o", path)
    assert answer.exit_code == 0
    assert "cannot be paired, so the file ends before it" in answer.stderr
    assert fairpair("check", path).exit_code == 0
    assert fairpair("pair", path).exit_code == 1
    assert fairpair("standings", path).exit_code == 0


def test_wrong_words_and_places(tmp_path: Path) -> None:
    for words in (("--players", "1"), ("--byes", "101"), ("--rounds", "0"), ("--byes", "nan")):
        assert fairpair("generate", *words, "-o", "-").exit_code == 2
    assert fairpair("generate").exit_code == 2
    (tmp_path / "file").write_text("")
    assert fairpair("generate", "-o", tmp_path / "file" / "x.trf").exit_code == 5
    assert fairpair("generate", "--seed", "a\nb", "-o", "-").exit_code == 3


# The page for arbiters


def test_the_page_names_every_option() -> None:
    page = (ROOT / "docs" / "reference" / "file-commands.md").read_text(encoding="utf-8")
    for name in ("pair", "check", "generate"):
        assert f"fairpair {name}" in page
        for option in cli.all_commands()[name].params:
            if isinstance(option, click.Option):
                assert all(f"`{word}" in page for word in option.opts), option.opts


def test_why_two_players_of_a_file_do_not_meet() -> None:
    path = str(sorted((Path(__file__).parent.parent / "pairing" / "vectors").glob("**/*.trf"))[5])
    plain = CliRunner().invoke(cli, ["pair", path])
    pairs = [line.split() for line in plain.stdout.splitlines()[1:]]
    answer = CliRunner().invoke(cli, ["pair", path, "--why-not", pairs[0][0], pairs[1][0]])
    assert answer.stdout == plain.stdout
    assert len(answer.stderr.splitlines()) == len(plain.stderr.splitlines()) + 1
    meet = CliRunner().invoke(cli, ["pair", path, "--why-not", *pairs[0]])
    assert "meet in this round." in meet.stderr
    wrong = CliRunner().invoke(cli, ["pair", path, "--why-not", "1", "999"])
    assert wrong.exit_code == 3
    assert "There is no player 999 in this file." in wrong.stderr


def test_reasons_go_to_standard_error(tmp_path: Path) -> None:
    path = sorted((Path(__file__).parent.parent / "pairing" / "vectors").glob("**/*.trf"))[5]
    plain = CliRunner().invoke(cli, ["pair", str(path)])
    answer = CliRunner().invoke(cli, ["pair", "--explain", str(path)])
    assert answer.exit_code == plain.exit_code == 0
    assert answer.stdout == plain.stdout
    boards = [
        line
        for line in answer.stderr.splitlines()
        if " has White: " in line or " has Black: " in line
    ]
    assert len(boards) == sum(not line.endswith(" 0") for line in plain.stdout.splitlines()[1:])
