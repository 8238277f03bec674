"""`fairpair pair` on results files in JSON, by any system."""

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from fairpair.cli.main import cli
from formats.sheet import player, text


def fairpair(*words: str | Path, data: bytes | str = b"") -> Result:
    answer = CliRunner().invoke(cli, list(map(str, words)), input=data)
    assert answer.exception is None or isinstance(answer.exception, SystemExit), answer.exception
    return answer


def results(players: list[Any], *rounds: list[dict[str, Any]], **more: Any) -> str:
    return json.dumps({"players": players, "rounds": list(rounds), "draw_seed": "x", **more})


def won(first: object, second: object) -> dict[str, object]:
    return {"p1": first, "p2": second, "w1": 2, "w2": 0}


FRIDAY = results(["Ana", "Bo", "Cy", "Di"], [won("Ana", "Bo"), won("Cy", "Di")])
TRF = text("012 Open", "142 3", "152 W", *(player(n, points="0.0") for n in range(1, 5)))


def pairs(answer: Result) -> list[set[str]]:
    assert answer.exit_code == 0, answer.stderr
    count, *lines = answer.stdout.splitlines()
    assert int(count) == len(lines)
    return [set(line.split(" ")) for line in lines]


def test_the_next_round_by_the_default_preset() -> None:
    answer = fairpair("pair", "-", data=FRIDAY)
    assert pairs(answer) == [{"Ana", "Cy"}, {"Bo", "Di"}]
    assert answer.stderr == ""


def test_the_bye_is_the_last_line() -> None:
    data = results([1, 2, 3], [won(1, 2), {"bye": 3}])
    made = pairs(fairpair("pair", "-", "--preset", "mtg_standard", data=data))
    assert made == [{"1", "3"}, {"2", "0"}]


@pytest.mark.parametrize("system", ["dutch", "swiss"])
def test_preset_and_system(system: str) -> None:
    players = [{"id": n, "name": f"P{n}", "rating": 2000 - n} for n in range(1, 5)]
    games = [{"p1": 1, "p2": 3, "result": "1-0"}, {"p1": 4, "p2": 2, "result": "0-1"}]
    words = ("--preset", "fide_dutch", "--system", system)
    made = pairs(fairpair("pair", "-", *words, data=results(players, games)))
    assert made == [{"1", "2"}, {"3", "4"}]


def test_a_round_robin_with_who_rests() -> None:
    answer = fairpair("pair", "-", "--system", "round_robin", data=results([1, 2, 3]))
    made = pairs(answer)
    assert len(made) == 2
    assert "0" in made[-1]
    assert set.union(*made) == {"0", "1", "2", "3"}


def test_who_dropped_is_out_and_who_is_new_is_in() -> None:
    data = results(
        ["Ana", "Bo", "Cy", "Di", "Ed"],
        [won("Ana", "Bo"), won("Cy", "Di")],
        drops=[{"player": "Ana", "afterRound": 1}],
    )
    assert set.union(*pairs(fairpair("pair", "-", data=data))) == {"Bo", "Cy", "Di", "Ed"}


def test_ids_that_could_be_misread_are_quoted() -> None:
    answer = fairpair("pair", "-", data=results(["Ana Maria", "7"]))
    assert answer.exit_code == 0
    assert sorted(answer.stdout.splitlines()[1:]) in (['"7" "Ana Maria"'], ['"Ana Maria" "7"'])


@pytest.mark.parametrize("system", ["dutch", "swiss"])
def test_explaining_does_not_fail(system: str) -> None:
    plain = fairpair("pair", "-", "--system", system, data=FRIDAY)
    told = fairpair("pair", "-", "--system", system, "--explain", data=FRIDAY)
    assert (told.exit_code, told.stdout) == (0, plain.stdout)


def test_to_files(tmp_path: Path) -> None:
    (tmp_path / "friday.json").write_text(FRIDAY)
    (tmp_path / "open.trf").write_bytes(TRF)
    out = tmp_path / "pairs"
    answer = fairpair("pair", *tmp_path.glob("*.*"), "--out-dir", out)
    assert answer.exit_code == 0
    assert (out / "open.pairs").read_text() == "2\n1 3\n4 2\n"
    assert (out / "friday.pairs").read_text() == fairpair("pair", "-", data=FRIDAY).stdout


@pytest.mark.parametrize(
    ("data", "words", "code", "said"),
    [
        (FRIDAY, "--preset mtg", 3, "Did you mean mtg_standard?"),
        (FRIDAY, "--system magic", 2, "'swiss'"),
        (FRIDAY, "--set rounds=1", 3, "--set rounds=2"),
        (FRIDAY, "--set best_off=1", 3, "Did you mean best_of?"),
        (FRIDAY, "--set system=magic", 3, "must be one of swiss, dutch, round_robin"),
        (
            results(["Ana", "Bo"], [{"p1": "Ana", "p2": "Bo"}]),
            "",
            3,
            "round 1 has no result for Ana-Bo",
        ),
        (results(["Ana", "Bo"], [won("Ana", "Bo")]), "", 1, "cannot be paired"),
        (results([]), "", 3, "no players"),
        ('{"players": ["Ana"]}', "", 3, "rounds: are missing"),
        ("{", "", 3, "is not valid JSON"),
        (TRF, "--preset fide_dutch", 3, "Remove --preset and --set."),
        (TRF, "--set rounds=5", 3, "Remove --preset and --set."),
    ],
)
def test_refusals(data: str | bytes, words: str, code: int, said: str) -> None:
    answer = fairpair("pair", "-", *words.split(), data=data)
    assert (answer.exit_code, answer.stdout) == (code, "")
    assert said in answer.stderr


def test_a_report_file_by_another_system() -> None:
    assert fairpair("pair", "-", "--system", "dutch", data=TRF).stdout == "2\n1 3\n4 2\n"
    assert set.union(*pairs(fairpair("pair", "-", "--system", "swiss", data=TRF))) == set("1234")


def test_every_round_of_a_simulated_event_is_paired_the_same() -> None:
    words = ("--preset", "mtg_standard", "--players", "9", "--seed", "3", "--set", "rounds=4")
    event = json.loads(fairpair("simulate", *words, "--json").stdout)
    rounds = event.pop("rounds")
    for number, played in enumerate(rounds):
        data = json.dumps({**event, "rounds": rounds[:number]})
        expected = [
            {str(m["bye"]), "0"} if "bye" in m else {str(m["p1"]), str(m["p2"])} for m in played
        ]
        made = pairs(fairpair("pair", "-", "--set", "rounds=4", data=data))
        assert made == expected


def test_pairs_as_json(tmp_path: Path) -> None:
    from .shell import Shell

    shell = Shell("memory:")
    for name in ("a", "b"):
        event = {"players": ["Ana", "Bo", "Cy"], "rounds": [], "name": name, "draw_seed": "x"}
        (tmp_path / f"{name}.json").write_text(json.dumps(event))
    made = shell.json("pair", str(tmp_path / "a.json"))
    assert made["round"] == 1
    assert len(made["pairs"]) == len(made["byes"]) == 1
    assert {*made["pairs"][0], *made["byes"]} == {"Ana", "Bo", "Cy"}
    both = shell.json("pair", str(tmp_path / "a.json"), str(tmp_path / "b.json"))
    assert [Path(one["file"]).name for one in both] == ["a.json", "b.json"]
    assert both[0]["pairs"] == made["pairs"]
