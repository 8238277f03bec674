"""What can be counted in simulated events: how fair the pairings were, and how right the ranks.

All figures are whole numbers, so that their sums are the same in any order.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import field
from fractions import Fraction
from typing import Any

from fairpair.app.simulation.events import Event, SimulationPlan
from fairpair.core.dataclass import dataclass
from fairpair.core.ids import PlayerId
from fairpair.core.rounds import ByeKind, Round
from fairpair.engine.stages.ranking import ranking_of
from fairpair.engine.standings.sheet import Kind, Rows
from fairpair.formats.results import result_fields
from fairpair.formats.standings import standings_data

TOP = 8
SEEDS_NAMED = 5
"""How many events are named that have something unwanted."""
Spread = Mapping[int, int]
"""How many players had something how often."""


@dataclass(frozen=True, slots=True)
class Figures:
    """One event in numbers."""

    seed: int
    rounds: int
    matches: int
    impossible: bool
    rematches: int
    byes: Spread
    """Those of an odd field; byes that were asked for do not count."""
    pair_downs: Spread
    """Matches against somebody with fewer points."""
    pair_ups: Spread
    colour_difference: int
    """The largest between anybody's two colours."""
    three_in_a_row: int
    """Players who had one colour three times running."""
    strongest_won: bool
    top_kept: int
    """How many of the strongest are among as many at the top."""


def figures_of(event: Event) -> Figures:
    """The figures of an event."""
    rows = event.standings.inputs.sheet.rows
    rounds = [round_ for ref, round_ in event.tournament.rounds.items() if ref.stage == 1]
    downs, ups = floats_of(rows)
    sides = [[o.side for o in row if o.kind is Kind.PLAYED] for row in rows.values()]
    ranks, top = event.standings.ranks, min(TOP, len(rows))
    return Figures(
        seed=event.seed,
        rounds=len(rounds),
        matches=sum(len(round_.pairings) for round_ in rounds),
        impossible=event.impossible is not None,
        rematches=rematches_of(rounds),
        byes=_spread(_byes(rounds), rows),
        pair_downs=_spread(downs, rows),
        pair_ups=_spread(ups, rows),
        colour_difference=max(abs(len(had) - 2 * sum(had)) for had in sides),
        three_in_a_row=sum(map(_has_three, sides)),
        strongest_won=ranks[PlayerId(1)] == 1,
        top_kept=sum(ranks[PlayerId(number)] <= top for number in range(1, top + 1)),
    )


def _spread(counts: Mapping[PlayerId, int], players: Collection[PlayerId]) -> Spread:
    return Counter(counts.get(player, 0) for player in players)


def _byes(rounds: Iterable[Round]) -> Counter[PlayerId]:
    given = (item for round_ in rounds for item in round_.byes.items())
    return Counter(player for player, kind in given if kind is ByeKind.PAIRING)


def rematches_of(rounds: Iterable[Round]) -> int:
    """How many matches were between players who had met before."""
    meetings = Counter(
        frozenset(pairing.seats) for round_ in rounds for pairing in round_.pairings.values()
    )
    return meetings.total() - len(meetings)


def floats_of(rows: Rows) -> tuple[Counter[PlayerId], Counter[PlayerId]]:
    """How often everybody met somebody with fewer points, and with more."""
    before: dict[tuple[PlayerId, int], int] = {}
    for player, row in rows.items():
        total = 0
        for round_ in row:
            before[player, round_.round_no] = total
            total += round_.points
    downs: Counter[PlayerId] = Counter()
    ups: Counter[PlayerId] = Counter()
    for player, row in rows.items():
        for round_ in row:
            if round_.paired:
                own = before[player, round_.round_no]
                other = before[round_.opponent, round_.round_no]
                downs[player] += own > other
                ups[player] += own < other
    return downs, ups


def _has_three(sides: Sequence[int]) -> bool:
    return any(len(set(sides[n : n + 3])) == 1 for n in range(len(sides) - 2))


@dataclass(slots=True)
class Report:
    """The sums of many events."""

    events: int = 0
    rounds: int = 0
    matches: int = 0
    impossible: int = 0
    impossible_seeds: list[int] = field(default_factory=list)
    rematches: int = 0
    rematch_seeds: list[int] = field(default_factory=list)
    byes: Counter[int] = field(default_factory=Counter)
    pair_downs: Counter[int] = field(default_factory=Counter)
    pair_ups: Counter[int] = field(default_factory=Counter)
    colour_difference: int = 0
    three_in_a_row: int = 0
    strongest_won: int = 0
    top_kept: int = 0

    def add(self, one: Figures) -> None:
        """Count one more event; the first ones with something unwanted are named."""
        self.events += 1
        self.rounds += one.rounds
        self.matches += one.matches
        self.impossible += one.impossible
        self.rematches += one.rematches
        for unwanted, seeds in (
            (one.impossible, self.impossible_seeds),
            (one.rematches, self.rematch_seeds),
        ):
            if unwanted and len(seeds) < SEEDS_NAMED:
                seeds.append(one.seed)
        self.byes.update(one.byes)
        self.pair_downs.update(one.pair_downs)
        self.pair_ups.update(one.pair_ups)
        self.colour_difference = max(self.colour_difference, one.colour_difference)
        self.three_in_a_row += one.three_in_a_row
        self.strongest_won += one.strongest_won
        self.top_kept += one.top_kept


def mean(spread: Spread) -> Fraction:
    """How often on average."""
    players = sum(spread.values())
    return Fraction(sum(often * count for often, count in spread.items()), players or 1)


def event_data(plan: SimulationPlan, event: Event) -> dict[str, Any]:
    """A results file that `fairpair standings` and `pair` read, with the standings in it."""
    tournament, entries = event.tournament, event.tournament.entries
    ids: dict[PlayerId, str | int] = {player: player for player in entries}
    standings = standings_data(tournament, event.standings, ids, fractions=True)
    return {
        "name": tournament.name,
        "preset": plan.preset,
        "system": plan.rules.system,
        "draw_seed": tournament.draw_seed,
        "best_of": plan.rules.best_of,
        "players": [
            {"id": player, "name": entry.entrant.name, "rating": int(entry.entrant.strength or 0)}
            for player, entry in entries.items()
        ],
        "rounds": [
            _round_data(round_) for ref, round_ in tournament.rounds.items() if ref.stage == 1
        ],
        "drops": [
            {"player": player, "afterRound": entry.periods[0].last.round_no}
            for player, entry in entries.items()
            if entry.periods[0].last
        ],
        "impossible_round": event.impossible,
        "standings": standings["players"],
        "final_ranking": _ranking_data(event),
    }


def _ranking_data(event: Event) -> list[Mapping[str, object]] | None:
    """The ranks after a knock-out."""
    found = ranking_of(event.tournament)
    if found is None:
        return None
    return [{"rank": row.rank, "player": row.player, "why": row.why} for row in found.rows]


def _round_data(round_: Round) -> list[Mapping[str, object]]:
    matches = [
        {"p1": pairing.seats[0], "p2": pairing.seats[1], **result_fields(pairing.result)}
        for pairing in round_.pairings.values()
        if pairing.result
    ]
    return [*matches, *({"bye": player, "kind": kind} for player, kind in round_.byes.items())]


def report_data(plan: SimulationPlan, seed: int, report: Report) -> dict[str, Any]:
    """The sums; colours are null where the rules know none."""
    colours = plan.rules.has_colours
    return {
        "preset": plan.preset,
        "system": plan.rules.system,
        "players": plan.players,
        "rounds": plan.rounds,
        "seed": seed,
        "events": report.events,
        "rounds_played": report.rounds,
        "matches": report.matches,
        "impossible_rounds": report.impossible,
        "impossible_seeds": report.impossible_seeds,
        "rematches": report.rematches,
        "rematch_seeds": report.rematch_seeds,
        "byes": _spread_data(report.byes),
        "pair_downs": _spread_data(report.pair_downs),
        "pair_ups": _spread_data(report.pair_ups),
        "colour_difference": report.colour_difference if colours else None,
        "three_in_a_row": report.three_in_a_row if colours else None,
        "strongest_won": report.strongest_won,
        "top": min(TOP, plan.players),
        "top_kept": report.top_kept,
    }


def _spread_data(spread: Mapping[int, int]) -> dict[str, object]:
    """`players` tells how many had something how often."""
    total = sum(often * count for often, count in spread.items())
    players = {str(often): count for often, count in sorted(spread.items())}
    return {"total": total, "most": max(spread), "players": players}
