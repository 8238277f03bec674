"""How long it takes to pair a Swiss round of other games, from 64 to 4 000 players.

Tournaments are simulated with the presets `mtg_standard`, `infinity` and `medium_tournament` (with
nine Swiss rounds instead of three). The first figure is the time for a round starting from the
results, including points and tie-breaks; the second is the time for the pairing alone. Where
swisspair (a C++ library) supports the case, it pairs the same rounds from the same points, ranks
and opponents, and the ratio compares our pairing with swisspair's. Above about 130 players,
swisspair no longer looks for the best pairing: `worse` counts rounds in which its sum of squared
differences of points is larger than ours.
"""

import random
import sys
import time
from collections.abc import Callable, Iterable
from dataclasses import replace
from fractions import Fraction
from functools import partial
from typing import Any

from swisspair import Match, create_matches
from swisspair import Player as Theirs

from fairpair.core.ids import PlayerId
from fairpair.core.players import Entry, Period, Player
from fairpair.core.results import Games, Result, Scored
from fairpair.core.rounds import ByeKind, Pairing, RoundRef
from fairpair.core.tournament import Tournament
from fairpair.engine.pairing.proposal import Past, Proposal, present_in
from fairpair.engine.pairing.swiss.position import Position
from fairpair.engine.pairing.swiss.system import proposal_of
from fairpair.formats.imported import round_of
from fairpair.presets import rules_of

PRESETS: dict[str, dict[str, object]] = {
    "mtg_standard": {},
    "infinity": {},
    "medium_tournament": {"rounds": 9},
}
SHOWN = (1, 2, 5, 9)
COMPARED = ("mtg_standard", "infinity")
"""What swisspair can express: points, ranks, no rematches; power pairing is the whole table."""


def event(players: int, preset: str) -> Tournament:
    """A new event."""
    period = (Period(RoundRef(1, 1)),)
    entries = {
        PlayerId(number): Entry(Player(f"Player {number}", 2500 - number), period)
        for number in range(1, players + 1)
    }
    rules = rules_of(preset, {"rounds": 9, **PRESETS[preset]})
    return Tournament(created=True, rules=rules, entries=entries, draw_seed="bench")


def played(t: Tournament, found: Proposal, rng: random.Random) -> Tournament:
    """The event with the round played."""
    pairings = [Pairing((b.white, b.black), result(t, rng)) for b in found.boards]
    byes = {found.bye: ByeKind.PAIRING} if found.bye else {}
    done = round_of(pairings, byes, "swiss")
    return replace(t, rounds={**t.rounds, RoundRef(1, found.round_no): done})


def result(t: Tournament, rng: random.Random) -> Result:
    """Any result of the game."""
    if t.rules.scores:
        points = [{s: Fraction(rng.randint(0, 10)) for s in t.rules.scores} for _ in range(2)]
        return Scored(tuple(points))
    if t.rules.best_of == 1:
        return Games(rng.choice(((1, 0), (0, 1), (0, 0))))
    return Games(rng.choice(((2, 0), (2, 1), (1, 2), (0, 2), (1, 1))))


def theirs(position: Position) -> list[Theirs]:
    """The round as swisspair wants it."""
    return [
        Theirs(
            id=str(one.player),
            points=position.totals[one.player],
            rank=one.number,
            can_get_bye=one.may_have_bye,
            cannot_be_paired_against_ids={str(player) for player in one.met},
        )
        for one in position.players
    ]


def spread(position: Position, pairs: Iterable[tuple[int, int]]) -> int:
    """The sum of the squared differences of points."""
    points = position.totals
    return sum((points[PlayerId(a)] - points[PlayerId(b)]) ** 2 for a, b in pairs)


def timed(work: Callable[[], Any]) -> tuple[Any, float]:
    """What it gives, and its CPU time."""
    start = time.process_time()
    found = work()
    return found, time.process_time() - start


def compare(players: int, preset: str) -> None:
    """Print rounds of one size."""
    rng, t, figures, worse = random.Random(players), event(players, preset), list[str](), 0
    for round_no in range(1, 10):
        present = present_in(t, round_no)
        position, facts = timed(partial(Position, t, Past(), round_no, present))
        found, ours = timed(partial(proposal_of, position, position.players))
        text = f"round {round_no}: {facts + ours:6.3f} s, pairing {ours:6.4f} s"
        if preset in COMPARED:
            asked, power = theirs(position), preset == "infinity"
            matches, spent = timed(partial(create_matches, asked, power_pairing=power))
            text += f" ({ours / spent:5.2f} x theirs)"
            mine = [(b.white, b.black) for b in found.boards]
            worse += spread(position, mine) < spread(position, pairs_of(matches))
        if round_no in SHOWN:
            figures.append(text)
        t = played(t, found, rng)
    print(f"{preset}, {players} players{f', theirs worse in {worse} of 9' if worse else ''}")
    print("".join(f"  {text}\n" for text in figures), end="", flush=True)


def pairs_of(matches: Iterable[Match]) -> list[tuple[int, int]]:
    """Who meets whom."""
    return [(int(match.p1.id), int(match.p2.id)) for match in matches if match.p2]


if __name__ == "__main__":
    print(f"Python {sys.version.split()[0]}, CPU time of one round")
    for name in PRESETS:
        for size in (64, 256, 1000, 4000):
            compare(size, name)
