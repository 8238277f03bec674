"""Tie-breaks that any game can use."""

from fairpair.engine.standings.tiebreak import Tiebreak
from fairpair.engine.standings.tiebreaks.general import (
    lot,
    player_number,
    points,
    total,
)

TIEBREAKS: tuple[Tiebreak, ...] = (
    points.TIEBREAK,
    total.TIEBREAK,
    player_number.TIEBREAK,
    lot.TIEBREAK,
)
