"""Programs with annotations: the types of the library say what it takes and returns."""

import subprocess
import sys
from pathlib import Path

import pytest

PROGRAM = """
import fairpair

t = fairpair.Tournament("Open", "fide_dutch", rounds=3, points=(1, 0.5, 0), tiebreaks=["BH"])
t.add_players("Ana", ("Bo", 1900), {"name": "Cy", "club": "Zug"}, ["Di", "Ed"])
t.add_players({"Flo": 1600, "Gus": None})
found: fairpair.Round = t.pair()
pairs: list[tuple[str, ...]] = [match.players for match in found]
first: fairpair.Match = found["Ana"]
t.record(first.table, 0.5)
t.record_all({1: "1-0", 2: (0, 1)})
row: fairpair.StandingsRow = t.standings()["Ana"]
rows: tuple[fairpair.StandingsRow, ...] = t.standings()[:3]
names: list[str] = [player.name for player in t.players]
late: fairpair.ListedPlayer = t.add_player("Hal", 1500, missed="half")
text: str = t.standings().to_csv()
own = fairpair.pair({"Ana": 2100, "Bo": None}, [[("Ana", "Bo", "1-0")]], remedy="rematch")
history: list[fairpair.Round] = [own.with_results({1: "1-0"})]
table: fairpair.Standings = fairpair.standings(["Ana", "Bo"], history)
report: fairpair.CheckReport = fairpair.check(["Ana", "Bo"], history)
again: fairpair.Tournament = fairpair.open("open.json")
presets: list[str] = [one.name for one in fairpair.list_presets()]
try:
    t.undo()
except fairpair.InvalidStateError as error:
    code: str = error.code
"""
WRONG = """
import fairpair

t = fairpair.Tournament(5)
t.record("Ana", "1-0")
number: int = t.standings()["Ana"].name
"""


@pytest.mark.slow
@pytest.mark.parametrize(("program", "errors"), [(PROGRAM, 0), (WRONG, 3)])
def test_a_program_is_checked_by_its_types(tmp_path: Path, program: str, errors: int) -> None:
    (tmp_path / "program.py").write_text(program, encoding="utf-8")
    words = ["--strict", "--cache-dir", str(tmp_path / "cache"), "program.py"]
    ran = subprocess.run(
        [sys.executable, "-m", "mypy", *words],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    assert ran.stdout.count("error:") == errors, ran.stdout
