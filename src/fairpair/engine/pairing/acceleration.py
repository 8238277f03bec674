"""Baku acceleration: virtual points for the upper half in the first rounds (C.04.7)."""

from collections.abc import Sequence
from fractions import Fraction

from fairpair.core.ids import PlayerId
from fairpair.core.rounds import FIRST_ROUND
from fairpair.core.tournament import Tournament


def virtual_points(
    tournament: Tournament, order: Sequence[PlayerId], rounds: int
) -> dict[tuple[PlayerId, int], Fraction]:
    """Virtual points by player and round; empty without acceleration.

    The upper group are the first `2 * ceil(N / 4)` of those who were entered for the first round,
    be it with a bye; who comes later and is above the last of them belongs to it as well (1.3).
    """
    if tournament.rules.acceleration != "baku" or not rounds:
        return {}
    early = [p for p in order if tournament.entries[p].plays_in(FIRST_ROUND)]
    if not early:
        return {}
    last = early[2 * -(-len(early) // 4) - 1] if len(early) > 1 else early[0]
    upper = order[: order.index(last) + 1]
    accelerated = -(-rounds // 2)
    full = -(-accelerated // 2)
    win = tournament.rules.points.win
    return {
        (player, round_no): win if round_no <= full else win / 2
        for round_no in range(1, accelerated + 1)
        for player in upper
    }
