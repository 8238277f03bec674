"""What use cases, access and the service say."""

TEXTS: dict[str, str | tuple[str, str]] = {}
