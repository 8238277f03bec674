"""The cells of a 001 record and the columns that must be blank around them.

Round r: opponent 92+10(r-1) to 95+10(r-1), colour 97+10(r-1), result 99+10(r-1).
"""

from fairpair.formats.trf.draft import NO_NUMBER, Cell
from fairpair.formats.trf.fields import number

CODES = frozenset("1=0WDL+-HFUZ?")
_RESULTS = {code.lower(): code for code in CODES} | {code: code for code in CODES}
_RESULTS |= {" ": "", "": ""}
_COLOURS: dict[str, str | None] = {"w": "w", "W": "w", "b": "b", "B": "b"}
_COLOURS |= {"-": None, " ": None, "": None}

_BEFORE_CELLS = (4, 53, 85, 90, 91)
_GAPS = (4, 6, 8, 9)
FIRST_CELL = 91  # the text's index of column 92


def cells_of(text: str) -> list[Cell]:
    """All cells of a line; what no code stands for is kept as written, to be told later."""
    cells = []
    for start in range(FIRST_CELL, len(text), 10):
        opponent = text[start : start + 4].strip(" ")
        colour = text[start + 5 : start + 6]
        result = text[start + 7 : start + 8]
        cells.append(
            Cell(
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


def misfit(text: str) -> int | None:
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
