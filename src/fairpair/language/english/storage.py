"""Trouble with files and databases."""

TEXTS: dict[str, str | tuple[str, str]] = {}
