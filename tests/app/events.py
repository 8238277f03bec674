"""Whole tournaments to be written to files and read back."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime
from random import Random

from hypothesis import strategies as st

from fairpair.app.simulation.events import SimulationOptions, plan_simulation, play
from fairpair.core.errors import InvalidStateError
from fairpair.core.players import Player
from fairpair.core.results import Decided, Forfeit, Mark, Result
from fairpair.core.rounds import FOR_MISSED_ROUNDS, Pairing, Round, RoundRef
from fairpair.core.tournament import Tournament
from fairpair.formats.xml_files import EventTimes

MOMENTS = EventTimes(datetime(2026, 1, 2, 9, tzinfo=UTC), datetime(2026, 1, 2, 18, 30, tzinfo=UTC))
NAMES = ("Ana {} Lima", "Bo{}", "O'Neil & <{}>", "Ekström, Dé {}", "=1+{}", "李雷 {}", "ابن {}")
FORFEITS: tuple[Result, ...] = (
    Forfeit((Mark.WIN, Mark.LOSS)),
    Forfeit((Mark.LOSS, Mark.WIN)),
    Forfeit((Mark.LOSS, Mark.LOSS)),
)
ODD = (
    *FORFEITS,
    Decided((Mark.LOSS, Mark.LOSS)),
    Decided((Mark.LOSS, Mark.WIN)),
)
CUT = {"mode": "swiss_with_elimination", "cut": 4}


def clock() -> str:
    """Always the same moment, as the log has it."""
    return "2026-11-15T10:00:00.000000+00:00"


def played(preset: str, seed: int, players: int = 11, *, cut: bool = False) -> Tournament:
    """An event of four rounds with drops, byes and perhaps a knock-out, if enough stay for it."""
    wanted = SimulationOptions(preset, players, 4, CUT if cut else {}, drops=15, byes=6)
    try:
        return play(plan_simulation(wanted), seed).tournament
    except InvalidStateError:
        return played(preset, seed, players)


def events(
    *presets: str, cuts: bool = True, results: Sequence[Result] = ()
) -> st.SearchStrategy[Tournament]:
    """Any of them, with one of these presets, odd people and odd results."""
    made = st.builds(
        played,
        st.sampled_from(presets),
        st.integers(0, 10_000),
        st.integers(6, 17),
        cut=st.booleans() if cuts else st.just(False),
    )
    lots = st.integers(0, 10_000).map(Random)
    return st.builds(odd, made, lots, st.just(results or ODD))


def odd(t: Tournament, lots: Random, results: Sequence[Result] = ()) -> Tournament:
    """The same with names and numbers as people have them, some forfeits and double losses, and
    somebody who came late.
    """
    entries = {
        player: replace(entry, entrant=_person(player, lots)) for player, entry in t.entries.items()
    }
    rounds = {
        ref: round_
        if ref.stage > 1
        else replace(round_, pairings=_odd_results(round_, lots, results))
        for ref, round_ in t.rounds.items()
    }
    first = RoundRef(1, 1)
    for player in [p for p, kind in rounds[first].byes.items() if kind in FOR_MISSED_ROUNDS]:
        kind = rounds[first].byes[player]
        if entries[player].periods[0].last != first:
            byes = {p: k for p, k in rounds[first].byes.items() if p != player}
            rounds[first] = replace(rounds[first], byes=byes)
            period = replace(entries[player].periods[0], first=RoundRef(1, 2), missed=kind)
            entries[player] = replace(entries[player], periods=(period,))
    return replace(t, entries=entries, rounds=rounds)


def _person(number: int, lots: Random) -> Player:
    name = lots.choice(NAMES).format(number)
    ids = {"fide": str(100 + number), "dci": str(700 + number), "pokemon": str(500 + number)}
    kept = {giver: given for giver, given in ids.items() if lots.random() < 0.7}
    return Player(name, 2600 - 20 * number, federation=lots.choice(("", "NOR")), ids=kept)


def _odd_results(round_: Round, lots: Random, results: Sequence[Result]) -> dict[int, Pairing]:
    return {
        n: replace(pairing, result=lots.choice(results)) if lots.random() < 0.15 else pairing
        for n, pairing in round_.pairings.items()
    }
