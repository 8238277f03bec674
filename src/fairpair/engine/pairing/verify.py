"""Is this a legal round? Looked at each time one is made: it costs little.

An engine that goes wrong must stop, not publish: a broken rule here is a fault of the program, so
it is an `AssertionError`.
"""

from collections.abc import Sequence

from fairpair.engine.pairing.brackets.contender import BLACK, WHITE, Contender, Wish
from fairpair.engine.pairing.brackets.criteria import may_meet


def verify_round(
    players: Sequence[Contender],
    boards: Sequence[tuple[Contender, Contender]],
    bye: Contender | None,
) -> None:
    """Everybody once; C1, C2, C3 and the forbidden pairs kept; no absolute preference denied.

    `boards` are White and Black.
    """
    seated = [player.player for board in boards for player in board]
    seated += [bye.player] if bye else []
    _hold(sorted(seated) == sorted(p.player for p in players), "not everybody is there once")
    _hold((bye is not None) == (len(players) % 2 == 1), "a bye too many or too few")
    _hold(bye is None or bye.may_have_bye, "a second bye (C2)")
    for white, black in boards:
        who = f"{white.player} - {black.player}"
        _hold(may_meet(white, black), f"{who} may not meet (C1, C3)")
        topscorers = white.topscorer or black.topscorer
        _hold(topscorers or _may_have(white, WHITE), f"{who}: White once too often")
        _hold(topscorers or _may_have(black, BLACK), f"{who}: Black once too often")


def _may_have(player: Contender, colour: int) -> bool:
    """Whether the colour does not go against an absolute preference (1.7.1)."""
    return player.wish != Wish.ABSOLUTE or player.colour == colour


def _hold(true: bool, otherwise: str) -> None:
    if not true:
        raise AssertionError(f"The pairing engine made an impossible round: {otherwise}.")
