"""Lists of players as people have them: every row as it was read, or what is wrong with it."""

import csv
import io
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import islice

from fairpair.core.dataclass import dataclass
from fairpair.core.errors import FieldProblem
from fairpair.core.players import Entrant, Player, Team
from fairpair.formats import vega
from fairpair.formats.days import read_birth
from fairpair.formats.list_columns import (
    COLUMNS,
    FAMILY,
    ID_COLUMNS,
    WARGAME_COLUMNS,
    header_key,
    header_row,
)
from fairpair.formats.list_rows import (
    by_column,
    drop_national,
    is_remark,
    is_unrated,
    meant_columns,
    rows_in,
)
from fairpair.language.message import Message
from fairpair.log.normalise import entrant_problems, normalise_entrant_texts

MOST_ROWS = 10_000
MOST_COLUMNS = 100
_MOST_NAMESAKES = 10

_NUMBERED = re.compile(r"^\s*\d{1,4}[.)]\s+")
_RATED = re.compile(r"^(?P<name>.*\S)\s+(?P<rating>\d{3,4})$")


@dataclass(frozen=True, slots=True)
class ListLine:
    """One row. `number` is the one that spreadsheets and editors show; `cells` are as typed."""

    number: int
    cells: Mapping[str, str]
    player: Player
    team: str = ""
    problems: tuple[FieldProblem, ...] = ()


@dataclass(frozen=True, slots=True)
class ParsedList:
    """A list as it was read; `notes` say what was ignored or guessed."""

    lines: tuple[ListLine, ...]
    columns: tuple[str, ...] = ("name",)
    notes: tuple[Message, ...] = ()
    teams: bool = False

    @property
    def bad(self) -> tuple[ListLine, ...]:
        """The rows that cannot be used."""
        return tuple(line for line in self.lines if line.problems)

    @property
    def problems(self) -> list[FieldProblem]:
        """What is wrong with these rows, each with its number."""
        return [
            FieldProblem(Message("place.row-field", row=line.number, field=one.place), one.text)
            for line in self.bad
            for one in line.problems
        ]

    def entrants(self) -> tuple[Entrant, ...]:
        """Those of the good rows: players, or the teams they belong to."""
        good = [line for line in self.lines if not line.problems]
        if not self.teams:
            return tuple(line.player for line in good)
        teams: dict[str, Team] = {}
        for line in good:
            name, own = line.team or line.player.name, line.player
            team = teams.get(name, Team(name))
            if own.name:
                teams[name] = replace(team, members=(*team.members, own))
            else:
                teams[name] = Team(name, team.members, own.club, own.federation, own.rating)
        return tuple(teams.values())

    def as_text(self) -> str:
        """The list as text that `read_text` understands in the same way, bad rows and all."""
        shown = [c for c in COLUMNS if any(line.cells.get(c, "").strip() for line in self.lines)]
        if self.teams and set(shown) <= {"name", "team", "rating"} and not self.bad:
            return "\n".join(_team_text(x) for x in self.entrants() if isinstance(x, Team))
        if shown in ([], ["name"]) and not self.teams:
            return "\n".join(_plain(line.cells.get("name", "")) for line in self.lines)
        made = io.StringIO()
        writer = csv.writer(made, delimiter="\t", lineterminator="\n")
        writer.writerow(shown)
        writer.writerows([_plain(line.cells.get(c, "")) for c in shown] for line in self.lines)
        return made.getvalue()


def read_text(text: str, *, teams: bool = False, members: bool = False) -> ParsedList:
    """A list that was pasted: a name in each line, perhaps with rating and club behind it.

    They are separated by tabs, semicolons or commas. With a first line of column names it is read
    as a table. With `teams` a line can be `Rooks, 2010: Ana Lima 2100, Bo Chen`; with `members` it
    can be `Ana Lima 2100`, even if others have no rating.

    >>> [line.player.rating for line in read_text("Ana Lima, 2100\\nBo Chen").lines]
    [2100, None]
    """
    lines = [(n, line) for n, line in enumerate(text.splitlines(), 1) if line.strip()]
    if not lines:
        return ParsedList((), teams=teams)
    delimiter = next((d for d in "\t;," if any(d in line for _, line in lines)), ",")
    table = rows_in(text)
    if table is None and vega.is_vega(text):
        table = vega.rows_of(text), None
    if table is not None:
        rows, problem = table
        found = read_table(rows, teams=teams)
        return found if not problem else replace(found, notes=(*found.notes, problem))
    if teams:
        columns = ("team", "name", "rating", "club")
        read = [x for n, line in lines for x in _team_line(n, line, delimiter)]
        return _check_lines(read, (), teams=True, columns=columns)
    if members and not any(delimiter in line for _, line in lines):
        delimiter = "\t"
        lines = [(n, _RATED.sub(r"\g<name>\t\g<rating>", line.strip())) for n, line in lines]
    return _free_lines(lines, delimiter)


def read_table(rows: Sequence[Sequence[str]], *, teams: bool = False) -> ParsedList:
    """A table with column names; other columns, and titles above and below, are left out.

    A team that has no members is the club of a player, unless `teams` are asked for.
    """
    start = header_row(rows)
    if start is None:
        return _free_table(rows)
    header = [cell.strip() for cell in rows[start]][:MOST_COLUMNS]
    meant = meant_columns(header, rows[start + 1 :])
    unknown = [name for name, column in zip(header, meant, strict=True) if name and not column]
    ignored = ", ".join(unknown)[:300]
    notes = (Message("list.columns-ignored", columns=ignored),) if unknown else ()
    filled = [
        (n, row, by_column(meant, row))
        for n, row in enumerate(rows[start + 1 :], start + 2)
        if any(cell.strip() for cell in row)
    ]
    national = drop_national([cells for _, _, cells in filled])
    if national:
        notes = (*notes, Message("list.national-ratings", n=national))
    remarks = [n for n, row, cells in filled if is_remark(row, cells)]
    if remarks:
        notes = (*notes, Message("list.rows-skipped", rows=list(map(str, remarks[:10]))))
    kept = [(n, cells) for n, _, cells in filled if n not in remarks]
    if not teams and "team" in meant and not _has_members(header, [cells for _, cells in kept]):
        notes = (*notes, Message("list.team-is-club"))
        meant = ["club" if column == "team" else column for column in meant]
        kept = [(n, _team_as_club(cells)) for n, cells in kept]
    lines = [_line(n, cells) for n, cells in kept]
    teams = any(line.team for line in lines)
    columns = tuple(c for c in COLUMNS if c in meant or (c == "name" and FAMILY in meant))
    return _check_lines(lines, notes, teams=teams, columns=columns)


def _has_members(header: Sequence[str], rows: Sequence[Mapping[str, str]]) -> bool:
    """Whether the teams of a table are those who play: everybody is in one, and not just alone."""
    named = [(one.get("name", "").strip(), one.get("team", "").strip()) for one in rows]
    if WARGAME_COLUMNS & set(map(header_key, header)) or any(n and not t for n, t in named):
        return False
    return not all(n for n, _ in named) or len({t for _, t in named}) < len(named)


def _team_as_club(cells: Mapping[str, str]) -> dict[str, str]:
    changed = dict(cells)
    team = changed.pop("team", "")
    return changed if changed.get("club", "").strip() else {**changed, "club": team}


def mark_known(found: ParsedList, known: Mapping[tuple[str, ...], int]) -> ParsedList:
    """The list with players marked who are already in the tournament, by their numbers; notes name
    those who may be.
    """
    if found.teams:
        return found
    lines = tuple(_mark_line(line, known) for line in found.lines)
    notes = islice(_namesakes(lines, known), _MOST_NAMESAKES)
    return replace(found, lines=lines, notes=(*found.notes, *notes))


def _namesakes(
    lines: Sequence[ListLine], known: Mapping[tuple[str, ...], int]
) -> Iterator[Message]:
    """The good rows with the name of somebody else, who may be the same person after all."""
    numbers = {identity[0]: number for identity, number in known.items()}
    rows: dict[str, int] = {}
    for line in (line for line in lines if not line.problems):
        player, name = line.player.name, line.player.identity[0]
        first = rows.setdefault(name, line.number)
        if name in numbers:
            yield Message("list.namesake", player=player, row=line.number, number=numbers[name])
        elif first != line.number:
            yield Message("list.namesake-in-list", player=player, row=line.number, first=first)


def _mark_line(line: ListLine, known: Mapping[tuple[str, ...], int]) -> ListLine:
    number = known.get(line.player.identity)
    if number is None or line.problems:
        return line
    text = Message("list.known", player=line.player.name, number=number)
    return replace(line, problems=(FieldProblem("name", text),))


def player_of(cells: Mapping[str, str]) -> tuple[Player, tuple[FieldProblem, ...]]:
    """The player in the cells of a row, and what is wrong with them."""
    said = {key: value.strip() for key, value in cells.items()}
    rating, problems = _rating(said.get("rating", ""))
    neat = normalise_entrant_texts(
        Player(
            said.get("name", ""),
            rating,
            said.get("title", ""),
            said.get("club", ""),
            said.get("federation", ""),
            said.get("sex", ""),
            said.get("category", ""),
            ids={
                giver: said[column]
                for column, giver in ID_COLUMNS.items()
                if said.get(column, "").strip("0")
            },
            birth=_birth(said.get("birth", "")),
        )
    )
    assert isinstance(neat, Player)  # noqa: S101  a player stays one
    return neat, (*problems, *entrant_problems(neat))


def cells_of(player: Player, team: str = "") -> dict[str, str]:
    """The way back: what stands in the columns for a player; `player_of` reads it as the same."""
    return {
        "name": player.name,
        "rating": "" if player.rating is None else str(player.rating),
        "title": player.title,
        "club": player.club,
        "federation": player.federation,
        "sex": player.sex,
        "category": player.category,
        "team": team,
        **{column: player.ids.get(giver, "") for column, giver in ID_COLUMNS.items()},
        "birth": player.birth,
    }


def find_duplicates(lines: Sequence[ListLine]) -> Iterator[tuple[ListLine, Message]]:
    """The rows with a player who appears earlier in the list, as far as anybody can tell."""
    seen: dict[tuple[str, ...], int] = {}
    for line in lines:
        first = seen.setdefault((line.team, *line.player.identity), line.number)
        if first != line.number and line.player.name:
            yield line, Message("list.duplicate", player=line.player.name, row=first)


def _birth(text: str) -> str:
    """A birth date; what is none stays as it is, to be told."""
    plain = text.partition("T")[0] if text[:4].isdigit() else text
    return read_birth(plain) or (text if text.strip("0./- ") else "")


def _rating(text: str) -> tuple[int | None, list[FieldProblem]]:
    if not text:
        return None, []
    if not (text.isascii() and text.isdigit() and len(text) <= 9):
        return None, [FieldProblem("rating", Message("list.rating", value=repr(text[:40])))]
    return int(text), []


def _line(number: int, cells: Mapping[str, str]) -> ListLine:
    usual = dict(cells)
    if is_unrated(usual.get("rating", "")):
        usual["rating"] = ""
    return replace(exact_line(number, usual), cells=cells)


def exact_line(number: int, cells: Mapping[str, str]) -> ListLine:
    """A row, nothing of it guessed; one with a team and without a name is about the team itself."""
    team = cells.get("team", "").strip()
    if team and not cells.get("name", "").strip():
        player, problems = player_of({**cells, "name": team})
        return ListLine(number, cells, replace(player, name=""), team, problems)
    player, problems = player_of(cells)
    return ListLine(number, cells, player, team, problems)


def _check_lines(
    lines: Sequence[ListLine],
    notes: tuple[Message, ...],
    *,
    teams: bool = False,
    columns: tuple[str, ...] = ("name", "rating", "club"),
) -> ParsedList:
    """With those marked who are in it twice, and no longer than a list can be."""
    if len(lines) > MOST_ROWS:
        notes = (*notes, Message("list.too-long", most=MOST_ROWS, count=len(lines)))
        lines = lines[:MOST_ROWS]
    twice = {line.number: FieldProblem("name", text) for line, text in find_duplicates(lines)}
    marked = tuple(
        replace(line, problems=(*line.problems, twice[line.number]))
        if line.number in twice and not teams
        else line
        for line in lines
    )
    return ParsedList(marked, columns, notes, teams)


def _free_table(rows: Sequence[Sequence[str]]) -> ParsedList:
    """A table without column names: what stands in its columns says what they are."""
    lines = [
        (n, "\t".join(_plain(cell) for cell in row).strip("\t"))
        for n, row in enumerate(rows, 1)
        if any(cell.strip() for cell in row)
    ]
    if lines and all(line.split("\t")[0].isdigit() and "\t" in line for _, line in lines):
        lines = [(n, line.partition("\t")[2]) for n, line in lines]  # a column of numbers
    return _free_lines(lines, "\t")


def _free_lines(lines: Sequence[tuple[int, str]], delimiter: str) -> ParsedList:
    rows = [(n, [c.strip() for c in _NUMBERED.sub("", line).split(delimiter)]) for n, line in lines]
    notes: tuple[Message, ...] = ()
    if delimiter == "," and _surname_first([cells for _, cells in rows]):
        rows = [(n, [", ".join(cells[:2]), *cells[2:]]) for n, cells in rows]
        notes = (Message("list.surname-first"),)
    ends = [_RATED.match(cells[0]) for _, cells in rows]
    if len(rows) > 1 and all(len(cells) == 1 for _, cells in rows) and all(ends):
        rows = [
            (n, [end["name"], end["rating"]]) for (n, _), end in zip(rows, ends, strict=True) if end
        ]
        notes = (Message("list.ratings-at-end"),)
    return _check_lines([_free_line(n, cells) for n, cells in rows], notes)


def _surname_first(rows: Sequence[Sequence[str]]) -> bool:
    """`Lima, Ana` in most lines: two words without a number, the first of them a single one."""
    named = [r for r in rows if len(r) > 1 and r[0] and r[1] and not r[1][0].isdigit()]
    single = [r for r in named if " " not in r[0]]
    return bool(rows) and len(named) == len(rows) and len(single) * 2 > len(rows)


def _free_line(number: int, cells: Sequence[str]) -> ListLine:
    """The name, then rating and club, in any order."""
    found = {"name": cells[0]}
    strange = []
    for cell in cells[1:]:
        if not cell:
            continue
        column = "rating" if cell.isdigit() or is_unrated(cell) else "club"
        if column in found:
            strange.append(cell)
        else:
            found[column] = cell
    line = _line(number, found)
    if strange:
        text = Message("list.extra-values", values=", ".join(strange)[:80])
        return replace(line, problems=(*line.problems, FieldProblem("row", text)))
    return line


def _team_line(number: int, line: str, delimiter: str) -> Iterator[ListLine]:
    """`Rooks, 2010, Castle Club: Ana Lima 2100, Bo Chen`; all but the name can be left out."""
    head, _, members = _NUMBERED.sub("", line).partition(":")
    own = _free_line(number, [cell.strip() for cell in head.split(delimiter)])
    team = own.player.name
    cells = {("team" if key == "name" else key): value for key, value in own.cells.items()}
    names = _members(members)
    if not names or len(cells) > 1 or own.problems:
        yield ListLine(number, cells, replace(own.player, name=""), team, own.problems)
    for name, rating in names:
        yield _line(number, {"team": team, "name": name, "rating": rating})


def _members(text: str) -> list[tuple[str, str]]:
    """Names, each with the rating behind it, if there is one.

    >>> _members("Ana Lima 2100, Bo Chen; Cy Diaz, 1800")
    [('Ana Lima', '2100'), ('Bo Chen', ''), ('Cy Diaz', '1800')]
    """
    found: list[tuple[str, str]] = []
    for part in (part.strip() for part in re.split(r"[,;\t]", text)):
        rated = _RATED.match(part)
        if part.isdigit() and found:
            found[-1] = (found[-1][0], part)
        elif part:
            found.append((rated["name"], rated["rating"]) if rated else (part, ""))
    return found


def _team_text(team: Team) -> str:
    """The way back from `_team_line`."""
    head = team.name if team.rating is None else f"{team.name}, {team.rating}"
    members = [m.name if m.rating is None else f"{m.name} {m.rating}" for m in team.members]
    return f"{head}: {', '.join(members)}" if members else head


def _plain(cell: str) -> str:
    return re.sub(r"\s+", " ", cell).strip()
