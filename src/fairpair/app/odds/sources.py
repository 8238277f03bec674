"""Where counts come from: the compiled kernel where it is proved, else the exact engine.

Both have the same results: a match that is played in the same round of the same continuation ends
the same way. A source can be sent to another process.
"""

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from importlib.util import find_spec
from typing import Protocol

from fairpair.app.simulation.events import Seats, with_round
from fairpair.app.simulation.results import Lots, Match, result_of
from fairpair.core.dataclass import dataclass
from fairpair.core.extras import EXTRAS
from fairpair.core.ids import PlayerId
from fairpair.core.results import Games, Mark, Result
from fairpair.core.rounds import RoundRef, RoundStatus
from fairpair.core.tournament import Tournament
from fairpair.engine.odds.matches import RoundOfEvent, games_of_match
from fairpair.engine.odds.plan import DRAWN, LOST, NONE, RESULTS, WON, Counts, Plan
from fairpair.engine.odds.register import (
    NotProven,
    is_played_by_games,
    model_of,
    plan_of_event,
    why_not_proven,
)
from fairpair.engine.odds.situation import Situation, ratings_of, situation_of
from fairpair.engine.pairing.proposal import ImpossiblePairingError, Past
from fairpair.engine.pairing.systems import pair_round
from fairpair.engine.standings.table import Standings
from fairpair.engine.standings.tiebreak_input import tiebreak_input

MODELS = ("rating", "equal")
"""How results are drawn: the stronger one wins more often, or all are equally strong."""
_OF_MARK = {Mark.WIN: WON, Mark.DRAW: DRAWN, Mark.LOSS: LOST}


class Source(Protocol):
    """Plays continuations and counts them."""

    @property
    def name(self) -> str:
        """`kernel` or `engine`."""

    def counts(self, first: int, times: int) -> Counts:
        """The counts of the continuations with these numbers."""


@dataclass(frozen=True, slots=True)
class KernelSource:
    """The compiled kernel."""

    plan: Plan
    name: str = "kernel"

    def counts(self, first: int, times: int) -> Counts:
        """The counts of the continuations with these numbers."""
        from fairpair.engine.odds.events import counts  # noqa: PLC0415 - an extra

        return counts(self.plan, first, times)


@dataclass(frozen=True, slots=True)
class EngineSource:
    """The exact engine: any rules, and some hundred times slower."""

    tournament: Tournament
    ratings: tuple[int, ...]
    top: int
    seed: int
    name: str = "engine"

    def counts(self, first: int, times: int) -> Counts:
        """The counts of the continuations with these numbers."""
        situation = situation_of(self.tournament)
        tally = _Tally(situation, self.top)
        for event in range(first, first + times):
            _Continuation(self, situation, event).play(tally)
        return tally.counts(times)


def source_of(t: Tournament, top: int, model: str, seed: int) -> tuple[Source, NotProven | None]:
    """What plays this event, and why it is not the kernel."""
    situation = situation_of(t)
    ratings = ratings_of(situation, equal=model == "equal")
    why = why_not_proven(situation)
    if why is None and not all(find_spec(name) for name in EXTRAS["odds"]):
        why = NotProven.NOT_INSTALLED
    if why is None:
        return KernelSource(plan_of_event(situation, ratings, top, seed)), None
    return EngineSource(t, ratings, top, seed), why


class _Continuation:
    """One way in which the event can go on."""

    def __init__(self, source: EngineSource, situation: Situation, event: int) -> None:
        self._seed, self._event, self._ratings = source.seed, event, source.ratings
        self._situation = situation
        self._rules = situation.tournament.rules
        self._number = {player: n for n, player in enumerate(situation.players)}
        self._lots = Lots(f"odds:{source.seed}:{event}")
        self._by_games = is_played_by_games(self._rules)

    def play(self, tally: "_Tally") -> None:
        """Play it to its end, and count it; it ends early if a round cannot be paired."""
        t = self._with_open_matches()
        # Other lots than those that will be drawn: nobody may learn them.
        t = replace(t, draw_seed=self._lots.seed)
        for _ in range(self._situation.rounds_left):
            try:
                made = pair_round(t, Past())
            except ImpossiblePairingError:
                break
            t = with_round(t, made, partial(self._result, made.round_no))
        tally.add(t)

    def _with_open_matches(self) -> Tournament:
        t = self._situation.tournament
        rounds = dict(t.rounds)
        for match in self._situation.open:
            ref = RoundRef(1, match.round_no)
            pairings = dict(rounds[ref].pairings)
            result = self._result(match.round_no, match.seats)
            pairings[match.table] = replace(pairings[match.table], result=result)
            rounds[ref] = replace(rounds[ref], pairings=pairings)
        done = {ref: replace(r, status=RoundStatus.COMPLETE) for ref, r in rounds.items()}
        return replace(t, rounds=done)

    def _result(self, round_no: int, seats: Seats) -> Result:
        numbers = [self._number[player] for player in seats]
        strengths = [self._ratings[n] for n in numbers]
        if not self._by_games:
            what = (round_no, *seats)
            return result_of(Match((strengths[0], strengths[1]), self._lots, what), self._rules)
        a, b = sorted(numbers)
        played_in = RoundOfEvent(self._seed, self._event, round_no - 1)
        lead = self._ratings[a] - self._ratings[b]
        *wins, drawn = games_of_match(model_of(self._rules), played_in, (a, b), lead)
        sides = (wins[0], wins[1]) if numbers[0] == a else (wins[1], wins[0])
        return Games(sides, max(drawn, 0))


class _Tally:
    """Counts continuations one by one."""

    def __init__(self, situation: Situation, top: int) -> None:
        self._players = situation.players
        n = len(self._players)
        self._top = min(top, n)
        self._open = {player: match.round_no for match in situation.open for player in match.seats}
        self._paired = situation.paired
        self._results = [[0] * RESULTS for _ in range(n)]
        self._reached = [[0] * RESULTS for _ in range(n)]
        self._won = [[0] * RESULTS for _ in range(n)]
        self._points: list[dict[int, int]] = [{} for _ in range(n)]
        self._line: dict[int, int] = {}
        self._level: dict[int, int] = {}

    def add(self, t: Tournament) -> None:
        """Count a tournament at its end."""
        standings = Standings(tiebreak_input(t))
        unit = standings.inputs.sheet.unit
        places = {row.player: place for place, row in enumerate(standings.rows)}
        points = [max(0, int(row.points * unit)) for row in standings.rows]
        for n, player in enumerate(self._players):
            result, place = self._next_result(standings, player), places[player]
            self._results[n][result] += 1
            self._reached[n][result] += place < self._top
            self._won[n][result] += place == 0
            _count(self._points[n], points[place])
        line = points[self._top - 1]
        _count(self._line, line)
        _count(self._level, points[self._top :].count(line))

    def _next_result(self, standings: Standings, player: PlayerId) -> int:
        first = self._open.get(player, self._paired + 1)
        for one in standings.inputs.sheet.rows[player]:
            if one.paired and one.round_no >= first and one.mark is not None:
                return _OF_MARK[one.mark]
        return NONE

    def counts(self, times: int) -> Counts:
        """Everything so far."""
        most = max((max(row, default=0) for row in (*self._points, self._line)), default=0)
        players = range(len(self._players) + 1)
        return Counts(
            times,
            _table(self._results),
            _table(self._reached),
            _table(self._won),
            tuple(tuple(row.get(x, 0) for x in range(most + 1)) for row in self._points),
            tuple(self._line.get(x, 0) for x in range(most + 1)),
            tuple(self._level.get(n, 0) for n in players),
        )


def _count(counts: dict[int, int], what: int) -> None:
    counts[what] = counts.get(what, 0) + 1


def _table(rows: Sequence[Sequence[int]]) -> tuple[tuple[int, ...], ...]:
    return tuple(map(tuple, rows))
