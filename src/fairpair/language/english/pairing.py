"""Explanations of pairings, and why a round cannot be paired."""

TEXTS: dict[str, str | tuple[str, str]] = {}
