"""The kernel against the exact engine, for every preset that the register names.

From the positions of events that the engine has played: the same pairs, and the same ranks.
"""

from dataclasses import replace

import numpy as np
import pytest

from fairpair.core.ids import PlayerId
from fairpair.core.rounds import ByeKind, RoundRef
from fairpair.core.tournament import Tournament
from fairpair.engine.odds import kernel
from fairpair.engine.odds.events import play as play_plan
from fairpair.engine.odds.register import plan_of_event, why_not_proven
from fairpair.engine.odds.situation import ratings_of, situation_of
from fairpair.engine.pairing.proposal import Past, present_in
from fairpair.engine.pairing.swiss.position import Position
from fairpair.engine.standings.table import Standings
from fairpair.engine.standings.tiebreak_input import tiebreak_input
from odds.engine_events import after_round, engine_event

PROVEN = ["mtg_standard", "simple_random"]
"""The presets that the kernel plays."""
SIZES = [(33, 6), (64, 6), (17, 4), (40, 7)]


def pairs_of_kernel(
    before: Tournament, round_no: int, bye: PlayerId | None
) -> set[frozenset[PlayerId]]:
    """The kernel's pairs for a round, from the engine's order of the players."""
    situation = situation_of(before)
    plan = plan_of_event(situation, ratings_of(situation, equal=True), 8, 1)
    start = plan.start
    assert start is not None
    position = Position(before, Past(), round_no, present_in(before, round_no))
    number = {player: n for n, player in enumerate(situation.players)}
    ordered = sorted(position.players, key=lambda one: (-position.points(one), one.number))
    order = [number[one.player] for one in ordered if one.player != bye]
    room = kernel.make_room(plan.players)
    room.field[: len(order)] = order
    opp = np.full((plan.players, max(round_no, 1)), -1, np.int64)
    opp[:, : round_no - 1] = np.array(start.opponents, np.int64).reshape(plan.players, -1)
    points, downs = (np.array(one, np.int64) for one in (start.points, start.downs))
    kernel.pair_field(len(order), points, opp, round_no - 1, downs, room)
    players = situation.players
    return {frozenset((players[n], players[room.mates[n]])) for n in order}


def compare_pairs(preset: str, players: int, rounds: int, seed: int) -> tuple[int, int]:
    """Boards that are the same, and all boards."""
    event = engine_event(preset, players, rounds, seed)
    same = total = 0
    for round_no in range(1, rounds + 1):
        round_ = event.rounds[RoundRef(1, round_no)]
        bye = next((p for p, kind in round_.byes.items() if kind == ByeKind.PAIRING), None)
        wanted = {frozenset(pairing.seats) for pairing in round_.pairings.values()}
        found = pairs_of_kernel(after_round(event, round_no - 1), round_no, bye)
        same, total = same + len(wanted & found), total + len(wanted)
    return same, total


def assert_same_ranks(event: Tournament) -> None:
    """The ranks of the position are the engine's, but for lots."""
    situation = situation_of(event)
    plan = plan_of_event(situation, ratings_of(situation, equal=True), 8, 1)
    assert plan.start is not None
    assert plan.rounds == plan.start.played
    [order] = play_plan(plan, 0, 1).orders.tolist()
    ranks = Standings(tiebreak_input(event), ("omw", "gw", "ogw")).ranks
    found = [ranks[situation.players[n]] for n in order]
    assert found == sorted(found)


@pytest.mark.parametrize("preset", PROVEN)
def test_pairs_are_those_of_the_engine(preset: str) -> None:
    found = [compare_pairs(preset, *size, seed) for size in SIZES for seed in (1, 2)]
    same, total = map(sum, zip(*found, strict=True))
    assert same >= 0.99 * total


@pytest.mark.slow
@pytest.mark.parametrize("preset", PROVEN)
@pytest.mark.parametrize(("players", "rounds"), SIZES)
def test_pairs_of_many_events_are_those_of_the_engine(
    preset: str, players: int, rounds: int
) -> None:
    found = [compare_pairs(preset, players, rounds, seed) for seed in range(2, 42)]
    same, total = map(sum, zip(*found, strict=True))
    assert same >= 0.99 * total


@pytest.mark.parametrize("preset", PROVEN)
@pytest.mark.parametrize(("players", "rounds"), SIZES)
def test_ranks_are_those_of_the_engine(preset: str, players: int, rounds: int) -> None:
    """Also with players who have dropped or had byes; the event ends after each round."""
    event = engine_event(preset, players, rounds, 3, drops=10, byes=5)
    for round_no in range(1, rounds + 1):
        over = after_round(event, round_no)
        assert_same_ranks(replace(over, rules=replace(over.rules, rounds=round_no)))


@pytest.mark.parametrize("preset", PROVEN)
def test_the_register_names_the_presets(preset: str) -> None:
    event = after_round(engine_event(preset, 24, 5, 1), 3)
    assert why_not_proven(situation_of(event)) is None
