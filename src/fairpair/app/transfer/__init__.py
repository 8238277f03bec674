"""Tournaments into files and out of them: histories, tables, events of other programs."""
