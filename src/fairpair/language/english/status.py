"""Where a tournament is and what comes next."""

TEXTS: dict[str, str | tuple[str, str]] = {}
