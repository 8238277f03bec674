"""Lots, drawn from the tournament's recorded seed: the same on every computer."""

from collections.abc import Iterable
from hashlib import sha256

from fairpair.core.ids import PlayerId


def draw_lots(seed: str, purpose: str, players: Iterable[PlayerId]) -> list[PlayerId]:
    """The players in an order by lot; who else takes part does not change it."""
    return sorted(players, key=lambda p: sha256(f"{seed}:{purpose}:{p}".encode()).digest())
