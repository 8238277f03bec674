"""Databases limit the number of parameters of one statement."""

from collections.abc import Iterator, Sequence

_AT_ONCE = 500


def batched(values: Sequence[str]) -> Iterator[Sequence[str]]:
    """The values in pieces that one statement can take."""
    for start in range(0, len(values), _AT_ONCE):
        yield values[start : start + _AT_ONCE]
