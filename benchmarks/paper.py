"""How long it takes to make the sheets of a 400-player tournament, compared with pairing a round.

Each sheet is made several times as on the server: from the state of the tournament to the bytes of
the PDF, in a new process without a cache. The ratio is relative to pairing round 4 of the same
tournament with the Dutch engine in the same run. `--fast` makes each sheet once, with 100 players.
"""

import statistics
import sys
import time
from collections.abc import Callable
from dataclasses import replace
from functools import partial

from fairpair.app.printing import SHEETS, Job, render_sheet
from fairpair.app.simulation.events import SimulationOptions, plan_simulation, play
from fairpair.core.errors import NotFoundError
from fairpair.core.ids import TournamentId
from fairpair.core.tournament import Tournament
from fairpair.engine.pairing.proposal import Past
from fairpair.engine.pairing.systems import pair_round

LIMIT = 3.0
"""Seconds that the pairing list of 400 players may take."""


def event(players: int) -> Tournament:
    """Four rounds, played."""
    t = play(plan_simulation(SimulationOptions("fide_dutch", players, 4)), 7).tournament
    return replace(t, name="Benchmark")


def spent(action: Callable[[], object], times: int) -> float:
    """The median of some runs, in seconds."""
    runs = []
    for _ in range(times):
        start = time.perf_counter()
        action()
        runs.append(time.perf_counter() - start)
    return statistics.median(runs)


def main() -> int:
    """0 when the pairing list is there in time."""
    fast = "--fast" in sys.argv[1:]
    players, times = (100, 1) if fast else (400, 3)
    t = event(players)
    before = replace(t, rounds={ref: r for ref, r in t.rounds.items() if ref.round_no < 4})
    pairing = spent(lambda: pair_round(before, Past()), times)
    print(f"{players} players; pairing round 4 takes {pairing * 1000:.0f} ms\n")
    print(f"{'sheet':<24}{'ms':>8}{'ratio':>8}{'KiB':>8}")
    job = Job(TournamentId("bench"), t, 1, "now", address="http://192.168.1.5:8000")
    took = {}
    for name in SHEETS:
        try:
            size = len(render_sheet(name, job, apart=True))
        except NotFoundError:  # no bracket without a cut
            continue
        took[name] = spent(partial(render_sheet, name, job, apart=True), times)
        ratio = took[name] / pairing
        print(f"{name:<24}{took[name] * 1000:>8.0f}{ratio:>8.2f}{size / 1024:>8.0f}")
    return int(took["pairings"] > LIMIT)


if __name__ == "__main__":
    sys.exit(main())
