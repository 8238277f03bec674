"""Files with players: CSV, spreadsheets and report files, recognised by their content.

`read_file` reads files as people have them; `read_entries` reads CSV from programs, without
guessing.
"""

import csv
from collections.abc import Iterator, Sequence
from dataclasses import replace

from fairpair.core.dataclass import dataclass
from fairpair.core.errors import FieldProblem, InvalidInputError
from fairpair.core.players import Entrant, Player
from fairpair.core.suggestions import add_suggestion
from fairpair.core.tournament import Tournament
from fairpair.formats import event_files, event_tables, sheets, tdf, trf, wer
from fairpair.formats.encodings import decode_text
from fairpair.formats.kinds import FileKind, kind_of
from fairpair.formats.list_columns import COLUMNS, NATIONAL, column_of
from fairpair.formats.lists import (
    MOST_COLUMNS,
    MOST_ROWS,
    ListLine,
    ParsedList,
    cells_of,
    exact_line,
    find_duplicates,
    read_table,
    read_text,
)
from fairpair.formats.tables import unescape_formula
from fairpair.language.message import Message

_MOST_TOLD = 200
_ROWS = Message("place.rows")
_FIRST_ROW = Message("place.row", row=1)


@dataclass(frozen=True, slots=True)
class ListFile:
    """A list, and what else the file says of the tournament."""

    listing: ParsedList
    name: str = ""
    rounds: int | None = None


def read_file(data: bytes, *, teams: bool = False) -> ListFile:
    """The players of a file; `InvalidInputError` if it is none of the kinds that are understood."""
    match kind_of(data):
        case FileKind.SHEET | FileKind.TEXT if event_tables.has_matches(data):
            return _event_players(event_tables.read(data).tournament)
        case FileKind.SHEET:
            return ListFile(read_table(sheets.rows_of(data), teams=teams))
        case FileKind.TRF:
            return _report(data)
        case FileKind.TDF:
            return _event(tdf.players_of(data))
        case FileKind.WER:
            return _event(wer.players_of(data))
        case FileKind.ARCHIVE:
            raise InvalidInputError("no-list.json")
        case (
            FileKind.OPENGOTHA | FileKind.CHALLONGE | FileKind.TOPDECK | FileKind.EXTENSION
        ) as kind:
            return _event_players(event_files.READERS[kind](data).tournament)
        case _:
            text, note = decode_text(data)
            found = read_text(text, teams=teams)
            return ListFile(replace(found, notes=(*found.notes, *note)))


def _event_players(t: Tournament) -> ListFile:
    """The players of a tournament, without their results."""
    players = (entry.entrant for entry in t.entries.values())
    return _event((t.name, tuple(one for one in players if isinstance(one, Player))))


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
        note = Message("list.rounds-ignored", n=file.rounds_played)
        found = replace(found, notes=(*found.notes, note))
    return ListFile(found, file.event.name, file.rounds)


def read_entries(text: bytes) -> tuple[Entrant, ...]:
    """The players of a list, or the teams if it has a column `team`; members in order.

    `InvalidInputError` lists all bad rows at once. Comma, semicolon and tab are all understood.
    """
    problems: list[FieldProblem] = []
    lines = tuple(_rows(_lines(text), problems))
    found = ParsedList(lines, teams=any(line.team for line in lines))
    problems += found.problems
    problems += [
        FieldProblem(Message("place.row-field", row=line.number, field="name"), text)
        for line, text in find_duplicates(lines)
    ]
    if not lines and not problems:
        problems.append(FieldProblem(_ROWS, Message("list.no-rows")))
    _refuse(problems)
    return found.entrants()


def require_usable(found: ParsedList) -> tuple[Entrant, ...]:
    """The players of a list as it was read.

    Raises `InvalidInputError` with all bad rows at once, and for a list whose end was left out.
    """
    for note in found.notes:
        if note.code == "list.too-long":
            raise InvalidInputError("list-too-long", **note.values)
    _refuse(found.problems if found.lines else [FieldProblem(_ROWS, Message("list.empty"))])
    return found.entrants()


def _refuse(problems: Sequence[FieldProblem]) -> None:
    if problems:
        places = list(dict.fromkeys(problem.place for problem in problems[:5]))
        code = "bad-list.more" if len(problems) > 5 else "bad-list"
        raise InvalidInputError(code, problems=problems[:_MOST_TOLD], places=places)


def _lines(text: bytes) -> list[str]:
    try:
        return text.decode("utf-8-sig").splitlines(keepends=True)
    except UnicodeDecodeError as error:
        raise InvalidInputError("bad-list.encoding") from error


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
                problems.append(FieldProblem(_ROWS, Message("list.too-many", most=MOST_ROWS)))
                return
            number = reader.line_num
            if len(cells) > len(columns):
                here = Message("place.row", row=number)
                problems.append(FieldProblem(here, Message("list.too-many-cells")))
            named = dict(zip(columns, map(unescape_formula, cells), strict=False))
            yield exact_line(number, named)
    except csv.Error as error:
        here = Message("place.row", row=reader.line_num)
        problems.append(FieldProblem(here, Message("list.not-csv", error=str(error))))


def _columns(names: Sequence[str], problems: list[FieldProblem]) -> list[str]:
    """The columns by the names they have here."""
    found: list[str] = []
    if len(names) > MOST_COLUMNS:
        text = Message("list.too-many-columns", most=MOST_COLUMNS)
        problems.append(FieldProblem(_FIRST_ROW, text))
        names = names[:MOST_COLUMNS]
    for given in names:
        name = column_of(given)
        name = "rating" if name == NATIONAL else name
        if name not in COLUMNS:
            text = Message("list.unknown-column", column=repr(given[:40]), known=COLUMNS)
            text = add_suggestion(text, given.strip().lower()[:40], COLUMNS)
            problems.append(FieldProblem(_FIRST_ROW, text))
        elif name in found:
            text = Message("list.column-twice", column=name)
            problems.append(FieldProblem(_FIRST_ROW, text))
        found.append(name)
    if "name" not in found:
        problems.append(FieldProblem(_FIRST_ROW, Message("list.no-name")))
    return found
