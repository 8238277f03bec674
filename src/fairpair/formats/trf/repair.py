"""Faults in the cells that have one sensible answer, mended before the checks; each is told."""

from collections import Counter
from collections.abc import Mapping

from fairpair.formats.trf.cells import CODES
from fairpair.formats.trf.draft import NO_NUMBER, Cell, PlayerDraft, column_of
from fairpair.formats.trf.findings import Findings

_MIRROR = {"1": "0", "0": "1", "=": "=", "W": "L", "L": "W", "D": "D", "+": "-", "-": "+"}
_MIRROR |= {"?": "?", "": ""}
_DECISIVE = frozenset("10WL+")  # "-" may face another "-", and "=" a "0"
_OTHER_SIDE = {"w": "b", "b": "w", None: None}


def mend_cells(
    players: Mapping[int, PlayerDraft], found: Findings, *, forfeits_alone: bool
) -> None:
    """Mend colours and results that the opponent's cell gives, then cells that are missing."""
    for player in filter(_is_readable, players.values()):
        for round_no, cell in enumerate(player.cells, 1):
            _mend_old_byes(player, round_no, cell, found, forfeits_alone=forfeits_alone)
            back = _back(players, player, round_no, cell)
            if back is not None:
                _mend_colour(player, round_no, cell, back, found)
                _mend_result(player, round_no, cell, back, found)
    _fill_missing(players, found)


def _is_readable(player: PlayerDraft) -> bool:
    return player.readable


def _back(
    players: Mapping[int, PlayerDraft], player: PlayerDraft, round_no: int, cell: Cell
) -> Cell | None:
    """The cell of the opponent, if both name each other."""
    other = players.get(cell.opponent or 0)
    back = other.cell(round_no) if other and other is not player and other.readable else None
    return back if back is not None and back.opponent == player.id else None


def _mend_old_byes(
    player: PlayerDraft, round_no: int, cell: Cell, found: Findings, *, forfeits_alone: bool
) -> None:
    lost = ("0", "L") if forfeits_alone else ("0", "L", "-")
    if cell.opponent is None and cell.result in lost:
        column = column_of(round_no) + 7
        message = f"Round {round_no}: {cell.result} without an opponent is read as absent (Z)."
        found.mended(player.line.number, column, "needs-opponent", message)
        cell.result = "Z"


def _mend_colour(
    player: PlayerDraft, round_no: int, cell: Cell, back: Cell, found: Findings
) -> None:
    unplayed = cell.result in ("+", "-", "")
    bad = cell.colour not in ("w", "b", None) or (cell.colour is None and not unplayed)
    if bad and back.colour in ("w", "b"):
        code = "missing-colour" if cell.colour is None else "bad-colour"
        cell.colour = _OTHER_SIDE[back.colour]
        message = f"Round {round_no}: the colour {cell.colour} is taken from the opponent's line."
        found.mended(player.line.number, column_of(round_no) + 5, code, message)


def _mend_result(
    player: PlayerDraft, round_no: int, cell: Cell, back: Cell, found: Findings
) -> None:
    if cell.result not in CODES and back.result in _DECISIVE:
        code = "unknown-result" if cell.result else "missing-result"
        cell.result = _MIRROR[back.result]
        message = f"Round {round_no}: the result {cell.result} is taken from the opponent's line."
        found.mended(player.line.number, column_of(round_no) + 7, code, message)


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
    player: PlayerDraft, round_no: int, cell: Cell, other: PlayerDraft, found: Findings
) -> None:
    mirrored = Cell(player.id, _OTHER_SIDE[cell.colour], _MIRROR[cell.result])
    other.put(round_no, mirrored)
    written = f"{player.id} {mirrored.colour or '-'} {mirrored.result}".rstrip()
    message = f"Round {round_no}: the missing cell is read as {written!r}, from the line of"
    message += f" player {player.id}."
    found.mended(other.line.number, column_of(round_no), "missing-mirror", message)
