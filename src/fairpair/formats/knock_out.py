"""Knock-out rounds of files that do not tell seeds: the seeds that give just these matches."""

from collections.abc import Callable, Mapping, Sequence

from fairpair.core.ids import PlayerId
from fairpair.core.rounds import Pairing
from fairpair.engine.stages.bracket import seed_order

Matches = Sequence[Pairing]
Block = tuple[PlayerId, ...]
"""A part of the tree from top to bottom, its best player first."""


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
        blocks = _joined(blocks, matches, rank)
    while len(blocks) > 1:  # rounds to come: in the order of the file
        blocks.sort(key=lambda block: rank(block[0]))
        half = len(blocks) // 2
        pairs = zip(blocks[:half], reversed(blocks[half:]), strict=True)
        blocks = [(*one, *other) for one, other in pairs]
    seeds = dict(zip(seed_order(size), blocks[0], strict=True))
    return tuple(seeds[number] for number in sorted(seeds))


def _joined(blocks: list[Block], matches: Matches, rank: Callable[[PlayerId], int]) -> list[Block]:
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
