"""A tournament that another program ran, and what our rules cannot express of it."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import field
from fractions import Fraction

from fairpair.core.dataclass import dataclass
from fairpair.core.errors import FieldProblem
from fairpair.core.ids import PlayerId
from fairpair.core.rounds import HIGHEST_TABLE, MOST_ROUNDS, ByeKind, Pairing, Round, RoundStatus
from fairpair.core.tournament import Tournament
from fairpair.engine.pairing.proposal import Past, VirtualPoints
from fairpair.language.message import Message

Matches = Sequence[Pairing]
Block = tuple[PlayerId, ...]
"""A part of the tree from top to bottom, its best player first."""


@dataclass(frozen=True, slots=True)
class ImportedTournament:
    """A file as a tournament. Players have the numbers they have in the file."""

    tournament: Tournament
    awarded: Mapping[tuple[PlayerId, int], Fraction] = field(default_factory=dict)
    """All points of a player in a round, where the rules give others or the file sets them."""
    extra: Mapping[tuple[PlayerId, int], Fraction] = field(default_factory=dict)
    """Bonuses, and penalties below zero, that belong to no round."""
    virtual: VirtualPoints | None = None
    """Virtual points by player and round, where the file lists them."""
    preset: str = ""
    """The preset it was played by, if the file does not define its rules."""
    settings: Mapping[str, object] = field(default_factory=dict)
    """The rules that the file defines beside that."""
    notes: tuple[Message, ...] = ()
    """What was left out or guessed."""

    @property
    def past(self) -> Past:
        """What pairing needs to know beside the tournament's own values."""
        return Past(self.awarded, self.extra, self.virtual)


MOST_PLAYERS = 10_000


def size_problems(players: int, rounds: int) -> Iterator[FieldProblem]:
    """What makes a tournament too large."""
    if players > MOST_PLAYERS:
        text = Message("value.too-many", count=players, most=MOST_PLAYERS)
        yield FieldProblem(Message("place.players"), text)
    if rounds > MOST_ROUNDS:
        text = Message("value.too-many", count=rounds, most=MOST_ROUNDS)
        yield FieldProblem(Message("place.rounds"), text)


def table_numbers(numbers: Sequence[int]) -> Sequence[int]:
    """Table numbers as the file has them if they can be that, else from 1 on.

    >>> table_numbers([3, 5]), table_numbers([0, 1]), table_numbers([2, 2])
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
    numbers = table_numbers(tables) if tables else range(1, len(pairings) + 1)
    is_open = any(pairing.result is None for pairing in pairings)
    return Round(
        status=RoundStatus.PUBLISHED if is_open else RoundStatus.COMPLETE,
        pairings=dict(zip(numbers, pairings, strict=True)),
        byes=byes,
        system=system,
        engine="",
        draw_seed="",
    )


def seeds_of(rounds: Sequence[Matches], ranks: Mapping[PlayerId, int]) -> tuple[PlayerId, ...]:
    """Who was seeded how, best first, from the rounds of a knock-out and the ranks before it.

    Whoever met whom, up to the final, must be possible with them; where that leaves a choice, and
    where the rounds are those of no usual tree, the better rank has the better seed.
    """
    players = list(dict.fromkeys(p for matches in rounds for x in matches for p in x.seats))

    def rank(player: PlayerId) -> int:
        return ranks.get(player, len(ranks) + 1)

    first = rounds[0] if rounds else ()
    size = len(players)
    if size < 2 or size & (size - 1) or len(first) * 2 != size:
        return tuple(sorted(players, key=rank))
    blocks: list[Block] = [tuple(sorted(one.seats, key=rank)) for one in first]
    for matches in rounds[1:]:
        blocks = _join_blocks(blocks, matches, rank)
    while len(blocks) > 1:  # rounds to come: in the order of the file
        blocks.sort(key=lambda block: rank(block[0]))
        half = len(blocks) // 2
        pairs = zip(blocks[:half], reversed(blocks[half:]), strict=True)
        blocks = [(*one, *other) for one, other in pairs]
    from fairpair.engine.stages.bracket import seed_order  # noqa: PLC0415 - only for knockouts

    seeds = dict(zip(seed_order(size), blocks[0], strict=True))
    return tuple(seeds[number] for number in sorted(seeds))


def _join_blocks(
    blocks: list[Block], matches: Matches, rank: Callable[[PlayerId], int]
) -> list[Block]:
    """The parts of the tree that a round brings together; the better one first."""
    for one in matches:
        parts = [block for block in blocks if set(one.seats) & set(block)]
        sizes = {len(part) for part in parts}
        smallest = min(map(len, blocks))
        if len(parts) == 2 and sizes == {smallest}:
            blocks = [block for block in blocks if block not in parts]
            parts.sort(key=lambda part: rank(part[0]))
            blocks.append((*parts[0], *parts[1]))
    return blocks
