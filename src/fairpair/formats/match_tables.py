"""Tables with a row for each match, as Melee, Best Coast Pairings and others write them in CSV.

| column             | also called                                                       |
|--------------------|-------------------------------------------------------------------|
| `Round`            | `Round Number`                                                    |
| `Player 1`         | `Player1`, `Player A`, `Player 1 Name`, or first and last name     |
| `Player 2`         | the same with 2 or B; nothing or `Bye` for a bye                   |
| `Table`            | `Table Number`, `Board`; need not be there                         |
| `Result`           | `2-1`, `2-1-0`, `Ana won 2-1-0`, `1-1-1 Draw`, `Bo forfeited`      |
| `Winner`           | the name of the winner, or `Draw`                                  |
| `Player 1 Wins`    | games won, or `Score`; `Points` decide the match and are not kept  |

Who wrote it makes no difference: these columns say all there is to know.
"""

import re
from collections.abc import Mapping, Sequence

from fairpair.core.dataclass import dataclass
from fairpair.core.ids import PlayerId
from fairpair.core.players import Player
from fairpair.core.results import MOST_GAMES, Decided, Forfeit, Games, Mark, Result, win_for
from fairpair.core.rounds import MOST_ROUNDS
from fairpair.core.texts import same_name_key
from fairpair.formats.imported import MOST_PLAYERS, ImportedTournament
from fairpair.formats.list_columns import MOST_TITLES, header_key
from fairpair.formats.played_rounds import EventData, Match, PlayedRound, full_byes
from fairpair.language.message import Message

PRESET = "mtg_standard"
MOST_ROWS = 200_000
_COLUMNS: Mapping[str, str] = {
    "round": "round round_number round_no rnd runde ronde ronda",
    "table": "table table_number table_no board tisch mesa",
    "result": "result results match_result outcome result_string ergebnis resultado resultat",
    "winner": "winner winner_name winning_player match_winner",
}
_BY_NAME = {name: column for column, names in _COLUMNS.items() for name in names.split()}
_SEAT = re.compile(
    r"(?:player|team|competitor|opponent)_?(?P<seat>[12ab])(?:_(?P<what>[a-z_]+))?"
    r"|p(?P<short>[12])_(?P<short_what>[a-z_]+)"
)
_PARTS: Mapping[str, str] = {
    "name": "name full_name player_name display_name",
    "given": "first_name firstname given_name",
    "family": "last_name lastname surname family_name",
    "games": "games game_wins games_won wins score",
    "points": "points battle_points game_points total_points victory_points",
}
_PART_BY_NAME = {name: part for part, names in _PARTS.items() for name in names.split()}
_KNOCKOUT = re.compile(r"top\s*[0-9]+|(?:(?:eighth|quarter|semi)[\s-]*)?finals?")
_BYE = ("bye", "bye bye", "no opponent", "-")
_GAMES = re.compile(r"([0-9]{1,3})\s*[-:]\s*([0-9]{1,3})(?:\s*[-:]\s*([0-9]{1,3}))?")
_DRAWN = (Mark.DRAW, Mark.DRAW)
_DRAW_WORDS = frozenset(["draw", "drawn", "tie", "id", "intentional draw", "draws"])
_OPEN_WORDS = frozenset(["", "-", "not reported", "pending", "in progress", "tbd", "no result"])
_WIN, _FORFEIT = "won", "forfeited"
_AWARDED = ("bye", "awarded", "assigned")


@dataclass(frozen=True, slots=True)
class _Header:
    """Where the columns are: `("first", "name")` for the name of player 1."""

    row: int
    columns: Mapping[str, int]
    seats: Mapping[tuple[int, str], int]


@dataclass(frozen=True, slots=True)
class _Row:
    """The cells of a match; `number` is that of the row in an editor."""

    number: int
    cells: Sequence[str]

    def __getitem__(self, place: int | None) -> str:
        return self.cells[place].strip() if place is not None and place < len(self.cells) else ""


def header_row(rows: Sequence[Sequence[str]]) -> int | None:
    """Which of the first rows names a round and two players; None without one.

    >>> header_row([["Pairings"], ["Round", "Table", "Player 1", "Player 2", "Result"]])
    1
    """
    found = _header(rows)
    return found.row if found else None


def is_column(cell: str) -> bool:
    """Whether a header means one of these columns."""
    return header_key(cell) in _BY_NAME or _seat_of(cell) is not None


def read(rows: Sequence[Sequence[str]]) -> ImportedTournament:
    """The tournament of a table.

    Raises `InvalidInputError` with every row that cannot be read, and every player with two
    matches in a round.
    """
    header = _header(rows)
    assert header is not None  # noqa: S101  see header_row
    return _Reader(rows, header).read()


def _header(rows: Sequence[Sequence[str]]) -> _Header | None:
    for n, row in enumerate(rows[:MOST_TITLES]):
        columns: dict[str, int] = {}
        seats: dict[tuple[int, str], int] = {}
        for place, cell in enumerate(row):
            column, seat = _BY_NAME.get(header_key(cell)), _seat_of(cell)
            if column:
                columns.setdefault(column, place)
            elif seat:
                seats.setdefault(seat, place)
        named = all({(side, "name"), (side, "family")} & seats.keys() for side in (0, 1))
        if "round" in columns and named:
            return _Header(n, columns, seats)
    return None


def _seat_of(header: str) -> tuple[int, str] | None:
    """Whose column it is, and which.

    >>> _seat_of("Player 1"), _seat_of("Player 2 Last Name"), _seat_of("P1 Score"), _seat_of("Pod")
    ((0, 'name'), (1, 'family'), (0, 'games'), None)
    """
    found = _SEAT.fullmatch(header_key(header))
    if found is None:
        return None
    seat = found["seat"] or found["short"]
    part = _PART_BY_NAME.get(found["what"] or found["short_what"] or "name")
    return (int(seat in "2b"), part) if part else None


class _Reader:
    """One table, and what is wrong with it."""

    def __init__(self, rows: Sequence[Sequence[str]], header: _Header) -> None:
        self._header = header
        self._rows = [
            _Row(n, row)
            for n, row in enumerate(rows[header.row + 1 :], header.row + 2)
            if any(cell.strip() for cell in row)
        ]
        above = (cell.strip() for row in rows[: header.row] for cell in row[:1])
        self._event = EventData(next(filter(None, above), ""))
        self._ids: dict[str, PlayerId] = {}
        self._alone: dict[int, list[PlayerId]] = {}
        self._knockout: dict[str, str] = {}
        self._points = False
        self._best_of = 1

    def read(self) -> ImportedTournament:
        """All of it."""
        if len(self._rows) > MOST_ROWS:
            count = len(self._rows)
            where = Message("place.rows")
            self._event.add_problem(where, "value.too-many", count=count, most=MOST_ROWS)
            self._event.refuse_problems()
        for row in self._rows:
            if len(self._ids) > MOST_PLAYERS:
                break  # told when all is put together
            self._add(row)
        for n, players in self._alone.items():
            self._event.rounds[n - 1].byes |= full_byes(players)
        for name in self._knockout.values():
            self._event.notes.append(Message("json-event.knockout", name=f"{name:.40}"))
        if self._points:
            self._event.notes.append(Message("match-table.points"))
        return self._event.imported(PRESET, best_of=self._best_of)

    def _add(self, row: _Row) -> None:
        """A match or a bye."""
        number = self._round(row)
        seats = [self._name(row, side) for side in (0, 1)]
        if number is None:
            return
        if _is_bye(seats[1]) or _is_bye(seats[0]):
            players = [self._player(row, name) for name in seats if not _is_bye(name)]
            if len(players) == 1:
                self._alone.setdefault(number, []).append(players[0])
            else:
                self._tell(row, "Player 1", "match-table.nobody")
            return
        first, second = (self._player(row, name) for name in seats)
        if first == second:
            self._tell(row, "Player 2", "opengotha.same-player")
            return
        table = row[self._header.columns.get("table")]
        place = int(table) if re.fullmatch(r"[0-9]{1,5}", table) else 0
        result = self._result(row, seats)
        self._event.rounds[number - 1].matches.append(Match((first, second), result, place))

    def _tell(self, row: _Row, field: str, code: str, **values: object) -> None:
        where = Message("place.row-field", row=row.number, field=field)
        self._event.add_problem(where, code, **values)

    def _round(self, row: _Row) -> int | None:
        said = row[self._header.columns["round"]]
        found = re.fullmatch(r"(?:round|runde|ronde|ronda|r)?\.?\s*([0-9]{1,3})", said.lower())
        number = int(found[1]) if found else 0
        if _KNOCKOUT.fullmatch(said.lower()):
            self._knockout.setdefault(said.lower(), said)
            return None
        if not 1 <= number <= MOST_ROUNDS:
            self._tell(row, "Round", "match-table.round", value=f"{said!r:.40}", most=MOST_ROUNDS)
            return None
        while len(self._event.rounds) < number:
            self._event.rounds.append(PlayedRound())
        return number

    def _name(self, row: _Row, side: int) -> str:
        seats = self._header.seats
        parts = (row[seats.get((side, part))] for part in ("given", "family"))
        return row[seats.get((side, "name"))] or " ".join(filter(None, parts))

    def _player(self, row: _Row, name: str) -> PlayerId:
        """The player with a name, who is new in the first match."""
        key = same_name_key(name)
        if key not in self._ids:
            where = Message("place.row", row=row.number)
            self._ids[key] = self._event.add_player(Player(name), where)
        return self._ids[key]

    def _result(self, row: _Row, names: Sequence[str]) -> Result | None:
        """What came out, by every column that says it; told if two of them disagree."""
        said = [
            one
            for one in (
                self._by_words(row, names),
                self._by_winner(row, names),
                self._by_scores(row, "games"),
                self._by_scores(row, "points"),
            )
            if one is not None
        ]
        if len({_marks(one) for one in said}) > 1:
            self._tell(row, "Result", "match-table.contradicts")
            return None
        games = [one for one in said if isinstance(one, Games | Forfeit)]
        result = next(iter([*games, *said]), None)
        if isinstance(result, Games):
            self._best_of = min(max(self._best_of, 2 * max(result.wins) - 1), MOST_GAMES)
        return result

    def _by_words(self, row: _Row, names: Sequence[str]) -> Result | None:
        """`2-1`, `Ana Lima won 2-1-0`, `1-1-1 Draw`, `Bo Chen forfeited the match`."""
        text = row[self._header.columns.get("result")]
        word = " ".join(text.casefold().split())
        if word in _OPEN_WORDS:
            return None
        counted = _GAMES.search(word)
        rest = " ".join(_GAMES.sub(" ", word).split())
        side = _side_of(rest, names)
        marks: tuple[Mark, ...] | None = _DRAWN if rest in _DRAW_WORDS else None
        if side is not None and _WIN in rest.split():
            marks = win_for(side)
        elif side is not None and _FORFEIT in rest.split():
            return Forfeit(win_for(1 - side))
        elif rest and marks is None:
            self._tell(row, "Result", "match-table.result", value=f"{text!r:.40}")
            return None
        if counted is None:
            return Decided(marks) if marks else None
        return self._games(row, counted, side if marks != _DRAWN else None, marks)

    def _games(
        self, row: _Row, counted: re.Match[str], side: int | None, marks: tuple[Mark, ...] | None
    ) -> Result | None:
        """Games won; those of the winner come first where the winner is named."""
        first, second, drawn = (int(one or 0) for one in counted.groups())
        wins = (second, first) if side == 1 else (first, second)
        if max(*wins, drawn) > MOST_GAMES or (marks and marks != _marks(Games(wins, drawn))):
            self._tell(row, "Result", "match-table.result", value=f"{counted[0]!r:.40}")
            return None
        return Games(wins, drawn)

    def _by_winner(self, row: _Row, names: Sequence[str]) -> Result | None:
        text = row[self._header.columns.get("winner")]
        word = " ".join(text.casefold().split())
        if word in _OPEN_WORDS:
            return None
        if word in _DRAW_WORDS:
            return Decided(_DRAWN)
        found = [n for n, name in enumerate(names) if same_name_key(name) == same_name_key(text)]
        if len(found) != 1:
            self._tell(row, "Winner", "json-event.winner", winner=f"{text!r:.40}")
            return None
        return Decided(win_for(found[0]))

    def _by_scores(self, row: _Row, part: str) -> Result | None:
        places = [self._header.seats.get((side, part)) for side in (0, 1)]
        texts = [row[place] for place in places]
        if not any(texts) or None in places:
            return None
        if not all(re.fullmatch(r"[0-9]{1,4}", text) for text in texts):
            value = f"{'-'.join(texts)!r:.40}"
            self._tell(row, "Score", "json-event.unreadable-score", score=value)
            return None
        first, second = map(int, texts)
        if part == "games" and max(first, second) <= MOST_GAMES:
            return Games((first, second)) if first or second else None
        self._points = True
        return Decided(_DRAWN if first == second else win_for(int(second > first)))


def _marks(result: Result) -> tuple[Mark, ...]:
    """Who won, whatever kind of result it is."""
    if isinstance(result, Games):
        first, second = result.wins
        return _DRAWN if first == second else win_for(int(second > first))
    assert isinstance(result, Decided | Forfeit)  # noqa: S101  no others are made here
    return result.marks


def _side_of(words: str, names: Sequence[str]) -> int | None:
    """Which of two players a text begins with; None if that is neither, or both."""
    keys = [" ".join(name.casefold().split()) for name in names]
    found = [n for n, key in enumerate(keys) if words == key or words.startswith(f"{key} ")]
    longest = max(found, key=lambda n: len(keys[n]), default=None)
    return None if keys[0] == keys[1] else longest


def _is_bye(name: str) -> bool:
    return not name or name.casefold().strip("* ()[]") in _BYE
