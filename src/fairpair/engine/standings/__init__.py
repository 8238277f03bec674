"""Scores, tie-breaks and ranks: computed from the results, never stored, always explained."""
