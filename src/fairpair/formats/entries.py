"""Lists of players as a spreadsheet writes them: CSV with a line of names on top."""

import csv
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from difflib import get_close_matches

from fairpair.core.errors import BadInput, FieldProblem
from fairpair.core.players import Entrant, Player, Team
from fairpair.log.tidy import entrant_problems, tidied

MOST_ROWS = 10_000
COLUMNS = ("name", "rating", "title", "club", "federation", "sex", "category", "team", "fide_id")
_OTHER_NAMES = {
    "player": "name",
    "elo": "rating",
    "fed": "federation",
    "fide": "fide_id",
    "fideid": "fide_id",
    "country": "federation",
    "gender": "sex",
    "division": "category",
}


@dataclass(frozen=True, slots=True)
class Row:
    """One line of the list; `number` is the one that spreadsheets show."""

    number: int
    cells: Mapping[str, str]


def read(text: bytes) -> tuple[Entrant, ...]:
    """The players of a list, or the teams if it has a column `team`; members in order.

    `BadInput` tells all bad rows at once. Comma, semicolon and tab are all understood.
    """
    problems: list[FieldProblem] = []
    rows = list(_rows(_lines(text), problems))
    players = [(row, _player(row, problems)) for row in rows]
    problems += _twice(players)
    if not rows and not problems:
        problems.append(FieldProblem("rows", "there are none below the names of the columns"))
    if problems:
        raise BadInput(
            "bad-list",
            f"The list cannot be used: {_told(problems)}.",
            "Put it right and send it again; nothing was changed.",
            problems,
        )
    if any(row.cells.get("team") for row in rows):
        return _teams(players)
    return tuple(player for _, player in players)


def _lines(text: bytes) -> list[str]:
    try:
        return text.decode("utf-8-sig").splitlines(keepends=True)
    except UnicodeDecodeError as error:
        raise BadInput(
            "bad-list", "The list is not in UTF-8.", "Save it as CSV in UTF-8 and send it again."
        ) from error


def _rows(lines: list[str], problems: list[FieldProblem]) -> Iterator[Row]:
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
            yield Row(number, dict(zip(columns, cells, strict=False)))
    except csv.Error as error:
        problems.append(FieldProblem(f"row {reader.line_num}", f"is no CSV: {error}"))


def _columns(names: Sequence[str], problems: list[FieldProblem]) -> list[str]:
    """The columns by the names they have here."""
    found = []
    for given in names:
        typed = given.strip().lower().replace(" ", "_").replace("-", "_")
        name = _OTHER_NAMES.get(typed, typed)
        if name not in COLUMNS:
            near = get_close_matches(name[:40], COLUMNS, n=1)
            hint = f"did you mean {near[0]}?" if near else f"known are {', '.join(COLUMNS)}"
            problems.append(FieldProblem("row 1", f"{given[:40]!r} is no column; {hint}"))
        elif name in found:
            problems.append(FieldProblem("row 1", f"the column {name} is there twice"))
        found.append(name)
    if "name" not in found:
        problems.append(FieldProblem("row 1", "the column name is missing"))
    return found


def _player(row: Row, problems: list[FieldProblem]) -> Player:
    cells = {key: value.strip() for key, value in row.cells.items()}
    rating = _rating(row, cells.get("rating", ""), problems)
    player = Player(
        cells.get("name", ""),
        rating,
        cells.get("title", ""),
        cells.get("club", ""),
        cells.get("federation", ""),
        cells.get("sex", ""),
        cells.get("category", ""),
        ids={"fide": cells["fide_id"]} if cells.get("fide_id") else {},
    )
    neat = tidied(player)
    problems += entrant_problems(neat, f"row {row.number} ")
    return neat if isinstance(neat, Player) else player


def _rating(row: Row, text: str, problems: list[FieldProblem]) -> int | None:
    if not text:
        return None
    if not (text.isascii() and text.isdigit() and len(text) <= 9):
        where = f"row {row.number} rating"
        problems.append(FieldProblem(where, f"must be a whole number, not {text[:40]!r}"))
        return None
    return int(text)


def _twice(players: Sequence[tuple[Row, Player]]) -> Iterator[FieldProblem]:
    """Who is in the list twice, as far as anybody can tell."""
    seen: dict[tuple[str, ...], int] = {}
    for row, player in players:
        first = seen.setdefault((row.cells.get("team", ""), *player.identity), row.number)
        if first != row.number and player.name:
            text = f"{player.name} is in row {first} already"
            yield FieldProblem(f"row {row.number} name", text)


def _teams(players: Sequence[tuple[Row, Player]]) -> tuple[Entrant, ...]:
    """One team for each name of one, in the order of the list; a player without is one too."""
    members: dict[str, list[Player]] = {}
    for row, player in players:
        members.setdefault(row.cells.get("team", "").strip() or player.name, []).append(player)
    return tuple(Team(name, tuple(who)) for name, who in members.items())


def _told(problems: Sequence[FieldProblem]) -> str:
    where = ", ".join(dict.fromkeys(p.where for p in problems[:5]))
    return where + (", ..." if len(problems) > 5 else "")
