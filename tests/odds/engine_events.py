"""Events that the exact engine plays, to compare the kernel with."""

from dataclasses import replace
from typing import Any

from fairpair.app.simulation.events import SimulationOptions, plan_simulation, play
from fairpair.core.tournament import Tournament


def engine_event(preset: str, players: int, rounds: int, seed: int, **options: Any) -> Tournament:
    """An event that was played to its end."""
    wanted = SimulationOptions(preset=preset, players=players, rounds=rounds, **options)
    return play(plan_simulation(wanted), seed).tournament


def after_round(event: Tournament, round_no: int) -> Tournament:
    """The same event when this round was complete, and no other was paired."""
    kept = {ref: r for ref, r in event.rounds.items() if ref.round_no <= round_no}
    return replace(event, rounds=kept)
