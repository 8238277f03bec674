"""Reading and writing files."""

TEXTS: dict[str, str | tuple[str, str]] = {}
