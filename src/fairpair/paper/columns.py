"""Tables that are wider than a page: their columns in parts."""

from collections.abc import Sequence


def numbers_width(texts: Sequence[str], size: float) -> float:
    """About how wide a column must be for these texts, in points; rather too wide."""
    return max((len(text) for text in texts), default=1) * size * 0.6 + 8


def parts(widths: Sequence[float], room: float) -> list[tuple[int, int]]:
    """Which columns stand together: from one number up to another, as many as have room.

    >>> parts([30, 30, 30, 50], 70)
    [(0, 2), (2, 3), (3, 4)]
    """
    found: list[tuple[int, int]] = []
    first, taken = 0, 0.0
    for place, width in enumerate(widths):
        if place > first and taken + width > room:
            found.append((first, place))
            first, taken = place, 0.0
        taken += width
    return [*found, (first, len(widths))] if len(widths) > first or not found else found
