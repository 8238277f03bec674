"""Every record of TRF16, TRF26 and the engines' extensions, once: its columns and its values.

Reading and writing both follow these tables, so a new record is one entry here (and the attribute
it fills). The checks of a single value stand beside its column; those between records are in
`checks`. Which dialect uses which record is decided in `writer`.
"""

from collections.abc import Collection, Iterable
from dataclasses import replace
from fractions import Fraction
from itertools import chain
from typing import Any, Literal

from fairpair.core.dataclass import dataclass
from fairpair.formats.trf.cells import REQUESTED, Cells, PlayerPoints, Rank
from fairpair.formats.trf.columns import (
    BOARD_COLOURS,
    CODES,
    COUNT,
    DECIMAL,
    END,
    INITIAL_COLOUR,
    NUMBERS,
    NUMBERS_OR_NONE,
    REST,
    ROUND,
    ROUND_COUNT,
    TEXT,
    TEXT_RIGHT,
    WHOLE,
    Choice,
    Column,
    Dates,
    Field,
    FreeDecimal,
    Numbers,
    RoundNumber,
    Settings,
    Whole,
    Words,
    number,
)
from fairpair.formats.trf.draft import (
    Draft,
    RecordHandler,
    Values,
    added_to,
    all_count,
    first_counts,
    last_counts,
)
from fairpair.formats.trf.lines import InputLine, Line, Output
from fairpair.formats.trf.model import (
    TrfAbnormal,
    TrfAcceleration,
    TrfForfeitedMatch,
    TrfLineUp,
    TrfTeam,
)
from fairpair.formats.trf.point_columns import CodeValues, PointsByRound, SymbolValues
from fairpair.formats.trf.points import BB_CODES, GROUPS
from fairpair.language.message import Message

Part = Literal["", "event", "file", "team_settings"]


@dataclass(frozen=True, slots=True)
class Record:
    """A kind of line: its fields, and what becomes of their values.

    A line without a required field is reported and ignored, unless `partial`. Problems of writing
    are reported at the place `where`: its code and the field that it names. Records of the header
    have one value, an attribute of `part`.
    """

    key: str
    fields: tuple[Field, ...]
    keep: RecordHandler
    where: tuple[str, str] | None = None
    partial: bool = False
    part: Part = ""

    def __getitem__(self, name: str) -> Field:
        return next(field for field in self.fields if field.name == name)

    def read(self, source: InputLine, draft: Draft) -> None:
        """Put what a line says into the draft; whatever is wrong with it is told."""
        values, complete = read_fields(self.fields, source, draft)
        if complete or self.partial:
            self.keep(draft, source, values)

    def write(self, output: Output, key: str = "", /, **values: Any) -> None:
        """Write a line with these values."""
        where = None
        if self.where:
            code, name = self.where
            where = Message(code, number=_shown(values[name]))
        line = output.line(key or self.key, where)
        for field in self.fields:
            field.column.write(line, field, values[field.name])

    def write_value(self, output: Output, value: object, key: str = "") -> None:
        """Write a line with the attributes of a value."""
        values = {field.name: getattr(value, field.name) for field in self.fields}
        self.write(output, key, **values)


def _shown(value: object) -> object:
    return repr(value) if isinstance(value, str) else value


def read_fields(fields: Iterable[Field], source: InputLine, draft: Draft) -> tuple[Values, bool]:
    """The values of fields by their names, and whether all that are required are there."""
    values: Values = {}
    complete = True
    before: Field | None = None
    for field in fields:
        needed = bool(field.unless) and values[field.unless] is None
        value = field.column.read(source, replace(field, required=True) if needed else field)
        if field.ends and before and complete and value is not None:
            start = values[before.name]
            if start > value:
                source.bad(before.first, f"range-{field.ends}", start=start, end=value)
                value = None
        if field.numbers_of:
            named = value if isinstance(value, tuple) else (value,)
            ids = tuple(one for one in named if one is not None)
            draft.mention(source.line, field.first, ids, field.numbers_of)
        complete = complete and (value is not None or not field.required)
        values[field.name] = value
        before = field
    return values, complete


def _event(key: str, name: str, column: Column = REST, part: Part = "event") -> Record:
    """An attribute of the event or another part, from column 5 on; the first record counts."""
    return Record(key, (Field(name, 5, END, column),), first_counts(part), part=part)


def _header(key: str, field: Field, keep: RecordHandler, part: Part = "") -> Record:
    """One value that is kept in its own way."""
    return Record(key, (field,), keep, part=part)


_GAME_SYMBOLS = {"W": "W", "D": "D", "L": "L", "A": "A", "Z": "A", "P": "PAB", "X": "X"}
_GAME_POINTS = SymbolValues(
    _GAME_SYMBOLS,
    "game-symbol",
    strict=True,
)
MATCH_SYMBOLS = {"TW": "match_win", "TD": "match_draw", "TL": "match_loss"}
_MATCH_POINTS = SymbolValues(MATCH_SYMBOLS, "match-symbol")
_CODE_POINTS = CodeValues(frozenset(chain(*GROUPS.values(), ["PAB"])))
_ROUNDS = Field("rounds", 5, END, ROUND_COUNT, required=True)
_COLOUR = Field("initial_colour", 5, END, INITIAL_COLOUR, required=True)
_BB_VALUE = Field("points", 5, 8, FreeDecimal(), "value", required=True)
_BOARD_COLOURS = Field("board_colours", 5, END, BOARD_COLOURS, required=True)
_ROUND_DATES = Field("round_dates", 92, 99, Dates(step=10), "round-date")

HEADER = (
    _event("012", "name"),
    _event("022", "city"),
    _event("032", "federation"),
    _event("042", "start"),
    _event("052", "end"),
    _event("062", "players_declared", COUNT),
    _event("072", "rated_declared", COUNT),
    _event("082", "teams_declared", COUNT),
    _event("092", "kind"),
    _event("102", "chief_arbiter"),
    _header("112", Field("deputy_arbiters", 5, END, REST), all_count("event"), "event"),
    _event("122", "time_control"),
    _header("132", _ROUND_DATES, last_counts("event"), "event"),
    _header("142", _ROUNDS, Draft.keep_rounds, "file"),
    _header("XXR", _ROUNDS, Draft.keep_rounds, "file"),
    _header("152", _COLOUR, Draft.keep_colour, "file"),
    _header("XXC", Field("words", 5, END, Settings()), Draft.keep_settings),
    _header("162", Field("points", 6, 6, _GAME_POINTS), Draft.keep_points),
    *(_header(key, _BB_VALUE, Draft.keep_points) for key in BB_CODES),
    _header("XXS", Field("points", 5, END, _CODE_POINTS), Draft.keep_points),
    _event("172", "ranking_method"),
    _event("182", "program"),
    _event("192", "system", part="file"),
    _event("202", "tiebreaks", CODES, part="file"),
    _event("212", "ranking", CODES, part="file"),
    _event("222", "time_control_code"),
    _header("352", _BOARD_COLOURS, first_counts("team_settings", note=False), "team_settings"),
    _header("362", Field("points", 5, 6, _MATCH_POINTS), Draft.keep_match_points),
)
"""The records of the tournament, in the order in which they are written."""


def _person(federation: str, ident: str) -> tuple[Field, ...]:
    """Columns 11-79; no rating is written as 0, since some programs want a number there."""
    return (
        Field("title", 11, 13, TEXT_RIGHT, "title"),
        Field("name", 15, 47, TEXT, "name"),
        Field("rating", 49, 52, Whole(zero_is_none=True, blank="0"), "rating"),
        Field(federation, 54, 56, TEXT, "federation"),
        Field(ident, 58, 68, TEXT_RIGHT, "id"),
        Field("birth", 70, 79, TEXT, "birth-date"),
    )


PLAYER = Record(
    "001",
    (
        Field("id", 5, 8, WHOLE, "pairing-number", required=True),
        Field("sex", 10, 10, TEXT, "sex"),
        *_person("federation", "fide_id"),
        Field("points", 80, 84, PlayerPoints(), "point-total"),
        Field("rank", 86, 89, Rank(), "rank"),
        Field("rounds", 92, END, Cells()),
    ),
    Draft.keep_player,
    ("place.player", "id"),
)
NATIONAL_RATING = Record(
    "",  # the letters of a federation
    (
        Field("player", 5, 8, WHOLE, "pairing-number", required=True, numbers_of="players"),
        *_person("origin", "national_id"),
    ),
    Draft.keep_national,
    ("place.national-rating", "player"),
)

_FORFEIT_KIND = Choice(codes=("+-", "-+", "--"), fault="forfeit-type")
_BYE_KIND = Choice(codes=REQUESTED, fault="bye-type")
_ABNORMAL_KIND = Choice(
    codes=("W", "D", "L", "F", "H", "Z", "+", "-", ""),
    fault="points-type",
)
_ROUND_OR_ALL = RoundNumber(all_rounds=True, blank="000")

TEAM = Record(
    "310",
    (
        Field("number", 5, 7, WHOLE, "team-number", required=True),
        Field("name", 9, 40, TEXT, "name"),
        Field("nickname", 42, 46, TEXT, "short-name"),
        Field("strength", 48, 53, DECIMAL, "strength"),
        Field("match_points", 55, 60, DECIMAL, "match-points"),
        Field("game_points", 62, 67, DECIMAL, "game-points"),
        Field("rank", 69, 71, WHOLE, "rank"),
        Field("players", 74, END, NUMBERS, "player", numbers_of="players"),
    ),
    Draft.keep_team,
    ("place.team", "number"),
    partial=True,
)
OLD_TEAM = Record(
    "013",
    (
        Field("name", 5, 36, TEXT, "name"),
        Field("players", 37, END, NUMBERS, "player", numbers_of="players"),
    ),
    added_to("old_teams", TrfTeam),
    ("place.team", "name"),
)
LINE_UP = Record(
    "300",
    (
        Field("round_no", 5, 7, ROUND, "round", required=True),
        Field("team", 9, 11, WHOLE, "team", required=True),
        Field("opponent", 13, 15, Whole(zero_is_none=True), "opponent"),
        Field("players", 17, END, NUMBERS_OR_NONE, "player", numbers_of="players"),
    ),
    added_to("line_ups", TrfLineUp),
)
TEAM_PAB = Record(
    "320",
    (
        Field("match_points", 5, 8, DECIMAL, "match-points"),
        Field("game_points", 10, 13, DECIMAL, "game-points"),
        Field("teams", 15, END, Numbers(width=3, empty=True), "team"),
    ),
    Draft.keep_team_pab,
)
FORFEITED_MATCH = Record(
    "330",
    (
        Field("kind", 5, 6, _FORFEIT_KIND, "type", required=True),
        Field("round_no", 8, 10, ROUND, "round", required=True),
        Field("white", 12, 14, WHOLE, "white-team", required=True),
        Field("black", 16, 18, WHOLE, "black-team", required=True),
    ),
    added_to("forfeited", TrfForfeitedMatch),
)

BYES = Record(
    "240",
    (
        Field("kind", 5, 6, _BYE_KIND, "type", required=True),
        Field("round_no", 7, 9, ROUND, "round", required=True),
        Field("ids", 11, END, NUMBERS, "player", required=True, numbers_of="participants"),
    ),
    Draft.keep_byes,
)
ABSENT = Record(
    "XXZ",
    (Field("ids", 5, END, Words(), "player", numbers_of="participants"),),
    Draft.keep_absent,
)


def _acceleration(points: Fraction | None, **values: Any) -> TrfAcceleration:
    return TrfAcceleration(points or Fraction(0), **values)


ACCELERATION = Record(
    "250",
    (
        Field("match_points", 5, 8, DECIMAL, "match-points"),
        Field("points", 10, 13, DECIMAL, "points", unless="match_points"),
        Field("first_round", 15, 17, ROUND, "round", required=True),
        Field("last_round", 19, 21, ROUND, "round", required=True, ends="rounds"),
        Field("first_id", 23, 26, WHOLE, "first-player", required=True),
        Field("last_id", 28, 31, WHOLE, "last-player", required=True, ends="players"),
    ),
    added_to("ranges", _acceleration),
)
VIRTUAL_POINTS = Record(
    "XXA",
    (
        Field("player", 5, 8, WHOLE, "player-number", required=True),
        Field("points", 10, END, PointsByRound(), "virtual-points", required=True),
    ),
    Draft.keep_virtual_points,
    ("place.acceleration", "player"),
)
FORBIDDEN = Record(
    "260",
    (
        Field("first_round", 5, 7, ROUND, "round", required=True),
        Field("last_round", 9, 11, ROUND, "round", required=True, ends="rounds"),
        Field("ids", 13, END, NUMBERS, "player", required=True, numbers_of="participants"),
    ),
    Draft.keep_forbidden,
)
ALWAYS_FORBIDDEN = Record(
    "XXP",
    (Field("ids", 5, END, Words(), "player", numbers_of="participants"),),
    Draft.keep_forbidden,
)


def _abnormal(round_no: int, **values: Any) -> TrfAbnormal:
    return TrfAbnormal(round_no=round_no or None, **values)


ABNORMAL_POINTS = Record(
    "299",
    (
        Field("kind", 5, 6, _ABNORMAL_KIND, "type", required=True),
        Field("match_points", 8, 11, DECIMAL, "match-points"),
        Field("points", 14, 17, DECIMAL, "points", unless="match_points"),
        Field("round_no", 20, 22, _ROUND_OR_ALL, "round", required=True),
        Field("ids", 24, END, NUMBERS, "player", required=True, numbers_of="participants"),
    ),
    added_to("abnormal", _abnormal),
)
COMMENT = "###"
INFORMATIVE = ("801", "802")
"""Records that only inform: they are kept as they stand."""

RECORDS = {
    record.key: record
    for record in (
        *HEADER,
        *(PLAYER, TEAM, OLD_TEAM, LINE_UP, TEAM_PAB, FORFEITED_MATCH, BYES, ABSENT),
        *(ACCELERATION, VIRTUAL_POINTS, FORBIDDEN, ALWAYS_FORBIDDEN, ABNORMAL_POINTS),
    )
}


def record_of(line: Line, players: Collection[int]) -> Record | None:
    """The record that a line is; None for comments and for what is not known."""
    known = RECORDS.get(line.key)
    return known or (NATIONAL_RATING if _is_national(line, players) else None)


def _is_national(line: Line, players: Collection[int]) -> bool:
    """Whether it is a national rating: three capital letters, and columns as 001 has them.

    Programs have lines of their own that begin with three letters as well.
    """
    key = line.key
    return (
        key.isascii()
        and key.isalpha()
        and key.isupper()
        and len(key) == 3
        and not key.startswith(("XX", "BB"))
        and line.char(4) == " "
        and line.char(9) == " "
        and number(line.cut(5, 8)) in players
        and number(line.cut(49, 52) or "0") is not None
    )
