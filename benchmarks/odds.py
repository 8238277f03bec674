"""Odds by the compiled kernel against the exact engine: processor time of a continuation.

    .venv/bin/python -m benchmarks.odds

Both play the same positions in this process, one after the other: a Magic event before its first
round, after half of its rounds, and before the last one, where hardly anything is left to play.
The kernel has to be at least 300 times as fast where rounds are paired.
"""

import argparse
import sys
from pathlib import Path
from time import process_time

sys.path.insert(0, str(Path(__file__).parent.parent / "tests"))

from fairpair.app.odds.sources import EngineSource, KernelSource, Source, source_of
from odds.engine_events import after_round, engine_event

FIELDS = ((17, 4), (33, 6), (64, 6), (128, 7))
"""Players and rounds."""
LEAST = 300
"""What is promised, on average over the positions with at least two rounds to play."""


def main() -> None:
    """Print the times and their ratio for each position; fail below what is promised."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--times", type=int, default=20_000, help="continuations by the kernel")
    parser.add_argument("--engine-times", type=int, default=40)
    asked = parser.parse_args()
    _compile()
    kernels = engines = 0.0
    print("players  round of      kernel       engine    ratio")
    for players, rounds in FIELDS:
        event = engine_event("mtg_standard", players, rounds, 7)
        for played in (0, rounds // 2, rounds - 1):
            t = after_round(event, played)
            kernel, why = source_of(t, 8, "rating", 5)
            if not isinstance(kernel, KernelSource):
                sys.exit(f"the kernel does not play this: {why}")
            engine = EngineSource(t, kernel.plan.ratings or (), 8, 5)
            fast, slow = _cost(kernel, asked.times), _cost(engine, asked.engine_times)
            print(
                f"{players:7} {played + 1:6} {rounds:3} {1000 * fast:8.4f} ms {1000 * slow:9.2f} ms"
                f" {slow / fast:7.0f}",
                flush=True,
            )
            if rounds - played > 1:
                kernels, engines = kernels + fast, engines + slow
    ratio = engines / kernels
    print(f"together, with two rounds or more to play: {ratio:.0f} times (at least {LEAST})")
    if ratio < LEAST:
        sys.exit(1)


def _compile() -> None:
    start = process_time()
    t = after_round(engine_event("mtg_standard", 17, 4, 1), 1)
    source_of(t, 8, "rating", 1)[0].counts(0, 1)
    print(f"compiling or loading the kernel took {process_time() - start:.1f} s\n")


def _cost(source: Source, times: int) -> float:
    """Seconds of processor time for one continuation, the least of three runs."""
    source.counts(0, 2)
    found = []
    for _ in range(3):
        start = process_time()
        source.counts(0, times)
        found.append((process_time() - start) / times)
    return min(found)


if __name__ == "__main__":
    main()
