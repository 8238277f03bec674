"""Files with players: CSV, spreadsheets and report files, told apart by what is in them.

`read_file` takes them as people have them; `read_entries` takes CSV of programs, guessing nothing.
"""

import csv
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from difflib import get_close_matches

from fairpair.core.errors import FieldProblem, InvalidInputError
from fairpair.core.players import Entrant, Player
from fairpair.formats import sheets, tdf, trf, wer
from fairpair.formats.kinds import FileKind, kind_of
from fairpair.formats.lists import (
    COLUMNS,
    MOST_ROWS,
    ListLine,
    ParsedList,
    cells_of,
    column_of,
    find_duplicates,
    player_of,
    read_table,
    read_text,
)
from fairpair.formats.tables import unescape_formula

_MOST_TOLD = 200


@dataclass(frozen=True, slots=True)
class ListFile:
    """A list, and what else the file says of the tournament."""

    listing: ParsedList
    name: str = ""
    rounds: int | None = None


def read_file(data: bytes, *, teams: bool = False) -> ListFile:
    """The players of a file; `InvalidInputError` if it is none of the kinds that are understood."""
    match kind_of(data):
        case FileKind.SHEET:
            return ListFile(read_table(sheets.rows_of(data)))
        case FileKind.TRF:
            return _report(data)
        case FileKind.TDF:
            return _event(tdf.players_of(data))
        case FileKind.WER:
            return _event(wer.players_of(data))
        case FileKind.ARCHIVE:
            raise InvalidInputError(
                "no-list",
                "This file is JSON, perhaps a whole tournament, and no list of players.",
                "Import the tournament as a whole, or choose a file with a list of players.",
            )
        case _:
            text, note = _decode(data)
            found = read_text(text, teams=teams)
            return ListFile(replace(found, notes=(*found.notes, *note)))


def _event(found: tuple[str, tuple[Player, ...]]) -> ListFile:
    """The players of a file with rounds, without their results."""
    name, players = found
    columns = [c for c in COLUMNS if c != "team"]
    rows = [columns, *([cells_of(one)[c] for c in columns] for one in players)]
    return ListFile(read_table(rows), name)


def _report(data: bytes) -> ListFile:
    """The players of a report file, without their results."""
    report = trf.read(data, repair=True)
    if report.file is None:
        raise trf.refusal(report)
    file = report.file
    rows = [["name", "rating", "title", "federation", "sex", "fide_id"]]
    for one in sorted(file.players, key=lambda player: player.id):
        rating = "" if one.rating is None else str(one.rating)
        rows.append([one.name, rating, one.title, one.federation, one.sex, one.fide_id])
    found = read_table(rows)
    if file.rounds_played:
        text = f"The file has {file.rounds_played} rounds with results: only its players are taken."
        found = replace(found, notes=(*found.notes, text))
    return ListFile(found, file.event.name, file.rounds)


def _decode(data: bytes) -> tuple[str, tuple[str, ...]]:
    """The text; what is not in UTF-8 is read as Windows writes it."""
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        return data.decode("utf-16", "replace"), ()
    if b"\x00" in data:
        raise InvalidInputError(
            "no-list",
            "This file is no list of players.",
            "Choose a CSV, XLSX, ODS, TRF, TDF or WER file, or paste the names.",
        )
    try:
        return data.decode("utf-8-sig"), ()
    except UnicodeDecodeError:
        told = "The file is not in UTF-8: look whether all accents are right."
        return data.decode("cp1252", "replace"), (told,)


def read_entries(text: bytes) -> tuple[Entrant, ...]:
    """The players of a list, or the teams if it has a column `team`; members in order.

    `InvalidInputError` tells all bad rows at once. Comma, semicolon and tab are all understood.
    """
    problems: list[FieldProblem] = []
    lines = tuple(_rows(_lines(text), problems))
    found = ParsedList(lines, teams=any(line.team for line in lines))
    problems += found.problems
    problems += [
        FieldProblem(f"row {line.number} name", told) for line, told in find_duplicates(lines)
    ]
    if not lines and not problems:
        problems.append(FieldProblem("rows", "there are none below the names of the columns"))
    _refuse(problems)
    return found.entrants()


def require_usable(found: ParsedList) -> tuple[Entrant, ...]:
    """The players of a list as it was understood.

    Raises `InvalidInputError` with all bad rows at once.
    """
    _refuse(found.problems if found.lines else [FieldProblem("rows", "there are none")])
    return found.entrants()


def _refuse(problems: Sequence[FieldProblem]) -> None:
    if problems:
        raise InvalidInputError(
            "bad-list",
            f"The list cannot be used: {_problems_text(problems)}.",
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


def _rows(lines: list[str], problems: list[FieldProblem]) -> Iterator[ListLine]:
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
            named = dict(zip(columns, map(unescape_formula, cells), strict=False))
            player, wrong = player_of(named)
            yield ListLine(number, named, player, named.get("team", "").strip(), wrong)
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


def _problems_text(problems: Sequence[FieldProblem]) -> str:
    where = ", ".join(dict.fromkeys(p.where for p in problems[:5]))
    return where + (", ..." if len(problems) > 5 else "")
