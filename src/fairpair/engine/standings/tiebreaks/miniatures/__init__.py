"""Tie-breaks of miniature games and others with several scores a match."""

from fairpair.engine.standings.tiebreak import Tiebreak
from fairpair.engine.standings.tiebreaks.miniatures import (
    average,
    extended_schedule,
    margin,
    opponent_wins,
    schedule,
)

TIEBREAKS: tuple[Tiebreak, ...] = (
    opponent_wins.TIEBREAK,
    margin.TIEBREAK,
    average.TIEBREAK,
    schedule.TIEBREAK,
    extended_schedule.TIEBREAK,
)
