"""A second opinion: the definitions written down once more, slowly and plainly, on random events.

Nothing of the engine is used on this side; what a round is worth stands in the tables below.
"""

from dataclasses import dataclass, field
from fractions import Fraction
from random import Random

import pytest

from fairpair.core.rules import Rules
from standings.builder import played, values

F = Fraction
MATCHES = {  # for each of both the mark, and games won, lost and drawn
    "2-0": (("W", 2, 0, 0), ("L", 0, 2, 0)),
    "2-1": (("W", 2, 1, 0), ("L", 1, 2, 0)),
    "0-2": (("L", 0, 2, 0), ("W", 2, 0, 0)),
    "1-2": (("L", 1, 2, 0), ("W", 2, 1, 0)),
    "1-1-1": (("D", 1, 1, 1), ("D", 1, 1, 1)),
    "0-0-3": (("D", 0, 0, 3), ("D", 0, 0, 3)),
    # an outcome alone is the fewest games of a best of three: 2-0, or one drawn game
    "1:0": (("W", 2, 0, 0), ("L", 0, 2, 0)),
    "0:1": (("L", 0, 2, 0), ("W", 2, 0, 0)),
    "=:=": (("D", 0, 0, 1), ("D", 0, 0, 1)),
    # lost by both: each has lost 0-2
    "0:0": (("L", 0, 2, 0), ("L", 0, 2, 0)),
    "+:-": (("W", 2, 0, 0), ("L", 0, 2, 0)),
    "-:+": (("L", 0, 2, 0), ("W", 2, 0, 0)),
    "-:-": (("L", 0, 2, 0), ("L", 0, 2, 0)),
}
ALONE = {  # mark, games won and lost
    "bye": ("W", 2, 0),
    "full": ("W", 2, 0),
    "half": ("D", 0, 0),
    "loss": ("L", 0, 2),
    "zero": (" ", 0, 0),
}
POINTS = {"W": 3, "D": 1, "L": 0, " ": 0}
CODES = (
    *("omw", "gw", "ogw", "mw", "owp", "oowp", "on_time", "ygo_owp", "ygo_oowp", "late_losses"),
    *("ctb", "pml", "oml", "octb", "buchholz", "sonneborn_berger", "cumulative", "sos", "sosos"),
    *("opponent_cumulative", "difficulty", "opponent_wins", "match_wins", "game_wins"),
    *("ffg_sos", "ffg_esos"),
)


@dataclass(frozen=True)
class Turn:
    """A player's round; `other` is empty without an opponent."""

    round_no: int
    mark: str
    won: int
    lost: int
    drawn: int
    other: str = ""
    bye: bool = False


@dataclass
class Event:
    """What happened, and the same as a sheet for the builder."""

    lines: list[str] = field(default_factory=list)
    turns: dict[str, list[Turn]] = field(default_factory=dict)
    drops: dict[str, int] = field(default_factory=dict)
    enters: dict[str, int] = field(default_factory=dict)


def random_event(seed: int) -> Event:
    """Up to 12 players and 7 rounds with byes, no-shows, drops, late entries and rematches."""
    rng = Random(seed)
    names = [f"P{n}" for n in range(1, rng.randint(4, 12))]
    rounds = rng.randint(1, 7)
    event = Event(turns={name: [] for name in names})
    for name in names[2:]:
        if rng.random() < 0.2:
            event.drops[name] = rng.randint(1, rounds)
        elif rng.random() < 0.15:
            event.enters[name] = rng.randint(1, rounds)
    for round_no in range(1, rounds + 1):
        event.lines.append(f"{round_no} {' | '.join(_round(rng, event, round_no))}")
    event.lines += [f"{name} drops after {last}" for name, last in event.drops.items()]
    event.lines += [f"{name} enters in {first}" for name, first in event.enters.items()]
    return event


def _round(rng: Random, event: Event, round_no: int) -> list[str]:
    cells, there = [], []
    for name, turns in event.turns.items():
        if round_no > event.drops.get(name, round_no):
            turns.append(Turn(round_no, *ALONE["zero"], 0))
        elif round_no < event.enters.get(name, 0):
            turns.append(Turn(round_no, *ALONE["loss"], 0))
        else:
            there.append(name)
    rng.shuffle(there)
    while there:
        name = there.pop()
        kind = "bye" if not there else rng.choice(("", "", "", "", "", "", "full", "half", "zero"))
        if kind:
            cells.append(f"{name} {kind}")
            event.turns[name].append(Turn(round_no, *ALONE[kind], 0, bye=kind != "zero"))
            continue
        other, result = there.pop(), rng.choice(list(MATCHES))
        cells.append(f"{name} {result} {other}")
        first, second = MATCHES[result]
        event.turns[name].append(Turn(round_no, *first, other))
        event.turns[other].append(Turn(round_no, *second, name))
    return cells


def random_rules(seed: int) -> Rules:
    rng = Random(seed)
    return Rules.read(
        {
            "omw_floor": rng.choice((0, 0.33, "1/3", 0.25)),
            "gw_floor": rng.choice((0, 0.33)),
            "min_games_for_gw": rng.choice((0, 1, 4)),
            "byes_in_match_win": rng.random() < 0.5,
            "buchholz_variant": rng.choice(("standard", "median", "modified")),
            "draw_win_share": rng.choice((0, 0.5, "1/3")),
            "dropped_cap": rng.choice((1, 0.75)),
            "freeze_dropped": rng.random() < 0.5,
            "rounds": rng.choice((None, 3, 7)),
        }
    )


class Reading:
    """The definitions, one method for each code."""

    def __init__(self, event: Event, rules: Rules) -> None:
        self.event, self.rules, self.turns = event, rules, event.turns
        self.rounds = max(t.round_no for turns in event.turns.values() for t in turns)

    def value(self, code: str, name: str) -> Fraction | None:
        found = getattr(self, code)(name)
        return None if found is None else F(found)

    def met(self, name: str) -> list[str]:
        return [t.other for t in self.turns[name] if t.other]

    def counting(self, name: str) -> list[Turn]:
        return [t for t in self.turns[name] if t.mark != " "]

    def matches(self, name: str) -> list[Turn]:
        return [t for t in self.counting(name) if not t.bye]

    def points(self, name: str) -> int:
        return sum(POINTS[t.mark] for t in self.turns[name])

    def mean(self, code: str, name: str) -> Fraction:
        found = [self.value(code, other) or F(0) for other in self.met(name)]
        return sum(found, F(0)) / len(found) if found else F(0)

    def mw(self, name: str) -> Fraction:
        turns = self.counting(name) if self.rules.byes_in_match_win else self.matches(name)
        if not turns:
            return F(0)
        share = F(sum(POINTS[t.mark] for t in turns), 3 * len(turns))
        return max(share, self.rules.omw_floor)

    def omw(self, name: str) -> Fraction:
        return self.mean("mw", name)

    def gw(self, name: str) -> Fraction:
        games = sum(t.won + t.lost + t.drawn for t in self.turns[name])
        if games == 0 or games < self.rules.min_games_for_gw:
            return F(0)
        share = F(sum(3 * t.won + t.drawn for t in self.turns[name]), 3 * games)
        return max(share, self.rules.gw_floor)

    def ogw(self, name: str) -> Fraction:
        return self.mean("gw", name)

    def gone(self, name: str) -> bool:
        """Dropped by now, and not only after the last round of all."""
        last = self.event.drops.get(name, 99)
        return last <= self.rounds and last < (self.rules.rounds or 99)

    def wp(self, name: str) -> Fraction:
        marks = [t.mark for t in self.matches(name)]
        won = marks.count("W") + self.rules.draw_win_share * marks.count("D")
        share = max(won / len(marks), self.rules.omw_floor)
        return min(share, self.rules.dropped_cap) if self.gone(name) else share

    def then(self, name: str) -> "Reading":
        """What counts for this player's own percentages."""
        if not (self.rules.freeze_dropped and self.gone(name)):
            return self
        last = self.event.drops[name]
        early = {n: [t for t in ts if t.round_no <= last] for n, ts in self.turns.items()}
        event = Event(turns=early, drops=self.event.drops)
        return Reading(event, self.rules.with_changes({"freeze_dropped": False}))

    def now_owp(self, name: str) -> Fraction:
        return self.mean("wp", name)

    def owp(self, name: str) -> Fraction:
        return self.then(name).now_owp(name)

    def oowp(self, name: str) -> Fraction:
        return self.then(name).mean("now_owp", name)

    def on_time(self, name: str) -> int:
        return int(self.event.enters.get(name, 1) == 1)

    def pooled(self, others: list[str]) -> Fraction:
        rounds = sum(len(self.counting(other)) for other in others)
        share = F(sum(self.points(other) for other in others), 3 * max(1, rounds))
        return F(int(1000 * share), 1000)

    def ygo_owp(self, name: str) -> Fraction:
        return self.pooled(self.met(name))

    def ygo_oowp(self, name: str) -> Fraction:
        return self.pooled([second for first in self.met(name) for second in self.met(first)])

    def late_losses(self, name: str) -> int:
        return sum(t.round_no**2 for t in self.turns[name] if t.mark == "L")

    def ctb(self, name: str) -> Fraction:
        value, wins = F(0), 0
        for turn in self.counting(name):
            wins += turn.mark == "W"
            value = value / 4 + wins
        return value

    def octb(self, name: str) -> Fraction:
        return self.mean("ctb", name)

    def pml(self, name: str) -> Fraction | None:
        turns = self.matches(name)
        return F(sum(t.mark == "L" for t in turns), len(turns)) if turns else None

    def oml(self, name: str) -> Fraction | None:
        return self.mean("pml", name) if self.met(name) else None

    def buchholz(self, name: str) -> int:
        scores = sorted(self.points(other) for other in self.met(name))
        if self.rules.buchholz_variant == "median" and len(scores) > 2:
            scores = scores[1:-1]
        if self.rules.buchholz_variant == "modified" and len(scores) > 1:
            scores = scores[1:]
        return sum(scores)

    def sonneborn_berger(self, name: str) -> Fraction:
        share = {"W": F(1), "D": F(1, 2), "L": F(0)}
        turns = [t for t in self.turns[name] if t.other]
        return sum((share[t.mark] * self.points(t.other) for t in turns), F(0))

    def sos(self, name: str) -> int:
        return sum(self.points(other) for other in self.met(name))

    def sosos(self, name: str) -> int:
        return sum(self.sos(other) for other in self.met(name))

    def cumulative(self, name: str) -> int:
        turns = self.counting(name)
        return sum(
            sum(POINTS[t.mark] for t in turns if t.round_no <= last.round_no) for last in turns
        )

    def opponent_cumulative(self, name: str) -> int:
        return sum(self.cumulative(other) for other in self.met(name))

    def match_wins(self, name: str) -> int:
        return sum(t.mark == "W" for t in self.turns[name])

    def game_wins(self, name: str) -> int:
        return sum(t.won for t in self.turns[name])

    def opponent_wins(self, name: str) -> int:
        return sum(self.match_wins(other) for other in self.met(name))

    def difficulty(self, name: str) -> int:
        marks = [t.mark for other in self.met(name) for t in self.turns[other]]
        return marks.count("W") - marks.count("L")

    def average(self, name: str) -> Fraction:
        return F(self.points(name), max(1, len(self.counting(name))))

    def ffg_sos(self, name: str) -> Fraction:
        return self.mean("average", name)

    def ffg_esos(self, name: str) -> Fraction:
        return self.mean("ffg_sos", name)


@pytest.mark.parametrize(
    "start",
    [0, 25, 50, 75, *(pytest.param(n, marks=pytest.mark.slow) for n in range(100, 1500, 25))],
)
def test_both_readings_agree(start: int) -> None:
    for seed in range(start, start + 25):
        event, rules = random_event(seed), random_rules(seed)
        tournament, reading = played("\n".join(event.lines), rules), Reading(event, rules)
        there = [tournament.name_of(player) for player in tournament.entries]
        for code in CODES:
            expected = {name: reading.value(code, name) for name in there}
            assert values(tournament, code) == expected, (seed, code)


def test_everything_happens() -> None:
    """Somebody met twice, somebody without an opponent, and so on."""
    events = [random_event(seed) for seed in range(100)]
    rows = [turns for event in events for turns in event.turns.values()]
    met = [[t.other for t in turns if t.other] for turns in rows]
    assert sum(len(set(others)) < len(others) for others in met) > 50
    assert sum(not others for others in met) > 5
    assert sum(bool(event.drops) for event in events) > 50
    assert sum(bool(event.enters) for event in events) > 30
