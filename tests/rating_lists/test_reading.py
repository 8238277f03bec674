"""Rating lists as files: the layouts of FIDE, tables of federations, and what can be wrong."""

import zipfile
from pathlib import Path

import pytest

from fairpair.core.errors import InvalidInputError
from fairpair.core.listed import ListedPlayer
from fairpair.formats.rating_lists.fide_text import RowReader, read_layout
from fairpair.formats.rating_lists.reading import list_key_of, preview_list, read_list
from fairpair.formats.rating_lists.rows import BadRowError
from fairpair.formats.rating_lists.source import open_list
from fairpair.formats.rating_lists.tables import ListPreview, read_mapping
from rating_lists.fide_lines import (
    CARLSEN,
    COMBINED,
    LEGACY,
    PEOPLE,
    SINGLE,
    XML_CARLSEN,
    file_of,
    line,
    xml_of,
)

MAGNUS = ListedPlayer._make(
    (
        *(2, "1503014", "Carlsen, Magnus", "carlsen magnus", "NOR", "M", "GM", ""),
        *(2823, 2801, 2860, 0, 12, 0, 10, 10, 10, 1990, False, "", "1503014"),
    )
)


def _read(path: Path, key: str = "fide", **mapping: str) -> list[ListedPlayer]:
    with open_list(path) as source:
        content, _ = read_list(source, list_key_of(source, key), mapping)
        rows = list(content.rows)
        content.bad.require_few(len(rows))
        return rows


def _file(tmp_path: Path, data: bytes, name: str = "players_list_foa.txt") -> Path:
    path = tmp_path / name
    path.write_bytes(data)
    return path


def _preview(path: Path, key: str, mapping: str = "") -> ListPreview:
    with open_list(path) as source:
        return preview_list(source, key, read_mapping(mapping))


def test_the_combined_list(tmp_path: Path) -> None:
    assert len(CARLSEN) == len(COMBINED) == 162
    [found, *_] = _read(_file(tmp_path, file_of(PEOPLE)))
    assert found == MAGNUS


def test_a_list_of_one_rating_has_its_month_in_the_header(tmp_path: Path) -> None:
    layout = read_layout(SINGLE, "standard")
    assert (layout.period, layout.places["standard"], layout.places["birth_year"]) == (
        "2026-10",
        (113, 119),
        (126, 132),
    )
    row = CARLSEN[:126] + CARLSEN[152:]
    [found] = _read(_file(tmp_path, file_of([row], SINGLE), "rapid_oct26frl.txt"))
    assert (found.rapid, found.standard, found.k_rapid, found.birth_year) == (2823, None, 10, 1990)
    with pytest.raises(InvalidInputError) as refused:
        _read(_file(tmp_path, file_of([row], SINGLE), "download.txt"))
    assert refused.value.text.code == "bad-rating-list.which-rating"


def test_the_list_without_arena_titles(tmp_path: Path) -> None:
    assert read_layout(LEGACY).places["standard"] == (109, 115)
    row = line(1503014, "Carlsen, Magnus", standard=(2823, 0, 10), year=1990, foa=None)
    [found] = _read(_file(tmp_path, file_of([row], LEGACY)))
    assert (found.standard, found.rapid, found.birth_year) == (2823, None, 1990)


@pytest.mark.parametrize("more", range(1, 8))
def test_titles_that_run_into_the_next_field_never_make_a_wrong_rating(more: int) -> None:
    row = line(
        1503014, "Carlsen, Magnus", "NOR", "M", "GM", "I" * 15 + "A" * more,
        (2823, 0, 10), (2801, 12, 10), (2860, 0, 10), 1990,
    )  # fmt: skip
    found = RowReader(read_layout(COMBINED)).read(2, row)
    assert found._replace(other_titles="") == MAGNUS
    assert found.other_titles == "I" * 15 + "A" * more
    for cut in range(1, 12):  # the blanks at the end are missing as well
        try:
            short = RowReader(read_layout(COMBINED)).read(2, row[:-cut])
        except BadRowError:
            continue
        assert (short.standard, short.k_standard) == (2823, 10)
        assert (short.rapid, short.blitz, short.birth_year) == (2801, 2860, 1990)


def test_nothing_known_is_nothing_and_not_zero(tmp_path: Path) -> None:
    [found] = _read(_file(tmp_path, file_of([line(7, "Nobody, Known", year=0)])))
    assert (found.standard, found.rapid, found.blitz, found.birth_year) == (None,) * 4


def test_letters_in_utf8_or_as_windows_writes_them(tmp_path: Path) -> None:
    windows = line(1, "Müller, Jörg", "GER", standard=(2100, 0, 20))
    utf8 = line(2, "Müller, Jörg", "GER", standard=(2101, 0, 20)).encode().decode("latin-1")
    bytewise = line(3, "Müller, Jörg".encode().decode("latin-1"), "GER", standard=(2102, 0, 20))
    found = _read(_file(tmp_path, file_of([windows, utf8, bytewise])))
    assert [(one.name, one.key, one.standard) for one in found] == [
        ("Müller, Jörg", "muller jorg", 2100),
        ("Müller, Jörg", "muller jorg", 2101),
        ("Müller, Jörg", "muller jorg", 2102),
    ]


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (b"Name;Elo\r\nAna;1800\r\n", "bad-rating-list.not-fide"),
        (file_of(PEOPLE).decode("latin-1").encode("utf-16"), "bad-rating-list.encoding"),
        (COMBINED.encode() + b"\r\n" + b"1" * 500, "bad-rating-list.long-line"),
        (xml_of(XML_CARLSEN, head="<!DOCTYPE a [<!ENTITY b 'c'>]>"), "bad-rating-list.definitions"),
        (xml_of(XML_CARLSEN)[:-30], "bad-rating-list.xml"),
        (b"<html><body>busy</body></html>", "bad-rating-list.not-fide"),
        (b"", "empty-file"),
    ],
)
def test_what_is_not_such_a_list_is_refused(tmp_path: Path, data: bytes, code: str) -> None:
    with pytest.raises(InvalidInputError) as refused:
        _read(_file(tmp_path, data))
    assert refused.value.text.code == code
    assert refused.value.hint.endswith(".")


def test_broken_rows_are_named_and_too_many_are_refused(tmp_path: Path) -> None:
    good = [line(n, f"Player, N{n}", standard=(1500, 0, 20)) for n in range(1, 50)]
    bad = good[3][:60], good[4].replace("1500", "15.0"), "x" + good[5]
    shown = _preview(_file(tmp_path, file_of([*good, *bad])), "fide")
    assert (shown.rows, shown.refused) == (49, 3)
    assert [one.where for one in shown.problems] == ["row 51", "row 52", "row 53"]
    with pytest.raises(InvalidInputError, match="6 of 55 rows") as refused:
        _read(_file(tmp_path, file_of([*good, *bad, *bad])))
    assert len(refused.value.problems) == 5


def test_xml(tmp_path: Path) -> None:
    [found] = _read(_file(tmp_path, xml_of(XML_CARLSEN), "players_list_xml_foa.xml"))
    assert found._replace(row=2) == MAGNUS
    single = XML_CARLSEN.replace("rapid_", "x_").replace("blitz_", "y_")
    [found] = _read(_file(tmp_path, xml_of(single), "blitz_rating_list.xml"))
    assert (found.standard, found.blitz, found.k_blitz) == (None, 2823, 10)


def test_an_archive_is_read_without_unpacking_it_first(tmp_path: Path) -> None:
    path = tmp_path / "players_list.zip"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        info = zipfile.ZipInfo("players_list_foa.txt", (2026, 10, 9, 0, 0, 0))
        archive.writestr(info, file_of(PEOPLE), zipfile.ZIP_DEFLATED)
    assert _read(path)[0] == MAGNUS
    with open_list(path) as source:
        assert source.dated == "2026-10-09"
    with zipfile.ZipFile(path, "a") as archive:
        archive.writestr("more.txt", "x")
    with pytest.raises(InvalidInputError, match="exactly one file"):
        _read(path)


def test_an_archive_that_would_grow_a_thousandfold_is_not_unpacked(tmp_path: Path) -> None:
    path = tmp_path / "bomb.zip"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("players.txt", bytes(3_000_000))
    with pytest.raises(InvalidInputError) as refused:
        _read(path)
    assert refused.value.text.code == "bad-rating-list.too-large"


DWZ = "ID;Nachname;Vorname;Verein;DWZ;Geburtsjahr\n10;Müller;Jörg;Köln;1850;1980\n"


def test_a_national_list_by_the_names_of_its_columns(tmp_path: Path) -> None:
    path = _file(tmp_path, DWZ.encode("cp1252"), "dwz.csv")
    shown = _preview(path, "nat.GER")
    assert shown.mapping == {
        "number": "ID",
        "name": "Nachname + Vorname",
        "rating": "DWZ",
        "club": "Verein",
        "birth_year": "Geburtsjahr",
    }
    [one] = shown.players
    assert (one.number, one.name, one.standard, one.club, one.birth_year) == (
        *("10", "Müller, Jörg", 1850, "Köln", 1980),
    )
    assert "cp1252" in str(shown.notes[0])


def test_a_list_with_a_mapping_and_a_constant(tmp_path: Path) -> None:
    path = _file(tmp_path, b"Code,Who,Points\nA-1,Ana Lima,1500\n", "club.csv")
    mapping = "number=Code, name=Who, rating=Points, federation==POR"
    [one] = _preview(path, "custom.club", mapping).players
    assert (one.number, one.name, one.standard, one.federation) == ("A-1", "Ana Lima", 1500, "POR")
    with pytest.raises(InvalidInputError, match="Points2"):
        _preview(path, "custom.club", "number=Code, name=Who, rating=Points2")
    with pytest.raises(InvalidInputError, match="shoe"):
        _preview(path, "custom.club", "shoe=Code")


def test_a_rating_with_a_decimal_comma_is_shown_and_its_row_refused(tmp_path: Path) -> None:
    rows = "".join(f"{n};Spieler;N{n};SK;1{n}00;\n" for n in range(1, 9))
    path = _file(tmp_path, (DWZ + rows + "99;Falsch;Wert;SK;1850,5;\n").encode("cp1252"), "dwz.csv")
    shown = _preview(path, "nat.GER")
    assert (shown.rows, shown.refused) == (9, 1)
    [problem] = shown.problems
    assert problem.where == "row 11"
    assert "1850,5" in problem.message
