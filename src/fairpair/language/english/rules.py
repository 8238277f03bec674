"""What is wrong with a rule."""

TEXTS: dict[str, str | tuple[str, str]] = {}
