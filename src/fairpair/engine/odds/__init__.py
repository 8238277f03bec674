"""Odds: an event played on very often, by whole numbers that can be added in any order."""
