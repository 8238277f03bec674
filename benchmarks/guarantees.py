"""Whether guarantees hold, and how often they say "open" of what is decided.

    .venv/bin/python -m benchmarks.guarantees

The first part ends the last round of random fields at random, 100,000 times in all: no "surely" and
no "surely not" may turn out wrong. The second plays small fields to every end, so that it is known
what is decided; "open" is needless where it is. It prints the tables of
docs/explanation/guarantees.md and fails if a verdict was wrong.
"""

import argparse
import os
import sys
from collections import Counter
from collections.abc import Mapping
from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace
from functools import partial
from itertools import product
from multiprocessing import get_context
from pathlib import Path
from random import Random

sys.path.insert(0, str(Path(__file__).parent.parent / "tests"))

from fairpair.core.ids import PlayerId
from fairpair.core.results import Mark, Result
from fairpair.core.rules import Rules
from fairpair.core.tournament import Tournament
from fairpair.engine.outlook.verdicts import Verdict, outlook_of
from outlook.positions import (
    CHESS,
    CHESS_RESULTS,
    DECIDED,
    GAMES,
    MAGIC,
    MAGIC_RESULTS,
    marks_of_last,
    places,
    position,
    with_results,
)

ENDS = 50
"""Of a last round."""
POINTS = replace(MAGIC, standings_tiebreakers=())
OMW = replace(MAGIC, standings_tiebreakers=("omw",))
SMALL: Mapping[str, tuple[Rules, list[Result], list[Result]]] = {
    "points only": (POINTS, DECIDED[:3], DECIDED),
    "points and omw": (OMW, DECIDED[:3], DECIDED),
    "Magic: omw, gw, ogw": (MAGIC, GAMES[:4], GAMES[:8] + DECIDED[3:4]),
    "chess: Buchholz and others": (CHESS, DECIDED[:3], CHESS_RESULTS),
}
"""Rules, the results of rounds that are over, and those that the last round can have."""
Said = Counter[str]


def main() -> None:
    """Print both tables."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--rounds", type=int, default=2000, help="last rounds of the first part")
    parser.add_argument("--fields", type=int, default=100, help="fields of each kind in the second")
    parser.add_argument("--processes", type=int, default=os.cpu_count() or 1)
    asked = parser.parse_args()
    with ProcessPoolExecutor(asked.processes, get_context("spawn")) as pool:
        found = sum(pool.map(_many_ends, range(asked.rounds), chunksize=20), Said())
        print(f"{asked.rounds * ENDS} simulated last rounds: {found['checked']} verdicts checked,")
        print(f"{found['wrong']} wrong\n")
        print("| small fields, every end | verdicts | wrong | certain | open | of these needless |")
        print("|---|---:|---:|---:|---:|---:|")
        wrong = found["wrong"]
        for name in SMALL:
            small = sum(pool.map(partial(_all_ends, name), range(asked.fields)), Said())
            print(_row(name, small), flush=True)
            wrong += small["wrong"]
    if wrong:
        sys.exit(1)


def _row(name: str, found: Said) -> str:
    said = found["open"] + found["needless"]
    share = 100 * found["needless"] / max(1, said)
    parts = [sum(found.values()), found["wrong"], found["certain"], said]
    return f"| {name} | {' | '.join(map(str, parts))} | {found['needless']} ({share:.1f} %) |"


def _verdicts(t: Tournament, top: int) -> dict[tuple[PlayerId, Mark | None], Verdict]:
    """Everybody's verdict now, and after each result of the own match."""
    outlook = outlook_of(t, top)
    assert outlook is not None
    found: dict[tuple[PlayerId, Mark | None], Verdict] = {}
    for player, one in outlook.players.items():
        found[player, None] = one.now
        found |= {(player, mark): verdict for mark, verdict in one.by_result.items()}
    return found


def _many_ends(seed: int) -> Said:
    random = Random(f"guarantees {seed}")
    rules, usual, all_ = random.choice(
        ((MAGIC, GAMES[:8], MAGIC_RESULTS), (CHESS, DECIDED[:3], CHESS_RESULTS))
    )
    rules = replace(rules, rounds=random.randrange(2, 7))
    t = position(random, random.randrange(5, 33), rules, usual, random.choice((0.3, 0.7, 1)))
    top = random.choice((1, 2, 4, 8))
    said = _verdicts(t, top)
    pending = len(t.rounds[max(t.rounds)].pending)
    found = Said()
    for _ in range(ENDS):
        chosen = [random.choice(all_) for _ in range(pending)]
        ended, marks = places(with_results(t, chosen)), marks_of_last(t, chosen)
        for (player, mark), verdict in said.items():
            if verdict is Verdict.OPEN or mark not in (None, marks.get(player)):
                continue
            first, last = ended[player]
            found["checked"] += 1
            found["wrong"] += last > top if verdict is Verdict.SURELY else first <= top
    return found


def _all_ends(name: str, seed: int) -> Said:
    rules, usual, all_ = SMALL[name]
    random = Random(f"{name} {seed}")
    rules = replace(rules, rounds=random.randrange(2, 5))
    t = position(random, random.randrange(5, 9), rules, usual, 0.6)
    while len(t.rounds[max(t.rounds)].pending) not in (1, 2, 3):
        t = position(random, random.randrange(5, 9), rules, usual, 0.6)
    top = random.choice((1, 2, 3, 4))
    said = _verdicts(t, top)
    in_, out = dict.fromkeys(said, True), dict.fromkeys(said, True)
    for chosen in product(all_, repeat=len(t.rounds[max(t.rounds)].pending)):
        ended, marks = places(with_results(t, chosen)), marks_of_last(t, chosen)
        for player, mark in said:
            if mark in (None, marks.get(player)):
                first, last = ended[player]
                in_[player, mark] &= last <= top
                out[player, mark] &= first > top
    return sum((_judged(said[one], in_[one], out[one]) for one in said), Said())


def _judged(verdict: Verdict, is_in: bool, is_out: bool) -> Said:
    if verdict is Verdict.OPEN:
        return Said(["needless" if is_in or is_out else "open"])
    return Said(["certain" if (is_in if verdict is Verdict.SURELY else is_out) else "wrong"])


if __name__ == "__main__":
    main()
