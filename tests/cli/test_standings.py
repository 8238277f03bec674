"""`fairpair standings`: what is printed, and what differs from what the file says."""

import csv
import json
from fractions import Fraction
from io import StringIO

import pytest

from fairpair.formats.grids import LONGEST
from fairpair.presets import names
from formats.sheet import Person, player, text

from .ranking import HARD_NAMES, VECTORS, Save, fairpair, results, trf


def test_a_table(saved: Save) -> None:
    answer = fairpair(saved("open.trf", trf()), "--tiebreaks", "PTS,BH/C1,SB,TPR")
    assert answer.exit_code == 0
    assert answer.stderr == "" or "are missing" in answer.stderr
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
        "Buchholz (BH/C1) 4 = 2.5 (Doe, Jane) + 1.5 (Poe, Bo); not counted: 0 (Loe, Al)\n"
        "Direct encounter: not needed; no players are tied\n"
        "\n"
        "Doe, Jane is ahead of Roe, Richard: points 2.5 against 2\n"
        "Roe, Richard is ahead of Poe, Bo: points 2 against 1.5\n"
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
    line = "Roe, Richard is ahead of Doe, Jane: tied on points; DE place 1 against 2"
    answer = fairpair(file, "--tiebreaks", "DE", "--explain", "2")
    assert answer.stdout.endswith(f"{line} (1 against 0 in the match between them)\n")
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
        ["game=40000", "bye_points=null"],
        ['standings_tiebreakers=["rating"]', "unrated_rating=1400"],
    ):
        given = [part for word in words for part in ("--set", word)]
        assert fairpair(file, *given).exit_code == 0, words
    answer = fairpair(file, "--set", "points={'win': 2}")
    assert answer.exit_code == 3
    assert "- points: must contain exactly win, draw, loss" in answer.stderr


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
    text = "is never used: player_number, which comes before it, leaves no players tied"
    assert answer.stderr.splitlines() == [
        f"{file}: Note: tie-break 3, 'gw', {text}",
        f"{file}: Note: tie-break 4, 'omw', {text}",
        f"{file}: Note: tie-break 4, 'omw', repeats tie-break 1 and has no effect",
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
        note = f"Note: tie-break {place}, {code!r}, is never used: TPN, which comes before it"
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
    assert "Round 4 does not exist: the file has 3 rounds." in answer.stderr
    assert fairpair(file, "--round", "0").exit_code == 2
