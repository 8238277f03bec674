"""Sets of places as integers, one bit a place."""

from collections.abc import Iterable, Iterator


def mask(places: Iterable[int]) -> int:
    """The set of these places."""
    total = 0
    for place in places:
        total |= 1 << place
    return total


def lowest(mask: int) -> int:
    """The first place of a set."""
    return (mask & -mask).bit_length() - 1


def bits(mask: int) -> Iterator[int]:
    """The places of a set, first to last."""
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low
