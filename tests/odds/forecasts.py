"""Odds that were given during an event, and what really happened in it.

The event is played by the exact engine. After one of its rounds the odds are asked for, knowing
nothing of what follows: neither results nor who will drop.
"""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from math import sqrt
from random import Random
from typing import NamedTuple

from fairpair.app.odds.sources import source_of
from fairpair.core.dataclass import dataclass
from fairpair.core.ids import PlayerId
from fairpair.core.players import Player
from fairpair.core.results import Mark, marks_of
from fairpair.core.rounds import RoundRef
from fairpair.core.tournament import Tournament
from fairpair.engine.odds.plan import DRAWN, LOST, WON
from fairpair.engine.odds.register import NotProven
from fairpair.engine.odds.situation import situation_of
from fairpair.engine.standings.table import Standings
from fairpair.engine.standings.tiebreak_input import tiebreak_input
from odds.engine_events import after_round, engine_event

SIZES = ((17, 4, 4), (24, 5, 8), (33, 6, 8), (40, 6, 8), (64, 6, 8))
"""Players, rounds, and places that count."""
EDGES = (0.01, 0.05, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 0.95, 0.99)
"""Where the groups of odds end."""
_RESULTS = {Mark.WIN: WON, Mark.DRAW: DRAWN, Mark.LOSS: LOST}


@dataclass(frozen=True, slots=True)
class World:
    """How events differ from what the odds assume: the percentage of players who drop, and how far
    the ratings are from the true strength (one standard deviation).
    """

    drops: int = 0
    rating_error: int = 0


class Forecast(NamedTuple):
    """The odds of a player, from 0 to 1, and whether it happened."""

    kind: str
    """`top`; `next`: the same for the result that the next match had; `first`."""
    rounds_left: int
    said: float
    happened: bool


class Group(NamedTuple):
    """Forecasts with similar odds: how many, what they said on average, how often it happened."""

    name: str
    size: int
    said: float
    happened: float

    @property
    def error(self) -> float:
        """The standard error of `happened`, if what was said is true."""
        return sqrt(self.said * (1 - self.said) / self.size)


def forecasts(number: int, world: World, times: int) -> Iterator[Forecast]:
    """All forecasts after one round of the event with this number; none if so many have dropped
    that the kernel does not play what is left.
    """
    players, rounds, top = SIZES[number % len(SIZES)]
    played = number // len(SIZES) % rounds
    event = engine_event("mtg_standard", players, rounds, number, drops=world.drops)
    then = _as_it_was(event, played, Random(f"ratings {number}"), world.rating_error)
    source, why = source_of(then, top, "rating", 10**6 + number)
    if why is NotProven.FEW_PLAYERS:
        return
    assert why is None, why
    counts = source.counts(0, times)
    place = {row.player: n for n, row in enumerate(Standings(tiebreak_input(event)).rows)}
    nexts = _results_of(event, played + 1)
    for n, player in enumerate(situation_of(then).players):
        if then.entries[player].dropped:
            continue
        reached, left = counts.reached[n], rounds - played
        is_in = place[player] < top
        yield Forecast("top", left, sum(reached) / times, is_in)
        yield Forecast("first", left, sum(counts.won[n]) / times, place[player] == 0)
        result = nexts.get(player)
        if result is not None and counts.results[n][result]:
            yield Forecast("next", left, reached[result] / counts.results[n][result], is_in)


def _as_it_was(event: Tournament, played: int, random: Random, error: int) -> Tournament:
    """The event after this round, with the ratings that are known of its players."""
    entries = {}
    for number, entry in event.entries.items():
        last = entry.periods[-1].last
        periods = entry.periods
        if last is not None and last.round_no > played:
            periods = (replace(periods[-1], last=None),)
        player = entry.entrant
        assert isinstance(player, Player)
        assert player.rating is not None
        rating = max(100, player.rating + round(random.gauss(0, error)))
        entries[number] = replace(entry, periods=periods, entrant=replace(player, rating=rating))
    return replace(after_round(event, played), entries=entries)


def _results_of(event: Tournament, round_no: int) -> Mapping[PlayerId, int]:
    found = {}
    for pairing in event.rounds[RoundRef(1, round_no)].pairings.values():
        assert pairing.result is not None
        for player, mark in zip(pairing.seats, marks_of(pairing.result), strict=True):
            found[player] = _RESULTS[mark]
    return found


def groups_of(found: list[Forecast]) -> list[Group]:
    """The forecasts by their odds, from the lowest on; empty groups are left out."""
    groups = []
    for low, high in zip((-1.0, *EDGES), (*EDGES, 1.0), strict=True):
        here = [one for one in found if low < one.said <= high]
        if here:
            said = sum(one.said for one in here) / len(here)
            happened = sum(one.happened for one in here) / len(here)
            name = f"{max(0, round(100 * low))}-{round(100 * high)} %"
            groups.append(Group(name, len(here), said, happened))
    return groups
