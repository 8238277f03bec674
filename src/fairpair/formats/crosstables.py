"""Crosstables as Swiss-Manager, chess-results and Fairpair write them: a row for each player, and
in the column of a round who the opponent was, the colour and what came out.

| cell                | means                                                        |
|---------------------|--------------------------------------------------------------|
| `12w1`, `5b½`, `3s0` | against 12 with White, a win; with Black a draw, a loss      |
| `7w+`, `7b-`        | not played, and won or lost all the same                     |
| `4w`, `4w*`         | no result yet                                                |
| `-1`, `-½`, `-0`, `0` | a bye worth a win, half a point, nothing                   |

The opponent is named by the number in one of the columns before the rounds: the rank in one table,
the starting number in another. It is the column by which both sides of every game agree.
"""

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import TypeGuard

from fairpair.core.dataclass import dataclass
from fairpair.core.errors import FieldProblem
from fairpair.core.ids import PlayerId
from fairpair.core.results import HALF_POINTS, Decided, Forfeit, Mark, Result, marks_of
from fairpair.core.rounds import ByeKind
from fairpair.formats.imported import ImportedTournament
from fairpair.formats.list_columns import column_of, header_key, header_row
from fairpair.formats.lists import read_table
from fairpair.formats.played_rounds import EventData, Match, PlayedRound, full_byes
from fairpair.language.message import Message

PRESET = "fide_dutch"
_WORDS = "rd|rnd|round|runde|ronde|ronda|rodada|turno|ronden|kolo|tour"
_ROUND = re.compile(
    rf"(\d{{1,2}})\s*\.?\s*(?:{_WORDS})\.?|(?:{_WORDS}|r)\.?\s*(\d{{1,2}})", re.IGNORECASE
)
_POINTS = (
    "pts",
    "pkt",
    "points",
    "punkte",
    "puntos",
    "ptos",
    "punti",
    "pontos",
    "pont",
    "poaeng",
    "score",
)
_RESULT = r"(1|0|½|1/2|=|0?[.,]5|\+|-|\*|)"
_GAME = re.compile(rf"([0-9]{{1,5}})\s*([^\W\d_]?)\s*{_RESULT}")
_BYE = re.compile(rf"-?\s*{_RESULT}")
_MARKS = {"1": Mark.WIN, "+": Mark.WIN, "0": Mark.LOSS, "-": Mark.LOSS, "*": None, "": None}
_COLOURS = ("wb", "ws", "bn", "vs", "бч")
"""The letters of White and Black: English; German; French, Italian, Spanish; Hungarian, Swedish;
Russian. Those that fit the most cells are meant.
"""
_UNPLAYED = ("+", "-")
_BANNER = "chess-results"
_MOST_NAMED = 10


@dataclass(frozen=True, slots=True)
class _Game:
    """What a cell says of a match: from one side, so that there are two for each."""

    opponent: int
    colour: str
    sign: str

    @property
    def mark(self) -> Mark | None:
        """None for a match without a result."""
        return _MARKS.get(self.sign, Mark.DRAW)


def round_columns(header: Sequence[str]) -> dict[int, int]:
    """The columns with rounds, by the number of the round.

    >>> round_columns(["Rk.", "Name", "1.Rd", "2.Rd"]), round_columns(["name", "round 1"])
    ({1: 2, 2: 3}, {1: 1})
    """
    found: dict[int, int] = {}
    for place, cell in enumerate(header):
        named = _ROUND.fullmatch(cell.strip())
        if named:
            found.setdefault(int(named[1] or named[2]), place)
    return found


def is_crosstable(rows: Sequence[Sequence[str]]) -> bool:
    """Whether there are players and, in the same row of column names, rounds."""
    start = header_row(rows)
    return start is not None and bool(round_columns(rows[start]))


def read(rows: Sequence[Sequence[str]]) -> ImportedTournament:
    """The tournament of a crosstable.

    Raises `InvalidInputError` with every cell that cannot be read, and both cells of every game of
    which two rows tell different stories.
    """
    start = header_row(rows)
    assert start is not None  # noqa: S101  see is_crosstable
    return _Reader(rows, start).read()


class _Reader:
    """One table, and what is wrong with it."""

    def __init__(self, rows: Sequence[Sequence[str]], start: int) -> None:
        self._rows, self._start = rows, start
        self._header = [cell.strip() for cell in rows[start]]
        self._columns = round_columns(self._header)
        self._event = EventData(_title(rows[:start]))
        self._lines: dict[PlayerId, int] = {}
        """Which row belongs to a player."""
        self._colours = ""
        """The letters of White and Black in this table; none without colours."""

    def read(self) -> ImportedTournament:
        """All of it."""
        if sorted(self._columns) != list(range(1, len(self._columns) + 1)):
            listed = list(map(str, sorted(self._columns)))
            self._event.add_problem(Message("place.rounds"), "crosstable.rounds", numbers=listed)
            self._event.refuse_problems()
        self._read_players()
        cells = {n: dict(self._cells(n)) for n in sorted(self._columns)}
        self._event.refuse_problems()
        self._find_colours(cells)
        numbers = self._numbers(cells)
        for n, some in cells.items():
            self._event.rounds.append(self._round(n, some, numbers))
        found = self._event.imported(PRESET)
        self._compare_points(found)
        return replace(found, notes=tuple(self._event.notes))

    def _find_colours(self, cells: Mapping[int, Mapping[PlayerId, _Game | str]]) -> None:
        """The letters that most cells have; told if those are of no language we know."""
        games = (one for some in cells.values() for one in some.values() if _is_game(one))
        times = Counter(one.colour for one in games if one.colour)
        known = max(_COLOURS, key=lambda pair: sum(times[letter] for letter in pair))
        if sum(times[letter] for letter in known) * 2 < times.total():
            letters = sorted(times)[:_MOST_NAMED]
            self._event.add_problem(Message("place.rounds"), "crosstable.colours", letters=letters)
            self._event.refuse_problems()
        self._colours = known if times else ""

    def _read_players(self) -> None:
        """The players, as a list of them is read: without the columns of a crosstable."""
        used = {*self._columns.values(), *self._number_columns(), *self._points_columns()}
        header = [("" if place in used else cell) for place, cell in enumerate(self._header)]
        above: list[list[str]] = [[]] * self._start
        listing = read_table([*above, header, *self._rows[self._start + 1 :]])
        self._event.notes += listing.notes
        for line in listing.lines:
            self._event.problems += [
                FieldProblem(Message("place.row-field", row=line.number, field=one.place), one.text)
                for one in line.problems
                if not (isinstance(one.text, Message) and one.text.code == "list.duplicate")
            ]
            player = PlayerId(len(self._lines) + 1)
            self._event.players[player] = line.player
            self._lines[player] = line.number - 1

    def _number_columns(self) -> list[int]:
        """Columns before the rounds that number the rows: whole numbers, each once."""
        found = []
        for place in range(min(self._columns.values())):
            if column_of(self._header[place]):
                continue
            cells = [self._cell(n, place) for n in range(self._start + 1, len(self._rows))]
            numbers = [cell for cell in cells if _is_number(cell)]
            if numbers and len(set(numbers)) == len(numbers):
                found.append(place)
        return found

    def _points_columns(self) -> list[int]:
        return [n for n, cell in enumerate(self._header) if header_key(cell) in _POINTS]

    def _cell(self, row: int, column: int) -> str:
        cells = self._rows[row]
        return cells[column].strip() if column < len(cells) else ""

    def _cells(self, round_no: int) -> Iterator[tuple[PlayerId, _Game | str]]:
        """What everybody's cell says: a game, or the worth of a bye; nothing if it is empty."""
        for player, row in self._lines.items():
            text = self._cell(row, self._columns[round_no])
            game, bye = _GAME.fullmatch(text), _BYE.fullmatch(text)
            if game and (game[2] or " " in text):
                yield player, _Game(int(game[1]), game[2].lower(), game[3])
            elif bye and text:
                yield player, bye[1]
            elif text:
                self._event.add_problem(
                    self._place(player, round_no), "crosstable.cell", value=f"{text!r:.40}"
                )

    def _place(self, player: PlayerId, round_no: int) -> Message:
        column = self._header[self._columns[round_no]]
        return Message("place.row-field", row=self._lines[player] + 1, field=column)

    def _numbers(
        self, cells: Mapping[int, Mapping[PlayerId, _Game | str]]
    ) -> Mapping[int, PlayerId]:
        """The players by the numbers that the cells use."""
        choices = [
            {int(self._cell(row, place)): player for player, row in self._lines.items()}
            for place in self._number_columns()
            if all(_is_number(self._cell(row, place)) for row in self._lines.values())
        ]
        choices.append(dict(enumerate(self._lines, 1)))

        def agreed(numbers: Mapping[int, PlayerId]) -> int:
            return sum(
                _is_game(other) and numbers.get(other.opponent) == player
                for some in cells.values()
                for player, one in some.items()
                if _is_game(one)
                for other in [some.get(numbers.get(one.opponent, PlayerId(0)))]
            )

        return max(choices, key=agreed)

    def _round(
        self, n: int, cells: Mapping[PlayerId, _Game | str], numbers: Mapping[int, PlayerId]
    ) -> PlayedRound:
        made, full = PlayedRound(), list[PlayerId]()
        for player, one in cells.items():
            if _is_game(one):
                opponent = self._opponent(n, player, cells, numbers)
                if opponent is not None and self._lines[player] < self._lines[opponent]:
                    made.matches += self._match(n, (player, opponent), cells)
            elif one in ("1", "+"):
                full.append(player)
            else:
                made.byes[player] = ByeKind.ZERO if one in ("0", "-", "") else ByeKind.HALF
        made.matches.sort(key=lambda match: self._lines[match.seats[0]])
        made.byes |= full_byes(full)
        return made

    def _opponent(
        self,
        n: int,
        player: PlayerId,
        cells: Mapping[PlayerId, _Game | str],
        numbers: Mapping[int, PlayerId],
    ) -> PlayerId | None:
        """The other player of a game, whose cell names this one; told if it does not."""
        one = cells[player]
        assert _is_game(one)  # noqa: S101  see _round
        opponent = numbers.get(one.opponent)
        other = cells.get(opponent) if opponent is not None else None
        if opponent is None:
            where = self._place(player, n)
            self._event.add_problem(where, "crosstable.no-opponent", number=one.opponent)
        elif not _is_game(other) or numbers.get(other.opponent) != player or opponent == player:
            self._tell_contradiction(n, player, opponent)
            return None
        return opponent

    def _match(
        self, n: int, players: tuple[PlayerId, PlayerId], cells: Mapping[PlayerId, _Game | str]
    ) -> Iterator[Match]:
        """The game of two players whose cells name each other, unless they contradict."""
        one, other = (cells[player] for player in players)
        assert _is_game(one) and _is_game(other)  # noqa: S101, PT018  see _opponent
        allowed, result = self._colours_of(one, other), _result(one, other)
        unknown = [
            p for p, game in zip(players, (one, other), strict=True) if game.colour not in allowed
        ]
        for player in unknown:
            where, letters = self._place(player, n), list(self._colours)
            self._event.add_problem(where, "crosstable.colour", letters=letters)
        if unknown:
            return
        if (one.colour and one.colour == other.colour) or (result and result.problem):
            self._tell_contradiction(n, *players)
            self._tell_contradiction(n, *players[::-1])
        elif one.colour and one.colour == self._colours[1]:
            yield Match(players[::-1], _result(other, one))
        else:
            yield Match(players, result)

    def _colours_of(self, one: _Game, other: _Game) -> tuple[str, ...]:
        """The letters that a game can have: none at all in a table without them, or if it was not
        played.
        """
        unplayed = one.sign in _UNPLAYED and not one.colour and not other.colour
        return ("",) if unplayed or not self._colours else tuple(self._colours)

    def _tell_contradiction(self, n: int, player: PlayerId, opponent: PlayerId) -> None:
        row = self._lines[opponent] + 1
        self._event.add_problem(self._place(player, n), "crosstable.contradicts", row=row)

    def _compare_points(self, found: ImportedTournament) -> None:
        """A note if the points that the table has are not those of its results."""
        columns = self._points_columns()
        if not columns:
            return
        half = dict.fromkeys(self._lines, 0)
        for round_ in found.tournament.rounds.values():
            for pairing in round_.pairings.values():
                marks = marks_of(pairing.result) if pairing.result else None
                for player, mark in zip(pairing.seats, marks or (), strict=False):
                    half[player] += HALF_POINTS[mark]
            for player, kind in round_.byes.items():
                half[player] += _BYE_HALVES.get(kind, 0)
        wrong = [
            self._event.players[player].name
            for player, row in self._lines.items()
            if (said := _number(self._cell(row, columns[0]))) is not None
            and said * 2 != half[player]
        ]
        if wrong:
            names = wrong[:_MOST_NAMED]
            self._event.notes.append(Message("crosstable.points", n=len(wrong), names=names))


_BYE_HALVES = {ByeKind.PAIRING: 2, ByeKind.FULL: 2, ByeKind.HALF: 1}


def _is_game(cell: object) -> TypeGuard[_Game]:
    return isinstance(cell, _Game)


def _result(one: _Game, other: _Game) -> Result | None:
    """What both sides say together, None if there is no result yet; impossible for nonsense."""
    if one.mark is None and other.mark is None:
        return None
    unplayed = {game.sign in _UNPLAYED for game in (one, other)}
    if one.mark is None or other.mark is None or len(unplayed) > 1:
        return Decided((Mark.WIN, Mark.WIN))
    marks = one.mark, other.mark
    return Forfeit(marks) if unplayed == {True} else Decided(marks)


def _is_number(cell: str) -> bool:
    return bool(re.fullmatch(r"[0-9]{1,5}", cell))


def _title(rows: Sequence[Sequence[str]]) -> str:
    """The name of the tournament: the first line above the table that is not of the website."""
    cells = (cell.strip() for row in rows for cell in row[:1])
    return next((cell for cell in cells if cell and _BANNER not in cell.lower()), "")


def _number(text: str) -> Fraction | None:
    """Points as tables write them: `3.5`, `3,5`, `3½`."""
    plain = re.fullmatch(r"(\d{1,3})?(½|[.,]\d)?", text)
    if not plain or not text:
        return None
    end = plain[2] or ""
    rest = Fraction(1, 2) if end == "½" else Fraction(int(end[1:] or 0), 10)
    return int(plain[1] or 0) + rest
