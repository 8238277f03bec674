"""Lots as hashes: each belongs to the event and the purpose it is drawn for, in any order of work.

The compiled kernel draws the same lots (`kernel.lot`). The mixing function is that of splitmix64.
"""

RATING, LOT, BYE_LOT, GAME, DRAWN, TIME = 1, 2, 3, 4, 5, 6
"""What lots are drawn for."""
PAIR = 1 << 14
"""The two of a pair as one number are `a * PAIR + b`: so many players there can be."""
GAMES = 8
"""So many games a match can have."""
AFTER_ALL = 1000
"""The round of the lots of the final standings."""
_MASK = (1 << 64) - 1
_STEP = 0x9E3779B97F4A7C15


def lot(seed: int, event: int, purpose: int, a: int, b: int) -> int:
    """A number of 64 bits that belongs to what it is drawn for.

    >>> lot(1, 0, GAME, 0, 1) == lot(1, 0, GAME, 0, 1) != lot(1, 1, GAME, 0, 1)
    True
    """
    found = _mix((seed + _STEP * (event + 1)) & _MASK)
    found = _mix(found ^ (purpose << 56 & _MASK) ^ (a << 28 & _MASK) ^ b)
    return _mix((found + _STEP) & _MASK)


def share(number: int) -> float:
    """A lot as at least 0 and less than 1."""
    return (number >> 11) * (1.0 / 9007199254740992.0)


def _mix(number: int) -> int:
    number = ((number ^ (number >> 30)) * 0xBF58476D1CE4E5B9) & _MASK
    number = ((number ^ (number >> 27)) * 0x94D049BB133111EB) & _MASK
    return number ^ (number >> 31)
