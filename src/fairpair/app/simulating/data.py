"""Simulated events as plain data: one as a results file, many as their sums."""

from collections.abc import Mapping
from typing import Any

from fairpair.app.simulating.events import Event, Plan
from fairpair.app.simulating.figures import TOP, Report
from fairpair.core.ids import PlayerId
from fairpair.core.results import Games, Result, Scored
from fairpair.core.rounds import Round
from fairpair.engine.stages.final import ranking_of
from fairpair.formats.standings import standings_data


def event_data(plan: Plan, event: Event) -> dict[str, Any]:
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
        {"p1": pairing.seats[0], "p2": pairing.seats[1], **_result_data(pairing.result)}
        for pairing in round_.pairings.values()
    ]
    return [*matches, *({"bye": player, "kind": kind} for player, kind in round_.byes.items())]


def _result_data(result: Result | None) -> Mapping[str, object]:
    match result:
        case Games():
            return {"w1": result.wins[0], "w2": result.wins[1], "draws": result.draws}
        case Scored():
            named = ({name: int(value) for name, value in one.items()} for one in result.scores)
            return {"scores": list(named)}
        case _:
            return {"result": str(result)}


def report_data(plan: Plan, seed: int, report: Report) -> dict[str, Any]:
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
