"""Who is surely among the first players, who surely is not, and where the line can be.

| what is known | how a verdict is found |
|---|---|
| a few results are missing in the last round | every continuation is played through |
| the pairings of the round | table by table: the most and the fewest who can be ahead |
| rounds to come without pairings | everybody alone, from the least to the most points |

`surely` and `surely not` hold whatever happens; `open` may be said of something that is decided.
"""

from collections.abc import Callable, Iterator, Mapping
from enum import StrEnum
from fractions import Fraction

from fairpair.core.dataclass import dataclass
from fairpair.core.ids import PlayerId
from fairpair.core.results import Mark
from fairpair.core.tournament import Tournament
from fairpair.engine.outlook.exact import can_be_played_through, continuations
from fairpair.engine.outlook.intervals import Intervals
from fairpair.engine.outlook.position import OpenTable, Outcome, Position, Span
from fairpair.engine.stages.plan_builder import cut_size


class Verdict(StrEnum):
    """Whether a player ends among the first."""

    SURELY = "surely"
    SURELY_NOT = "surely_not"
    OPEN = "open"


class Chance(StrEnum):
    """The verdicts of a player in one phrase."""

    LOCKED = "locked"
    DRAW_AND_IN = "draw_and_in"
    WIN_AND_IN = "win_and_in"
    NEEDS_HELP = "needs_help"
    OUT = "out"
    OPEN = "open"


@dataclass(frozen=True, slots=True)
class PlayerOutlook:
    """A player's verdict, and what it is for each result of the player's next match."""

    now: Verdict
    by_result: Mapping[Mark, Verdict]
    chance: Chance


@dataclass(frozen=True, slots=True)
class Outlook:
    """Everybody's verdict for the first `top` places, and the points of the last of them."""

    top: int
    rounds_left: int
    """Those whose pairings are not published."""
    line: tuple[Fraction, Fraction] | None
    """The fewest and the most points of the last of these places."""
    players: Mapping[PlayerId, PlayerOutlook]


def default_top(t: Tournament) -> int:
    """The size of the cut, or only the winner."""
    players = sum(1 for entry in t.entries.values() if entry.periods)
    return cut_size(t.rules, players) or 1


def outlook_of(t: Tournament, top: int) -> Outlook | None:
    """The outlook of the main rounds; none if there are none."""
    position = Position(t)
    if not position.has_rounds:
        return None
    if can_be_played_through(position):
        verdicts = _by_continuations(position, top)
    elif position.is_measurable:
        verdicts = _by_bounds(position, top)
    else:
        verdicts = {player: (Verdict.OPEN, {}) for player in position.ranked}
    is_last = position.rounds_left + bool(position.open) <= 1
    players = {
        player: PlayerOutlook(now, by_result, _chance(now, by_result, is_last=is_last))
        for player, (now, by_result) in verdicts.items()
    }
    return Outlook(top, position.rounds_left, _line(position, top), players)


Verdicts = dict[PlayerId, tuple[Verdict, dict[Mark, Verdict]]]


def _chance(now: Verdict, by_result: Mapping[Mark, Verdict], *, is_last: bool) -> Chance:
    if now is not Verdict.OPEN:
        return Chance.LOCKED if now is Verdict.SURELY else Chance.OUT
    if by_result.get(Mark.WIN) is Verdict.SURELY:
        draw = by_result.get(Mark.DRAW) is Verdict.SURELY
        return Chance.DRAW_AND_IN if draw else Chance.WIN_AND_IN
    return Chance.NEEDS_HELP if is_last else Chance.OPEN


def _common(verdicts: Iterator[Verdict]) -> Verdict:
    """What holds in all cases."""
    found = set(verdicts)
    return found.pop() if len(found) == 1 else Verdict.OPEN


def _by_continuations(position: Position, top: int) -> Verdicts:
    now: dict[PlayerId, set[Verdict]] = {player: set() for player in position.ranked}
    by_mark: dict[PlayerId, dict[Mark, set[Verdict]]] = {player: {} for player in now}
    for marks, places in continuations(position):
        for player, (first, last) in places.items():
            is_in = Verdict.SURELY if last <= top else Verdict.OPEN
            verdict = Verdict.SURELY_NOT if first > top else is_in
            now[player].add(verdict)
            mark = marks.get(player)
            if mark is not None:
                by_mark[player].setdefault(mark, set()).add(verdict)
    return {
        player: (
            _common(iter(verdicts)),
            {m: _common(iter(found)) for m, found in by_mark[player].items()},
        )
        for player, verdicts in now.items()
    }


def _by_bounds(position: Position, top: int) -> Verdicts:
    bounds = Bounds(position, top)
    return {player: bounds.verdicts(player) for player in position.ranked}


Case = tuple[OpenTable, Outcome, Span]
"""The own table, its outcome, and the points in the end."""


class Bounds:
    """The verdicts by the most and the fewest players who can end ahead of one."""

    def __init__(self, position: Position, top: int) -> None:
        self._position, self._top = position, top
        self._ranked = set(position.ranked)
        self._table_of = {p: table for table in position.tables for p in table.players}
        self._intervals = Intervals(position)
        self._reaching: dict[int, dict[int, int]] = {}
        self._above: dict[int, dict[int, int]] = {}

    def verdicts(self, player: PlayerId) -> tuple[Verdict, dict[Mark, Verdict]]:
        """The player's verdict now, and by the result of the next match."""
        marks = {
            mark: _common(self._judge(player, case) for case in cases)
            for mark in self._position.marks
            if (cases := list(self._cases(player, mark)))
        }
        return _common(self._judge(player, case) for case in self._cases(player)), marks

    def possible_points(self) -> set[int]:
        """The least and the most points that any player can end with."""
        tables = self._position.tables
        spans = (
            self._points(player, table, outcome)
            for table in tables
            for player in table.players
            for outcome in table.outcomes
        )
        return {end for span in spans for end in (span.least, span.most)}

    def fewest_with(self, points: int) -> int:
        """How many players have at least these points whatever happens."""
        return self._players_above(points - 1)[-1]

    def most_with(self, points: int) -> int:
        """How many players can have at least these points together."""
        return self._reaching_players(points)[-1]

    def _cases(self, player: PlayerId, mark: Mark | None = None) -> Iterator[Case]:
        """The outcomes of the player's own table, or of the next one whoever sits there."""
        position, table = self._position, self._table_of[player]
        for outcome in table.outcomes:
            seat = table.players.index(player)
            if mark in (None, outcome.marks[seat]):
                yield table, outcome, self._points(player, table, outcome)
        if mark and player not in position.open and position.plays_on(player):
            later = position.to_come(player, position.rounds_left - 1)
            now = Span(position.points[player], position.points[player])
            yield table, table.outcomes[0], now + position.next_mark(mark) + later

    def _points(self, player: PlayerId, table: OpenTable, outcome: Outcome) -> Span:
        now = self._position.points[player]
        won = outcome.points[table.players.index(player)]
        return Span(now, now) + won + self._position.to_come(player)

    def _judge(self, player: PlayerId, case: Case) -> Verdict:
        """Points alone first; the tie-breaks only where those do not settle it."""
        table, outcome, points = case
        me = (player, table, outcome)
        reaching = self._reaching_players(points.least)
        most = self._beside(reaching, table, outcome, me, lambda s: s.most >= points.least)
        if most < self._top:
            return Verdict.SURELY
        above = self._players_above(points.most)
        fewest = self._beside(above, table, outcome, me, lambda s: s.least > points.most)
        if fewest >= self._top:
            return Verdict.SURELY_NOT
        if self._position.rounds_left or points.least != points.most:
            return Verdict.OPEN
        return self._judge_ties(me, points.least)

    def _beside(
        self,
        others: Mapping[int, int],
        table: OpenTable,
        outcome: Outcome,
        me: tuple[PlayerId, OpenTable, Outcome],
        counts: Callable[[Span], bool],
    ) -> int:
        """The players at all other tables, and whoever sits at the own one."""
        elsewhere = others[-1] - others.get(id(table), 0)
        here = (p for p in table.players if p != me[0] and p in self._ranked)
        return elsewhere + sum(counts(self._points(p, table, outcome)) for p in here)

    def _reaching_players(self, points: int) -> dict[int, int]:
        """By table the most players who can have these points; all of them together at -1."""
        if points not in self._reaching:
            self._reaching[points] = self._count(max, lambda span: span.most >= points)
        return self._reaching[points]

    def _players_above(self, points: int) -> dict[int, int]:
        """By table the fewest players who have more; all of them together at -1."""
        if points not in self._above:
            self._above[points] = self._count(min, lambda span: span.least > points)
        return self._above[points]

    def _count(
        self, choose: Callable[[Iterator[int]], int], counts: Callable[[Span], bool]
    ) -> dict[int, int]:
        found = {-1: 0}
        for table in self._position.tables:
            n = choose(
                sum(
                    counts(self._points(p, table, outcome))
                    for p in table.players
                    if p in self._ranked
                )
                for outcome in table.outcomes
            )
            if n:
                found[id(table)] = n
                found[-1] += n
        return found

    def _judge_ties(self, me: tuple[PlayerId, OpenTable, Outcome], points: int) -> Verdict:
        """With tie-breaks: an open comparison counts against the player, then for the player."""
        most = fewest = 0
        candidates = self._reaching_players(points)
        for table in self._position.tables:
            if table is not me[1] and id(table) not in candidates:
                continue
            outcomes = (me[2],) if table is me[1] else table.outcomes
            found = [self._ahead(me, points, table, outcome) for outcome in outcomes]
            most += max(possible for possible, _ in found)
            fewest += min(certain for _, certain in found)
        if most < self._top:
            return Verdict.SURELY
        return Verdict.SURELY_NOT if fewest >= self._top else Verdict.OPEN

    def _ahead(
        self,
        me: tuple[PlayerId, OpenTable, Outcome],
        points: int,
        table: OpenTable,
        outcome: Outcome,
    ) -> tuple[int, int]:
        """How many at a table are possibly and how many are certainly ahead."""
        possible = certain = 0
        for player in table.players:
            if player == me[0] or player not in self._ranked:
                continue
            span = self._points(player, table, outcome)
            level = span.least == span.most == points
            order = self._intervals.compare((player, table, outcome), me) if level else 0
            possible += span.most > points or (span.most == points and order >= 0)
            certain += span.least > points or (level and order > 0)
        return possible, certain


def _line(position: Position, top: int) -> tuple[Fraction, Fraction] | None:
    """The fewest and the most points of the last of the first places."""
    if not position.is_measurable and not position.is_decided:
        return None
    if len(position.ranked) < top:
        return None
    bounds = Bounds(position, top)
    values = sorted(bounds.possible_points())
    unit = position.sheet.unit
    fewest = max(value for value in values if bounds.fewest_with(value) >= top)
    most = max(value for value in values if bounds.most_with(value) >= top)
    return Fraction(fewest, unit), Fraction(most, unit)
