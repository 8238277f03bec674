"""Whole files: encodings, line ends, the copied vectors, and bytes that are no file at all."""

import random
from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fairpair.formats.trf import read
from fairpair.formats.trf.model import TrfBye, TrfReport
from formats.sheet import FILES, Person, player, text, written

CONTENTS = [path.read_bytes() for path in FILES]


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
@pytest.mark.parametrize("repair", [False, True])
def test_the_files_are_without_a_problem(path: Path, repair: bool) -> None:
    report = read(path.read_bytes(), repair=repair)
    assert report.problems == report.repairs == ()
    assert report.file is not None
    assert {len(p.rounds) for p in report.file.players} == {report.file.rounds_played}


def vector(stem: str) -> TrfReport:
    [path] = [path for path in FILES if path.stem == stem]
    return read(path.read_bytes())


def test_what_some_of_them_say() -> None:
    plain = vector("tiebreaks-005").file
    assert plain is not None
    assert (plain.event.name, plain.rounds, plain.rounds_played) == (
        *("vector seed 10000 clean", 3),
        3,
    )
    assert [p.points for p in plain.players] == [3, 2, 2, 1, 0, 1]
    assert [p.rank for p in plain.players] == [1, 2, 3, 4, 6, 5]
    assert [c.opponent for c in plain.players[0].rounds] == [4, 2, 3]
    three = vector("tiebreaks-117").file
    assert three is not None
    assert [three.points.win, three.points.draw, three.points.pairing_bye] == [3, 1, 3]
    byes = vector("dutch-forfeits-102").file
    assert byes is not None
    assert byes.next_byes
    assert all(isinstance(bye, TrfBye) and bye.round_no == 6 for bye in byes.next_byes)
    baku = vector("dutch-baku-035").file
    assert baku is not None
    assert set(baku.virtual_points(1).values()) == {Fraction(0), Fraction(1)}


JUERGEN = player(1, "2 w 1", who=Person("Müller, Jürgen", points="1.0"))
NAMED = text("012 Høst Åpen", JUERGEN, player(2, "1 b 0"))


@pytest.mark.parametrize(
    ("encoded", "encoding"),
    [
        (NAMED, "utf-8"),
        (b"\xef\xbb\xbf" + NAMED, "utf-8-sig"),
        (NAMED.decode().encode("latin-1"), "latin-1"),
        (NAMED + b"\n\x1a", "utf-8"),
    ],
)
def test_encodings(encoded: bytes, encoding: str) -> None:
    report = read(encoded)
    assert report.file == read(NAMED).file
    assert report.file is not None
    assert (report.file.encoding, report.file.players[0].name) == (encoding, "Müller, Jürgen")
    notes = [(p.code, p.line, p.column) for p in report.problems]
    assert notes == ([("latin-1", 1, 6)] if encoding == "latin-1" else [])


def test_columns_are_characters() -> None:
    bad = NAMED.replace(b"w 1", b"w X")
    assert [(p.line, p.column) for p in read(bad).errors] == [(2, 99)]


@pytest.mark.parametrize("end", ["\r", "\n", "\r\n"])
def test_line_ends(end: str) -> None:
    assert read(NAMED.replace(b"\n", end.encode())) == read(NAMED)
    bad = NAMED.replace(b"w 1", b"w X")
    assert read(bad.replace(b"\n", end.encode())) == read(bad)


def test_characters_that_python_takes_for_line_ends_are_not() -> None:
    name = "A\x0bB\x1cC\u2028D\x85E"
    report = read(text(player(1, who=Person(name)), player(2)))
    assert report.file is not None
    assert [p.line for p in report.file.players] == [1, 2]


@given(st.data())
def test_reading_does_not_depend_on_line_ends_and_trailing_blanks(data: st.DataObject) -> None:
    content = data.draw(st.sampled_from(CONTENTS))
    if data.draw(st.booleans()):
        content = _spoilt(content, data.draw(st.randoms(use_true_random=False)))
    ends = st.sampled_from(["\r", "\r\n", "\n"])
    # Never "\r" before an empty line that ends with "\n": together they would be one end.
    lines = [line for line in content.decode("latin-1").replace("\r", "\n").split("\n") if line]
    plain = "\n".join(lines).encode("latin-1")
    blanks = st.integers(0, 30).map(" ".__mul__)
    other = "".join(line.rstrip() + data.draw(blanks) + data.draw(ends) for line in lines)
    assert read(other.encode("latin-1")) == read(plain)


@settings(max_examples=300)
@given(st.binary(max_size=400), st.booleans())
def test_any_bytes_give_a_report(data: bytes, repair: bool) -> None:
    _is_sound(read(data, repair=repair))


RECORDS = "001 012 132 142 152 162 XXR XXC XXZ XXS XXA XXP BBW 240 250 260 299 013 310 300 320 330"
RECORDS += " 352 362 BEL ###"


@settings(max_examples=300)
@given(
    st.lists(
        st.builds(
            lambda key, rest: f"{key} {rest}",
            st.sampled_from(RECORDS.split()),
            st.text(st.sampled_from(" 0123456789.,-+=wbWDLHFUZ\t½é²x"), max_size=130),
        )
    ),
    st.booleans(),
)
def test_any_records_give_a_report(lines: list[str], repair: bool) -> None:
    _is_sound(read(text(*lines), repair=repair))


@settings(max_examples=200)
@given(st.sampled_from(CONTENTS), st.randoms(use_true_random=False))
def test_spoilt_files_give_a_report_and_repairs_hold(content: bytes, rnd: random.Random) -> None:
    report = read(_spoilt(content, rnd), repair=True)
    _is_sound(report)
    if report.file is not None and not any(p.code == "no-result-yet" for p in report.problems):
        again = read(written(report.file))
        assert {p.code for p in again.errors} <= {"wrong-points"}  # byes and virtual points added
        mended = read(written(report.file), repair=True)
        assert mended.file is not None
        games = [p.rounds for p in report.file.players]
        assert [p.rounds for p in mended.file.players] == games


def _spoilt(content: bytes, rnd: random.Random) -> bytes:
    """A few bytes changed, put in, taken out, or a line lost or doubled."""
    data = bytearray(content)
    for _ in range(rnd.randint(1, 4)):
        at = rnd.randrange(len(data))
        match rnd.randrange(5):
            case 0:
                data[at] = rnd.choice(b" 0123456789wb-=+HZUFX.\xe9\t")
            case 1:
                data.insert(at, rnd.choice(b"  0123456789\xc3"))
            case 2:
                del data[at]
            case 3:
                lines = data.split(b"\n")
                del lines[rnd.randrange(len(lines))]
                data = bytearray(b"\n".join(lines)) or data
            case _:
                data[at : at + 8] = b" " * 8
    return bytes(data)


def _is_sound(report: TrfReport) -> None:
    assert (report.file is None) == bool(report.errors)
    for problem in (*report.problems, *report.repairs):
        assert problem.line >= 1
        assert problem.column >= 1
        assert problem.code
        assert problem.message.endswith(".")
    places = [(p.line, p.column) for p in report.problems]
    assert places == sorted(places)
    if report.file is not None:
        _is_consistent(report)


def _is_consistent(report: TrfReport) -> None:
    """What a consumer may rely on: ids are unique and both sides of a game name each other."""
    file = report.file
    assert file is not None
    players = {p.id: p for p in file.players}
    assert len(players) == len(file.players) > 0
    for one in file.players:
        assert len(one.rounds) == file.rounds_played
        for number, cell in enumerate(one.rounds):
            assert cell.result in ("", *"1=0WDL+-HFUZ?")
            assert cell.colour in ("w", "b", None)
            if cell.opponent is not None:
                assert cell.opponent != one.id
                assert players[cell.opponent].rounds[number].opponent == one.id
                assert cell.result not in ("H", "F", "U", "Z")
