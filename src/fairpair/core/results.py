"""The possible results of a match, a closed set. Every result has one entry for each seat, in the
order of the seats, however many players a table has.

| class     | means                                  | example                             |
|-----------|----------------------------------------|-------------------------------------|
| Games     | played, games won by each and drawn    | 2-1, or 1-1-1 with one drawn game   |
| Decided   | played, only the outcome is known      | 1-0, 1/2-1/2, 0-0 (both lose)       |
| Forfeit   | not played, but decided                | 1-0F, 0-0F                          |
| Scored    | played, named scores for each          | op 7 vp 120 : op 3 vp 80            |
| Boards    | a team match, one outcome per board    | 1-0 1/2-1/2 0-1F                    |
| Adjourned | begun, to be finished later            |                                     |
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from enum import StrEnum
from fractions import Fraction
from typing import Literal

from fairpair.core.dataclass import dataclass
from fairpair.core.numbers import format_number
from fairpair.language.message import Message


class Mark(StrEnum):
    """What a match is for one seat."""

    WIN = "win"
    DRAW = "draw"
    LOSS = "loss"


MOST_GAMES = 99
"""The most games a side can win in a match, and the most that can be drawn."""
HALF_POINTS: Mapping[Mark | None, int] = {Mark.WIN: 2, Mark.DRAW: 1, Mark.LOSS: 0, None: 0}
"""The value of a mark if a win is one point, whatever the rules say; nothing for no match."""
_MOST, _FINEST = 1_000_000, 1000
_MOST_BOARDS = 100
_POINT_TEXT = {Mark.WIN: "1", Mark.DRAW: "1/2", Mark.LOSS: "0"}


class Result:
    """The outcome of one match."""

    __slots__ = ()

    @property
    def seats(self) -> int | None:
        """How many seats it has entries for; none if it fits any number."""
        raise NotImplementedError

    @property
    def problem(self) -> Message | None:
        """What makes it impossible whatever the rules are, if anything."""
        raise NotImplementedError


@dataclass(frozen=True, slots=True)
class Games(Result):
    """Played games: how many each seat won and how many were drawn.

    `winner` is the seat that won a tied match, by sudden death or the like.
    """

    wins: tuple[int, ...]
    draws: int = 0
    winner: int | None = None
    kind: Literal["games"] = "games"

    @property
    def seats(self) -> int | None:
        """One number of wins per seat."""
        return len(self.wins)

    @property
    def problem(self) -> Message | None:
        """Counts are 0 to `MOST_GAMES`."""
        counts = (*self.wins, self.draws)
        if not all(0 <= n <= MOST_GAMES for n in counts):
            return Message("result.games", most=MOST_GAMES)
        return _winner_problem(self, self.winner)

    def __str__(self) -> str:
        counts = (*self.wins, self.draws) if self.draws else self.wins
        return "-".join(map(str, counts)) + winner_text(self.winner)


@dataclass(frozen=True, slots=True)
class Decided(Result):
    """Played, and only the winner is known. Not `rated` if it ended before both had moved."""

    marks: tuple[Mark, ...]
    rated: bool = True
    kind: Literal["decided"] = "decided"

    @property
    def seats(self) -> int | None:
        """One mark per seat."""
        return len(self.marks)

    @property
    def problem(self) -> Message | None:
        """If one seat wins, all others lose; without a winner, draws and losses can be mixed."""
        return _marks_problem(self.marks)

    def __str__(self) -> str:
        return _marks_text(self.marks) + ("" if self.rated else "U")


@dataclass(frozen=True, slots=True)
class Forfeit(Result):
    """Not played, but decided: a player did not appear or was disqualified."""

    marks: tuple[Mark, ...]
    kind: Literal["forfeit"] = "forfeit"

    @property
    def seats(self) -> int | None:
        """One mark per seat."""
        return len(self.marks)

    @property
    def problem(self) -> Message | None:
        """At most one seat wins, the others lose: nobody draws a match that was not played."""
        if Mark.DRAW in self.marks:
            return Message("result.drawn-forfeit")
        return _marks_problem(self.marks)

    def __str__(self) -> str:
        return _marks_text(self.marks) + "F"


@dataclass(frozen=True, slots=True)
class Scored(Result):
    """Played, with named scores for each seat (objective points, victory points and so on)."""

    scores: tuple[Mapping[str, Fraction], ...]
    winner: int | None = None
    kind: Literal["scored"] = "scored"

    @property
    def seats(self) -> int | None:
        """One set of scores per seat."""
        return len(self.scores)

    @property
    def problem(self) -> Message | None:
        """Every seat has the same names."""
        if any(set(s) != set(self.scores[0]) for s in self.scores[1:]):
            return Message("result.different-scores")
        if any(abs(v) > _MOST or v.denominator > _FINEST for s in self.scores for v in s.values()):
            return Message("result.score-limits", most=_MOST, finest=_FINEST)
        if not self.scores or not self.scores[0]:
            return Message("result.no-scores")
        return _winner_problem(self, self.winner)

    def __str__(self) -> str:
        sides = (
            " ".join(f"{k} {format_number(v)}" for k, v in sorted(s.items())) for s in self.scores
        )
        return " : ".join(sides) + winner_text(self.winner)


@dataclass(frozen=True, slots=True)
class Board:
    """One board of a team match: its result by the teams' seats, and who played there if known.

    `members` are positions in the teams' lists of members, counted from 1; 0 is nobody.
    """

    result: Result
    members: tuple[int, ...] = ()

    def __str__(self) -> str:
        return str(self.result)


@dataclass(frozen=True, slots=True)
class Boards(Result):
    """A team match, board by board from the first."""

    boards: tuple[Board, ...]
    winner: int | None = None
    kind: Literal["boards"] = "boards"

    @property
    def seats(self) -> int | None:
        """Those of the first board that has a number: all boards have the same."""
        return next((b.result.seats for b in self.boards if b.result.seats is not None), None)

    @property
    def problem(self) -> Message | None:
        """Each board must be possible, and there are 1 to `_MOST_BOARDS`."""
        if not 1 <= len(self.boards) <= _MOST_BOARDS:
            return Message("result.board-count", most=_MOST_BOARDS)
        if any(isinstance(b.result, Boards) for b in self.boards):
            return Message("result.nested-boards")
        if any(b.result.seats not in (None, self.seats) for b in self.boards):
            return Message("result.board-sides")
        problems = (b.result.problem for b in self.boards)
        return next((p for p in problems if p), None) or _winner_problem(self, self.winner)

    def __str__(self) -> str:
        return " ".join(map(str, self.boards)) + winner_text(self.winner)


@dataclass(frozen=True, slots=True)
class Adjourned(Result):
    """Begun and interrupted: the round can go on without it, the tournament cannot end."""

    kind: Literal["adjourned"] = "adjourned"

    @property
    def seats(self) -> int | None:
        """It fits any table."""
        return None

    @property
    def problem(self) -> Message | None:
        """There is nothing to get wrong."""
        return None

    def __str__(self) -> str:
        return "adjourned"


def is_draw(result: Result) -> bool:
    """Whether a match was played and nobody won it."""
    if isinstance(result, Decided):
        return Mark.DRAW in result.marks
    return getattr(result, "winner", None) is None and len(_leaders(result)) > 1


def is_adjourned(result: Result | None) -> bool:
    """Whether a match, or one of its boards, is adjourned."""
    if isinstance(result, Boards):
        return any(is_adjourned(board.result) for board in result.boards)
    return isinstance(result, Adjourned)


def flip(result: Result) -> Result:
    """The same result with the seats in the opposite order: as the other side writes it.

    >>> str(flip(Games((2, 1)))), str(flip(Forfeit(win_for(1))))
    ('1-2', '1-0F')
    """
    match result:
        case Games():
            return replace(result, wins=result.wins[::-1], winner=_flipped_winner(result))
        case Decided() | Forfeit():
            return replace(result, marks=result.marks[::-1])
        case Scored():
            return replace(result, scores=result.scores[::-1], winner=_flipped_winner(result))
        case Boards():
            boards = tuple(
                replace(board, result=flip(board.result), members=board.members[::-1])
                for board in result.boards
            )
            return replace(result, boards=boards, winner=_flipped_winner(result))
        case _:
            return result


def _flipped_winner(result: Games | Scored | Boards) -> int | None:
    return None if result.winner is None else (result.seats or 2) - 1 - result.winner


def _leaders(result: Result) -> list[int]:
    """The seats nobody is ahead of; which score decides is not known here, so it must be all."""
    match result:
        case Games():
            return _best(result.wins)
        case Scored():
            names = {name for scores in result.scores for name in scores}
            ahead = (_best([scores.get(k, 0) for scores in result.scores]) for k in names)
            return sorted(set(range(len(result.scores))).intersection(*ahead))
        case Boards():
            return _best(_board_totals(result))
        case _:
            return []


def _best(totals: Sequence[Fraction | int]) -> list[int]:
    return [seat for seat, total in enumerate(totals) if total == max(totals)]


def win_for(seat: int, seats: int = 2) -> tuple[Mark, ...]:
    """The marks when this seat, counted from 0, wins.

    >>> [m.value for m in win_for(1)]
    ['loss', 'win']
    """
    return tuple(Mark.WIN if n == seat else Mark.LOSS for n in range(seats))


def marks_of(result: Result, scores: Sequence[str] = ()) -> tuple[Mark, ...]:
    """The mark of each seat; the first named score decides. Seats that share the best one draw.

    >>> [m.value for m in marks_of(Games((1, 2)))]
    ['loss', 'win']
    """
    match result:
        case Decided() | Forfeit():
            return result.marks
        case Games():
            return _marks_by_total(result.wins, result.winner)
        case Scored():
            names = scores or list(result.scores[0])
            return _marks_by_total([s.get(names[0], 0) for s in result.scores], result.winner)
        case Boards():
            return _marks_by_total(_board_totals(result), result.winner)
        case _:
            return ()


def board_points(match: Boards, seat: int) -> tuple[int, ...]:
    """The half points of a team on each board; nothing for a board that is not decided."""
    marks = (marks_of(board.result) for board in match.boards)
    return tuple(HALF_POINTS[m[seat]] if m else 0 for m in marks)


def _board_totals(match: Boards) -> list[int]:
    return [sum(board_points(match, seat)) for seat in range(match.seats or 0)]


def _marks_by_total(totals: Sequence[Fraction | int], winner: int | None) -> tuple[Mark, ...]:
    best = _best(totals) if winner is None else [winner]
    mark = Mark.WIN if len(best) == 1 else Mark.DRAW
    return tuple(mark if seat in best else Mark.LOSS for seat in range(len(totals)))


def _winner_problem(result: Result, winner: int | None) -> Message | None:
    if winner is None:
        return None
    if not 0 <= winner < (result.seats or 0):
        return Message("result.unknown-winner")
    tied = _leaders(result)
    if len(tied) < 2:
        return Message("result.needless-winner")
    return None if winner in tied else Message("result.winner-not-tied")


def winner_text(winner: int | None) -> str:
    """Who won where a level result does not say it."""
    return "" if winner is None else f" (won by side {winner + 1})"


def _marks_problem(marks: tuple[Mark, ...]) -> Message | None:
    wins = marks.count(Mark.WIN)
    if wins > 1:
        return Message("result.two-winners")
    if wins and Mark.DRAW in marks:
        return Message("result.win-and-draw")
    return None


def _marks_text(marks: tuple[Mark, ...]) -> str:
    return "-".join(_POINT_TEXT[m] for m in marks)
