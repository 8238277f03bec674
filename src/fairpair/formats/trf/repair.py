"""Repairs of 001 records where only one correction makes sense; each is reported."""

import re
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from fairpair.core.dataclass import dataclass
from fairpair.formats.trf.cells import (
    CODES,
    FIRST_CELL,
    NO_NUMBER,
    cells_of,
    column_of,
    first_misplaced_column,
)
from fairpair.formats.trf.columns import decimal, number
from fairpair.formats.trf.draft import PlayerDraft
from fairpair.formats.trf.lines import Findings, Line
from fairpair.formats.trf.model import TrfCell
from fairpair.formats.trf.records import PLAYER

_MIRROR = {"1": "0", "0": "1", "=": "=", "W": "L", "L": "W", "D": "D", "+": "-", "-": "+"}
_MIRROR |= {"?": "?", "": ""}
_DECISIVE = frozenset("10WL+")  # "-" may face another "-", and "=" a "0"
_OTHER_SIDE = {"w": "b", "b": "w", None: None}

_NAME, _RATING, _FEDERATION = (PLAYER[f].slice for f in ("name", "rating", "federation"))
_POINTS, _RANK = PLAYER["points"].slice, PLAYER["rank"].slice
_NAME_END = PLAYER["name"].last
_FARTHEST = 8
_TAIL = re.compile(
    r"[ \t]*(?P<points>[0-9]{1,3}[.,][0-9])[ \t]+(?P<rank>[0-9]{1,4})"
    r"(?P<cells>(?:[ \t]{1,7}[0-9]{1,4}[ \t]{1,3}[wbWB-][ \t]{1,3}[1=0WDLwdlHFUZhfuz+?-])+)"
)
_TRIPLE = re.compile(r"([0-9]+)[ \t]+([wbWB-])[ \t]+(\S)")


def align(line: Line, found: Findings) -> tuple[Line, bool]:
    """The line, moved into its columns if wanted, and whether its fields can be trusted."""
    column = first_misplaced_column(line.text)
    if column is None:
        return line, True
    moved = _realign(line.text) if found.repair else None
    place = line.number, column
    if moved is None:
        found.repairable(*place, "misaligned", column=column)
        return line, False
    found.add_repair(*place, "misaligned.repaired", column=column)
    return Line(line.number, moved), True


def _realign(text: str) -> str | None:
    """The line with every field in its columns; None if no way or more than one leads there."""
    readings: dict[tuple[object, ...], str] = {}
    for moved in (*_shift(text), *_spread(text)):
        if _fits(moved):
            readings.setdefault(_meaning(moved), moved)
    return next(iter(readings.values())) if len(readings) == 1 else None


def _shift(text: str) -> list[str]:
    """The line moved from the end of the name on.

    It comes too short from programs that count the bytes of `Müller`, and too long from those
    that do not cut long names.
    """
    moved = []
    for by in range(1, _FARTHEST + 1):
        if not text[_NAME_END - by : _NAME_END + 1 - by].strip(" "):
            end = _NAME_END - by
            moved.append(text[:end] + " " * by + text[end:])
        if not text[_NAME_END : _NAME_END + by].strip(" "):
            moved.append(text[:_NAME_END] + text[_NAME_END + by :])
    return moved


def _spread(text: str) -> list[str]:
    """The line with points, rank and cells set anew, if they stand close enough together.

    Eight blanks or more could be a round without anything, so such lines are left alone.
    """
    tail = _TAIL.fullmatch(text, _POINTS.start)
    if tail is None:
        return []
    triples = _TRIPLE.findall(tail["cells"])
    cells = "".join(f"  {opponent:>4} {colour} {result}" for opponent, colour, result in triples)
    return [f"{text[: _POINTS.start]} {tail['points']:>4} {tail['rank']:>4}{cells}"]


def _fits(text: str) -> bool:
    """Whether every field of the line can be read."""
    return (
        first_misplaced_column(text) is None
        and _blank_or(number, text[_RATING])
        and not any(map(str.isdigit, text[_FEDERATION]))
        and _blank_or(decimal, text[_POINTS])
        and _blank_or(number, text[_RANK])
        and bool(text[_NAME].strip())
        and all(
            cell.opponent != NO_NUMBER
            and cell.colour in ("w", "b", None)
            and (cell.result in CODES or cell.blank)
            for cell in cells_of(text)
        )
    )


def _blank_or(reader: Callable[[str], object], text: str) -> bool:
    return not text.strip(" ") or reader(text.strip(" ")) is not None


def _meaning(text: str) -> tuple[object, ...]:
    """What counts of a line: two ways that say the same are one."""
    cells = tuple(cells_of(text))
    fields = (
        text[:_NAME_END].strip(),
        text[_RATING],
        text[_FEDERATION],
        text[_POINTS],
        text[_RANK],
    )
    return (*(field.strip() for field in fields), cells, len(text[FIRST_CELL:]))


def repair_cells(players: Mapping[int, PlayerDraft], found: Findings) -> None:
    """Mend colours and results that the opponent's cell gives, then cells that are missing."""
    for player in players.values():
        for round_no in range(1, len(player.cells) + 1) if player.readable else ():
            _CellRepair(player, round_no, found).mend(players)
    _fill_missing(players, found)


@dataclass(frozen=True, slots=True)
class _CellRepair:
    """One cell, of which something can be wrong."""

    player: PlayerDraft
    round_no: int
    found: Findings

    def mend(self, players: Mapping[int, PlayerDraft]) -> None:
        """Set what has one sensible answer."""
        cell = self.player.cells[self.round_no - 1]
        other = players.get(cell.opponent or 0)
        if other and other is not self.player and other.readable:
            back = other.cell(self.round_no)
            if back is not None and back.opponent == self.player.id:
                self._mend_colour(cell, back)
                self._mend_result(cell, back)
                self._adjourn(other)

    def _mend_colour(self, cell: TrfCell, back: TrfCell) -> None:
        unplayed = cell.result in ("+", "-", "")
        bad = cell.colour not in ("w", "b", None) or (cell.colour is None and not unplayed)
        if bad and back.colour in ("w", "b"):
            code = "missing-colour" if cell.colour is None else "bad-colour"
            colour = _OTHER_SIDE[back.colour]
            self._set(5, code, {"colour": colour}, colour=colour)

    def _mend_result(self, cell: TrfCell, back: TrfCell) -> None:
        if cell.result not in CODES and back.result in _DECISIVE:
            code = "unknown-result" if cell.result else "missing-result"
            result = _MIRROR[back.result]
            self._set(7, code, {"result": result}, result=result)

    def _adjourn(self, other: PlayerDraft) -> None:
        """A game with a symbol that is not known, and cannot be told from the other side either,
        counts as adjourned for both.
        """
        cell, back = (one.cells[self.round_no - 1] for one in (self.player, other))
        if cell.result and cell.result not in CODES:
            said = {"value": repr(cell.result)}
            self._set(7, "unknown-symbol", said, result="?")
            if back.result in CODES:
                other.set_cell(self.round_no, replace(back, result="?"))

    def _set(self, offset: int, code: str, said: Mapping[str, object], **values: Any) -> None:
        """Set the values of the cell, and report the repair."""
        cell = self.player.cells[self.round_no - 1]
        self.player.set_cell(self.round_no, replace(cell, **values))
        place = self.player.line.number, column_of(self.round_no) + offset
        self.found.add_repair(*place, f"{code}.repaired", round=self.round_no, **said)


def _fill_missing(players: Mapping[int, PlayerDraft], found: Findings) -> None:
    """A names B, nobody else does, and B's cell is blank: B's cell is A's, mirrored."""
    named = Counter(
        (round_no, cell.opponent)
        for player in players.values()
        for round_no, cell in enumerate(player.cells, 1)
        if cell.opponent not in (None, NO_NUMBER)
    )
    for player in players.values():
        for round_no, cell in enumerate(player.cells, 1):
            other = players.get(cell.opponent or 0)
            if other is None or other is player or named[round_no, other.id] > 1:
                continue
            back = other.cell(round_no)
            whole = cell.result in _MIRROR and cell.colour in _OTHER_SIDE
            if (back is None or back.blank) and whole and player.readable and other.readable:
                _fill(player, round_no, cell, other, found)


def _fill(
    player: PlayerDraft, round_no: int, cell: TrfCell, other: PlayerDraft, found: Findings
) -> None:
    mirrored = TrfCell(player.id, _OTHER_SIDE[cell.colour], _MIRROR[cell.result])
    other.set_cell(round_no, mirrored)
    written = f"{player.id} {mirrored.colour or '-'} {mirrored.result}".rstrip()
    place = other.line.number, column_of(round_no)
    said = {"round": round_no, "cell": repr(written), "player": player.id}
    found.add_repair(*place, "missing-mirror.repaired", **said)
