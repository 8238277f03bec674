"""`fairpair lists`: import, search and remove rating lists on the command line."""

from pathlib import Path

import pytest

from cli.shell import Shell
from rating_lists.fide_lines import PEOPLE, file_of, line
from rating_lists.list_server import list_server


@pytest.fixture
def shell(tmp_path: Path) -> Shell:
    return Shell(f"sqlite:///{tmp_path / 'events.db'}")


def test_a_list_from_its_import_to_its_removal(shell: Shell, tmp_path: Path) -> None:
    assert "Import one" in shell.do("lists")
    path = tmp_path / "players_list_foa.txt"
    path.write_bytes(file_of(PEOPLE))
    said = shell.do("lists", "import", str(path), "--period", "2026-11")
    assert "Imported FIDE 2026-11 with 7 players." in said
    assert (tmp_path / "lists.db").exists()
    [hit, *_] = shell.json("lists", "search", "carl", "mag")["hits"]
    assert (hit["number"], hit["standard"], hit["birth_year"]) == ("1503014", 2823, 1990)
    assert "Carlsen, Magnus" in shell.do("lists", "search", "1503014", "--list", "fide")
    assert "No player found." in shell.do("lists", "search", "ca")
    [one] = shell.json("lists")["lists"]
    assert (one["key"], one["period"], one["rows"], one["active"]) == ("fide", "2026-11", 7, True)
    shell.do("lists", "remove", str(one["id"]))
    assert shell.json("lists")["lists"] == []
    assert "does not exist" in shell.refuse(3, "lists", "remove", "7")


def test_a_short_list_asks(shell: Shell, tmp_path: Path) -> None:
    path = tmp_path / "players_list_foa.txt"
    path.write_bytes(file_of(PEOPLE))
    shell.do("lists", "import", str(path), "--period", "2026-10")
    path.write_bytes(file_of(PEOPLE[:3]))
    said = shell.refuse(4, "lists", "import", str(path), "--period", "2026-11")
    assert "3 players; the current one has 7" in said
    shell.do("lists", "import", str(path), "--period", "2026-11", "--confirm-shorter")


def test_a_national_list_is_shown_before_it_is_imported(shell: Shell, tmp_path: Path) -> None:
    path = tmp_path / "spieler.csv"
    rows = "".join(f"{n};Müller, N{n};19{n:02};\n" for n in range(1, 20))
    path.write_text(f"ZPS;Name;DWZ;Verein\n{rows}X;Falsch;1850,5;\n", encoding="utf-8")
    said = shell.do("lists", "import", str(path), "--kind", "GER", "--preview")
    assert "number=ZPS, name=Name, rating=DWZ, club=Verein" in said
    assert "row 21: '1850,5' is not a rating" in said
    assert shell.json("lists")["lists"] == []
    said = shell.do("lists", "import", str(path), "--kind", "GER")
    assert "1 row could not be read" in said
    assert shell.json("lists")["lists"][0]["key"] == "nat.GER"


def test_what_is_wrong_with_a_file_is_said(shell: Shell, tmp_path: Path) -> None:
    path = tmp_path / "players.txt"
    path.write_bytes(file_of([line(1, "A"), "x", "y", "z"]))
    said = shell.refuse(3, "lists", "import", str(path))
    assert "3 of 4 rows cannot be read" in said
    assert "row 3" in said
    path.write_text("Name;Elo\nAna;1800\n", encoding="utf-8")
    assert "not a FIDE rating list" in shell.refuse(3, "lists", "import", str(path))
    assert "These columns are missing: number" in shell.refuse(
        3, "lists", "import", str(path), "--kind", "Chess club"
    )
    assert shell.json("lists")["lists"] == []


def test_lists_are_updated_from_where_they_came(shell: Shell) -> None:
    assert "No list in use" in shell.refuse(3, "lists", "update")
    with list_server() as publisher:
        address = publisher.publish("/fide.txt", file_of(PEOPLE))
        said = shell.do("lists", "update", "--kind", "fide", "--url", address)
        assert said == "fide: updated.\n"
        assert shell.do("lists", "update") == "FIDE: no newer list has been published.\n"
        publisher.publish("/fide.txt", file_of([*PEOPLE, line(7, "Newcomer, Nele")]))
        assert shell.do("lists", "update", "--kind", "fide") == "FIDE: updated.\n"
        [one] = shell.json("lists")["lists"]
        assert (one["rows"], one["address"], one["stale"]) == (8, address, False)
        publisher.files.clear()
        said = shell.refuse(3, "lists", "update")
        assert "FIDE: not updated." in said
        assert "HTTP 404" in said
    assert len(shell.json("lists", "search", "newcomer")["hits"]) == 1
