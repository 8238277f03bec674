"""Files that are damaged, huge, in another encoding, or made to do harm."""

import io
import zipfile
from pathlib import Path

import pytest

from fairpair.core.errors import InvalidInputError
from fairpair.core.rounds import ByeKind
from fairpair.formats import archive, tdf, wer, xml_files
from fairpair.formats.kinds import FileKind, kind_of
from fairpair.formats.list_files import read_file
from fairpair.formats.xml_files import read_xml

from . import workbooks

DATA = Path(__file__).parent / "data"
LEAGUE = (DATA / "league.tdf").read_bytes()
FRIDAY = (DATA / "friday.wer").read_bytes()
LAUGHS = b"""<?xml version="1.0"?>
<!DOCTYPE lolz [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;">]>
<tournament><players><player userid="1"><firstname>&b;</firstname></player></players>
</tournament>"""
OUTSIDE = b"""<!DOCTYPE event [<!ENTITY x SYSTEM "file:///etc/passwd">]>
<event title="&x;"><participation/></event>"""


def refused(data: bytes) -> str:
    """The code of the refusal, which says what to do."""
    with pytest.raises(InvalidInputError) as refusal:
        read_file(data)
    assert refusal.value.hint
    return refusal.value.code


@pytest.mark.parametrize("data", [LAUGHS, OUTSIDE])
def test_definitions_are_refused(data: bytes) -> None:
    assert refused(data) == "xml-definitions"
    with pytest.raises(InvalidInputError, match="DOCTYPE"):
        read_xml(data, "TDF")
    with pytest.raises(InvalidInputError, match="DOCTYPE"):
        tdf.read(data.replace(b"\n", b" " * 5000))


def test_a_file_that_ends_too_early_is_refused() -> None:
    for data in (LEAGUE, FRIDAY):
        for end in (len(data) // 3, len(data) // 2, len(data) - 3):
            assert refused(data[:end]) == "bad-xml"


def test_what_is_no_event_is_refused() -> None:
    assert refused(b"<html><body>Ana</body></html>") == "unknown-xml"
    assert refused(b"<tournament><name>x</name></tournament>") == "not-tdf"
    assert refused(b"<event><name>x</name></event>") == "not-wer"
    assert refused(b"") == "empty-file"
    assert refused(b'{"format": "fairpair-archive"}') == "no-list"
    with pytest.raises(InvalidInputError, match="not valid for 2 players"):
        tdf.read(LEAGUE.replace(b'outcome="3"', b'outcome="33"'), "Masters")


def test_too_many_parts_and_too_deep_a_nest() -> None:
    deep = b"<event>" + b"<a>" * 100 + b"</a>" * 100 + b"</event>"
    assert refused(deep) == "file-too-large"
    wide = b"<event><participation/>" + b"<a/>" * xml_files.MOST_ELEMENTS + b"</event>"
    assert refused(wide) == "file-too-large"
    with pytest.raises(InvalidInputError, match="larger than"):
        read_xml(b"<event>" + b" " * xml_files.MOST_BYTES, "WER")


@pytest.mark.parametrize("encoding", ["utf-16", "utf-8-sig", "iso-8859-1", "windows-1252"])
def test_xml_in_other_encodings_is_the_same(encoding: str) -> None:
    text = LEAGUE.decode().replace("UTF-8", encoding.removesuffix("-sig"))
    data = text.encode(encoding)
    assert kind_of(data) == FileKind.TDF
    assert tdf.read(data, "Masters") == tdf.read(LEAGUE, "Masters")


@pytest.mark.parametrize(
    "name",
    ["spring-go.xml", "friday.wer", "league.tdf", "challonge.json", "topdeck.json"],
)
def test_a_file_that_an_editor_wrote_in_utf_16(name: str) -> None:
    """As PowerShell does it; the XML still says that it is UTF-8."""
    data = (DATA / name).read_bytes()
    wide = data.decode("utf-8-sig").encode("utf-16")
    assert kind_of(wide) == kind_of(data)
    assert read_file(wide) == read_file(data)


def test_a_wrong_or_unknown_encoding_is_refused() -> None:
    latin = LEAGUE.decode().encode("iso-8859-1")  # it says UTF-8
    assert refused(latin) == "bad-xml"
    strange = LEAGUE.replace(b"UTF-8", b"x-klingon")
    assert refused(strange) in ("bad-xml", "unknown-xml")


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "cp1252"])
def test_lists_in_other_encodings(encoding: str) -> None:
    found = read_file("name,club\nDé Ekström,Tårn\n".encode(encoding)).listing
    assert [line.player.name for line in found.lines] == ["Dé Ekström"]
    assert bool(found.notes) == (encoding == "cp1252")


@pytest.mark.parametrize("name", ["xl/worksheets/sheet1.xml", "content.xml"])
def test_a_small_file_that_unpacks_to_a_huge_one(name: str) -> None:
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as file:
        file.writestr("xl/workbook.xml", "<workbook/>")
        file.writestr(name, b"<sheet>" + b" " * (64 * 2**20) + b"</sheet>")
    assert len(made.getvalue()) < 100_000
    assert refused(made.getvalue()) == "sheet-too-large"


def test_names_from_xml_cannot_carry_control_characters() -> None:
    for bad in (b"Ana&#0;", b"Ana&#7;", b"Ana\x07"):
        assert refused(LEAGUE.replace(b"Ana", bad, 1)) == "bad-xml"
    turned = LEAGUE.replace(b"Ana", "Ana\u202e".encode(), 1)
    assert read_file(turned).listing.bad[0].problems[0].where == "name"


def test_a_wer_file_with_somebody_twice_and_nobody() -> None:
    empty = b'<event title="x"><participation/></event>'
    assert wer.players_of(empty) == ("x", ())
    assert wer.read(empty).tournament.rounds == {}


def test_a_report_in_other_encodings() -> None:
    text = (DATA / "tiebreaks-005.trf").read_text(encoding="utf-8").replace("012 ", "012 Öl ")
    wide = text.encode("utf-16")
    assert kind_of(wide) == FileKind.TRF
    for encoding in ("utf-8", "utf-8-sig", "utf-16", "latin-1"):
        assert read_file(text.encode(encoding)).name.startswith("Öl")
    assert refused(text.encode()[:-30] + b"\x00\x01") == "bad-trf"


def test_more_rounds_than_any_event_has() -> None:
    rounds = "".join(f'<round number="{n}" type="3"><matches/></round>' for n in range(1, 5001))
    pod = f'<pods><pod category="10"><rounds>{rounds}</rounds></pod></pods>'
    data = f'<tournament><players><player userid="1"/></players>{pod}</tournament>'.encode()
    with pytest.raises(InvalidInputError) as refusal:
        tdf.read(data)
    assert [problem.where for problem in refusal.value.problems] == ["rounds"]
    people = "".join(f'<person id="{n}" first="A" last="B{n}"/>' for n in range(1, 10_002))
    many = f"<event><participation>{people}</participation><matches>"
    many += rounds.replace(' type="3"', "").replace("<matches/>", "") + "</matches></event>"
    with pytest.raises(InvalidInputError) as refusal:
        wer.read(many.encode())
    assert [problem.where for problem in refusal.value.problems] == ["players", "rounds"]


def test_parts_of_a_workbook_that_cannot_be_unpacked() -> None:
    good = workbooks.xlsx((1, {"A": "name"}), (2, {"A": "Ana Lima"}))
    for way in (zipfile.ZIP_DEFLATED, zipfile.ZIP_LZMA, zipfile.ZIP_BZIP2):
        made = io.BytesIO()
        with zipfile.ZipFile(io.BytesIO(good)) as old, zipfile.ZipFile(made, "w", way) as new:
            for part in old.infolist():
                new.writestr(part.filename, old.read(part), way)
        data = bytearray(made.getvalue())
        start = data.index(b"[Content_Types].xml") + len(b"[Content_Types].xml")
        data[start + 10 : start + 60] = b"\xff" * 50
        assert refused(bytes(data)) == "bad-sheet"
    assert refused(good[1:3] + good) in ("bad-sheet", "no-list")
    strange = '<?xml version="1.0" encoding="UTF-1"?><workbook/>'
    assert refused(workbooks.zipped({"xl/workbook.xml": strange})) == "bad-sheet"


def test_a_list_is_a_list_whatever_its_players_are_called() -> None:
    for text in ("name,club\n001 1 Ana,Rooks\n012 Bo,Rooks\n", "001 Ana Lima\n002 Bo Chen\n"):
        assert kind_of(text.encode()) == FileKind.TEXT
    assert kind_of(b"012 Open\n001 Ana\n") == FileKind.TRF
    assert kind_of(b"001    1 Ana\n") == FileKind.TRF


def test_a_rating_of_nothing_but_zeros_is_none() -> None:
    assert [line.player.rating for line in read_file(b"Ana 0000\nBo 1990\n").listing.lines] == [
        None,
        1990,
    ]


def test_several_byes_in_a_round_of_a_wer_file_were_awarded() -> None:
    people = "".join(f'<person id="{n}" first="A" last="B{n}"/>' for n in range(1, 5))
    byes = "".join(f'<match person="{n}" outcome="3"/>' for n in (3, 4))
    match = '<match person="1" opponent="2" outcome="1" win="2" loss="0" draw="0"/>'
    rounds = f'<matches><round number="1">{match}{byes}</round></matches>'
    data = f'<event title="x"><participation>{people}</participation>{rounds}</event>'
    [played] = wer.read(data.encode()).tournament.rounds.values()
    assert set(played.byes.values()) == {ByeKind.FULL}


def test_refusals_of_archives_are_short_and_never_an_exception_of_another_kind() -> None:
    head = b'{"format":"fairpair-archive","version":1,"tournament":"a","checksum":"","events":['
    row = b'{"seq":1,"command_id":"a","part":0,"digest":"","type":"x","version":1,"at":"","by":"",'
    for tail in (
        b'"payload":"\xf6"}]}',
        b'"' + b"A" * 5000 + b'":1}]}',
        b'"payload":1}],"x":"\xd9"}',
    ):
        with pytest.raises(InvalidInputError) as refusal:
            archive.read(head + row + tail)
        assert refusal.value.code in ("archive-damaged", "not-an-archive")
        assert len(refusal.value.message) < 500
