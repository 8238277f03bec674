"""EDEBT: extended direct encounter, board count, top board results (C.07, 13.3.2 a)."""

from fairpair.engine.standings.tiebreaks.teams import board_count, top_boards
from fairpair.engine.standings.tiebreaks.teams.extended_encounter import entry

TIEBREAK = entry(
    "EDEBT",
    "Extended direct encounter, then BC, TBR",
    "The matches among the tied;"
    " two teams level on both scores go by board count or top board results.",
    "FIDE C.07, 13.3.2 a",
    board_count.METHOD,
    top_boards.METHOD,
)
