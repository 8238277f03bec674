"""What holds in every tournament of the system `swiss`, and cases where others go wrong."""

import os
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import replace
from hashlib import sha256
from itertools import combinations, product
from pathlib import Path
from random import Random
from typing import TypeVar

import networkx  # type: ignore[import-untyped]
import pytest

from fairpair import pair_round
from fairpair.core.ids import PlayerId
from fairpair.core.results import Forfeit, Games, win_for
from fairpair.core.rounds import ByeKind
from fairpair.core.tournament import Tournament
from fairpair.engine.pairing.proposal import ImpossiblePairingError, Proposal
from fairpair.presets import rules_of
from pairing.swiss_positions import (
    METHODS,
    PRESETS,
    event,
    played,
    random_avoided,
    random_entry,
    with_results,
)
from pairing.swiss_reference import Round

K = TypeVar("K")
V = TypeVar("V")
DRAW, FIRST, SECOND = Games((1, 1)), Games((2, 0)), Games((0, 2))
NOBODY = PlayerId(0)


# Whole tournaments


def begun(random: Random, preset: str, players: int, rounds: int) -> Tournament:
    """An event before its first round: late entries, drops, byes and forbidden pairs to come."""
    rules = rules_of(preset, {"rounds": rounds})
    numbers = [PlayerId(n) for n in range(1, players + 1)]
    return Tournament(
        True,
        rules=rules,
        draw_seed=str(random.random()),
        entries={number: random_entry(random, number, rounds) for number in numbers},
        avoided=random_avoided(random, numbers, rounds),
    )


def rounds_of(
    random: Random, tournament: Tournament, rounds: int
) -> Iterator[tuple[Tournament, Proposal | None]]:
    """Each round with the event before it, until one is refused."""
    for _ in range(rounds):
        made = proposal_of(tournament)
        yield tournament, made
        if made is None:
            return
        pairs = [(board.white, board.black) for board in made.boards]
        tournament = with_results(random, tournament, pairs, made.bye)


def proposal_of(tournament: Tournament) -> Proposal | None:
    """The engine's round; None if it refuses."""
    try:
        return pair_round(tournament)
    except ImpossiblePairingError:
        return None


def facts_of(tournament: Tournament) -> Round:
    """What the reference knows before the next round."""
    return Round(tournament, 1 + len(tournament.rounds))


def check_legal(tournament: Tournament, made: Proposal) -> None:
    """Everybody once, nobody against whom they may not meet, and a bye within the limits."""
    facts = facts_of(tournament)
    pairs = [(board.white, board.black) for board in made.boards]
    paired = [player for pair in pairs for player in pair]
    assert sorted([*paired, *([made.bye] if made.bye else [])]) == sorted(facts.present())
    assert (made.bye is None) == (len(facts.present()) % 2 == 0)
    assert all(facts.can_meet(*pair) for pair in pairs)
    assert made.bye is None or facts.may_have_bye(made.bye)


def legal_pairing_exists(tournament: Tournament) -> bool:
    """Whether there is any, by a largest matching; the bye is one more player."""
    facts = facts_of(tournament)
    present = facts.present()
    graph = networkx.Graph()
    graph.add_nodes_from(present)
    graph.add_edges_from(pair for pair in combinations(present, 2) if facts.can_meet(*pair))
    if len(present) % 2:
        graph.add_edges_from((NOBODY, one) for one in present if facts.may_have_bye(one))
    matching = networkx.max_weight_matching(graph, maxcardinality=True)
    return 2 * len(matching) == len(present) + len(present) % 2


def check_tournament(seed: str, preset: str) -> None:
    """Every round is legal, and a refused one has no legal pairing."""
    random = Random(f"{seed} {preset}")
    players, rounds = random.randint(2, random.choice((8, 16, 40))), random.randint(1, 9)
    tournament = begun(random, preset, players, rounds)
    for before, made in rounds_of(random, tournament, rounds):
        if made is not None:
            check_legal(before, made)
        elif len(facts_of(before).present()) > 1:
            assert not legal_pairing_exists(before), (seed, preset, len(before.rounds))


@pytest.mark.parametrize("preset", PRESETS)
def test_rounds_are_legal_or_there_is_no_legal_one(preset: str) -> None:
    for number in range(20):
        check_tournament(f"few {number}", preset)


@pytest.mark.slow
@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize("part", range(5))
def test_many_rounds_are_legal_or_there_is_no_legal_one(preset: str, part: int) -> None:
    for number in range(40):
        check_tournament(f"many {part}.{number}", preset)


@pytest.mark.parametrize("preset", PRESETS)
def test_nothing_depends_on_the_order_of_entries(preset: str) -> None:
    """The same seed gives the same round, and who has which number is all that counts."""
    random = Random(f"shuffled {preset}")
    tournament = begun(random, preset, random.randint(11, 25), 5)
    for before, made in rounds_of(random, tournament, 5):
        again = replace(
            before,
            entries=shuffled(random, before.entries),
            avoided=shuffled(random, before.avoided),
            rounds=shuffled(random, before.rounds),
        )
        assert proposal_of(before) == made
        assert proposal_of(again) == made


def shuffled(random: Random, values: Mapping[K, V]) -> dict[K, V]:
    """The same in another order."""
    items = list(values.items())
    random.shuffle(items)
    return dict(items)


def test_another_seed_gives_another_round() -> None:
    rounds = {pair_round(event(12, seed=str(n))).boards for n in range(5)}
    assert len(rounds) == 5


def digest() -> str:
    """One number for all rounds of some events."""
    found = []
    for preset in PRESETS:
        random = Random(f"digest {preset}")
        tournament = begun(random, preset, 21, 5)
        found += [made for _, made in rounds_of(random, tournament, 5)]
    return sha256(repr(found).encode()).hexdigest()


def test_nothing_depends_on_the_hash_seed() -> None:
    code = "from pairing.test_swiss_properties import digest; print(digest())"
    tests = Path(__file__).parent.parent
    found = set()
    for seed in ("0", "1", "4711"):
        environment = {**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": str(tests)}
        done = subprocess.run(
            [sys.executable, "-c", code],
            env=environment,
            capture_output=True,
            text=True,
            check=True,
        )
        found.add(done.stdout.strip())
    assert found == {digest()}


# Named cases


def pairs_of(made: Proposal) -> set[frozenset[PlayerId]]:
    """Who meets whom."""
    return {frozenset((board.white, board.black)) for board in made.boards}


def couples(*pairs: tuple[int, int]) -> set[frozenset[PlayerId]]:
    """The same, as one writes it."""
    return {frozenset((PlayerId(a), PlayerId(b))) for a, b in pairs}


@pytest.mark.parametrize("method", METHODS)
def test_the_third_round_of_four(method: str) -> None:
    """After two rounds everybody has one opponent left, whatever the points say."""
    start = event(4, pairing_methods={"rest": method})
    for a, b, c, d in product((FIRST, DRAW, SECOND), repeat=4):
        first = played(start, {(1, 2): a, (3, 4): b})
        before = played(first, {(1, 3): c, (2, 4): d})
        assert pairs_of(pair_round(before)) == couples((1, 4), (2, 3))


def test_the_last_two_of_the_list_have_met() -> None:
    """Down the list it would be 1-2, 3-4 and 5-6 again; 3-5, 4-6 have met, 1-2 is kept."""
    start = event(6, pairing_methods={"rest": "entry_order"})
    first = played(start, {(5, 6): DRAW, (1, 4): DRAW, (2, 3): DRAW})
    before = played(first, {(1, 3): DRAW, (2, 5): DRAW, (4, 6): DRAW})
    assert pairs_of(pair_round(before)) == couples((1, 2), (3, 6), (4, 5))


def complete(tournament: Tournament, rounds: int, random: Random) -> Tournament:
    """As many of these rounds as can be paired."""
    for before, made in rounds_of(random, tournament, rounds):
        tournament = before
        if made is None:
            return before
        check_legal(before, made)
        pairs = [(board.white, board.black) for board in made.boards]
        tournament = with_results(random, before, pairs, made.bye)
    return tournament


def byes_of(tournament: Tournament) -> Counter[PlayerId]:
    """How many everybody had."""
    return Counter(player for round_ in tournament.rounds.values() for player in round_.byes)


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("preset", PRESETS)
def test_three_players_for_three_rounds(preset: str, method: str) -> None:
    """Everybody meets everybody and has one bye; then there is nothing left."""
    start = event(
        3,
        preset,
        pairing_methods={"rest": method},
        color_balance_strict=False,
        prevent_consecutive_byes=False,
    )
    over = complete(start, 3, Random(f"three {preset} {method}"))
    met = [frozenset(p.seats) for round_ in over.rounds.values() for p in round_.pairings.values()]
    assert len(over.rounds) == 3
    assert set(met) == couples((1, 2), (1, 3), (2, 3))
    assert set(byes_of(over).values()) == {1}
    assert proposal_of(over) is None


@pytest.mark.parametrize("method", METHODS)
def test_five_players_for_five_rounds(method: str) -> None:
    """One bye each, and everybody meets everybody; or three rounds were such that none is left."""
    complete_ones = 0
    for number in range(12):
        start = event(5, seed=f"five {number}", pairing_methods={"rest": method})
        over = complete(start, 5, Random(f"five {method} {number}"))
        if len(over.rounds) == 5:
            assert byes_of(over) == dict.fromkeys(start.entries, 1)
            assert proposal_of(over) is None
            complete_ones += 1
        else:
            assert len(over.rounds) == 3
            assert not legal_pairing_exists(over)
    assert complete_ones


@pytest.mark.parametrize("method", METHODS)
def test_everybody_has_played_everybody(method: str) -> None:
    start = event(4, pairing_methods={"rest": method})
    two = played(played(start, {(1, 2): DRAW, (3, 4): DRAW}), {(1, 3): DRAW, (2, 4): DRAW})
    with pytest.raises(ImpossiblePairingError):
        pair_round(played(two, {(1, 4): DRAW, (2, 3): DRAW}))


@pytest.mark.parametrize("method", METHODS)
def test_everybody_has_had_the_byes_that_are_allowed(method: str) -> None:
    """Three met nobody else, and each of them had a bye: a second one is not allowed."""
    byes = {1: ByeKind.PAIRING, 2: ByeKind.FULL, 3: ByeKind.PAIRING}
    limited = event(3, pairing_methods={"rest": method})
    with pytest.raises(ImpossiblePairingError):
        pair_round(played(limited, {}, byes))
    allowed = event(3, pairing_methods={"rest": method}, max_byes_per_player=2)
    assert pair_round(played(allowed, {}, byes)).bye is not None


def test_a_forfeited_match_is_not_played_again() -> None:
    before = played(event(4), {(1, 2): Forfeit(win_for(0)), (3, 4): DRAW})
    assert not pairs_of(pair_round(before)) & couples((1, 2), (3, 4))
