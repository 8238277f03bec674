"""One attempt a seed: a kind of file, one of its samples, mutilated, and what became of it."""

from collections.abc import Sequence
from random import Random

from .mutations import mutated
from .outcomes import outcome_of
from .samples import samples


def file_of(seed: int, kinds: Sequence[str] = ()) -> tuple[str, bytes]:
    """The kind and the bytes of this seed's file."""
    lots, good = Random(seed), samples()
    kind = lots.choice(list(kinds or good))
    other = lots.choice(good[lots.choice(list(good))])
    return kind, mutated(lots.choice(good[kind]), other, lots)


def attempt(seed: int, kinds: Sequence[str] = ()) -> bool:
    """Whether the file came in anywhere; a fault of ours is raised."""
    return bool(outcome_of(file_of(seed, kinds)[1]).read)
