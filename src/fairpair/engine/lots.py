"""Lots, drawn from the tournament's recorded seed: the same on every computer."""

from collections.abc import Callable, Iterable
from functools import cache

from fairpair.core.ids import PlayerId


@cache
def _digest() -> Callable[[bytes], bytes]:
    """SHA-256; OpenSSL comes with it, and most rounds of a file need no lot."""
    from hashlib import sha256  # noqa: PLC0415

    return lambda text: sha256(text).digest()


def draw_side(seed: str, purpose: str) -> int:
    """0 or 1 by lot."""
    return _digest()(f"{seed}:{purpose}".encode())[0] % 2


def draw_number(seed: str, purpose: str, count: int) -> int:
    """One of the numbers from 0 up to this count, by lot."""
    return int.from_bytes(_digest()(f"{seed}:{purpose}".encode())) % count


def draw_lots(seed: str, purpose: str, players: Iterable[PlayerId]) -> list[PlayerId]:
    """The players in an order by lot; who else takes part does not change it."""
    digest = _digest()
    return sorted(players, key=lambda p: digest(f"{seed}:{purpose}:{p}".encode()))
