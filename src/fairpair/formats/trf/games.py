"""What can be wrong with the cells of 001: each by itself, and the two sides of a game."""

from collections.abc import Mapping, Sequence

from fairpair.formats.trf.cells import CODES
from fairpair.formats.trf.draft import NO_NUMBER, Cell, PlayerDraft, column_of
from fairpair.formats.trf.findings import CAN_REPAIR, Findings
from fairpair.formats.trf.outcomes import BYES, RATED, UNRATED

PLAYED = frozenset("1=0WDL?")
_KNOWN = "1 = 0 W D L + - H F U Z ?"
_BYES_ARE = "Byes are U (odd man out), H, F and Z; + and - without an opponent are for team events."
_UNRATED = {code: RATED[mark] for mark, code in UNRATED.items()}
_POSSIBLE = {
    *(("1", "0"), ("=", "="), ("=", "0"), ("0", "0")),
    *(("+", "-"), ("-", "-"), ("?", "?"), ("", "")),
}
# Most games are like this, so they are let through first.
_COMMON = {
    (mine, side, theirs, other)
    for mine, theirs in (("1", "0"), ("0", "1"), ("=", "="))
    for side, other in (("w", "b"), ("b", "w"))
}


class GameChecks:
    """The checks of one file; nothing is changed by them."""

    def __init__(
        self, players: Mapping[int, PlayerDraft], found: Findings, *, forfeits_alone: bool
    ) -> None:
        self._players = players
        self._found = found
        self._forfeits_alone = forfeits_alone

    def check(self, everybody: Sequence[PlayerDraft]) -> None:
        """Every cell by itself, and against the cell of its opponent."""
        for player in everybody:
            for round_no, cell in enumerate(player.cells, 1):
                other = self._players.get(cell.opponent or 0)
                back = other.cell(round_no) if other else None
                if back is not None and back.opponent == player.id != cell.opponent:
                    game = (cell.result, cell.colour, back.result, back.colour)
                    if game in _COMMON:
                        continue
                self._check_cell(player, round_no, cell)
                if cell.opponent not in (None, NO_NUMBER) and player.readable:
                    self._check_opponent(player, round_no, other)

    def _check_cell(self, player: PlayerDraft, round_no: int, cell: Cell) -> None:
        def error(offset: int, code: str, message: str, hint: str = "") -> None:
            place = player.line.number, column_of(round_no) + offset
            self._found.error(*place, code, f"Round {round_no}: {message}", hint)

        if cell.opponent == NO_NUMBER:
            text = player.line.cut(column_of(round_no), column_of(round_no) + 3)
            error(0, "not-a-number", f"the opponent must be a number, not {text!r}.")
        if cell.colour not in ("w", "b", None):
            error(5, "bad-colour", f"the colour must be w, b or -, not {cell.colour!r}.")
        if cell.result not in CODES and cell.result:
            error(7, "unknown-result", f"{cell.result!r} is no result; known are {_KNOWN}.")
        elif cell.opponent is None and self._needs_opponent(cell.result):
            error(7, "needs-opponent", f"the result {cell.result} needs an opponent.", _BYES_ARE)
        elif cell.opponent is not None and cell.result in BYES:
            error(7, "needs-no-opponent", f"{cell.result} is a bye, but there is an opponent.")
        if cell.opponent is None and cell.colour in ("w", "b"):
            message = f"Round {round_no}: a colour without an opponent is left out."
            place = player.line.number, column_of(round_no) + 5
            self._found.note(*place, "stray-colour", message)

    def _needs_opponent(self, result: str) -> bool:
        return result in PLAYED or (result in ("+", "-") and not self._forfeits_alone)

    def _check_opponent(
        self, player: PlayerDraft, round_no: int, other: PlayerDraft | None
    ) -> None:
        """The opponent exists, is somebody else, and says the same."""

        def error(code: str, message: str, hint: str = "") -> None:
            place = player.line.number, column_of(round_no)
            self._found.error(*place, code, f"Round {round_no}: {message}", hint)

        if other is player:
            error("own-opponent", f"player {player.id} meets themselves.")
        elif other is None:
            opponent = player.cells[round_no - 1].opponent
            error("unknown-opponent", f"the opponent {opponent} is not in the file.")
        elif other.readable:
            back = other.cell(round_no)
            says = f"{player.id} names {other.id}, but {other.id} (line {other.line.number})"
            if back is None or back.opponent is None:
                hint = CAN_REPAIR if back is None or back.blank else ""
                error("missing-mirror", f"{says} has no opponent.", hint)
            elif back.opponent not in (player.id, NO_NUMBER):
                error("asymmetric", f"{says} names {back.opponent}.")
            elif back.opponent == player.id and player.line.number < other.line.number:
                self._check_results(player, other, round_no)
                self._check_colours(player, other, round_no)

    def _check_results(self, player: PlayerDraft, other: PlayerDraft, round_no: int) -> None:
        mine, theirs = player.cells[round_no - 1].result, other.cells[round_no - 1].result
        if {mine, theirs} - (CODES | {""}) or BYES.keys() & {mine, theirs}:
            return
        place = player.line.number, column_of(round_no) + 7
        game = _game(player, other, round_no)
        pair = _UNRATED.get(mine, mine), _UNRATED.get(theirs, theirs)
        if pair == ("", ""):
            self._found.note(*place, "no-result-yet", f"{game} there is no result yet.")
        elif "" in pair:
            message = f"{game} only one side has a result, {mine or theirs}."
            self._found.error(*place, "missing-result", message)
        elif pair not in _POSSIBLE and pair[::-1] not in _POSSIBLE:
            message = f"{game} the results {mine} and {theirs} contradict each other."
            self._found.error(*place, "contradictory-results", message)
        elif (mine in _UNRATED) != (theirs in _UNRATED):
            message = f"{game} of {mine} and {theirs} only one says that the game is rated."
            self._found.note(*place, "rated-differs", message)

    def _check_colours(self, player: PlayerDraft, other: PlayerDraft, round_no: int) -> None:
        cell, back = player.cells[round_no - 1], other.cells[round_no - 1]
        column = column_of(round_no) + 5
        game = _game(player, other, round_no)
        colours = [cell.colour, back.colour]
        if cell.colour == back.colour and cell.colour in ("w", "b"):
            message = f"{game} both have the same colour, {cell.colour}."
            self._found.error(player.line.number, column, "same-colour", message)
        elif None in colours and set(colours) <= {"w", "b", None} and cell.result in PLAYED:
            side = player if cell.colour is None else other
            hint = "Write w and b into the two cells." if colours == [None, None] else CAN_REPAIR
            message = f"{game} the colour of player {side.id} is missing."
            self._found.error(side.line.number, column, "missing-colour", message, hint)


def _game(player: PlayerDraft, other: PlayerDraft, round_no: int) -> str:
    return f"Round {round_no}, {player.id} against {other.id} (line {other.line.number}):"
