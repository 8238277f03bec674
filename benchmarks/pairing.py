"""How long a round of the Dutch system takes, from 64 to 10 000 players.

Tournaments are simulated with 30 % draws, 1 % forfeits and 1 % half-point byes, and every round is
paired by the engine. Each figure is followed by its ratio to the time for scoring the same
tournament (`sheet_of`), the cheapest operation on all results. Hard cases follow: many draws, many
forfeits, clubs whose members may not meet, and many rounds with few players.
"""

import cProfile
import pstats
import random
import sys
import time
import tracemalloc
from collections.abc import Callable
from dataclasses import dataclass, replace

from fairpair.core.ids import PlayerId
from fairpair.core.players import Entry, Period, Player
from fairpair.core.results import Decided, Forfeit, Mark, win_for
from fairpair.core.rounds import ByeKind, Pairing, RoundRef
from fairpair.core.rules import Rules
from fairpair.core.tournament import PairingRestriction, Tournament
from fairpair.engine.pairing.proposal import ImpossiblePairingError, Proposal
from fairpair.engine.pairing.systems import pair_round
from fairpair.engine.standings.scoring import sheet_of
from fairpair.formats.imported import round_of

WIN, DRAW, LOSS = Decided(win_for(0)), Decided((Mark.DRAW, Mark.DRAW)), Decided(win_for(1))
NO_SHOW = Forfeit(win_for(0))


@dataclass(frozen=True)
class Chances:
    """How often what happens; `clubs` is a number of clubs whose members may not meet, `one_club`
    the share of a single one.
    """

    draws: float = 0.3
    forfeits: float = 0.01
    byes: float = 0.01
    clubs: int = 0
    one_club: float = 0.0


def simulated(
    players: int, rounds: int, chances: Chances, look: Callable[[int, Tournament, float], None]
) -> None:
    """Play an event; `look` is given each round's number, the event before it, and the CPU time."""
    rng = random.Random(players + rounds)
    play_rounds(_event(players, rounds, chances, rng), chances, look, rng)


def play_rounds(
    event: Tournament,
    chances: Chances,
    look: Callable[[int, Tournament, float], None],
    rng: random.Random,
) -> None:
    """Play all rounds of an event, or as many as can be paired."""
    for round_no in range(1, (event.rules.rounds or 0) + 1):
        event = _with_byes(event, round_no, chances, rng)
        start = time.process_time()
        try:
            found = pair_round(event)
        except ImpossiblePairingError:
            return
        look(round_no, event, time.process_time() - start)
        event = _played(event, found, chances, rng)


def _event(players: int, rounds: int, chances: Chances, rng: random.Random) -> Tournament:
    rules = Rules.read(
        {
            "points": {"win": 1, "draw": "1/2", "loss": 0},
            "rounds": rounds,
            "system": "dutch",
            "initial_colour": "white",
            "best_of": 1,
        }
    )
    ids = [PlayerId(number) for number in range(1, players + 1)]
    period = (Period(RoundRef(1, 1)),)
    entries = {p: Entry(Player(f"Player {p}", 2800 - p * 1800 // players), period) for p in ids}
    avoided = {}
    if chances.clubs or chances.one_club:
        club = {p: rng.randrange(chances.clubs or 1) for p in ids}
        if chances.one_club:
            inside = set(rng.sample(ids, round(len(ids) * chances.one_club)))
            club = {p: 0 if p in inside else p for p in ids}
        same = ((a, b) for a in ids for b in ids if a < b and club[a] == club[b])
        avoided = {frozenset(pair): PairingRestriction(hard=True) for pair in same}
    return Tournament(
        created=True,
        rules=rules,
        entries=entries,
        avoided=avoided,
        order=tuple(entries),
        draw_seed="x",
    )


def _with_byes(
    event: Tournament, round_no: int, chances: Chances, rng: random.Random
) -> Tournament:
    entries = {
        p: replace(e, requested_byes={round_no: ByeKind.HALF}) if rng.random() < chances.byes else e
        for p, e in event.entries.items()
    }
    return replace(event, entries=entries)


def _played(event: Tournament, found: Proposal, chances: Chances, rng: random.Random) -> Tournament:
    decisive = (1 - chances.draws) / 2
    pairings = []
    for board in found.boards:
        edge = (board.black - board.white) / len(event.entries) / 2
        drawn = rng.random()
        result = WIN if drawn < decisive + edge else DRAW if drawn < 1 - decisive + edge else LOSS
        if rng.random() < chances.forfeits:
            result = NO_SHOW  # type: ignore[assignment]
        pairings.append(Pairing((board.white, board.black), result))
    asked = event.entries.items()
    byes = {p: ByeKind.HALF for p, e in asked if found.round_no in e.requested_byes}
    if found.bye is not None:
        byes[found.bye] = ByeKind.PAIRING
    ref = RoundRef(1, found.round_no)
    return replace(
        event, rounds={**event.rounds, ref: round_of(pairings, byes, event.rules.system)}
    )


def by_size(players: int) -> None:
    """Print rounds 2, 5 and 9 of one size."""
    figures = []

    def look(round_no: int, event: Tournament, spent: float) -> None:
        if round_no in (2, 5, 9):
            start = time.process_time()
            sheet_of(event)
            scoring = time.process_time() - start
            figures.append(f"round {round_no}: {spent:7.3f} s ({spent / scoring:4.1f} x scoring)")

    simulated(players, 9, Chances(), look)
    print(f"  {players:6} players  {'   '.join(figures)}", flush=True)


def hard(name: str, players: int, rounds: int, chances: Chances) -> None:
    """Print the slowest round of a hard event."""
    spent: list[float] = []
    simulated(players, rounds, chances, lambda _n, _e, cpu: spent.append(cpu))
    mean = sum(spent) / len(spent)
    print(f"  {name:34} {len(spent):2} rounds, mean {mean:6.3f} s, worst {max(spent):6.3f} s")


def exact_matchings(players: int, rounds: int, chances: Chances) -> None:
    """Print how often a bracket needed weighted matching: the classes settle nearly all."""
    profile = cProfile.Profile()
    profile.runcall(simulated, players, rounds, chances, lambda _n, _e, _cpu: None)
    calls = {key[2]: figures[1] for key, figures in pstats.Stats(profile).stats.items()}  # type: ignore[attr-defined]
    brackets = calls.get("pairs_of_bracket", 0)
    matchings = calls.get("heaviest_perfect_matching", 0)
    print(f"  {players:6} players, {rounds} rounds: {brackets} brackets, {matchings} matchings")


def memory(players: int) -> None:
    """Print the peak memory of one round."""
    peaks = []

    def look(round_no: int, event: Tournament, _spent: float) -> None:
        if round_no == 3:
            tracemalloc.start()
            pair_round(event)
            peaks.append(tracemalloc.get_traced_memory()[1] / 1e6)
            tracemalloc.stop()

    simulated(players, 3, Chances(), look)
    print(f"\nPeak memory while pairing {players} players: {peaks[0]:.0f} MB")


if __name__ == "__main__":
    print(f"Python {sys.version.split()[0]}, CPU time of one round, pairing and colours")
    for size in (64, 256, 1000, 4000, 10_000):
        by_size(size)
    print("\nHard cases")
    hard("40 players, 15 rounds", 40, 15, Chances())
    hard("200 players, 13 rounds", 200, 13, Chances())
    hard("300 players, 90 % draws", 300, 9, Chances(draws=0.9))
    hard("300 players, 15 % forfeits, 10 % byes", 300, 11, Chances(forfeits=0.15, byes=0.1))
    hard("300 players in 4 clubs", 300, 9, Chances(clubs=4))
    hard("300 players, 48 % of them in a club", 300, 9, Chances(one_club=0.48))
    hard("1000 players, 13 rounds", 1000, 13, Chances())
    hard("1000 players, 80 % draws, 13 rounds", 1000, 13, Chances(draws=0.8, byes=0.05))
    print("\nHow often the exact matcher was needed")
    for size in (64, 256, 1000, 4000):
        exact_matchings(size, 9, Chances())
    memory(10_000)
