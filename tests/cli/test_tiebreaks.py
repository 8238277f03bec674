"""`fairpair tiebreaks`: every tie-break with its code, for people, programs and the docs."""

import json
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from fairpair.cli.main import cli
from fairpair.engine.standings.tiebreaks import TIEBREAKS

CODES = [tiebreak.code for tiebreak in TIEBREAKS.values()]
KEYS = ["code", "name", "about", "modifiers", "better", "range", "games", "clause"]


def fairpair(*words: str, **env: str) -> Result:
    return CliRunner().invoke(cli, ("tiebreaks", *words), env=env)


@pytest.mark.parametrize("columns", ["60", "80", "200"])
def test_the_table_has_every_code_in_the_room_there_is(columns: str) -> None:
    answer = fairpair(COLUMNS=columns)
    assert answer.exit_code == 0
    lines = answer.stdout.splitlines()
    assert lines[0].split() == ["code", "description"]
    assert [line.split()[0] for line in lines[2:] if not line.startswith(" ")] == CODES
    assert max(map(len, lines)) <= int(columns)
    told = " ".join(answer.stdout.split())
    for tiebreak in TIEBREAKS.values():
        assert f"{tiebreak.name}. {tiebreak.about}" in told


def test_what_a_line_says() -> None:
    answer = fairpair("omw", "tpn", "BH/C1", COLUMNS="500")
    omw, tpn, bh = answer.stdout.splitlines()[2:]
    assert omw == (
        "omw   Opponents' match-win percentage. The mean of the opponents' match-win percentages,"
        " each subject to a minimum."
    )
    assert tpn == (
        "TPN   Pairing number. The number in the list of players; the lower number ranks higher."
        " Lower is better. Modifiers: /R."
    )
    assert " Modifiers: /C1 /C2 /M1 /M2 /P" in bh
    assert bh.endswith(" :SCORE.")


def test_the_list_for_programs() -> None:
    listed = json.loads(fairpair("--format", "json").stdout)["tiebreaks"]
    assert [one["code"] for one in listed] == CODES
    for one in listed:
        assert list(one) == KEYS
        assert all(one[key] for key in KEYS if key != "modifiers")
        assert one["better"] in ("higher", "lower")
        assert one["about"].endswith(".")


def test_some_codes() -> None:
    answer = fairpair("omw", "BH/C1", "Ge", "bh:gp", "--format", "json")
    assert answer.exit_code == 0
    listed = json.loads(answer.stdout)["tiebreaks"]
    assert [one["code"] for one in listed] == ["omw", "BH", "REP", "BH"]


def test_the_page_of_the_documentation() -> None:
    lines = fairpair("--format", "markdown").stdout.splitlines()
    assert lines[0].startswith("| code | name |")
    assert len(lines) == len(CODES) + 2
    for line, code in zip(lines[2:], CODES, strict=True):
        assert line.startswith(f"| `{code}` | ")
        assert line.count(" | ") == lines[0].count(" | "), "a bar in a text breaks the table"


@pytest.mark.parametrize(
    ("words", "code", "said"),
    [
        (("omv", "BH", "xyzzy"), 3, "- 'omv': is not a tie-break; did you mean omw?"),
        (("omv", "BH", "xyzzy"), 3, "- 'xyzzy': is not a tie-break\n"),
        (("BH/Z1",), 3, "has an unknown modifier /Z1"),
        (("b h",), 3, "is not a tie-break code"),
        (("",), 3, "is not a tie-break code"),
        (("--format", "csv"), 2, "'table', 'json', 'markdown'"),
    ],
)
def test_what_is_wrong_is_told(words: tuple[str, ...], code: int, said: str) -> None:
    answer = fairpair(*words)
    assert answer.exit_code == code
    assert said in answer.stderr
    assert answer.stdout == ""


def test_the_help_has_an_example() -> None:
    assert "\n      fairpair tiebreaks omw BH/C1 --format json\n" in fairpair("--help").stdout


def test_a_full_disk_is_told() -> None:
    with Path("/dev/full").open("wb") as full:
        answer = subprocess.run(
            [sys.executable, "-m", "fairpair", "tiebreaks"],
            stdout=full,
            stderr=subprocess.PIPE,
            check=False,
        )
    assert answer.returncode == 5
    assert b"No space left" in answer.stderr
    assert b"Traceback" not in answer.stderr
