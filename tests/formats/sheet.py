"""TRF lines for tests, written as one says them: `player(1, "2 w 1", "- - H", points="1.5")`."""

from dataclasses import dataclass
from pathlib import Path

from fairpair.core.numbers import format_number
from fairpair.formats.trf import read
from fairpair.formats.trf.model import TrfCell, TrfFile, TrfPlayer, TrfReport

DATA = Path(__file__).parent / "data"
FILES = sorted(DATA.glob("*.trf"))


def cell(text: str) -> str:
    """Eight columns: `2 w 1`, `- - H` for no opponent, an empty text for a blank cell."""
    if not text:
        return " " * 8
    opponent, colour, result = (*text.split(), "", "")[:3]
    return f"{'0000' if opponent == '-' else opponent:>4} {colour or ' '} {result or ' '}"


@dataclass(frozen=True)
class Person:
    name: str = "Doe, Jane"
    rating: str = "2000"
    points: str = ""
    rank: str = ""
    federation: str = "NOR"
    fide_id: str = ""
    birth: str = ""
    sex: str = ""
    title: str = ""


def player(number: int | str, *cells: str, who: Person | None = None, points: str = "") -> str:
    """A 001 line."""
    p = who or Person(points=points)
    head = f"001 {number:>4} {p.sex:1}{p.title:>3} {p.name:33} {p.rating:>4} {p.federation:3} "
    head += f"{p.fide_id:>11} {p.birth:10} {p.points:>4} {p.rank:>4}  "
    return (head + "  ".join(map(cell, cells))).rstrip()


def columns(key: str, fields: dict[int, str]) -> str:
    """A line with each text from its column on."""
    line = key
    for column, value in fields.items():
        line = line.ljust(column - 1) + value
    return line


def text(*lines: str) -> bytes:
    return "\n".join(lines).encode()


def report(*lines: str, repair: bool = False) -> TrfReport:
    return read(text(*lines), repair=repair)


def good(*lines: str) -> TrfFile:
    """The file of lines that must be without an error."""
    read_report = report(*lines)
    assert not read_report.errors
    assert read_report.file is not None
    return read_report.file


def codes(*lines: str, repair: bool = False) -> list[tuple[str, int, int]]:
    """Code, line and column of every error."""
    return [(p.code, p.line, p.column) for p in report(*lines, repair=repair).errors]


def notes(*lines: str) -> list[tuple[str, int, int]]:
    """Code, line and column of every note on a file without errors."""
    found = report(*lines)
    assert found.file is not None, found.errors
    return [(p.code, p.line, p.column) for p in found.problems]


def written(file: TrfFile) -> bytes:
    """The players of a file as TRF again, with its point system; enough to read it once more."""
    p = file.points
    settings = {
        "WW": p.win,
        "BW": p.black_win,
        "WD": p.draw,
        "BD": p.black_draw,
        "WL": p.loss,
        "BL": p.black_loss,
        "ZPB": p.zero_point_bye,
        "HPB": p.half_point_bye,
        "FPB": p.full_point_bye,
        "PAB": p.pairing_bye,
        "FW": p.forfeit_win,
        "FL": p.forfeit_loss,
    }
    lines = [
        "012 again",
        *(f"XXS {code}={format_number(value)}" for code, value in settings.items()),
    ]
    if any(team.players for team in file.teams.teams):
        lines.append("013 Team")
    return text(*lines, *(_line_of(one) for one in file.players))


def _line_of(one: TrfPlayer) -> str:
    who = Person(
        name=one.name,
        rating=str(one.rating or ""),
        points="" if one.points is None else format_number(one.points),
        rank=str(one.rank or ""),
        federation=one.federation,
        fide_id=one.fide_id,
        birth=one.birth,
        sex=one.sex,
        title=one.title,
    )
    return player(one.id, *map(_text_of, one.rounds), who=who)


def _text_of(one: TrfCell) -> str:
    return f"{one.opponent or '-'} {one.colour or '-'} {one.result}"


def team(number: int, *players: int, mp: str = "", gp: str = "") -> str:
    """A 310 line."""
    places = {74 + 5 * n: f"{one:4}" for n, one in enumerate(players)}
    head = {5: f"{number:3}", 9: f"Team {number}", 55: f"{mp:>6}", 62: f"{gp:>6}"}
    return columns("310", {**head, **places})
