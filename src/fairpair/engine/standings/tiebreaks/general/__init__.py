"""Tie-breaks that any game can use."""

from fairpair.engine.standings.tiebreak import Tiebreak
from fairpair.engine.standings.tiebreaks.general import (
    buchholz,
    cumulative,
    difficulty,
    game_wins,
    head_to_head,
    lot,
    match_wins,
    opponent_cumulative,
    player_number,
    points,
    rating,
    sodos,
    sonneborn_berger,
    sos,
    sosos,
    total,
)

TIEBREAKS: tuple[Tiebreak, ...] = (
    points.TIEBREAK,
    match_wins.TIEBREAK,
    game_wins.TIEBREAK,
    total.TIEBREAK,
    buchholz.TIEBREAK,
    sonneborn_berger.TIEBREAK,
    head_to_head.TIEBREAK,
    cumulative.TIEBREAK,
    opponent_cumulative.TIEBREAK,
    sos.TIEBREAK,
    sosos.TIEBREAK,
    sodos.TIEBREAK,
    difficulty.TIEBREAK,
    rating.TIEBREAK,
    player_number.TIEBREAK,
    lot.TIEBREAK,
)
