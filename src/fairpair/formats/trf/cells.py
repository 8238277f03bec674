"""The cells of a 001 record: their codes, their columns and those that must be blank around them.

Round r: opponent 92+10(r-1) to 95+10(r-1), colour 97+10(r-1), result 99+10(r-1).
"""

from collections.abc import Mapping
from fractions import Fraction
from itertools import chain, product

from fairpair.core.results import Adjourned, Decided, Forfeit, Mark, Result
from fairpair.core.rounds import ByeKind
from fairpair.formats.trf.columns import Column, Decimal, Field, Whole, number
from fairpair.formats.trf.lines import InputLine, OutputLine
from fairpair.formats.trf.model import TrfCell
from fairpair.formats.trf.points import decimal_text

RATED = {Mark.WIN: "1", Mark.DRAW: "=", Mark.LOSS: "0"}
UNRATED = {Mark.WIN: "W", Mark.DRAW: "D", Mark.LOSS: "L"}
FORFEITED = {Mark.WIN: "+", Mark.LOSS: "-"}
"""The codes of one side of a game: rated, not rated, not played."""
BYE_CODES = {
    ByeKind.PAIRING: "U",
    ByeKind.FULL: "F",
    ByeKind.HALF: "H",
    ByeKind.ZERO: "Z",
    ByeKind.LOSS: "Z",
}
BYES = {code: kind for kind, code in BYE_CODES.items() if kind is not ByeKind.LOSS}
REQUESTED = ("F", "H", "Z")
"""The byes that can be asked for (240)."""
LONE_FORFEITS = {"+": "F", "-": "Z"}
"""Forfeits without an opponent (old team files), and the byes that they are taken for: C.07 counts
a full-point bye and a forfeit win alike, and an absence is a zero-point bye."""

_RATED = {code: mark for mark, code in RATED.items()} | {"?": Mark.DRAW}
_UNRATED = {code: mark for mark, code in UNRATED.items()}
_FORFEITED = {code: mark for mark, code in FORFEITED.items()}


def _played_results() -> dict[tuple[str, str], Result]:
    """A game is rated only if both sides say so. A result that is known to one side only counts as
    a draw for the other.
    """
    known: dict[tuple[tuple[Mark, Mark], bool], Decided] = {}
    table: dict[tuple[str, str], Result] = {}
    for (white, mine), (black, theirs) in product((_RATED | _UNRATED).items(), repeat=2):
        rated = white in _RATED and black in _RATED
        marks = (mine, theirs)
        decided = known.setdefault((marks, rated), Decided(marks, rated))
        if not decided.problem:
            table[white, black] = decided
    return table


def _forfeited_results() -> dict[tuple[str, str], Result]:
    pairs = product(_FORFEITED.items(), repeat=2)
    table = {(white, black): Forfeit((mine, theirs)) for (white, mine), (black, theirs) in pairs}
    return {codes: forfeit for codes, forfeit in table.items() if not forfeit.problem}


OUTCOMES: dict[tuple[str, str], Result | None] = {
    ("", ""): None,
    **_played_results(),
    **_forfeited_results(),
    ("?", "?"): Adjourned(),
}
"""The result of a game by the codes of its two sides; none where there is no result yet."""


CODES = frozenset("1=0WDL+-HFUZ?")
NO_NUMBER = -1  # stands for an opponent that is no number
_RESULTS = {code.lower(): code for code in CODES} | {code: code for code in CODES}
_RESULTS |= {" ": "", "": ""}
_COLOURS: dict[str, str | None] = {"w": "w", "W": "w", "b": "b", "B": "b"}
_COLOURS |= {"-": None, " ": None, "": None}

_BEFORE_CELLS = (4, 53, 85, 90, 91)
_GAPS = (4, 6, 8, 9)
_BLANK = " " * 8
HIGHEST_ID = 9999
"""As far as the columns of a pairing number go."""
FIRST_CELL = 91  # the text's index of column 92


def column_of(round_no: int) -> int:
    """Where the cell of a round begins: 92 + 10(r-1)."""
    return 82 + 10 * round_no


class Cells(Column):
    """The rounds of a player, from column 92 to the end of the line."""

    def read(self, source: InputLine, field: Field) -> list[TrfCell]:  # noqa: ARG002
        """All cells; unknown codes are kept as written, to be reported later."""
        return cells_of(source.line.text)

    def write(
        self, target: OutputLine, field: Field, value: tuple[tuple[TrfCell, ...], Mapping[int, str]]
    ) -> None:
        """The rounds played, and after them the byes of rounds to come (by round)."""
        rounds, later = value
        if any((cell.opponent or 0) > HIGHEST_ID for cell in rounds):
            target.add_problem("opponent", most=HIGHEST_ID)
        to_come = range(len(rounds) + 1, max(later, default=0) + 1)
        byes = (f"0000 - {later[r]}" if r in later else _BLANK for r in to_come)
        target.put(field.first, "  ".join(chain(map(_cell_text, rounds), byes)))


def _cell_text(cell: TrfCell) -> str:
    """Eight columns; an absence is `0000 - Z`, so that the round is seen to be played."""
    if cell.opponent is None:
        return f"0000 - {cell.result}" if cell.result else _BLANK
    return f"{cell.opponent:>4} {cell.colour or '-'} {cell.result or ' '}"


class PlayerPoints(Column):
    """The points of a player; from 100 on they may need the first column, else blank."""

    def read(self, source: InputLine, field: Field) -> str:
        """As written: whether they are right depends on the results."""
        return source.line.cut(field.first, field.last)

    def write(self, target: OutputLine, field: Field, value: Fraction | None) -> None:
        """At the right, without the first column where that is possible."""
        text = "" if value is None else decimal_text(value, field.width - 1)
        if text is None:
            Decimal().write(target, field, value)
        else:
            target.put(field.first, text.rjust(field.width))


class Rank(Whole):
    """The rank of a player; one that is not a number can be ignored."""

    def read(self, source: InputLine, field: Field) -> int | None:
        """None for 0 as well."""
        line, found = source.line, source.found
        text = line.cut(field.first, field.last)
        if not text or number(text) is not None:
            return number(text) or None
        column = line.start_of(field.first, field.last)
        found.note(line.number, column, "not-a-number.rank", value=repr(text))
        return None


def cells_of(text: str) -> list[TrfCell]:
    """All cells of a line; unknown codes are kept as written, to be reported later.

    A cell with `0000` and no result is a `Z`.
    """
    cells = []
    for start in range(FIRST_CELL, len(text), 10):
        opponent = text[start : start + 4].strip(" ")
        colour = text[start + 5 : start + 6]
        result = text[start + 7 : start + 8]
        cells.append(
            TrfCell(
                _opponent(opponent),
                _COLOURS.get(colour, colour),
                _RESULTS.get(result, result) or ("Z" if opponent in ("0", "0000") else ""),
            )
        )
    return cells


def _opponent(text: str) -> int | None:
    if not text:
        return None
    value = number(text)
    return NO_NUMBER if value is None else value or None


def first_misplaced_column(text: str) -> int | None:
    """The first column of a 001 line that must be blank and is not; None if all fit.

    A long name may run into column 48 without harm, unless it is a digit: then it belongs to a
    rating that stands one column too far left.
    """
    for column in (9, 48):
        if text[column - 1 : column].isdigit():
            return column
    for column in _BEFORE_CELLS:
        if text[column - 1 : column].strip(" "):
            return column
    for start in range(FIRST_CELL, len(text), 10):
        if " " in text[start : start + 4].strip(" "):  # no number, but parts of two fields
            return start + 1
    in_gaps = (text[FIRST_CELL + gap :: 10] for gap in _GAPS)
    wrong = [_first_wrong(gap, chars) for gap, chars in zip(_GAPS, in_gaps, strict=True)]
    return min(filter(None, wrong), default=None)


def _first_wrong(gap: int, chars: str) -> int | None:
    """The column of the first character that is not blank, of one gap in every cell."""
    blanks = len(chars) - len(chars.lstrip(" "))
    return FIRST_CELL + gap + 10 * blanks + 1 if blanks < len(chars) else None
