"""What pages say that is not in a template."""

TEXTS: dict[str, str | tuple[str, str]] = {}
