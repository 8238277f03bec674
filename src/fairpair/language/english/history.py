"""The history: one line for every event."""

TEXTS: dict[str, str | tuple[str, str]] = {}
