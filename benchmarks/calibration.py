"""Whether odds come true: those of 2,000 events against what happened in them.

    .venv/bin/python -m benchmarks.calibration

The exact engine plays each event with other lots than the odds. After one of its rounds the kernel
estimates the odds of everybody, and the final standings say what happened. The first part has
events as the odds assume them; in the second, players drop and ratings are wrong. It prints the
tables of docs/explanation/odds.md: what odds said on average, and how often it happened.
"""

import argparse
import os
import sys
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from multiprocessing import get_context
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent / "tests"))

from odds.forecasts import Forecast, Group, World, forecasts, groups_of

WORLDS = {
    "as the odds assume": World(),
    "15 % of the players drop, ratings are wrong by 150 points": World(15, 150),
}
KINDS = {
    "top": "to be among the first places",
    "next": "the same, by the result of the next match",
    "first": "to win",
}


def main() -> None:
    """Print the tables of both worlds."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--events", type=int, default=2000)
    parser.add_argument("--times", type=int, default=2000, help="continuations of each")
    parser.add_argument("--processes", type=int, default=os.cpu_count() or 1)
    asked = parser.parse_args()
    with ProcessPoolExecutor(asked.processes, get_context("spawn")) as pool:
        for title, world in WORLDS.items():
            play = partial(_forecasts, world=world, times=asked.times)
            found = [x for some in pool.map(play, range(asked.events), chunksize=10) for x in some]
            _print(title, asked.events, found)


def _forecasts(number: int, world: World, times: int) -> list[Forecast]:
    return list(forecasts(number, world, times))


def _print(title: str, events: int, found: list[Forecast]) -> None:
    print(f"### {events} events: {title}")
    for kind, words in KINDS.items():
        here = [one for one in found if one.kind == kind]
        print(f"\n{len(here)} odds {words}; Brier score {_brier(here)}\n")
        print("| odds | number | said | happened | standard errors |")
        print("|---|---:|---:|---:|---:|")
        for group in groups_of(here):
            print(_row(group))
    print("\n| rounds left | number | said and happened differ by | Brier score |")
    print("|---|---:|---:|---:|")
    top = [one for one in found if one.kind == "top"]
    for left in sorted({one.rounds_left for one in top}):
        here = [one for one in top if one.rounds_left == left]
        print(f"| {left} | {len(here)} | {_gap(groups_of(here)):.1f} points | {_brier(here)} |")
    print(flush=True)


def _row(group: Group) -> str:
    away = (group.happened - group.said) / group.error if group.error else 0.0
    said, happened = (f"{100 * x:.1f} %" for x in (group.said, group.happened))
    return f"| {group.name} | {group.size} | {said} | {happened} | {away:+.1f} |"


def _gap(groups: list[Group]) -> float:
    """The mean distance between what was said and what happened, in percentage points."""
    size = sum(group.size for group in groups)
    return 100 * sum(group.size * abs(group.said - group.happened) for group in groups) / size


def _brier(found: list[Forecast]) -> str:
    """The mean squared distance, beside that of one who only knows how often it happens."""
    score = sum((one.said - one.happened) ** 2 for one in found) / len(found)
    often = sum(one.happened for one in found) / len(found)
    return f"{score:.4f} ({often * (1 - often):.4f} without odds)"


if __name__ == "__main__":
    main()
