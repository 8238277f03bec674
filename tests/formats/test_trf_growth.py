"""A report takes steps in proportion to the players in it."""

import sys

from fairpair.app.simulation.events import SimulationOptions, plan_simulation, play
from fairpair.core.tournament import Tournament
from fairpair.formats.trf.from_tournament import file_of


def calls_for(tournament: Tournament) -> int:
    """How many functions are called to make the report."""
    calls = 0

    def count(_frame: object, kind: str, _argument: object) -> None:
        nonlocal calls
        calls += kind == "call"

    sys.setprofile(count)
    try:
        file_of(tournament)
    finally:
        sys.setprofile(None)
    return calls


def played(players: int) -> Tournament:
    options = SimulationOptions("fide_dutch", players, rounds=2)
    return play(plan_simulation(options), 1).tournament


def test_ten_times_the_players_take_ten_times_the_calls() -> None:
    assert calls_for(played(400)) <= 12 * calls_for(played(40))
