"""`fairpair odds`: everybody's chances, of a stored tournament or of one in a file."""

import json
from pathlib import Path

from .shell import Shell


def test_odds(shell: Shell) -> None:
    shell.begun("rounds=3", "cut=2")
    shell.play("2-0", "2-1", "2-0", "2-1")
    said = shell.do("odds", "cup", "--times", "20")
    assert "Points for place 2: " in said
    assert "An estimate, not a promise" in said
    assert "20 continuations by the exact engine." in said  # eight players are few
    assert "The fast kernel has not been verified for this few players." in said
    assert "100 %" not in said
    assert "every match is even" in shell.do("odds", "cup", "--times", "20", "--model", "equal")
    assert "--top" in shell.refuse(2, "odds", "cup", "--top", "0")
    assert "There is no tournament called nope" in shell.refuse(3, "odds", "nope")


def test_odds_of_a_file_are_those_of_the_tournament(shell: Shell, tmp_path: Path) -> None:
    shell.begun("rounds=3")
    shell.play("2-0", "2-1", "2-0", "2-1")
    file = tmp_path / "cup.fairpair.json"
    shell.do("export", "cup", "--out", str(file))
    words = ("--top", "2", "--times", "20", "--json")
    stored, read = (json.loads(shell.do("odds", one, *words)) for one in ("cup", str(file)))
    assert read == {**stored, "version": 0}
    assert stored["played_by"] == "engine"
    assert stored["why_engine"] == "few_players"
    assert stored["times"] == 20


def test_when_all_is_played_there_are_no_odds(shell: Shell) -> None:
    shell.begun("rounds=1")
    shell.play("2-0", "2-1", "2-0", "2-1")
    assert "nothing to estimate" in shell.refuse(4, "odds", "cup")
