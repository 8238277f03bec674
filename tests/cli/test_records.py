"""`fairpair verify` and `fairpair redact`."""

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from .processes import fairpair
from .shell import Shell


@pytest.fixture
def cup(shell: Shell) -> Shell:
    shell.begun()
    shell.play("2-0", "2-1", "0-2", "2-0")
    return shell


def test_a_command_that_completes_a_round_ends_with_its_copy_made(
    cup: Shell, tmp_path: Path
) -> None:
    """In a process of its own, which ends at once."""
    answer = fairpair("round", "cup", "next", database=cup.database)
    assert answer.returncode == 0, answer.stderr
    [copy] = (tmp_path / "backups").glob("[!.]*.db")
    kept = Shell(f"sqlite:///{copy}")
    assert kept.version == cup.version


def test_tournaments_archives_and_backups_are_verified(cup: Shell, tmp_path: Path) -> None:
    file, copy = tmp_path / "cup.json", tmp_path / "cup.db"
    cup.do("export", "cup", "--out", str(file))
    cup.do("backup", str(copy))
    before = copy.read_bytes()
    said = cup.do("verify", "cup", str(file), str(copy))
    assert said.count("cup: complete and unchanged") == 3
    assert said.count("1 round paired again with the same result.") == 3
    assert copy.read_bytes() == before
    assert cup.do("verify") == cup.do("verify", "Cup")
    [found] = cup.json("verify")
    assert (found["ok"], found["persons"], found["erased"]) == (True, 8, 0)
    assert cup.do("verify", "--hash", found["hash"])
    assert cup.type("verify", "--hash", "0" * 64).code == 1


def test_changes_past_the_program_are_found(cup: Shell, tmp_path: Path) -> None:
    with closing(sqlite3.connect(cup.database.removeprefix("sqlite:///"))) as connection:
        connection.execute("DROP TRIGGER events_are_not_changed")
        connection.execute("UPDATE events SET payload = replace(payload, '[2,0]', '[0,2]')")
        connection.commit()
    said = cup.type("verify")
    assert said.code == 1
    assert "cup: problems found" in said.out
    assert "or an earlier event was changed, added or removed." in said.out


def test_a_person_is_erased_everywhere(cup: Shell) -> None:
    said = cup.do("redact", "ana lima")
    assert "Ana Lima, number 1 in Cup" in said
    assert "Nothing has been erased yet." in said
    [found] = cup.json("redact", "ana lima")
    assert found == {
        "tournament": "cup",
        "title": "Cup",
        "player": 1,
        "member": 0,
        "name": "Ana Lima",
        "former": False,
    }
    assert "Ana Lima" in cup.do("history", "cup")
    said = cup.do("redact", "ana lima", "--yes")
    assert "Erased: Ana Lima, number 1 in Cup." in said
    for words in (("history", "cup"), ("players", "cup"), ("export", "cup")):
        assert "Ana Lima" not in cup.do(*words)
    assert "The data of 1 person was erased." in cup.do("verify")
    assert "Nobody in the database is called" in cup.refuse(3, "redact", "ana lima", "--yes")


def test_a_person_in_a_deleted_tournament_is_not_forgotten_silently(cup: Shell) -> None:
    cup.do("new", "Old", "--id", "old")
    cup.do("players", "old", "add", "Ana Lima", "Bo Chen")
    cup.do("delete", "old", "--confirm", "old")
    for words in ((), ("--yes",)):
        said = cup.refuse(4, "redact", "ana lima", *words)
        assert "ana lima is also in a deleted tournament: old. Nothing was erased." in said
        assert "fairpair deleted erase ID" in said
    assert "Ana Lima" in cup.do("players", "cup")
    cup.do("redact", "ana lima", "--tournament", "cup", "--yes")
    assert "Ana Lima" not in cup.do("players", "cup")
    cup.do("deleted", "erase", "old")
    assert "Nobody in the database is called" in cup.refuse(3, "redact", "ana lima")


def test_a_name_is_replaced_in_one_tournament_and_backups_are_named(cup: Shell) -> None:
    cup.do("round", "cup", "next")  # which keeps a backup of the completed round
    words = ("redact", "2", "--tournament", "cup", "--replacement", "B. C.", "--yes")
    said = cup.do(*words)
    assert cup.json(*words)[0]["backups"]
    assert "These backups still contain the data: " in said
    assert "B. C." in cup.do("players", "cup")
