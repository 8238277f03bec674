"""Tournaments in files of other programs: paired, checked and ranked where they are."""
