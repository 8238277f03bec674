"""EDET: extended direct encounter, then top board results (C.07, 13.3.2 c)."""

from fairpair.engine.standings.tiebreaks.teams import top_boards
from fairpair.engine.standings.tiebreaks.teams.extended_encounter import entry

TIEBREAK = entry(
    "EDET",
    "Extended direct encounter, then TBR",
    "The matches among the tied; two teams level on both scores go by top board results.",
    "FIDE C.07, 13.3.2 c",
    top_boards.METHOD,
)
