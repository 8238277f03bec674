"""EGGSB: the opponents' game points times the game points made against them (C.07, 13.2.4)."""

from fairpair.engine.standings.tiebreaks.teams.extended_sonneborn import entry

TIEBREAK = entry("EGGSB", "gp", "gp", "FIDE C.07, 13.2.4")
