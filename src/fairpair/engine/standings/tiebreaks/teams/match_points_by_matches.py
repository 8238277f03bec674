"""EMMSB: the opponents' match points times the match points made against them (C.07, 13.2.1)."""

from fairpair.engine.standings.tiebreaks.teams.extended_sonneborn import entry

TIEBREAK = entry("EMMSB", "mp", "mp", "FIDE C.07, 13.2.1")
