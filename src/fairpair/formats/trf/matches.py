"""A team match from the games of its players: who met whom on which board, and the colours."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from fairpair.core.results import Board, Boards, Forfeit, Mark, Result
from fairpair.formats.trf.outcomes import OUTCOMES
from fairpair.formats.trf.records import TrfCell

_ABSENT = TrfCell(None, None, "-")
_Boards = list[tuple[int | None, int | None]]


class UnfitMatchError(Exception):
    """Line-ups and games that make no match; the words say why."""


@dataclass(frozen=True, slots=True)
class Side:
    """A team in one round: who sits where (None: an empty board), all its members' cells of that
    round, and their places in the team's list.
    """

    line_up: Sequence[int | None]
    cells: Mapping[int, TrfCell]
    places: Mapping[int, int]

    def cell(self, player: int | None) -> TrfCell:
        """A player's round; an empty board is like somebody who did not come."""
        return _ABSENT if player is None else self.cells[player]

    def code(self, player: int | None) -> str:
        """The result code of a player; who is lined up and absent forfeits."""
        code = self.cell(player).result
        if code in ("H", "F", "U"):
            raise UnfitMatchError(f"player {player} has a bye ({code}) in a match")
        return "-" if code == "Z" else code

    def place(self, player: int | None) -> int:
        """Where the player stands in the team's list, 0 for nobody."""
        return 0 if player is None else self.places[player]


def match_of(one: Side, other: Side, colours: str) -> tuple[bool, Result | None]:
    """Whether the first side has White on board 1, and the result with that side as it sits.

    `colours` are those of one team's boards (352). A match with an open board has no result.
    """
    boards = _boards(one, other)
    white = _has_white(one, boards, colours)
    first, second = (one, other) if white else (other, one)
    results = []
    for pair in boards:
        mine, theirs = pair if white else pair[::-1]
        outcome = OUTCOMES[first.code(mine), second.code(theirs)]
        if outcome is None:
            return white, None
        results.append(Board(outcome, (first.place(mine), second.place(theirs))))
    match = Boards(tuple(results))
    if match.problem:
        raise UnfitMatchError(match.problem)
    return white, match


def forfeited(match: Boards, boards: int) -> Forfeit | None:
    """A match in which nobody played and one side, or nobody, has all the points: a forfeit.

    One that is short of boards stays as it is, since it gives fewer game points.
    """
    results = {board.result for board in match.boards}
    result = results.pop() if len(results) == 1 else None
    if not isinstance(result, Forfeit):
        return None
    whole = len(match.boards) == boards or Mark.WIN not in result.marks
    return result if whole else None


def _boards(one: Side, other: Side) -> _Boards:
    """Who sits opposite whom: the games tie the two line-ups together.

    A player without an opponent faces an empty board, or somebody who did not come either.
    """
    _require_lined_up(one)
    _require_lined_up(other)
    boards: _Boards = []
    mine, theirs = list(one.line_up), list(other.line_up)
    while mine or theirs:
        me, them = mine[0] if mine else None, theirs[0] if theirs else None
        mine_next, theirs_next = _next(one, me, other, them)
        if not (mine and mine_next) and not (theirs and theirs_next):
            raise UnfitMatchError(_ANOTHER_ORDER)
        boards.append((me if mine_next else None, them if theirs_next else None))
        del mine[:mine_next], theirs[:theirs_next]
    return boards


def _next(one: Side, me: int | None, other: Side, them: int | None) -> tuple[bool, bool]:
    """Whose first player sits at the next board: of this side, of the other, of both."""
    my_opponent, their_opponent = one.cell(me).opponent, other.cell(them).opponent
    if my_opponent is None and their_opponent is None:
        return True, not one.code(me) == other.code(them) == "+"
    if my_opponent is None or their_opponent is None:
        return my_opponent is None, their_opponent is None
    if my_opponent != them:
        raise UnfitMatchError(_ANOTHER_ORDER)
    return True, True


_ANOTHER_ORDER = "they are lined up in another order than they played"


def _require_lined_up(side: Side) -> None:
    for player, cell in side.cells.items():
        if cell.opponent is not None and player not in side.line_up:
            raise UnfitMatchError(f"player {player} played, but is not in the line-up")


def _has_white(one: Side, boards: _Boards, colours: str) -> bool:
    """Whether the side has White on board 1, told by the first board with a colour."""
    pattern = colours or "WB"
    for index, (me, _) in enumerate(boards):
        colour = one.cell(me).colour
        if colour is not None:
            as_board_1 = pattern[index % len(pattern)] == pattern[0]
            return (colour == "w") == as_board_1
    return True
