"""`fairpair standings` as a person types it, on real files, good and bad."""

import csv
import json
import os
import subprocess
import sys
from collections.abc import Callable
from fractions import Fraction
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from fairpair.cli.main import cli
from fairpair.cli.output import LONGEST
from fairpair.presets import names
from formats.sheet import Person, player, text

VECTORS = Path(__file__).parents[1] / "standings" / "vectors"
ROUND_ROBIN = VECTORS / "fide" / "138.trf"
HARD_NAMES = ['"Ann" O\'Neil', "Zoë Ångström", "<script>alert(1)</script>", "=1+1", "李小龍"]
Save = Callable[..., Path]


def fairpair(*words: str | Path, data: bytes = b"") -> Result:
    answer = CliRunner().invoke(cli, ["standings", *map(str, words)], input=data)
    assert answer.exception is None or isinstance(answer.exception, SystemExit), answer.exception
    return answer


def real(*words: str | Path | bytes, **options: Any) -> "subprocess.CompletedProcess[bytes]":
    """The same in a process of its own."""
    command = [sys.executable, "-W", "error", "-m", "fairpair", "standings", *words]
    kept = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, **options}
    answer = subprocess.run(command, check=False, timeout=60, **kept)
    assert b"Traceback" not in (answer.stderr or b"")
    return answer


@pytest.fixture
def saved(tmp_path: Path) -> Save:
    def save(name: str, data: bytes) -> Path:
        path = tmp_path / name
        path.parent.mkdir(exist_ok=True)
        path.write_bytes(data)
        return path

    return save


def trf(*more: str, name: str = "Doe, Jane") -> bytes:
    """Of four players number 9 is the fourth."""
    return text(
        "012 Open",
        "042 2026/04/01",
        *more,
        player(1, "2 w 1", "3 b =", "9 w 1", who=Person(name, points="2.5")),
        player(2, "1 b 0", "9 w 1", "3 b 1", who=Person("Roe, Richard", points="2.0")),
        player(3, "9 b 1", "1 w =", "2 w 0", who=Person("Poe, Bo", points="1.5")),
        player(9, "3 w 0", "2 b 0", "1 b 0", who=Person("Loe, Al", points="0.0")),
    )


def results(**more: Any) -> bytes:
    """Ana has beaten both others, 2-1 and 2-0; each of them had a bye."""
    rounds = [
        [{"p1": "Ana", "p2": 7, "w1": 2, "w2": 1, "draws": 0}, {"bye": "Cy"}],
        [{"p1": "Ana", "p2": "Cy", "w1": 2, "w2": 0, "draws": 0}, {"bye": 7}],
    ]
    players = ["Ana", {"id": 7, "name": "Bo"}, "Cy"]
    return json.dumps({"players": players, "rounds": rounds, **more}).encode()


BROKEN = text(
    "012 Open",
    player(1, "2 w 1", "3 b =", who=Person("A", points="1.0")),
    player(2, "1 b 1", "4 w 1", who=Person("B", points="2.0")),
    player(4, "9 w 0", "2 b 0", who=Person("D", points="0.0")),
)


# What is printed


def test_a_table(saved: Save) -> None:
    answer = fairpair(saved("open.trf", trf()), "--tiebreaks", "PTS,BH/C1,SB,TPR")
    assert answer.exit_code == 0
    assert answer.stderr == "" or "gap" in answer.stderr
    assert answer.stdout == (
        "rank  id  name          W-D-L  points  BH/C1    SB   TPR\n"
        "----  --  ------------  -----  ------  -----  ----  ----\n"
        "   1  1   Doe, Jane     2-1-0     2.5    3.5  2.75  2273\n"
        "   2  2   Roe, Richard  2-0-1       2      4   1.5  2125\n"
        "   3  3   Poe, Bo       1-1-1     1.5    4.5  1.25  2000\n"
        "   4  9   Loe, Al       0-0-3       0    4.5     0  1200\n"
    )


def test_json_of_a_trf_file(saved: Save) -> None:
    answer = fairpair(
        saved("open.trf", trf()), "--format", "json", "--tiebreaks", "BH/C1,AOB,RTNG/U1400"
    )
    found = json.loads(answer.stdout)
    assert list(found) == ["players"]
    first = found["players"][0]
    assert {key: first[key] for key in ("id", "rank", "points", "tiebreaks")} == {
        "id": 1,
        "rank": 1,
        "points": "2.5",
        # Roe's opponents have 4, Poe's 4.5, Loe's 6: 14.5 / 3
        "tiebreaks": {"BH/C1": "3.5", "AOB": "29/6", "RTNG/U1400": "2000"},
    }
    assert first["display"]["AOB"] == "4.83"
    assert [one["id"] for one in found["players"]] == [1, 2, 3, 9]


def test_json_of_results(saved: Save) -> None:
    file = saved("friday.json", results())
    found = json.loads(fairpair(file, "--format", "json", "--preset", "mtg_standard").stdout)
    assert [(one["id"], one["name"], one["rank"]) for one in found["players"]] == [
        ("Ana", "Ana", 1),
        (7, "Bo", 2),
        ("Cy", "Cy", 3),
    ]
    # Bo: 3 of 6 match points, games 1-2 and the bye's 2-0: 9 of 15; Cy 6 of 12
    ana = found["players"][0]
    assert ana["points"] == "6"
    assert ana["tiebreaks"] == {"omw": "1/2", "gw": "4/5", "ogw": "11/20", "random": None}
    assert ana["display"] == {"omw": "50.00%", "gw": "80.00%", "ogw": "55.00%", "random": "-"}
    words = ("--format", "json", "--preset", "chess_style", "--set", "bye_points=0.5")
    chess = json.loads(fairpair(file, *words, "--set", "best_of=3").stdout)["players"]
    assert [one["points"] for one in chess] == ["2", "0.5", "0.5"]


def test_csv(saved: Save) -> None:
    answer = fairpair(saved("open.trf", trf()), "--format", "csv", "--tiebreaks", "BH,AOB,DE")
    assert list(csv.reader(StringIO(answer.stdout)))[:3] == [
        [
            *("rank", "id", "name", "points", "BH", "AOB", "DE", "wins", "draws", "losses"),
            *("games won", "games lost", "games drawn", "matches", "byes", "opponents"),
        ],
        [*("1", "1", "Doe, Jane", "2.5", "3.5", "4.833333", "0"), *"21020130", "2 3 9"],
        [*("2", "2", "Roe, Richard", "2", "4", "4.666667", "0"), *"20121030", "1 9 3"],
    ]


@pytest.mark.parametrize("form", ["table", "json", "csv"])
def test_hard_names(saved: Save, form: str) -> None:
    people = [*HARD_NAMES, "x" * 300]
    rounds = [
        [
            {"p1": a, "p2": b, "w1": 2, "w2": 0}
            for a, b in zip(people[::2], people[1::2], strict=True)
        ]
    ]
    data = json.dumps({"players": people, "rounds": rounds}).encode()
    answer = fairpair(saved("friday.json", data), "--format", form)
    assert answer.exit_code == 0
    if form == "json":
        found = [one["name"] for one in json.loads(answer.stdout)["players"]]
        assert sorted(found) == sorted(people)
    elif form == "csv":
        found = [row[2] for row in csv.reader(StringIO(answer.stdout, newline=""))][1:]
        assert sorted(found) == sorted("'=1+1" if name == "=1+1" else name for name in people)
    else:
        assert all(name in answer.stdout for name in HARD_NAMES)
        assert "x" * (LONGEST - 1) + "…" in answer.stdout


def test_columns_stand_below_each_other_with_wide_names(saved: Save) -> None:
    people = ["李小龍" * 20, "e\N{COMBINING ACUTE ACCENT}" * 5, "Ana", "Bo"]
    data = json.dumps({"players": people, "rounds": []}).encode()
    lines = fairpair(saved("a.json", data), "--tiebreaks", "").stdout.splitlines()
    widths = [
        sum(2 if "一" <= char <= "鿿" else char != "\N{COMBINING ACUTE ACCENT}" for char in line)
        for line in lines
    ]
    assert len(set(widths)) == 1, lines
    assert widths[0] <= 4 + 2 * LONGEST + 5 + 6 + 5 * 2


def test_no_name_moves_the_cursor(saved: Save) -> None:
    """A terminal would obey an escape sequence in a name, and turn the line around."""
    data = trf(name="\x1b[2JRed\x07 \u202eabc\tx")
    for words in ([], ["--explain", "1"]):
        answer = fairpair(saved("open.trf", data), *words)
        assert not {"\x1b", "\x07", "\u202e", "\t"} & set(answer.stdout)
        assert "Red" in answer.stdout
    found = json.loads(fairpair(saved("open.trf", data), "--format", "json").stdout)
    assert "\x1b" in found["players"][0]["name"]


def test_an_explanation(saved: Save) -> None:
    file = saved("open.trf", trf())
    answer = fairpair(file, "--tiebreaks", "BH/C1,DE", "--explain", "2")
    assert answer.stdout == (
        "Roe, Richard: rank 2 of 4\n"
        "\n"
        "Points 2 = 0 (Doe, Jane) + 1 (Loe, Al) + 1 (Poe, Bo)\n"
        "Buchholz (BH/C1) 4 = 2.5 (Doe, Jane) + 1.5 (Poe, Bo); the 0 of Loe, Al was cut\n"
        "Direct encounter: not needed, nobody is level\n"
        "\n"
        "Doe, Jane above Roe, Richard: points 2.5 against 2\n"
        "Roe, Richard above Poe, Bo: points 2 against 1.5\n"
    )
    by_name = fairpair(file, "--tiebreaks", "BH/C1,DE", "--explain", "roe, richard")
    assert by_name.stdout == answer.stdout


def test_an_explanation_by_their_own_match(saved: Save) -> None:
    data = text(
        "012 Open",
        player(1, "2 w 0", "3 b 1", who=Person("Doe, Jane", points="1.0")),
        player(2, "1 b 1", "- - Z", who=Person("Roe, Richard", points="1.0")),
        player(3, "- - Z", "1 w 0", who=Person("Poe, Bo", points="0.0")),
    )
    file = saved("open.trf", data)
    line = "Roe, Richard above Doe, Jane: equal on points, DE place 1 against 2"
    answer = fairpair(file, "--tiebreaks", "DE", "--explain", "2")
    assert answer.stdout.endswith(f"{line} (1 against 0 from their own match)\n")
    words = ("--tiebreaks", "DE", "--explain", "1", "--format", "json")
    above, below = json.loads(fairpair(file, *words).stdout)["neighbours"]
    assert (above["decided_by"], above["own_match"]) == ("DE", ["1", "0"])
    assert (below["decided_by"], below["own_match"]) == ("PTS", None)


def test_an_explanation_for_programs(saved: Save) -> None:
    words = ("--tiebreaks", "BH/C1", "--explain", "1", "--format", "json")
    found = json.loads(fairpair(saved("open.trf", trf()), *words).stdout)
    assert (found["id"], found["rank"]) == (1, 1)
    assert [one["value"] for one in found["explanations"]] == ["2.5", "3.5"]
    [neighbour] = found["neighbours"]
    assert (neighbour["upper"], neighbour["lower"]) == (1, 2)
    assert (neighbour["decided_by"], neighbour["values"]) == ("PTS", ["2.5", "2"])
    cards = fairpair(saved("f.json", results()), "--explain", "7", "--format", "json")
    found = json.loads(cards.stdout)
    assert found["id"] == 7
    assert [one["value"] for one in found["explanations"]] == ["3", "1", "3/5", "4/5", None]


def test_alone_in_a_tournament(saved: Save) -> None:
    data = json.dumps({"players": ["Ana"], "rounds": [[{"bye": "Ana"}]]}).encode()
    answer = fairpair(saved("a.json", data), "--tiebreaks", "", "--explain", "Ana")
    assert answer.stdout == "Ana: rank 1 of 1\n\nPoints 3 = 3 (round 1: bye)\n"


# What it does otherwise than the file says


def test_edition(saved: Save) -> None:
    """Bo has 3 points and two byes: each counts 3 in 2024, at most 4 x 0.5 since 2026 (16.4)."""
    data = text(
        "012 Open",
        player(1, "- - U", "2 w 1", "- - F", "2 b =", who=Person("Bo", points="3.5")),
        player(2, "- - Z", "1 b 0", "- - Z", "1 w =", who=Person("Cy", points="0.5")),
    )
    file = saved("a.trf", data)

    def buchholz(*words: str) -> str:
        answer = fairpair(file, "--tiebreaks", "BH", "--format", "json", *words)
        return str(json.loads(answer.stdout)["players"][0]["tiebreaks"]["BH"])

    assert buchholz("--edition", "2024") == "8"  # 3.5 + 0.5 + 3.5 + 0.5
    assert buchholz("--edition", "2026") == buchholz() == "5"  # 2 + 0.5 + 2 + 0.5
    assert buchholz("--set", "fide_edition=2024") == "8"
    assert fairpair(file, "--edition", "2025").exit_code == 2


def test_settings_of_every_kind(saved: Save) -> None:
    file = saved("friday.json", results())
    for words in (
        ["omw_floor=1/3"],
        ["omw_floor=0.25"],
        ["byes_in_match_win=false"],
        ['points={"win": 2, "draw": 1, "loss": 0}'],
        ['standings_tiebreakers=["sos", "gw"]'],
        ["game=40000", "unrated_rating=1400", "bye_points=null"],
    ):
        given = [part for word in words for part in ("--set", word)]
        assert fairpair(file, *given).exit_code == 0, words
    answer = fairpair(file, "--set", "points={'win': 2}")
    assert answer.exit_code == 3
    assert "- points: must have exactly win, draw, loss" in answer.stderr


@pytest.mark.parametrize("preset", names())
def test_every_preset_ranks_results(saved: Save, preset: str) -> None:
    data = results()
    if preset == "infinity":
        data = json.dumps(
            {
                "players": ["A", "B"],
                "rounds": [
                    [
                        {
                            "p1": "A",
                            "p2": "B",
                            "scores": [{"op": 7, "vp": 90, "ap": 1}, {"op": 3, "vp": 4, "ap": 0}],
                        }
                    ]
                ],
            }
        ).encode()
    answer = fairpair(
        saved("a.json", data.replace(b'"w1": 2', b'"w1": 1').replace(b'"w2": 1', b'"w2": 0')),
        "--preset",
        preset,
    )
    assert answer.exit_code == 0, answer.stderr
    assert answer.stdout.splitlines()[2].split()[0] == "1"


def test_what_can_never_count_is_told_and_computed(saved: Save) -> None:
    file = saved("friday.json", results())
    answer = fairpair(file, "--tiebreaks", "omw,player_number,gw,omw", "--format", "json")
    assert answer.exit_code == 0
    text = "can never count: player_number before it leaves nobody tied"
    assert answer.stderr.splitlines() == [
        f"{file}: note: tie-break 3, 'gw', {text}",
        f"{file}: note: tie-break 4, 'omw', {text}",
        f"{file}: note: tie-break 4, 'omw', repeats tie-break 1 and cannot change anything",
    ]
    ana = json.loads(answer.stdout)["players"][0]
    wanted = {"omw": "1/2", "player_number": "1", "gw": "4/5", "omw (2)": "1/2"}
    assert ana["tiebreaks"] == wanted


# 072: byes and somebody who left; 118: 3-1-0 and forfeits; 138: a round robin
@pytest.mark.parametrize("stem", ["005", "072", "118", "138"])
def test_all_codes_of_a_vector_in_one_call(stem: str) -> None:
    """TPN among them leaves nobody tied: the rest is told, and computed all the same."""
    path = VECTORS / "fide" / f"{stem}.json"
    vector = json.loads(path.read_text(encoding="utf-8"), parse_float=Fraction)
    system = "round_robin" if vector["pairing"] == "predetermined" else "dutch"

    def call(*codes: str) -> tuple[dict[str, dict[str, str | None]], str]:
        words = ("--format", "json", "--edition", "2026", "--set", f"system={system}")
        answer = fairpair(path.with_suffix(".trf"), "--tiebreaks", ",".join(codes), *words)
        assert answer.exit_code == 0, answer.stderr
        players = json.loads(answer.stdout)["players"]
        assert all(list(one["tiebreaks"]) == list(codes) for one in players)
        rows = {str(one["id"]): one["tiebreaks"] for one in players}
        return {code: {p: row[code] for p, row in rows.items()} for code in codes}, answer.stderr

    codes = list(vector["tiebreaks"])
    assert len(codes) > 24
    found, told = call(*codes)
    for place, code in enumerate(codes, 1):
        note = f"note: tie-break {place}, {code!r}, can never count: TPN before it leaves nobody"
        assert (note in told) == (place > codes.index("TPN") + 1)
    for code, wanted in vector["tiebreaks"].items():
        values = found[code]
        if code.startswith("DE"):  # the vector's are among those level on points
            assert set(values.values()) == {"0"}
            values = call("PTS", code)[0][code]
        same = Fraction(1, 200) if code.startswith("AOB") else 0  # the vector has two decimals
        for one, value in values.items():
            assert (value is None) == (wanted[one] is None), (code, one)
            assert value is None or abs(Fraction(value) - wanted[one]) <= same, (code, one)


def test_open_matches_as_draws(saved: Save) -> None:
    file = {"players": ["Ana", "Bo"], "rounds": [[{"p1": "Ana", "p2": "Bo"}]]}
    path = saved("a.json", json.dumps(file).encode())

    def points(*words: str) -> list[str]:
        answer = fairpair(path, "--format", "json", *words)
        return [one["points"] for one in json.loads(answer.stdout)["players"]]

    assert points() == points("--set", "unfinished_matches=ignore") == ["0", "0"]
    assert points("--set", "unfinished_matches=draw") == ["1", "1"]
    assert points("--set", "unfinished_matches=draw", "--preset", "chess_style") == ["0.5", "0.5"]


def test_rounds_and_lots(saved: Save) -> None:
    file = saved("open.trf", trf())
    first = fairpair(file, "--round", "1", "--tiebreaks", "random", "--draw-seed", "x")
    again = fairpair(file, "--round", "1", "--tiebreaks", "random", "--draw-seed", "x")
    assert first.stdout == again.stdout
    assert [line.split()[0] for line in first.stdout.splitlines()[2:]] == ["1", "2", "3", "4"]
    level = fairpair(file, "--round", "1", "--tiebreaks", "random")
    assert [line.split()[0] for line in level.stdout.splitlines()[2:]] == ["1", "1", "3", "3"]
    answer = fairpair(file, "--round", "4")
    assert answer.exit_code == 3
    assert "There is no round 4: the file has 3." in answer.stderr
    assert fairpair(file, "--round", "0").exit_code == 2


# Several files


def test_several_files_at_once(saved: Save) -> None:
    files = saved("a.trf", trf()), saved("b.json", results())
    answer = fairpair(*files, "--tiebreaks", "DE")
    assert answer.stdout.startswith(f"{files[0]}\nrank  id")
    assert f"\n\n{files[1]}\nrank  id" in answer.stdout
    found = json.loads(fairpair(*files, "--tiebreaks", "DE", "--format", "json").stdout)
    assert [one["file"] for one in found] == [str(file) for file in files]
    assert [len(one["players"]) for one in found] == [4, 3]


def test_one_file_each(saved: Save, tmp_path: Path) -> None:
    out = tmp_path / "new" / "folder"
    files = saved("a.trf", trf()), saved("b.c.json", results())
    answer = fairpair(*files, "--out-dir", out)
    assert (answer.exit_code, answer.stdout) == (0, f"2 of 2 files written to {out}.\n")
    assert sorted(path.name for path in out.iterdir()) == ["a.json", "b.c.json"]
    alone = fairpair(files[0], "--format", "json").stdout
    assert (out / "a.json").read_text(encoding="utf-8") == alone
    fairpair(*files, "--out-dir", out, "--format", "csv")
    fairpair(*files, "--out-dir", out, "--format", "table")
    assert sorted(path.suffix for path in out.iterdir()) == sorted([".json", ".csv", ".txt"] * 2)


def test_a_bad_file_does_not_stop_the_others(saved: Save, tmp_path: Path) -> None:
    files = saved("bad.trf", BROKEN), saved("a.trf", trf()), saved("b.json", results())
    out = tmp_path / "out"
    answer = fairpair(*files, "--out-dir", out)
    assert answer.exit_code == 3
    assert answer.stdout == f"2 of 3 files written to {out}, 1 with errors.\n"
    assert sorted(path.name for path in out.iterdir()) == ["a.json", "b.json"]
    assert f"{files[0]}: Error: The TRF file has " in answer.stderr
    printed = fairpair(*files)
    assert printed.exit_code == 3
    assert f"{files[1]}\nrank" in printed.stdout
    found = json.loads(fairpair(*files, "--format", "json").stdout)
    assert [one["file"] for one in found] == [str(files[1]), str(files[2])]


def test_files_that_cannot_be_read(saved: Save, tmp_path: Path) -> None:
    loop = tmp_path / "loop.trf"
    loop.symlink_to(loop)
    missing, good = tmp_path / "missing.trf", saved("a.trf", trf())
    for file, why in (
        (missing, "No such file"),
        (tmp_path, "Is a directory"),
        (loop, "symbolic links"),
    ):
        answer = fairpair(file)
        assert answer.exit_code == 5
        assert answer.stderr.startswith(f"{file}: Error: It cannot be read: ")
        assert why in answer.stderr
    answer = fairpair(saved("bad.trf", BROKEN), missing, loop, good, "--out-dir", tmp_path / "out")
    assert answer.exit_code == 5
    assert answer.stdout.startswith("1 of 4 files written")


def test_two_files_of_one_name(saved: Save, tmp_path: Path) -> None:
    one, two = saved("x/open.trf", trf()), saved("y/open.trf", trf())
    out = tmp_path / "out"
    answer = fairpair(one, two, "--out-dir", out)
    assert answer.exit_code == 3
    assert f"{two} and {one} would both be written to {out / 'open.json'}." in answer.stderr
    assert not out.exists()
    assert fairpair(one, two).exit_code == 0
    assert fairpair(one, one, "--out-dir", out).exit_code == 0


@pytest.mark.parametrize("where", ["", ".", "sub/.."])
def test_no_input_is_replaced(saved: Save, tmp_path: Path, where: str) -> None:
    (tmp_path / "sub").mkdir()
    file = saved("friday.json", results())
    answer = fairpair(file, "--out-dir", tmp_path / where)
    assert answer.exit_code == 3
    assert "is one of the files to read: it would be replaced." in answer.stderr
    assert file.read_bytes() == results()
    assert fairpair(file, "--out-dir", tmp_path / where, "--format", "csv").exit_code == 0


def test_what_only_one_file_cannot_do(saved: Save, tmp_path: Path) -> None:
    """Buchholz is forbidden in a round robin: whichever comes first, the other is written."""
    swiss = saved("a.trf", trf())
    for number, files in enumerate([(ROUND_ROBIN, swiss), (swiss, ROUND_ROBIN)]):
        out = tmp_path / str(number)
        answer = fairpair(*files, "--tiebreaks", "BH", "--edition", "2026", "--out-dir", out)
        assert answer.exit_code == 3
        assert answer.stdout == f"1 of 2 files written to {out}, 1 with errors.\n"
        assert answer.stderr.count("must not be used in a round robin") == 1
        assert f"{ROUND_ROBIN}: Error: " in answer.stderr


def test_what_no_file_can_do_is_told_once(saved: Save, tmp_path: Path) -> None:
    files = [saved(f"{n}.trf", trf()) for n in range(5)]
    answer = fairpair(*files, "--tiebreaks", "BHH", "--out-dir", tmp_path / "out")
    assert (answer.exit_code, answer.stdout) == (3, "")
    assert answer.stderr == (
        "Error: These tie-breaks cannot be used.\n"
        "- tie-break 1, 'BHH': is no tie-break; did you mean BH?\n"
        "`fairpair tiebreaks` lists all codes and their modifiers.\n"
    )
    answer = fairpair(*files, saved("bad.trf", BROKEN), "--tiebreaks", "BHH")
    assert answer.stderr.count("did you mean BH?") == 1
    assert f"{files[0]} and 4 more: Error: These tie-breaks" in answer.stderr
    assert "bad.trf: Error: The TRF file has" in answer.stderr


def test_a_player_who_is_not_in_every_file(saved: Save) -> None:
    files = saved("a.trf", trf()), saved("b.json", results())
    answer = fairpair(*files, "--explain", "7")
    assert answer.exit_code == 3
    assert f"{files[0]}: Error: The file has no player '7'." in answer.stderr
    assert answer.stdout.startswith(f"{files[1]}\nBo: rank 2 of 3\n")


def test_standard_input(saved: Save, tmp_path: Path) -> None:
    file = saved("a.trf", trf())
    assert fairpair("-", data=trf()).stdout == fairpair(file).stdout
    assert fairpair("-", data=results()).exit_code == 0
    answer = fairpair("-", "--out-dir", tmp_path / "out", data=trf())
    assert answer.exit_code == 0
    assert [path.name for path in (tmp_path / "out").iterdir()] == ["stdin.json"]
    answer = fairpair("-", data=BROKEN)
    assert (answer.exit_code, answer.stdout) == (3, "")
    assert answer.stderr.startswith("-: Error: The TRF file has ")


# Faults in files


def test_every_fault_with_its_place(saved: Save) -> None:
    file = saved("bad.trf", BROKEN)
    answer = fairpair(file)
    assert (answer.exit_code, answer.stdout) == (3, "")
    assert answer.stderr == (
        f"{file}: Error: The TRF file has 4 errors.\n"
        "- line 2, column 82: The points of player 1 are given as 1.0,"
        " but the results make 1.5.\n"
        "- line 2, column 99: Round 1, 1 against 2 (line 3):"
        " the results 1 and 1 contradict each other.\n"
        "- line 2, column 102: Round 2: the opponent 3 is not in the file.\n"
        "- line 4, column 92: Round 1: the opponent 9 is not in the file.\n"
        "- line 4, column 5: (note) The pairing numbers have a gap: 3 is not there.\n"
        "Correct these places, or let --repair mend what is beyond doubt.\n"
    )


def test_repair(saved: Save) -> None:
    data = text(
        "012 Open",
        player(1, "2 w 1", "2 b 1", who=Person("A", points="9.0")),
        player(2, "1 b 0", "", who=Person("B", points="0.0")),
    )
    file = saved("a.trf", data)
    answer = fairpair(file)
    assert answer.exit_code == 3
    assert answer.stderr.endswith("or let --repair mend what is beyond doubt.\n")
    answer = fairpair(file, "--repair", "--tiebreaks", "WIN")
    assert answer.exit_code == 0
    assert [line.split()[4] for line in answer.stdout.splitlines()[2:]] == ["2", "0"]
    told = answer.stderr.splitlines()
    assert len(told) == 2
    assert told[0].startswith(f"{file}: repaired, line 2, column 82: ")
    assert told[1].startswith(f"{file}: repaired, line 3, column 102: Round 2: the missing cell")


def test_notes_go_to_standard_error(saved: Save) -> None:
    file = saved("a.trf", trf("202 PTS,BH/C1,XYZ", name="J\xe4ne").decode().encode("latin-1"))
    answer = fairpair(file, "--format", "json")
    assert answer.exit_code == 0
    assert json.loads(answer.stdout)["players"][0]["name"] == "Jäne"
    told = answer.stderr.splitlines()
    assert all(line.startswith(f"{file}: note") for line in told)
    assert "Latin-1" in told[0]
    assert "3 to 8" not in told[0]
    assert "The pairing numbers have a gap: 4 to 8" in told[1]
    assert told[2].endswith("the file's tie-break 'XYZ' is left out: it is no tie-break")


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "latin-1"])
def test_line_ends_and_encodings(saved: Save, end: str, encoding: str) -> None:
    data = trf(name="Ärger, Ö").decode().replace("\n", end).encode(encoding)
    answer = fairpair(saved("a.trf", data))
    assert answer.exit_code == 0
    assert "Ärger, Ö" in answer.stdout


@pytest.mark.parametrize(
    ("name", "data", "said"),
    [
        ("a.trf", b"", "The file is empty."),
        ("a.json", b"", "The file is empty."),
        ("a.trf", b"\x7fELF\x00", "zero byte"),
        ("a.trf", b"x" * 3_000_000, "neither a TRF file nor results in JSON"),
        ("a.trf", b"001 " + b"9" * 3_000_000, "line 1, column"),
        ("a.trf", b"001\n" * 3_000, "The TRF file has "),
        ("a.trf", "012 Öpen".encode("utf-16"), "UTF-16"),
        ("a.json", b"{" * 200_000, "is no JSON"),
        ("a.json", b"[" * 200_000, "nested too deeply"),
        ("a.json", b'{"players": [' + b"9" * 100_000 + b"]}", "too many digits"),
        ("a.json", b'{"players": ["\xff"]}', "is no UTF-8 text"),
        ("a.json", b'{"players": ["a", "a"], "rounds": 7, "drop": []}', "did you mean drops?"),
        ("a.json", b'{"players": ["a"], "players": []}', "stands twice"),
        ("a.json", b'{"players": NaN, "rounds": []}', "NaN is no number"),
    ],
)
def test_nonsense(saved: Save, name: str, data: bytes, said: str) -> None:
    answer = fairpair(saved(name, data))
    assert (answer.exit_code, answer.stdout) == (3, "")
    assert said in answer.stderr


# Wrong usage


@pytest.mark.parametrize(
    ("words", "code", "said"),
    [
        (["--tiebreaks", "BHH,BH/Z1,WIN/C1,BH,PTS"], 3, "'BHH': is no tie-break; did you mean BH?"),
        (["--tiebreaks", "BHH,BH/Z1,WIN/C1,BH,PTS"], 3, "'BH/Z1': has an unknown modifier /Z1"),
        (["--tiebreaks", "BHH,BH/Z1,WIN/C1,BH,PTS"], 3, "'WIN/C1': does not take the modifier /C"),
        (["--tiebreaks", "BHH,BH/Z1,WIN/C1,BH,PTS"], 3, "tie-break 5, 'PTS': must come first"),
        (["--tiebreaks", "BH-C1"], 3, "'BH-C1': is no tie-break; did you mean BH/C1?"),
        (["--tiebreaks", "BH:MP"], 3, "'BH:MP': is of teams' MP: the rules need `boards`"),
        (["--tiebreaks", "BH/C3"], 3, "unknown modifier /C3; there are /C1 /C2 /M1 /M2 /P"),
        (["--set", 'standings_tiebreakers=["TPN", "BH"]'], 3, "'BH' can never count"),
        (["--set", 'standings_tiebreakers=["BH", "bh"]'], 3, "'bh' repeats tie-break 1"),
        (["--set", "rounds=5", "--set", "rounds=6"], 2, "rounds is set twice."),
        (["--set", "rounds=5", "--set", " rounds =5"], 2, "rounds is set twice."),
        (["--edition", "2024", "--set", "fide_edition=2024"], 2, "fide_edition is set twice."),
        (["--set", "x=1", "--tiebreaks", "BHH"], 3, "- x: is no rule"),
        (["--set", "x=1", "--tiebreaks", "BHH"], 3, "- tie-break 1, 'BHH': is no tie-break"),
        (["--preset", "fide_dutch"], 3, "A TRF file says itself how it is scored"),
        (["--set", "omw_flor=1"], 3, "did you mean omw_floor?"),
        (["--set", "rounds=many", "--set", "x=1"], 3, "- x: is no rule"),
        (["--set", "rounds=many", "--set", "x=1"], 3, "- rounds: must be a whole number"),
        (["--set", "rounds"], 2, "must be KEY=VALUE"),
        (["--set", "=5"], 2, "must be KEY=VALUE"),
        (["--edition", "1924"], 2, "'2024', '2026'"),
        (["--format", "xml"], 2, "'table', 'json', 'csv'"),
        (["--explain", "77"], 3, "The file has no player '77'."),
        (["--explain", ""], 3, "The file has no player ''."),
        (["--explain", "1", "--format", "csv"], 2, "--explain goes with"),
        (["--explain", "", "--out-dir", "x"], 2, "--explain goes with"),
        (["--round", "x"], 2, "--round"),
        (["--out-dir", __file__], 2, "is a file"),
    ],
)
def test_what_is_wrong_is_told(saved: Save, words: list[str], code: int, said: str) -> None:
    answer = fairpair(saved("open.trf", trf()), *words)
    assert answer.exit_code == code
    assert said in answer.stderr
    assert answer.stdout == ""


def test_unknown_presets(saved: Save) -> None:
    answer = fairpair(saved("a.json", results()), "--preset", "MTG")
    assert answer.exit_code == 3
    assert answer.stderr.startswith("Error: There is no preset 'MTG'.\nDid you mean mtg_standard?")


def test_nothing_to_do() -> None:
    answer = fairpair()
    assert answer.exit_code == 2
    assert "Missing argument 'FILE...'" in answer.stderr


def test_help() -> None:
    answer = fairpair("--help")
    assert "\n      fairpair standings *.trf --out-dir results\n" in answer.stdout


# The world around it


def test_a_full_disk(saved: Save, tmp_path: Path) -> None:
    file = saved("a.trf", trf())
    for words in ([file], [file, "--out-dir", tmp_path / "out"]):
        with Path("/dev/full").open("wb") as full:
            answer = real(*words, stdout=full)
        assert answer.returncode == 5
        assert b"No space left" in answer.stderr


def test_a_folder_that_cannot_be_written(saved: Save, tmp_path: Path) -> None:
    out = tmp_path / "out"
    (out / "a.json").mkdir(parents=True)
    answer = fairpair(saved("a.trf", trf()), "--out-dir", out)
    assert answer.exit_code == 5
    assert f"{out / 'a.json'} could not be written: Is a directory." in answer.stderr
    assert [path.name for path in out.iterdir()] == ["a.json"], "nothing half-done is left"
    answer = fairpair(saved("a.trf", trf()), saved("b.trf", trf()), "--out-dir", out)
    assert answer.exit_code == 5
    assert answer.stdout == f"1 of 2 files written to {out}, 1 with errors.\n"
    answer = fairpair(saved("a.trf", trf()), "--out-dir", saved("file", b"") / "below")
    assert answer.exit_code == 5
    assert "Not a directory" in answer.stderr


MANY = json.dumps({"players": [f"p{n:05}" for n in range(5000)], "rounds": []}).encode()


@pytest.mark.parametrize("unbuffered", ["", "1"])
def test_who_has_seen_enough(saved: Save, unbuffered: str) -> None:
    """`fairpair standings ... | head -1` is no trouble worth a word."""
    command = [sys.executable, "-m", "fairpair", "standings", str(saved("a.json", MANY))]
    env = {**os.environ, "PYTHONUNBUFFERED": unbuffered}
    pipe = subprocess.PIPE
    with subprocess.Popen(command, stdout=pipe, stderr=pipe, env=env) as process:
        assert process.stdout
        assert process.stderr
        assert process.stdout.readline().startswith(b"rank")
        process.stdout.close()
        assert process.stderr.read() == b""
    assert process.returncode == 141


@pytest.mark.parametrize("unbuffered", ["", "1"])
def test_a_slow_reader_gets_everything(saved: Save, unbuffered: str) -> None:
    answer = real(saved("a.json", MANY), env={**os.environ, "PYTHONUNBUFFERED": unbuffered})
    assert answer.returncode == 0
    assert answer.stdout.count(b"\n") == 5002


def test_a_file_name_that_is_no_text(tmp_path: Path) -> None:
    odd, plain = os.fsencode(tmp_path) + b"/caf\xe9.trf", tmp_path / "b.trf"
    Path(os.fsdecode(odd)).write_bytes(trf())
    plain.write_bytes(trf())
    for words in ([], ["--format", "json"], ["--out-dir", os.fsencode(tmp_path) + b"/\xe9"]):
        answer = real(odd, plain, *words)
        assert answer.returncode == 0, answer.stderr
        answer.stdout.decode("utf-8")
    written = (tmp_path / os.fsdecode(b"\xe9")).iterdir()
    assert sorted(os.fsencode(path.name) for path in written) == [b"b.json", b"caf\xe9.json"]


def test_output_is_utf_8_whatever_the_terminal_is(saved: Save) -> None:
    file = saved("a.trf", trf(name="李小龍"))
    env = {**os.environ, "LC_ALL": "C", "PYTHONIOENCODING": "ascii", "PYTHONUTF8": "0"}
    answer = real(file, env=env)
    assert answer.returncode == 0, answer.stderr
    assert "李小龍" in answer.stdout.decode("utf-8")


def test_many_files_show_how_far_they_are(saved: Save, tmp_path: Path) -> None:
    files = [saved(f"{n}.json", results()) for n in range(25)]
    out = tmp_path / "out"
    assert "Standings" not in fairpair(*files, "--out-dir", out).stderr
    assert len(list(out.iterdir())) == 25
    screen, terminal = os.openpty()
    answer = real(*files, "--out-dir", out, stderr=terminal)
    os.close(terminal)
    shown = os.read(screen, 100_000)
    os.close(screen)
    assert answer.stdout == f"25 of 25 files written to {out}.\n".encode()
    assert b"Standings" in shown
    assert b"100%" in shown
