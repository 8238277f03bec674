"""EDE: extended direct encounter, on both scores (C.07, 13.3.1)."""

from fairpair.engine.standings.tiebreaks.teams.extended_encounter import entry

TIEBREAK = entry(
    "EDE",
    "Extended direct encounter",
    "The matches among the tied, by the score that ranks; if that settles nothing, by the other.",
    "FIDE C.07, 13.3.1",
)
