"""What the command line prints."""

TEXTS: dict[str, str | tuple[str, str]] = {}
