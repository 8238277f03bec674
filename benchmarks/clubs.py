"""How long a round takes when players of a club never meet, or should not: one large club or many.

Random tournaments are played round by round, several of each shape, by the systems that know the
rule. After round 1 a club of nearly half the players is hard: whoever is not of it must be kept for
its members in all brackets below. A line has the mean and the worst processor time of a round, and
the ratio of the mean to the same field without clubs. Families, single pairs that may not meet and
late rounds of small fields follow.
"""

import random
import sys
from dataclasses import dataclass, replace
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))
from benchmarks.pairing import Chances, play_rounds

from fairpair.core.ids import PlayerId
from fairpair.core.players import Entry, Period, Player
from fairpair.core.rounds import RoundRef
from fairpair.core.rules import Rules
from fairpair.core.tournament import PairingRestriction, Tournament

SEEDS = 3
SYSTEMS: dict[str, dict[str, object]] = {
    "dutch": {"system": "dutch", "initial_colour": "white"},
    "swiss": {"system": "swiss"},
    "swiss, should not": {"system": "swiss", "avoid_same_hard": False},
}


@dataclass(frozen=True)
class Shape:
    """A field: the shares of its large clubs, the size of all families, or single pairs."""

    name: str
    shares: tuple[float, ...] = ()
    family: int = 0
    pairs: int = 0
    players: int = 300
    rounds: int = 9


PLAIN = Shape("no clubs")
SHAPES = (
    PLAIN,
    Shape("20 % of one club", (0.2,)),
    Shape("48 % of one club", (0.48,)),
    Shape("50 % of one club", (0.5,)),
    Shape("60 % of one club", (0.6,)),
    Shape("3 clubs of 33 %", (1 / 3, 1 / 3, 1 / 3)),
    Shape("2 clubs of 45 %", (0.45, 0.45)),
    Shape("4 clubs of 25 %", (0.25, 0.25, 0.25, 0.25)),
    Shape("families of 4", family=4),
    Shape("3000 single pairs", pairs=3000),
    Shape("12 players, 11 rounds", players=12, rounds=11),
    Shape("12 players, 5 of one club", (5 / 12,), players=12, rounds=11),
    Shape("40 players, 15 rounds, 2 clubs", (0.4, 0.4), players=40, rounds=15),
)


def event_of(shape: Shape, system: str, rng: random.Random) -> Tournament:
    """The tournament before its first round."""
    ids = [PlayerId(number) for number in range(1, shape.players + 1)]
    clubs = _clubs(shape, rng)
    period = (Period(RoundRef(1, 1)),)
    ratings = {p: 2800 - p * 1800 // shape.players for p in ids}
    entries = {p: Entry(Player(f"Player {p}", ratings[p], club=clubs[p - 1]), period) for p in ids}
    rules = {
        "points": {"win": 1, "draw": "1/2", "loss": 0},
        "rounds": shape.rounds,
        "best_of": 1,
        "avoid_same": ["club"],
        "avoid_same_hard": True,
    }
    pairs = [frozenset(rng.sample(ids, 2)) for _ in range(shape.pairs)]
    return Tournament(
        created=True,
        rules=Rules.read(rules | SYSTEMS[system]),
        entries=entries,
        avoided={pair: PairingRestriction(hard=True) for pair in pairs},
        order=tuple(ids),
        draw_seed="x",
    )


def _clubs(shape: Shape, rng: random.Random) -> list[str]:
    """The club of each player; none for those who are in no large one."""
    if shape.family:
        return [f"Family {number // shape.family}" for number in range(shape.players)]
    clubs = [
        f"Club {number}"
        for number, share in enumerate(shape.shares)
        for _ in range(round(share * shape.players))
    ]
    clubs += [""] * (shape.players - len(clubs))
    rng.shuffle(clubs)
    return clubs[: shape.players]


def spent_on(shape: Shape, system: str) -> list[float]:
    """The processor time of every round of several tournaments."""
    spent: list[float] = []
    for seed in range(SEEDS):
        rng = random.Random(seed)
        event = event_of(shape, system, rng)
        play_rounds(event, Chances(), lambda _n, _e, cpu: spent.append(cpu), rng)
    return spent


def print_system(system: str) -> None:
    """Print a line for each shape."""
    print(f"\n{system}, {SEEDS} tournaments each")
    plain = dict[tuple[int, int], float]()
    for shape in SHAPES:
        size = shape.players, shape.rounds
        if size not in plain:
            without = spent_on(replace(PLAIN, players=size[0], rounds=size[1]), system)
            plain[size] = sum(without) / len(without)
        spent = spent_on(shape, system)
        if not spent:
            print(f"  {shape.name:32} impossible: the others are too few for so large a club")
            continue
        mean = sum(spent) / len(spent)
        ratio = f"{mean / plain[size]:4.1f} x without clubs"
        print(
            f"  {shape.name:32} {len(spent):3} rounds, mean {mean:6.3f} s ({ratio}),"
            f" worst {max(spent):6.3f} s",
            flush=True,
        )


if __name__ == "__main__":
    print(f"Python {sys.version.split()[0]}, CPU time of one round")
    for name in SYSTEMS:
        print_system(name)
