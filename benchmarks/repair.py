"""Repairing a round against pairing it anew: a field of 1000 with five players missing.

    .venv/bin/python -m benchmarks.repair

Prints the time of both in the same run and their ratio. Both begin with the tournament as it is
stored in memory, and both look at everybody's past.
"""

import argparse
from dataclasses import replace
from random import Random
from time import perf_counter

from fairpair.core.ids import PlayerId
from fairpair.core.players import Entry, Period, Player
from fairpair.core.results import Decided, Mark, win_for
from fairpair.core.rounds import ByeKind, Pairing, Round, RoundRef, RoundStatus
from fairpair.core.tournament import Tournament
from fairpair.engine.pairing.repair import Absence, repairs
from fairpair.engine.pairing.systems import pair_round
from fairpair.presets import rules_of

RESULTS = (win_for(0), win_for(1), (Mark.DRAW, Mark.DRAW))


def event(players: int, preset: str, rounds: int, random: Random) -> Tournament:
    """A tournament after some rounds with random results, and one that is paired."""
    entries = {
        PlayerId(n): Entry(Player(f"P{n}", 2600 - n), (Period(RoundRef(1, 1)),))
        for n in range(1, players + 1)
    }
    t = Tournament(True, rules=rules_of(preset, {"rounds": 12}), entries=entries, draw_seed="x")
    for number in range(1, rounds + 2):
        made = pair_round(t)
        last = number > rounds
        tables = {
            n: Pairing((b.white, b.black), None if last else Decided(random.choice(RESULTS)))
            for n, b in enumerate(made.boards, 1)
        }
        byes = {} if made.bye is None else {made.bye: ByeKind.PAIRING}
        status = RoundStatus.DRAFT if last else RoundStatus.COMPLETE
        round_ = Round(status, tables, byes, t.rules.system, "", "x")
        t = replace(t, rounds={**t.rounds, RoundRef(1, number): round_})
    return t


def measure(players: int, preset: str, rounds: int, missing: int, times: int) -> str:
    """The best times of both, for different players who are missing."""
    random = Random(1)
    t = event(players, preset, rounds, random)
    ref = max(t.rounds)
    before = {key: round_ for key, round_ in t.rounds.items() if key != ref}
    repaired, anew, changes = [], [], []
    for _ in range(times):
        away = frozenset(random.sample(sorted(t.entries), missing))
        start = perf_counter()
        changes.append(repairs(t, ref, Absence(away))[0].changes)
        repaired.append(perf_counter() - start)
        entries = {
            player: replace(entry, requested_byes={ref.round_no: ByeKind.ZERO})
            if player in away
            else entry
            for player, entry in t.entries.items()
        }
        start = perf_counter()
        pair_round(replace(t, rounds=before, entries=entries))
        anew.append(perf_counter() - start)
    one, other = min(repaired), min(anew)
    return (
        f"{preset:14} {players} players, round {rounds + 1}, {missing} missing:"
        f" repair {1000 * one:.0f} ms (worst {1000 * max(repaired):.0f}),"
        f" pairing anew {1000 * other:.0f} ms, ratio {one / other:.2f};"
        f" {min(changes)} to {max(changes)} changes"
    )


def main() -> None:
    """Print both systems."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--players", type=int, default=1000)
    parser.add_argument("--rounds", type=int, default=8)
    parser.add_argument("--missing", type=int, default=5)
    parser.add_argument("--times", type=int, default=5)
    asked = parser.parse_args()
    for preset in ("mtg_standard", "fide_dutch"):
        print(measure(asked.players, preset, asked.rounds, asked.missing, asked.times))


if __name__ == "__main__":
    main()
