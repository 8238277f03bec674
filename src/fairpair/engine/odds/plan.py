"""What is to be played very often, and what comes out, as plain data.

A plan is numbers only, so it can be sent to any process. Events are numbered; the counts of events
0 to 999 and those of events 1000 to 1999 are added to those of events 0 to 1999.
"""

from collections.abc import Iterable
from itertools import zip_longest

from fairpair.core.dataclass import dataclass
from fairpair.engine.odds.lots import GAMES, PAIR

Numbers = tuple[int, ...]
Table = tuple[Numbers, ...]
WON, DRAWN, LOST, NONE = range(4)
"""A player's next result: that of the first match that is played; none if there is none."""
RESULTS = 4


@dataclass(frozen=True, slots=True)
class Model:
    """How a match ends: games until one side has won enough, with chances by the rating lead.

    A lead of `even` would win every game; leads count up to `lead_at_most`. When the last game of
    a match is reached, it is drawn, or time is over before it is finished, with the two shares.
    `down_loses` is how often whoever has more points loses, if that is not to depend on ratings.
    """

    best_of: int = 3
    even: int = 1200
    lead_at_most: int = 960
    drawn_game: float = 0.02
    out_of_time: float = 0.10
    down_loses: float | None = None

    def __post_init__(self) -> None:
        if self.best_of % 2 == 0 or not 0 < self.best_of < GAMES:
            raise ValueError(f"a match of {self.best_of} games is not supported")


@dataclass(frozen=True, slots=True)
class Bye:
    """What a round without an opponent adds to a player's numbers."""

    points: int
    game_points: int = 0
    games: int = 0
    matches: int = 0
    awarded: int = 0
    """1 if it counts when the next bye is given."""


@dataclass(frozen=True, slots=True)
class Start:
    """A position to play on from, after `played` complete rounds; players are numbered from 0.

    `opponents` has a row for each player and a number for each round, -1 without an opponent. The
    round that follows may be paired: `pairs` are its open matches, and everybody else's numbers
    contain it.
    """

    played: int
    points: Numbers
    game_points: Numbers
    games: Numbers
    matches: Numbers
    byes: Numbers
    downs: Numbers
    """How often everybody met somebody with fewer points."""
    opponents: Table
    pairs: tuple[tuple[int, int], ...] | None = None


@dataclass(frozen=True, slots=True)
class Plan:
    """Events to be played. Points are whole numbers, in any unit.

    Without `ratings` those of every event are drawn by lot, strongest first. `away` are rounds
    (numbered from 0) in which players have no opponent, and what these give.
    """

    players: int
    rounds: int
    top: int = 8
    seed: int = 1
    win: int = 3
    draw: int = 1
    bye: Bye = Bye(3, 6, 2, 1, 1)
    omw_floor: float = 0.33
    gw_floor: float = 0.33
    paired_by_tiebreaks: bool = True
    """False: players with the same points are paired in an order by lot."""
    ratings: Numbers | None = None
    model: Model = Model()
    start: Start | None = None
    away: tuple[tuple[int, int, Bye], ...] = ()

    def __post_init__(self) -> None:
        if not 0 < self.players < PAIR:
            raise ValueError(f"{self.players} players are not supported")

    @property
    def most_points(self) -> int:
        """Nobody can end with more."""
        before = max(self.start.points) if self.start else 0
        played = self.start.played if self.start else 0
        each = max(self.win, self.draw, self.bye.points, *(bye.points for *_, bye in self.away), 0)
        return before + each * (self.rounds - played)


@dataclass(frozen=True, slots=True)
class Counts:
    """How often it happened, in whole numbers: counts are added with `+`, in any order.

    | numbers | how often |
    |---------|-----------|
    | `results[p][r]` | player p had the next result r |
    | `reached[p][r]` | and was among the first `top` at the end |
    | `won[p][r]` | and was first |
    | `points[p][x]` | player p ended with x points |
    | `line[x]` | the last of the first `top` had x points |
    | `level[n]` | n players behind the line had the same points as the last before it |
    | `rematches` | a pair had to meet again |
    """

    times: int
    results: Table
    reached: Table
    won: Table
    points: Table
    line: Numbers
    level: Numbers
    rematches: int = 0

    def __add__(self, other: "Counts") -> "Counts":
        return Counts(
            self.times + other.times,
            _add_tables(self.results, other.results),
            _add_tables(self.reached, other.reached),
            _add_tables(self.won, other.won),
            _add_tables(self.points, other.points),
            _add(self.line, other.line),
            _add(self.level, other.level),
            self.rematches + other.rematches,
        )


def sum_counts(parts: Iterable[Counts]) -> Counts:
    """All of these together; there must be at least one."""
    total: Counts | None = None
    for part in parts:
        total = part if total is None else total + part
    if total is None:
        raise ValueError("nothing to add")
    return total


def _add(one: Numbers, other: Numbers) -> Numbers:
    return tuple(a + b for a, b in zip_longest(one, other, fillvalue=0))


def _add_tables(one: Table, other: Table) -> Table:
    return tuple(_add(a, b) for a, b in zip(one, other, strict=True))


def tasks_of(times: int, size: int, first: int = 0) -> list[tuple[int, int]]:
    """The first event and the number of events of each task.

    >>> tasks_of(5, 2)
    [(0, 2), (2, 2), (4, 1)]
    """
    return [(first + n, min(size, times - n)) for n in range(0, times, size)]
