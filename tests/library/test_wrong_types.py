"""Values of any type in every place: an answer, or a `FairpairError`, and nothing else.

Each value goes into each place twice: with nothing else but what is needed, and with sound values
for all other arguments, so that no default hides what an argument does with it.
"""

import copy
import inspect
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import fields
from decimal import Decimal
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

import fairpair

from .test_tournament import FOUR, after_a_round

NAN, INF = float("nan"), float("inf")
PLAIN: tuple[Any, ...] = (
    *(None, 5, 0, -1, 10**30, 1.5, NAN, INF, -INF, 1j, Decimal("NaN"), Fraction(1, 3), True, ...),
    *("x", "", "\0", "\ud800", "Ana", "players.csv", b"x", b"", object(), int, len, range(3)),
    *([], [5], [None], [[]], {}, {"a": 5}, {5: 5}, {None: None}, ("a", "b"), {"x"}, ("Ana", "Bo")),
    *(1, [NAN], {"Ana": NAN}, {"Ana": "x"}, {1: NAN}, {1: object()}, Path("x.csv"), slice(1)),
)
PEOPLE: tuple[Any, ...] = tuple(
    kind(**{"name": "X", field.name: value})  # type: ignore[arg-type]
    for kind in (fairpair.Player, fairpair.Team)
    for field in fields(kind)
    for value in (None, 5, 1.5, NAN, "x", object(), [5], ["p", "q"], {"fide": 5}, {5: object()})
)
MATCHES: tuple[Any, ...] = tuple(
    [[match]]
    for value in (*PLAIN, [], {"op": NAN}, ["1", 5])
    for match in (
        ("Ana", "Bo", value),
        ("Ana", value, "1-0"),
        (value, None, "half"),
        ("Ana", None, value),
        {"p1": "Ana", "p2": value, "result": "1-0"},
        {"p1": "Ana", "p2": "Bo", "result": value},
        value,
    )
)
JUNK = (*PLAIN, *([one] for one in PLAIN))
OF_PLACE: dict[str, tuple[Any, ...]] = {
    "rounds": MATCHES,
    **dict.fromkeys(
        ("players", "members", "player", "source"), (*PEOPLE, *([one] for one in PEOPLE))
    ),
}
"""Further values for some places."""
SOUND: dict[str, Any] = {
    "players": FOUR,
    "player": "Ana",
    "other": "Bo",
    "first": "Ana",
    "second": "Bo",
    "name": "Eve",
    "rating": 1800,
    "members": ["p", "q"],
    "missed": "half",
    "from_round": 2,
    "until_round": 3,
    "table": 1,
    "result": "2-0",
    "results": {1: "2-0"},
    "rounds": [[("Ana", "Bo", "1-0"), ("Cy", "Di", "0-1")]],
    "round": 1,
    "number": 1,
    "after": 1,
    "action": 1,
    "reason": "a reason",
    "file": b"x",
    "source": FOUR,
    "values": {"Ana": 2, "Bo": "1/2"},
    "meaning": "blitz play-off",
    "system": "dutch",
    "preset": "fide_dutch",
    "points": (3, 1, 0),
    "tiebreaks": "BH",
    "total_rounds": 5,
    "byes": [],
    "forbidden": [("Ana", "Di")],
    "drops": {"Bo": 1},
    "seed": 5,
    "remedy": "rematch",
    "confirm": "rematch",
    "kind": "zero",
    "division": "Masters",
    "workers": 1,
    "times": 1,
}
SKIPPED = ("path", "times")
"""Files that would be written, and work that would take long."""
METHODS = [
    name
    for name, one in inspect.getmembers(fairpair.Tournament, inspect.isfunction)
    if not name.startswith("_") and name not in ("save", "ref_of")
]
CALLS = ("pair", "standings", "open", "read_trf", "read_players", "check", "simulate")
FIELDS = ("best_of", "club", "ids", "elo", "birth", "tiebreaks", "avoid_same")
"""Names for arguments of any name."""


def places(call: Any) -> list[str]:
    found = inspect.signature(call).parameters.values()
    return [one.name for one in found if one.name != "self" and one.name not in SKIPPED]


def arguments(call: Any, place: str, value: object) -> Iterator[tuple[list[Any], dict[str, Any]]]:
    """This value in its place, beside what is needed, and beside sound values for all others."""
    for full in (False, True):
        args: list[Any] = []
        named: dict[str, Any] = {}
        wild = ""
        for one in inspect.signature(call).parameters.values():
            here = one.name == place
            if one.kind is one.VAR_POSITIONAL:
                args += [value] if here else ["Eve"] if full else []
            elif one.kind is one.VAR_KEYWORD:
                wild = one.name if here else ""
            elif here or (one.default is one.empty and one.name != "self"):
                named[one.name] = value if here else SOUND[one.name]
            elif full and one.name in SOUND:
                named[one.name] = SOUND[one.name]
        for name in FIELDS if wild else ("",):
            yield args, {**named, name: value} if wild else named


def junk_for(place: str) -> tuple[Any, ...]:
    return (*JUNK, *OF_PLACE.get(place, ()))


@pytest.mark.parametrize("name", METHODS)
def test_a_method(name: str) -> None:
    t = after_a_round(rounds=3)
    method = getattr(fairpair.Tournament, name)
    for place in places(method):
        for value in junk_for(place):
            for args, named in arguments(method, place, value):
                copied = copy.copy(t)
                with suppress(fairpair.FairpairError):
                    getattr(copied, name)(*args, **named)


@pytest.mark.parametrize("name", [*CALLS, "Tournament"])
def test_a_call(name: str) -> None:
    call = getattr(fairpair, name)
    for place in places(call):
        for value in junk_for(place):
            for args, named in arguments(call, place, value):
                with suppress(fairpair.FairpairError):
                    call(*args, **named)


@pytest.mark.parametrize("name", ["round", "standings", "ranking", "history", "players"])
def test_what_was_returned(name: str) -> None:
    t = after_a_round(rounds=3)
    member = getattr(t, name)
    shown = member() if callable(member) else member
    calls = [shown.__getitem__]
    calls += [
        getattr(shown, one)
        for one in ("row", "match", "explain", "with_results")
        if hasattr(shown, one)
    ]
    for value in (*JUNK, *PEOPLE):
        for call in calls:
            with suppress(fairpair.FairpairError):
                call(value)
