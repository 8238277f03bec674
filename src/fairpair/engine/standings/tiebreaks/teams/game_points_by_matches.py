"""EGMSB: the opponents' game points times the match points made against them (C.07, 13.2.3)."""

from fairpair.engine.standings.tiebreaks.teams.extended_sonneborn import entry

TIEBREAK = entry("EGMSB", "gp", "mp", "FIDE C.07, 13.2.3")
