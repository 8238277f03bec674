"""What can come out of a match, as a closed set. Everything is by seat, in the seats' order.

| class     | means                                  | example                             |
|-----------|----------------------------------------|-------------------------------------|
| Games     | played, games won by each and drawn    | 2-1, or 1-1-1 with one drawn game   |
| Decided   | played, only the outcome is known      | 1-0, 1/2-1/2, 0-0 (both lose)       |
| Forfeit   | not played, decided all the same       | 1-0F, 0-0F                          |
| Scored    | played, named scores for each          | op 7 vp 120 : op 3 vp 80            |
| Boards    | a team match, one outcome a board      | 1-0 1/2-1/2 0-1F                    |
| Adjourned | begun, to be finished later            |                                     |
"""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from typing import Literal

from fairpair.core.numbers import shown


class Mark(StrEnum):
    """What one seat takes from a match."""

    WIN = "win"
    DRAW = "draw"
    LOSS = "loss"


_POINT_TEXT = {Mark.WIN: "1", Mark.DRAW: "1/2", Mark.LOSS: "0"}


class Result:
    """The outcome of one match."""

    __slots__ = ()

    @property
    def seats(self) -> int | None:
        """How many seats it speaks of; none when it fits any number."""
        raise NotImplementedError

    @property
    def problem(self) -> str:
        """What makes it impossible in itself, or nothing ("")."""
        raise NotImplementedError


@dataclass(frozen=True, slots=True)
class Games(Result):
    """Played games: how many each seat won and how many were drawn."""

    wins: tuple[int, ...]
    draws: int = 0
    kind: Literal["games"] = "games"

    @property
    def seats(self) -> int | None:
        """One number of wins a seat."""
        return len(self.wins)

    @property
    def problem(self) -> str:
        """Counts are 0 to 99."""
        counts = (*self.wins, self.draws)
        return "" if all(0 <= n <= 99 for n in counts) else "games must be counted from 0 to 99"

    def __str__(self) -> str:
        counts = (*self.wins, self.draws) if self.draws else self.wins
        return "-".join(map(str, counts))


@dataclass(frozen=True, slots=True)
class Decided(Result):
    """Played; only who won is known."""

    marks: tuple[Mark, ...]
    kind: Literal["decided"] = "decided"

    @property
    def seats(self) -> int | None:
        """One mark a seat."""
        return len(self.marks)

    @property
    def problem(self) -> str:
        """One winner takes all; without one, draws and losses may stand together."""
        return _marks_problem(self.marks)

    def __str__(self) -> str:
        return _marks_text(self.marks)


@dataclass(frozen=True, slots=True)
class Forfeit(Result):
    """Not played; decided because somebody was missing or was expelled."""

    marks: tuple[Mark, ...]
    kind: Literal["forfeit"] = "forfeit"

    @property
    def seats(self) -> int | None:
        """One mark a seat."""
        return len(self.marks)

    @property
    def problem(self) -> str:
        """At most one seat wins, the others lose: nobody draws a match that was not played."""
        if Mark.DRAW in self.marks:
            return "a forfeit has no draw"
        return _marks_problem(self.marks)

    def __str__(self) -> str:
        return _marks_text(self.marks) + "F"


@dataclass(frozen=True, slots=True)
class Scored(Result):
    """Played, with named scores for each seat (objective points, victory points and so on)."""

    scores: tuple[Mapping[str, Fraction], ...]
    kind: Literal["scored"] = "scored"

    @property
    def seats(self) -> int | None:
        """One set of scores a seat."""
        return len(self.scores)

    @property
    def problem(self) -> str:
        """Every seat has the same names."""
        if any(set(s) != set(self.scores[0]) for s in self.scores[1:]):
            return "every player needs the same kinds of score"
        return "" if self.scores and self.scores[0] else "there are no scores"

    def __str__(self) -> str:
        return " : ".join(" ".join(f"{k} {shown(v)}" for k, v in s.items()) for s in self.scores)


@dataclass(frozen=True, slots=True)
class Board:
    """One board of a team match; the marks are in the order of the teams' seats."""

    marks: tuple[Mark, ...]
    forfeit: bool = False

    def __str__(self) -> str:
        return _marks_text(self.marks) + ("F" if self.forfeit else "")


@dataclass(frozen=True, slots=True)
class Boards(Result):
    """A team match, board by board from the first."""

    boards: tuple[Board, ...]
    kind: Literal["boards"] = "boards"

    @property
    def seats(self) -> int | None:
        """Those of the first board: all have the same."""
        return len(self.boards[0].marks) if self.boards else None

    @property
    def problem(self) -> str:
        """Each board must be possible, and there is at least one."""
        if not self.boards:
            return "there are no boards"
        if any(len(b.marks) != self.seats for b in self.boards):
            return "every board needs as many sides as there are teams"
        problems = (_marks_problem(b.marks) for b in self.boards)
        return next((p for p in problems if p), "")

    def __str__(self) -> str:
        return " ".join(map(str, self.boards))


@dataclass(frozen=True, slots=True)
class Adjourned(Result):
    """Begun and interrupted: the round can go on without it, the tournament cannot end."""

    kind: Literal["adjourned"] = "adjourned"

    @property
    def seats(self) -> int | None:
        """It fits any table."""
        return None

    @property
    def problem(self) -> str:
        """There is nothing to get wrong."""
        return ""

    def __str__(self) -> str:
        return "adjourned"


def win_for(seat: int, seats: int = 2) -> tuple[Mark, ...]:
    """The marks when this seat, counted from 0, wins.

    >>> [m.value for m in win_for(1)]
    ['loss', 'win']
    """
    return tuple(Mark.WIN if n == seat else Mark.LOSS for n in range(seats))


def _marks_problem(marks: tuple[Mark, ...]) -> str:
    wins = marks.count(Mark.WIN)
    if wins > 1:
        return "only one side can win"
    if wins and Mark.DRAW in marks:
        return "where one side wins, the others lose"
    return ""


def _marks_text(marks: tuple[Mark, ...]) -> str:
    return "-".join(_POINT_TEXT[m] for m in marks)
