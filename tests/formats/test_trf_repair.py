"""What can be mended is mended and told; what cannot stays an error."""

from fractions import Fraction

import pytest

from fairpair.formats.trf import read, read_or_raise
from fairpair.formats.trf.model import TrfCell, TrfFile, TrfReport
from formats.sheet import Person, codes, columns, player, report, text, written

ONE, TWO = player(1, "2 w 1", points="1.0"), player(2, "1 b 0", points="0.0")


def mended(*lines: str) -> tuple[TrfFile, list[tuple[str, int, int]]]:
    """The file, and what was mended; without repair the same lines are an error."""
    assert report(*lines).errors
    read_report = report(*lines, repair=True)
    assert not read_report.errors
    assert read_report.file is not None
    _is_mended_for_good(read_report)
    return read_report.file, [(p.code, p.line, p.column) for p in read_report.repairs]


def _is_mended_for_good(first: TrfReport) -> None:
    assert first.file is not None
    again = read(written(first.file))
    assert again.errors == ()
    assert again.file is not None
    assert again.file.players == first.file.players


@pytest.mark.parametrize(
    ("cell", "mirrored"),
    [
        ("2 w 1", TrfCell(1, "b", "0")),
        ("2 b 0", TrfCell(1, "w", "1")),
        ("2 w =", TrfCell(1, "b", "=")),
        ("2 w W", TrfCell(1, "b", "L")),
        ("2 - +", TrfCell(1, None, "-")),
        ("2 w -", TrfCell(1, "b", "+")),
        ("2 w ?", TrfCell(1, "b", "?")),
    ],
)
def test_a_missing_cell(cell: str, mirrored: TrfCell) -> None:
    file, repairs = mended(player(1, cell), player(2))
    assert file.players[1].rounds == (mirrored,)
    assert repairs == [("missing-mirror", 2, 92)]


def test_a_missing_cell_between_others() -> None:
    lines = [player(1, "2 w 1", "2 b 1", "2 w ="), player(2, "1 b 0", "", "1 b =")]
    file, repairs = mended(*lines)
    assert file.players[1].rounds[1] == TrfCell(1, "w", "0")
    assert repairs == [("missing-mirror", 2, 102)]
    told = report(*lines, repair=True).repairs[0].message
    assert told == "Round 2: the missing cell was read as '1 w 0', from the line of player 1."


def test_a_missing_cell_that_two_players_claim_stays_missing() -> None:
    lines = [player(1, "2 w 1"), player(2), player(3, "2 w 1")]
    assert codes(*lines, repair=True) == codes(*lines)
    assert codes(player(1, "2 w 1"), player(2, "- - H"), repair=True) == [("missing-mirror", 1, 92)]
    assert codes(player(1, "2 w X"), player(2), repair=True) == [
        ("missing-mirror", 1, 92),
        ("unknown-result", 1, 99),
    ]


def test_points_are_computed_after_the_cells_are_mended() -> None:
    file, repairs = mended(player(1, "2 w 0", points="0.0"), player(2, points="1.0"))
    assert file.players[1].points == 1
    assert [code for code, _, _ in repairs] == ["missing-mirror"]


def test_a_missing_or_wrong_colour() -> None:
    file, repairs = mended(player(1, "2 - 1", "2 x ="), player(2, "1 b 0", "1 w ="))
    assert [c.colour for c in file.players[0].rounds] == ["w", "b"]
    assert repairs == [("missing-colour", 1, 97), ("bad-colour", 1, 107)]
    nobody = [player(1, "2 - 1"), player(2, "1 - 0")]
    assert codes(*nobody, repair=True) == codes(*nobody)
    same = [player(1, "2 w 1"), player(2, "1 w 0")]
    assert codes(*same, repair=True) == codes(*same)


@pytest.mark.parametrize(
    ("theirs", "mine"), [("1", "0"), ("0", "1"), ("W", "L"), ("L", "W"), ("+", "-")]
)
def test_an_unknown_or_missing_result(theirs: str, mine: str) -> None:
    file, repairs = mended(player(1, "2 w X"), player(2, f"1 b {theirs}"))
    assert file.players[0].rounds[0].result == mine
    assert repairs == [("unknown-result", 1, 99)]
    file, repairs = mended(player(1, f"2 w {theirs}"), player(2, "1 b"))
    assert file.players[1].rounds[0].result == mine
    assert repairs == [("missing-result", 2, 99)]


@pytest.mark.parametrize("theirs", "=D-?X")
def test_an_unknown_result_that_the_other_side_leaves_open(theirs: str) -> None:
    """The game counts as adjourned for both."""
    lines = [player(1, "2 w X"), player(2, f"1 b {theirs}")]
    assert ("unknown-result", 1, 99) in codes(*lines)
    file, repairs = mended(*lines)
    assert [one.rounds[0].result for one in file.players] == ["?", "?"]
    assert ("unknown-symbol", 1, 99) in repairs


def test_an_unknown_symbol_without_an_opponent_is_an_error() -> None:
    lines = [player(1, "- - X"), player(2, "- - U")]
    assert codes(*lines, repair=True) == codes(*lines) == [("unknown-result", 1, 99)]


def test_an_unknown_symbol_may_be_mended_when_asked() -> None:
    assert report(player(1, "2 w X"), player(2, "1 b X")).errors[0].repairable


LONG = player(1, "2 w 1", "2 b =", who=Person("Müller, Jürgen", "2222", "1.5", "1"))
PARTNER = player(2, "1 b 0", "1 w =", points="0.5")


@pytest.mark.parametrize("by", [1, 2, 3, 8])
def test_a_line_padded_by_bytes(by: int) -> None:
    """Programs that count bytes leave too few blanks after a name with accents."""
    short = LONG[: 47 - by] + LONG[47:]
    file, repairs = mended(short, PARTNER)
    assert file == report(LONG, PARTNER).file
    assert [code for code, _, _ in repairs] == ["misaligned"]


@pytest.mark.parametrize("by", [1, 2, 5])
def test_a_line_with_too_many_blanks_after_the_name(by: int) -> None:
    file, _ = mended(LONG[:47] + " " * by + LONG[47:], PARTNER)
    assert file == report(LONG, PARTNER).file


@pytest.mark.parametrize("blanks", [" ", "   ", "\t"])
def test_cells_with_other_blanks_between(blanks: str) -> None:
    tail = blanks.join(["1.5", "1", "2", "w", "1", "2", "b", "="])
    file, repairs = mended(LONG[:81] + tail, PARTNER)
    assert file == report(LONG, PARTNER).file
    assert [code for code, _, _ in repairs] == ["misaligned"]


def test_cells_that_could_belong_to_several_rounds_stay() -> None:
    far = LONG[:90] + "  2 w 1" + " " * 13 + "2 b ="
    assert codes(far, PARTNER, repair=True) == codes(far, PARTNER) != []
    nonsense = LONG[:90] + "what is this"
    assert [c for c, _, _ in codes(nonsense, PARTNER, repair=True)] == ["misaligned"]


def test_a_line_that_fits_in_several_ways_stays() -> None:
    """The federation could be NOR, NO or N."""
    line = columns("001", {8: "1", 15: "Doe, Jane", 48: "7", 52: "NOR"})
    assert codes(line, player(2), repair=True) == codes(line, player(2)) == [("misaligned", 1, 48)]


def test_a_good_file_is_left_alone() -> None:
    read_report = report(ONE, TWO, repair=True)
    assert read_report == report(ONE, TWO)
    assert read_report.repairs == ()


def test_what_was_mended_comes_back_with_the_file() -> None:
    file, repairs = read_or_raise(text(ONE, player(2)), repair=True)
    assert file.players[1].rounds == (TrfCell(1, "b", "0"),)
    assert file.players[0].points == Fraction(1)
    assert [(p.where, p.code) for p in repairs] == [("line 2, column 92", "missing-mirror")]


def test_without_being_asked_nothing_is_mended() -> None:
    read_report = report(ONE, player(2))
    assert (read_report.file, read_report.repairs) == (None, ())
