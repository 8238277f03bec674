"""Tie-breaks and explanations of ranks."""

TEXTS: dict[str, str | tuple[str, str]] = {}
