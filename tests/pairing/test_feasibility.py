"""What can be seen to go wrong from the rules and the field."""

from dataclasses import replace
from typing import Any

import pytest

from fairpair.core.ids import PlayerId
from fairpair.core.players import Entry, Period, Player
from fairpair.core.results import Decided, Forfeit, Result, win_for
from fairpair.core.rounds import Pairing, RoundRef
from fairpair.core.rules import Rules
from fairpair.core.tournament import PairingRestriction, Tournament
from fairpair.engine.pairing.check import breaches
from fairpair.engine.pairing.feasibility import feasibility_warnings
from fairpair.formats.imported import round_of

R1 = RoundRef(1, 1)


def of(count: int, *clubs: str, **rules: Any) -> Tournament:
    entries = {
        PlayerId(n): Entry(Player(f"P{n}", club=clubs[n - 1] if clubs else ""), (Period(R1),))
        for n in range(1, count + 1)
    }
    return Tournament(created=True, rules=Rules.read(rules), entries=entries, draw_seed="x")


@pytest.mark.parametrize(
    ("event", "codes"),
    [
        (of(8, rounds=7), []),
        (of(8, rounds=8), ["too-many-rounds"]),
        (of(7, rounds=7), []),
        (of(8, rounds=8, avoid_repeat_pairings=False), []),
        (of(8, rounds=9, system="round_robin"), []),
        (of(7, max_byes_per_player=0), ["no-byes"]),
        (of(8, max_byes_per_player=0), []),
        (of(3, rounds=7, avoid_repeat_pairings=False), ["too-few-byes"]),
        (of(3, "A", "A", "A", avoid_same=["club"]), []),
        (of(3, "A", "A", "a", avoid_same=["club"], avoid_same_hard=True), ["nobody-to-meet"] * 3),
        (of(0), []),
    ],
)
def test_warnings(event: Tournament, codes: list[str]) -> None:
    found = feasibility_warnings(event)
    assert [one.code for one in found] == codes
    assert all(str(one.message).endswith(".") for one in found)


def test_one_who_is_kept_from_everybody() -> None:
    pairs = {
        frozenset((PlayerId(1), PlayerId(n))): PairingRestriction(hard=True) for n in (2, 3, 4)
    }
    event = of(4)
    lonely = Tournament(created=True, rules=event.rules, entries=event.entries, avoided=pairs)
    assert [one.players for one in feasibility_warnings(lonely)] == [(1,)]


@pytest.mark.parametrize(
    ("hard", "until", "found"), [(True, None, True), (False, None, False), (True, 1, None)]
)
def test_a_club_is_kept_apart_in_rounds_made_by_hand(
    hard: bool, until: int | None, found: bool | None
) -> None:
    event = of(2, "Rooks", "rooks", avoid_same=["club"], avoid_same_hard=hard)
    event = of(
        2,
        "Rooks",
        "rooks",
        avoid_same=["club"],
        avoid_same_hard=hard,
        **({"avoid_same_rounds": until} if until else {}),
    )
    ref = RoundRef(1, 2 if until else 1)
    pairing = {1: Pairing((PlayerId(1), PlayerId(2)))}
    hits = [b.hard for b in breaches(event, ref, pairing, {}) if b.code == "avoided-pair"]
    assert hits == ([] if found is None else [found])


@pytest.mark.parametrize(
    ("rules", "found"),
    [({"color_balance_strict": True}, [1]), ({"system": "dutch"}, [1]), ({}, [])],
)
def test_a_third_colour_running_is_told(rules: dict[str, Any], found: list[int]) -> None:
    """1 had White twice; 4 too, but once by forfeit."""
    win = Decided(win_for(0))
    rounds = {
        R1: round_of([seated(1, 2, win), seated(4, 3, Forfeit(win_for(0)))], {}, "swiss"),
        RoundRef(1, 2): round_of([seated(1, 3, win), seated(4, 2, win)], {}, "swiss"),
    }
    event = replace(of(4, **rules), rounds=rounds)
    third = {1: seated(1, 4, None), 2: seated(2, 3, None)}
    other = {1: seated(4, 1, None), 2: seated(2, 3, None)}
    hits = [b for b in breaches(event, RoundRef(1, 3), third, {}) if b.code == "colour"]
    assert [sorted(b.who) for b in hits] == [[p] for p in found]
    assert not any(b.hard for b in hits)
    assert not any(b.code == "colour" for b in breaches(event, RoundRef(1, 3), other, {}))


def seated(white: int, black: int, result: Result | None) -> Pairing:
    return Pairing((PlayerId(white), PlayerId(black)), result)
