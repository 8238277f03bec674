"""The content of each sheet: plain texts, ready for typesetting.

Every sheet is one class; `template` names the file in `templates` that sets it.
"""

from collections.abc import Sequence
from dataclasses import field
from typing import ClassVar

from fairpair.core.dataclass import dataclass
from fairpair.language.languages import DEFAULT, Language


@dataclass(frozen=True, slots=True)
class Head:
    """The head of every page: `round` like `Round 3 of 7`, `at` the time of printing.

    `language` is the language of the sheet, `place` where and when the tournament is, `start` when
    the round begins, `logo` the text of an SVG file.
    """

    event: str
    title: str
    round: str
    at: str
    language: Language = DEFAULT
    place: str = ""
    start: str = ""
    logo: str = ""


@dataclass(frozen=True, slots=True)
class PlayerLabel:
    """A player in a list: `detail` follows the name in small print: `GM · 2510 · SC Bern`."""

    name: str
    detail: str = ""
    points: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class SheetData:
    """The part that all sheets share."""

    template: ClassVar[str] = ""
    head: Head


@dataclass(frozen=True, slots=True, kw_only=True)
class JoinedData(SheetData):
    """Several sheets in one file."""

    template: ClassVar[str] = "joined"
    sheets: Sequence[SheetData]


@dataclass(frozen=True, slots=True)
class TableLine:
    """A table with its players; `result` is empty while it is missing."""

    table: str
    first: PlayerLabel
    second: PlayerLabel
    result: str


@dataclass(frozen=True, slots=True)
class ByeLine:
    """A player without an opponent, and how it counts."""

    who: PlayerLabel
    words: str


@dataclass(frozen=True, slots=True, kw_only=True)
class PairingsData(SheetData):
    """A round by table; `sides` are what the two columns are called."""

    template: ClassVar[str] = "pairings"
    sides: tuple[str, str]
    tables: Sequence[TableLine]
    byes: Sequence[ByeLine]


@dataclass(frozen=True, slots=True)
class NameLine:
    """A player with table and opponent; without an opponent `words` say why."""

    who: PlayerLabel
    table: str
    colour: str
    opponent: str
    words: str


@dataclass(frozen=True, slots=True, kw_only=True)
class NamesData(SheetData):
    """A round by name."""

    template: ClassVar[str] = "names"
    colours: bool
    lines: Sequence[NameLine]


@dataclass(frozen=True, slots=True)
class Slip:
    """A result slip for one table; `code` is a picture that leads to where it is reported."""

    table: str
    players: Sequence[PlayerLabel]
    boxes: Sequence[str]
    """What each player fills in: `Games won`, or the names of the scores."""
    shared: Sequence[str]
    """What is filled in once: `Draws`, or one box a board."""
    choices: Sequence[str]
    """Results to tick."""
    code: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class SlipsData(SheetData):
    """Slips page by page, as they are to be cut; `caption` is printed below each code.

    `drops`: players can mark that they drop.
    """

    template: ClassVar[str] = "slips"
    sides: tuple[str, str]
    per_page: int
    pages: Sequence[Sequence[Slip | None]]
    drops: bool = True
    caption: str = ""


@dataclass(frozen=True, slots=True)
class Column:
    """A column of numbers or marks: `width` in points, `places` behind the decimal point."""

    title: str
    width: float
    places: int = 0
    strong: bool = False


@dataclass(frozen=True, slots=True)
class Ranked:
    """A line of a ranking: a cell for each column."""

    rank: str
    who: PlayerLabel
    cells: Sequence[str]


@dataclass(frozen=True, slots=True, kw_only=True)
class RankedData(SheetData):
    """A ranking: standings or a cross table. `parts` are the columns that share pages, by their
    numbers; `legend` explains them; `winner` is who has won a finished tournament.
    """

    template: ClassVar[str] = "ranked"
    landscape: bool
    columns: Sequence[Column]
    parts: Sequence[tuple[int, int]]
    lines: Sequence[Ranked]
    legend: Sequence[tuple[str, str]]
    note: str = ""
    winner: str = ""


@dataclass(frozen=True, slots=True)
class TreeSeat:
    """One side of a match; `state` is `won`, `lost`, `waiting`, `vacant` or nothing."""

    seed: str
    name: str
    score: str
    state: str


@dataclass(frozen=True, slots=True)
class TreeMatch:
    """A match of the tree; `row` is the place of its middle, 0 at the top of the page and 1 at the
    bottom.
    """

    label: str
    row: float
    seats: Sequence[TreeSeat]


@dataclass(frozen=True, slots=True)
class TreeColumn:
    """A round of the tree; `lines` if each match follows from two of the column before."""

    title: str
    matches: Sequence[TreeMatch]
    lines: bool


@dataclass(frozen=True, slots=True)
class TreePage:
    """As much of the tree as a page has room for; `rows` matches fit below each other."""

    title: str
    rows: int
    columns: Sequence[TreeColumn]
    extra: TreeMatch | None = None
    """The match for third place."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BracketData(SheetData):
    """The knockout bracket, and the first places if they are decided."""

    template: ClassVar[str] = "bracket"
    pages: Sequence[TreePage]
    podium: Sequence[tuple[str, str]]


@dataclass(frozen=True, slots=True)
class Badge:
    """A name to wear: `above` like a title, `below` like club and country, `number` in the list."""

    name: str
    above: str
    below: str
    number: str


@dataclass(frozen=True, slots=True, kw_only=True)
class BadgesData(SheetData):
    """Badges, eight on a page."""

    template: ClassVar[str] = "badges"
    badges: Sequence[Badge]


@dataclass(frozen=True, slots=True, kw_only=True)
class TentsData(SheetData):
    """Numbers to fold and put on the tables, two on a page; `code` leads to the event."""

    template: ClassVar[str] = "tents"
    tables: Sequence[str]
    caption: str = ""
    code: str = ""


@dataclass(frozen=True, slots=True)
class Game:
    """A table to be written down; everything is empty on a sheet for any table."""

    table: str
    players: Sequence[PlayerLabel]
    boards: Sequence[tuple[str, str]] = ()
    """The players on each board of a team match."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ScoreSheetsData(SheetData):
    """Empty sheets to write a match down. `kind` is `moves`, `games`, `scores` or `boards`; `rows`
    are its games or scores.
    """

    template: ClassVar[str] = "scoresheets"
    kind: str
    sides: tuple[str, str]
    rows: Sequence[str]
    games: Sequence[Game]


@dataclass(frozen=True, slots=True)
class Bar:
    """A bar of a plot."""

    label: str
    count: int


@dataclass(frozen=True, slots=True)
class Course:
    """The ranks of a player after each round."""

    rank: int
    name: str
    ranks: Sequence[int]


@dataclass(frozen=True, slots=True)
class Plain:
    """A small table: titles with `numbers` that say which columns are numbers."""

    titles: Sequence[str]
    numbers: Sequence[bool]
    rows: Sequence[Sequence[str]]


@dataclass(frozen=True, slots=True, kw_only=True)
class ReportData(SheetData):
    """The tournament in numbers and plots, with its ranking."""

    template: ClassVar[str] = "report"
    facts: Sequence[tuple[str, str]]
    podium: Sequence[tuple[str, str]]
    outcomes: Sequence[Bar]
    outcomes_title: str
    scores: Sequence[Bar]
    courses: Sequence[Course]
    rounds: Plain
    upsets: Plain
    ranking: Plain
    ranking_title: str
    rules: Sequence[tuple[str, str]] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class ShareLine:
    """A rank with a name and points, or a table with two names and the result."""

    number: str
    first: str
    value: str = ""
    second: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class ShareData(SheetData):
    """A picture to share: on the colour `banner`, with the bright `accent`.

    `monogram` is shown without a logo. With `podium` the first of the `lines` is the champion.
    `more` says how much has no room.
    """

    template: ClassVar[str] = "share"
    banner: str
    accent: str
    monogram: str
    lines: Sequence[ShareLine]
    more: str = ""
    podium: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class FormPart:
    """A part of a form: sentences, facts with titles, a table, and lines to sign on."""

    title: str = ""
    paragraphs: Sequence[str] = ()
    facts: Sequence[tuple[str, str]] = ()
    table: Plain = field(default_factory=lambda: Plain((), (), ()))
    signatures: Sequence[str] = ()
    new_page: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class FormData(SheetData):
    """A form or a list with a heading for each part; `note` stands below all of them."""

    template: ClassVar[str] = "form"
    parts: Sequence[FormPart]
    note: str = ""
