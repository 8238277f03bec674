"""Lists of players as programs send them: CSV with a line of names on top, and nothing guessed."""

import csv
from collections.abc import Iterator, Sequence
from difflib import get_close_matches

from fairpair.core.errors import FieldProblem, InvalidInputError
from fairpair.core.players import Entrant
from fairpair.formats.columns import COLUMNS, column_of
from fairpair.formats.lists import MOST_ROWS, Line, Listing, doubles, player_of
from fairpair.formats.tables import original

_MOST_TOLD = 200


def read(text: bytes) -> tuple[Entrant, ...]:
    """The players of a list, or the teams if it has a column `team`; members in order.

    `InvalidInputError` tells all bad rows at once. Comma, semicolon and tab are all understood.
    """
    problems: list[FieldProblem] = []
    lines = tuple(_rows(_lines(text), problems))
    found = Listing(lines, teams=any(line.team for line in lines))
    problems += found.problems
    problems += [FieldProblem(f"row {line.number} name", told) for line, told in doubles(lines)]
    if not lines and not problems:
        problems.append(FieldProblem("rows", "there are none below the names of the columns"))
    _refuse(problems)
    return found.entrants()


def usable(found: Listing) -> tuple[Entrant, ...]:
    """The players of a list as it was understood.

    Raises `InvalidInputError` with all bad rows at once.
    """
    _refuse(found.problems if found.lines else [FieldProblem("rows", "there are none")])
    return found.entrants()


def _refuse(problems: Sequence[FieldProblem]) -> None:
    if problems:
        raise InvalidInputError(
            "bad-list",
            f"The list cannot be used: {_told(problems)}.",
            "Put it right and send it again; nothing was changed.",
            problems[:_MOST_TOLD],
        )


def _lines(text: bytes) -> list[str]:
    try:
        return text.decode("utf-8-sig").splitlines(keepends=True)
    except UnicodeDecodeError as error:
        raise InvalidInputError(
            "bad-list", "The list is not in UTF-8.", "Save it as CSV in UTF-8 and send it again."
        ) from error


def _rows(lines: list[str], problems: list[FieldProblem]) -> Iterator[Line]:
    """The rows that are not empty, with their cells by column."""
    first = lines[0] if lines else ""
    delimiter = max(",;\t", key=first.count)
    reader = csv.reader(lines, delimiter=delimiter, strict=True)
    try:
        columns = _columns(next(reader, []), problems)
        count = 0
        for cells in reader:
            if not any(cell.strip() for cell in cells):
                continue
            count += 1
            if count > MOST_ROWS:
                problems.append(FieldProblem("rows", f"are more than {MOST_ROWS}"))
                return
            number = reader.line_num
            if len(cells) > len(columns):
                problems.append(FieldProblem(f"row {number}", "has more cells than columns"))
            named = dict(zip(columns, map(original, cells), strict=False))
            player, wrong = player_of(named)
            yield Line(number, named, player, named.get("team", "").strip(), wrong)
    except csv.Error as error:
        problems.append(FieldProblem(f"row {reader.line_num}", f"is no CSV: {error}"))


def _columns(names: Sequence[str], problems: list[FieldProblem]) -> list[str]:
    """The columns by the names they have here."""
    found = []
    for given in names:
        name = column_of(given)
        if name not in COLUMNS:
            near = get_close_matches(given.strip().lower()[:40], COLUMNS, n=1)
            hint = f"did you mean {near[0]}?" if near else f"known are {', '.join(COLUMNS)}"
            problems.append(FieldProblem("row 1", f"{given[:40]!r} is no column; {hint}"))
        elif name in found:
            problems.append(FieldProblem("row 1", f"the column {name} is there twice"))
        found.append(name)
    if "name" not in found:
        problems.append(FieldProblem("row 1", "the column name is missing"))
    return found


def _told(problems: Sequence[FieldProblem]) -> str:
    where = ", ".join(dict.fromkeys(p.where for p in problems[:5]))
    return where + (", ..." if len(problems) > 5 else "")
