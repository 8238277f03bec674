"""A tournament that another program ran, and what of it our rules cannot say."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction

from fairpair.core.errors import FieldProblem
from fairpair.core.ids import PlayerId
from fairpair.core.rounds import HIGHEST_TABLE, MOST_ROUNDS, ByeKind, Pairing, Round, RoundStatus
from fairpair.core.tournament import Tournament


@dataclass(frozen=True, slots=True)
class Imported:
    """A file as a tournament. Players have the numbers they have in the file."""

    tournament: Tournament
    awarded: Mapping[tuple[PlayerId, int], Fraction] = field(default_factory=dict)
    """All points of a player in a round, where the rules give others or the file sets them."""
    extra: Mapping[tuple[PlayerId, int], Fraction] = field(default_factory=dict)
    """Bonuses, and penalties below zero, that belong to no round."""
    virtual: Mapping[tuple[PlayerId, int], Fraction] | None = None
    """Virtual points by player and round, where the file lists them."""
    order: tuple[PlayerId, ...] = ()
    """By pairing number."""
    preset: str = ""
    """The rule set it was played by, where the file tells no rules of its own."""
    settings: Mapping[str, object] = field(default_factory=dict)
    """What the file says of the rules beside that."""
    notes: tuple[str, ...] = ()
    """What was left out or guessed."""


MOST_PLAYERS = 10_000


def size_problems(players: int, rounds: int) -> Iterator[FieldProblem]:
    """What makes an event larger than any can be."""
    if players > MOST_PLAYERS:
        yield FieldProblem("players", f"are {players}, at most {MOST_PLAYERS} are possible")
    if rounds > MOST_ROUNDS:
        yield FieldProblem("rounds", f"are {rounds}, at most {MOST_ROUNDS} are possible")


def numbered(numbers: Sequence[int]) -> Sequence[int]:
    """Table numbers as the file has them if they can be that, else from 1 on.

    >>> numbered([3, 5]), numbered([0, 1]), numbered([2, 2])
    ([3, 5], range(1, 3), range(1, 3))
    """
    good = len(set(numbers)) == len(numbers) and all(1 <= n <= HIGHEST_TABLE for n in numbers)
    return numbers if good else range(1, len(numbers) + 1)


def round_of(
    pairings: Sequence[Pairing],
    byes: Mapping[PlayerId, ByeKind],
    system: str,
    tables: Sequence[int] = (),
) -> Round:
    """A round with tables from 1 on in the order given; complete once every table has a result."""
    numbers = numbered(tables) if tables else range(1, len(pairings) + 1)
    is_open = any(pairing.result is None for pairing in pairings)
    return Round(
        status=RoundStatus.PUBLISHED if is_open else RoundStatus.COMPLETE,
        pairings=dict(zip(numbers, pairings, strict=True)),
        byes=byes,
        system=system,
        engine="",
        draw_seed="",
    )
