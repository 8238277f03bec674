"""A draw that anyone can check: the seed's hash is published first, a public value may be added."""

import re

from fairpair.core.dataclass import dataclass

BEACONS = {
    "nist": re.compile(r"[0-9A-F]{128}", re.IGNORECASE),
    "drand": re.compile(r"[0-9a-f]{64}", re.IGNORECASE),
    "other": re.compile(r"\S(?:.{0,198}\S)?"),
}
"""The sources of public random values, and what their values look like.

The NIST randomness beacon gives 512 bits, drand 256 bits, both as hexadecimal digits. Any other
source, such as a lottery, is a line of text.
"""
BITS = {"nist": 512, "drand": 256}


@dataclass(frozen=True, slots=True)
class PublicDraw:
    """What was announced about the draw seed before the first round."""

    commitment: str
    """The hash of the seed of the tournament."""
    beacon: str = ""
    """Where the public value comes from; empty if there is none."""
    source: str = ""
    """Which value of that source, in words."""
    value: str = ""
    """The public value, once it is known."""

    @property
    def waits(self) -> bool:
        """Whether the public value is still missing."""
        return bool(self.beacon) and not self.value


def commitment_to(seed: str) -> str:
    """The hash by which a draw seed can be recognised later.

    >>> commitment_to("friday")[:16]
    '7a0c8ba8d21726b4'
    """
    return _hash(f"fairpair draw seed {seed}")


def mixed_seed(seed: str, value: str) -> str:
    """The draw seed after a public value: neither whoever set the seed nor the source controls it.

    >>> mixed_seed("friday", "12 17 23 31 40 44")[:16]
    '4cc4ef94b5679c15'
    """
    return _hash(f"{seed}:{value}")


def fits(beacon: str, value: str) -> bool:
    """Whether a value is what such a source publishes."""
    return BEACONS[beacon].fullmatch(value) is not None


def _hash(text: str) -> str:
    from hashlib import sha256  # noqa: PLC0415  OpenSSL comes with it: see `engine.lots`

    return sha256(text.encode()).hexdigest()
