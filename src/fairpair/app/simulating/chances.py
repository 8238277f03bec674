"""Lots from a seed, the same on every computer, and how likely each result of a game is."""

from dataclasses import dataclass
from hashlib import sha256

_BITS = 53
"""What a float holds exactly."""


@dataclass(frozen=True, slots=True)
class Lots:
    """Lots drawn from a seed: each belongs to what it is drawn for, so the order is of no matter.

    >>> Lots("spring").number(1, 6, "die") == Lots("spring").number(1, 6, "die")
    True
    """

    seed: str

    def share(self, *what: object) -> float:
        """At least 0 and less than 1."""
        return (self._drawn(what) >> (256 - _BITS)) / 2.0**_BITS

    def number(self, first: int, last: int, *what: object) -> int:
        """One of these, both included."""
        return first + self._drawn(what) % (last - first + 1)

    def happens(self, percent: int, *what: object) -> bool:
        """Whether something does that happens in so many cases of a hundred."""
        return self.share(*what) * 100 < percent

    def _drawn(self, what: tuple[object, ...]) -> int:
        text = ":".join((self.seed, *map(str, what)))
        return int.from_bytes(sha256(text.encode()).digest(), "big")


def winning_chances(white: int, black: int) -> tuple[float, float]:
    """How likely White wins and Black wins, by their ratings; what is left are draws.

    Milvang's model, to which FIDE's commission points for random tournaments: quadratic arcs in
    the difference of the ratings, more draws the stronger the two are. Only the four basic
    operations are used, so that the numbers are the same everywhere.

    >>> [round(chance, 3) for chance in winning_chances(2467, 2344)]
    [0.511, 0.138]
    """
    mean, lead = (white + black) / 2, float(white - black)
    strength = max(0.0, (mean - 1200) / 1200)
    for_white = _arc(
        lead, 40, 0.45 - 0.10 * strength * strength, -1492 + 0.391 * mean, 1691 - 0.428 * mean
    )
    for_black = _arc(
        -lead, 80, 0.46 - 0.13 * strength * strength, -1428 + 0.388 * mean, 1753 - 0.416 * mean
    )
    return for_white, min(for_black, 1 - for_white)


def _arc(lead: float, centre: float, value: float, never: float, always: float) -> float:
    """0 up to a lead of `never`, `value` at the centre, 1 from a lead of `always` on."""
    if lead <= never:
        return 0.0
    if lead >= always:
        return 1.0
    if lead < centre:
        part = (lead - never) / (centre - never)
        return value * part * part
    part = (lead - always) / (centre - always)
    return 1 - (1 - value) * part * part
