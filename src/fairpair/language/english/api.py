"""What only the API says."""

TEXTS: dict[str, str | tuple[str, str]] = {}
