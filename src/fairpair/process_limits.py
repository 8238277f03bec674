"""Limits of a process of our own that works on what others sent."""

MIB = 1024 * 1024


def limit_memory(most: int) -> None:
    """Allow this process so many bytes; what asks for more fails. Not every system can do that."""
    try:
        import resource  # noqa: PLC0415 - not on Windows
    except ImportError:
        return
    resource.setrlimit(resource.RLIMIT_DATA, (most, resource.RLIM_INFINITY))
