"""Printed sheets."""

TEXTS: dict[str, str | tuple[str, str]] = {}
