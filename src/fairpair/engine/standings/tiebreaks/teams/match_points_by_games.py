"""EMGSB: the opponents' match points times the game points made against them (C.07, 13.2.2)."""

from fairpair.engine.standings.tiebreaks.teams.extended_sonneborn import entry

TIEBREAK = entry("EMGSB", "mp", "gp", "FIDE C.07, 13.2.2")
