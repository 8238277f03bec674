"""EDEBB: extended direct encounter, board count, bottom board elimination (C.07, 13.3.2 b)."""

from fairpair.engine.standings.tiebreaks.teams import board_count, bottom_boards
from fairpair.engine.standings.tiebreaks.teams.extended_encounter import entry

TIEBREAK = entry(
    "EDEBB",
    "Extended direct encounter, then BC, BBE",
    "The matches among the tied;"
    " two teams level on both scores go by board count or bottom board elimination.",
    "FIDE C.07, 13.3.2 b",
    board_count.METHOD,
    bottom_boards.METHOD,
)
