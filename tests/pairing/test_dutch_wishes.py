"""The Dutch system where the organiser would rather keep some players apart."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from fairpair.core.ids import PlayerId
from fairpair.core.players import Player
from fairpair.core.results import Games
from fairpair.core.rounds import ByeKind
from fairpair.core.tournament import PairingRestriction, Tournament
from fairpair.engine.pairing.systems import explain_round, pair_round

from .explained_rounds import round_lines
from .swiss_positions import event, played

Pair = tuple[int, int]
WIN, DRAW, LOSS = Games((1, 0)), Games((1, 1)), Games((0, 1))


def dutch(players: int, **rules: object) -> Tournament:
    chosen: dict[str, Any] = {"rounds": 5, "initial_colour": "white", **rules}
    return event(players, "fide_dutch", **chosen)


def with_wishes(t: Tournament, *pairs: Pair) -> Tournament:
    """The same with pairs that should not meet."""
    avoided = {frozenset(map(PlayerId, pair)): PairingRestriction(hard=False) for pair in pairs}
    return replace(t, avoided=avoided)


def pairs(t: Tournament) -> list[Pair]:
    """Who meets whom, the lower number first."""
    found = [sorted((board.white, board.black)) for board in pair_round(t).boards]
    return sorted((int(a), int(b)) for a, b in found)


def matchings(players: Sequence[int]) -> Iterator[list[Pair]]:
    """Every way to pair all of them."""
    if not players:
        yield []
        return
    first, rest = players[0], players[1:]
    for other in rest:
        for found in matchings([one for one in rest if one != other]):
            yield [(first, other), *found]


def test_two_who_should_not_meet_get_other_opponents() -> None:
    t = dutch(6)
    assert pairs(t) == [(1, 4), (2, 5), (3, 6)]
    assert pairs(with_wishes(t, (1, 4))) == [(1, 5), (2, 4), (3, 6)]


def test_two_of_one_club_get_other_opponents() -> None:
    t = dutch(6, avoid_same=["club"])
    members = {
        player: replace(entry, entrant=Player(f"P{player}", 2400 - 10 * player, club="Zug"))
        for player, entry in t.entries.items()
        if player in (1, 4)
    }
    assert pairs(replace(t, entries={**t.entries, **members})) == [(1, 5), (2, 4), (3, 6)]


def test_nobody_floats_for_a_wish() -> None:
    """The two leaders are a group of their own, so they meet."""
    t = played(dutch(4), {(1, 3): WIN, (4, 2): LOSS})
    assert pairs(with_wishes(t, (1, 2))) == pairs(t) == [(1, 2), (3, 4)]


def test_a_wish_comes_before_colours() -> None:
    """All have one point; 1 and 4 had White, 2 and 3 Black, so 1-2 and 3-4 would suit them all."""
    t = played(dutch(4), {(1, 3): DRAW, (4, 2): DRAW})
    assert pairs(t) == [(1, 2), (3, 4)]
    assert pairs(with_wishes(t, (1, 2))) == [(1, 4), (2, 3)]


@pytest.mark.parametrize("seed", range(30))
def test_as_few_as_possible_meet_who_should_not(seed: int) -> None:
    random = Random(seed)
    everybody = list(range(1, 9))
    wishes = random.sample(
        [(a, b) for a in everybody for b in everybody if a < b], random.randint(1, 24)
    )
    fewest = min(sum(pair in wishes for pair in way) for way in matchings(everybody))
    found = pairs(with_wishes(dutch(8), *wishes))
    assert sum(pair in wishes for pair in found) == fewest


@pytest.mark.parametrize("seed", range(30))
def test_wishes_that_are_met_anyway_change_nothing(seed: int) -> None:
    random = Random(seed)
    t = dutch(random.choice((9, 10, 12)))
    for _ in range(random.randint(1, 3)):
        made = pair_round(t)
        boards = {
            (int(board.white), int(board.black)): random.choice((WIN, DRAW, LOSS))
            for board in made.boards
        }
        t = played(t, boards, {int(made.bye): ByeKind.PAIRING} if made.bye else {})
    expected = pairs(t)
    numbers = [int(player) for player in t.entries]
    others = [(a, b) for a in numbers for b in numbers if a < b and (a, b) not in expected]
    assert pairs(with_wishes(t, *random.sample(others, 6))) == expected


def test_the_explanation_names_the_wish_without_a_number_of_a_criterion() -> None:
    t = with_wishes(dutch(6), (1, 4))
    lines = round_lines(explain_round(t, None, pair_round(t)), t.name_of)
    reason = "P1 would have played P4, but then P1 and P4 would meet despite a pairing restriction."
    assert any(reason in line for line in lines)
