"""EDEB: extended direct encounter, then bottom board elimination (C.07, 13.3.2 d)."""

from fairpair.engine.standings.tiebreaks.teams import bottom_boards
from fairpair.engine.standings.tiebreaks.teams.extended_encounter import entry

TIEBREAK = entry(
    "EDEB",
    "Extended direct encounter, then BBE",
    "The matches among the tied; two teams level on both scores go by bottom board elimination.",
    "FIDE C.07, 13.3.2 d",
    bottom_boards.METHOD,
)
