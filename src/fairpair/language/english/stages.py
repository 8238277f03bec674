"""Rounds, stages, brackets, plans and recommendations."""

TEXTS: dict[str, str | tuple[str, str]] = {}
