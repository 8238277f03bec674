"""What the log refuses: players, rounds, seats, results, undo."""

TEXTS: dict[str, str | tuple[str, str]] = {}
