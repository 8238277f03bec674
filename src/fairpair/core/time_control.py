"""The time control of a chess game, as the code of TRF26 (record 222) writes it.

`5400+30` is 90 minutes with 30 seconds a move, `40/5400+30:1800+30` has another 30 minutes after
move 40, `W300-B240` gives the two sides different times.
"""

import re
from fractions import Fraction

from fairpair.core.dataclass import dataclass
from fairpair.core.errors import InvalidValueError
from fairpair.language.message import Message

LONGEST = 100
_GAME = 60
"""Rating rules measure a time control by the time for this number of moves."""
_PERIOD = re.compile(r"(?:(\d{1,3})/)?(\d{1,6})(?:\+(\d{1,4}))?")


@dataclass(frozen=True, slots=True)
class TimePeriod:
    """A part of the game: its seconds, the moves to make in them, and the increment per move.

    Without `moves` it lasts to the end of the game.
    """

    moves: int | None
    seconds: int
    increment: int = 0


@dataclass(frozen=True, slots=True)
class TimeControl:
    """The periods of White and of Black, mostly the same."""

    white: tuple[TimePeriod, ...]
    black: tuple[TimePeriod, ...]

    @classmethod
    def read(cls, code: str) -> "TimeControl":
        """The time control of a code; `InvalidValueError` says at which column it is wrong.

        >>> TimeControl.read("900+10").minutes
        Fraction(25, 1)
        """
        if not code.startswith("W"):
            both = _periods(code, 1)
            return cls(both, both)
        white, dash, black = code.partition("-")
        if not dash or not black.startswith("B"):
            raise _wrong(code, len(white) + (2 if dash else 1), "sides")
        return cls(_periods(white[1:], 2), _periods(black[1:], len(white) + 3))

    @property
    def minutes(self) -> Fraction | None:
        """The time for a game of 60 moves; none if the sides have different times."""
        if self.white != self.black:
            return None
        seconds, move = 0, 0
        for period in self.white:
            if move >= _GAME:
                break
            last = _GAME if period.moves is None else min(_GAME, move + period.moves)
            seconds += period.seconds + (last - move) * period.increment
            move = last
        return Fraction(seconds, 60)

    @property
    def chapter(self) -> str:
        """The rating list it counts for: `standard`, `rapid`, `blitz`, or nothing."""
        minutes = self.minutes
        if minutes is None or minutes <= 3:
            return ""
        return "blitz" if minutes <= 10 else "rapid" if minutes < 60 else "standard"

    @property
    def rating_limit(self) -> int | None:
        """For standard chess, the rating that no player may reach; none without a limit."""
        if self.chapter != "standard" or self.minutes is None or self.minutes >= 120:
            return None
        return 2400 if self.minutes >= 90 else 1800

    @property
    def words(self) -> Message:
        """The time control in words."""
        white, black = _side_words(self.white), _side_words(self.black)
        if self.white == self.black:
            return white
        return Message("time-control.sides", white=white, black=black)


def _side_words(periods: tuple[TimePeriod, ...]) -> Message:
    """All periods, the later ones after `then`."""
    found = _words(periods[0])
    for period in periods[1:]:
        found = Message("time-control.then", first=found, second=_words(period))
    return found


def _words(period: TimePeriod) -> Message:
    """`40 moves in 90 min + 30 s per move`."""
    minutes, seconds = divmod(period.seconds, 60)
    code = "time-control.minutes" if not seconds else "time-control.seconds"
    time = Message(code, minutes=minutes, seconds=period.seconds)
    if period.increment:
        time = Message("time-control.increment", time=time, seconds=period.increment)
    if period.moves is None:
        return time
    return Message("time-control.moves", moves=period.moves, time=time)


def _periods(code: str, column: int) -> tuple[TimePeriod, ...]:
    """The periods of one side; its code begins at this column."""
    found: list[TimePeriod] = []
    parts = code.split(":")
    for n, part in enumerate(parts):
        match = _PERIOD.match(part)
        if match is None or match.end() < len(part) or not int(match[2]):
            place = match.end() if match and match.end() < len(part) else 0
            raise _wrong(code, column + place, "period")
        moves = int(match[1]) if match[1] else None
        if (moves is None) != (n == len(parts) - 1) or moves == 0:
            raise _wrong(code, column, "last-period" if moves else "moves")
        found.append(TimePeriod(moves, int(match[2]), int(match[3] or 0)))
        column += len(part) + 1
    return tuple(found)


def _wrong(code: str, column: int, variant: str) -> InvalidValueError:
    return InvalidValueError(
        Message(f"time-control.wrong-{variant}", code=f"{code!r:.60}", column=column)
    )
