"""`fairpair list`, `rename`, `archive`, `copy`, `delete` and own presets."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest

from timeouts import PATIENCE

from .shell import Shell


@pytest.fixture
def friday(shell: Shell) -> Shell:
    shell.do("new", "Friday Cup", "--players", "-", data="Ana\nBo\nCy\nDi\n")
    return shell


def ids(shell: Shell, *words: str) -> list[str]:
    return [one["id"] for one in shell.json("list", *words)["tournaments"]]


@contextmanager
def changed_file(shell: Shell) -> Iterator[sqlite3.Connection]:
    """The database as another program sees it."""
    file = shell.database.removeprefix("sqlite:///")
    with closing(sqlite3.connect(file, timeout=PATIENCE)) as connection:
        yield connection
        connection.commit()


def test_lists_by_state_date_and_words(friday: Shell) -> None:
    for name, day in (("Past", "2025-01-01"), ("Near", "2031-01-01"), ("Far", "2032-01-01")):
        friday.do("new", name)
        friday.do("header", name, "--set", f"first_day={day}", "--set", "city=Leipzig")
    assert ids(friday) == ["far", "near", "friday-cup", "past"]
    assert ids(friday, "--state", "coming") == ["past", "friday-cup", "near", "far"]
    friday.do("round", "friday-cup", "next")
    assert ids(friday, "--state", "running") == ["friday-cup"]
    friday.do("finish", "friday-cup", "--early")
    assert ids(friday, "--state", "finished") == ["friday-cup"]
    assert ids(friday, "--search", "leipzig FAR") == ["far"]
    assert "There are no such tournaments." in friday.do("list", "--state", "running")
    friday.do("archive", "friday-cup")
    assert "friday-cup" not in friday.do("list")
    assert ids(friday, "--state", "archived") == ["friday-cup"]
    assert "friday-cup" in ids(friday, "--state", "all")
    friday.do("unarchive", "friday-cup")
    assert "friday-cup" in friday.do("list")


def test_rename_even_when_it_is_finished(friday: Shell) -> None:
    friday.do("round", "friday-cup", "next")
    friday.do("finish", "friday-cup", "--early")
    friday.do("rename", "friday-cup", "Saturday Cup")
    assert "Saturday Cup" in friday.do("list")


def test_copy(friday: Shell) -> None:
    friday.do("header", "friday-cup", "--set", "city=Leipzig", "--set", "first_day=2030-01-01")
    said = friday.do("copy", "friday-cup", "Next", "--players", "--id", "next-week")
    assert "ID next-week" in said
    assert "4 players added" in said
    [made] = [x for x in friday.json("list")["tournaments"] if x["id"] == "next-week"]
    assert (made["place"], made["dated"], made["players"]) == ("Leipzig", False, 4)
    friday.refuse(4, "copy", "friday-cup", "Next", "--id", "next-week")


def test_delete_restore_and_erase(friday: Shell) -> None:
    friday.refuse(3, "delete", "friday-cup", "--confirm", "Friday")
    said = friday.do("delete", "friday-cup", data="friday CUP\n")
    assert "fairpair deleted restore friday-cup" in said
    friday.refuse(3, "status", "friday-cup")
    friday.refuse(3, "delete", "friday-cup", "--confirm", "friday-cup")
    assert [one["id"] for one in friday.json("deleted")["deleted"]] == ["friday-cup"]
    assert "friday-cup" in friday.do("deleted")
    assert "was restored" in friday.do("deleted", "restore", "friday-cup")
    assert friday.json("status", "friday-cup")["players"] == 4
    friday.do("verify", "friday-cup")
    friday.do("delete", "friday-cup", "--confirm", "friday-cup")
    assert "Earlier backups" in friday.do("deleted", "erase", "friday-cup")
    friday.refuse(3, "deleted", "restore", "friday-cup")
    assert "no deleted tournaments" in friday.do("deleted")


def test_restoring_needs_a_name_that_can_be_stored(friday: Shell) -> None:
    friday.do("delete", "friday-cup", "--confirm", "friday-cup")
    friday.refuse(3, "deleted", "restore", "friday-cup", "--by", "two\nlines")
    friday.do("deleted", "restore", "friday-cup", "--by", "Ana")
    friday.do("deleted", "restore", "friday-cup")


def test_the_id_of_a_deleted_tournament_is_not_used_again(friday: Shell) -> None:
    friday.do("delete", "friday-cup", "--confirm", "friday-cup")
    said = friday.refuse(4, "new", "Another", "--id", "friday-cup")
    assert "belonged to a deleted tournament" in said


def test_delete_erases_what_cannot_be_restored_any_more(friday: Shell) -> None:
    friday.do("new", "Second")
    friday.do("new", "Third")
    friday.do("delete", "friday-cup", "--confirm", "friday-cup")
    with changed_file(friday) as connection:
        connection.execute("UPDATE deleted_events SET at = '2020-01-01T00:00:00.000000+00:00'")
        connection.execute(
            "CREATE TRIGGER damage BEFORE DELETE ON deleted_events"
            " BEGIN SELECT RAISE(ABORT, 'out of order'); END"
        )
    done = friday.type("delete", "second", "--confirm", "second")
    assert (done.code, "Second was deleted" in done.out) == (0, True)
    assert "could not be erased" in done.err
    with changed_file(friday) as connection:
        connection.execute("DROP TRIGGER damage")
    friday.do("delete", "third", "--confirm", "third")
    with changed_file(friday) as connection:
        left = connection.execute("SELECT DISTINCT tournament FROM deleted_events").fetchall()
    assert sorted(left) == [("second",), ("third",)]


def test_own_presets(friday: Shell, tmp_path: Path) -> None:
    friday.do("settings", "friday-cup", "--set", "rounds=3")
    friday.do("presets", "save", "friday-cup", "Club evening")
    friday.refuse(4, "presets", "save", "friday-cup", "Club Evening")
    friday.do("presets", "save", "friday-cup", "Club evening", "--replace")
    friday.refuse(4, "presets", "save", "friday-cup", "infinity")
    assert "Club evening" in friday.do("presets", "saved")
    friday.do("new", "Next", "--preset", "club evening")
    listed = tmp_path / "list.csv"
    listed.write_text("name\nAna\nBo\n")
    friday.do("import", str(listed), "--name", "Listed", "--preset", "Club evening")
    same = [friday.json("settings", one)["rules"] for one in ("listed", "next")]
    assert same[0] == same[1]
    rules = {one["key"]: one["value"] for one in friday.json("settings", "next")["rules"]}
    assert rules["rounds"] == 3
    friday.do("presets", "rename", "Club evening", "Thursday")
    assert friday.json("presets", "saved")["presets"][0]["name"] == "Thursday"
    friday.do("presets", "delete", "Thursday")
    friday.refuse(3, "new", "Other", "--preset", "Thursday")
