"""Cut-stack order: which slip goes where, so that a cut stack of pages comes out in order."""

from collections.abc import Sequence
from typing import TypeVar

Slip = TypeVar("Slip")


def cut_stack(slips: Sequence[Slip], per_page: int) -> list[list[Slip | None]]:
    """The slips page by page, from top to bottom; None where a page has room left.

    Cut all pages in one go and lay the stacks on each other, the top one first: the slips are in
    order. Seven slips, three on a page:

    >>> cut_stack("abcdefg", 3)
    [['a', 'd', 'g'], ['b', 'e', None], ['c', 'f', None]]
    """
    pages = -(-len(slips) // per_page)
    return [
        [
            slips[place] if place < len(slips) else None
            for place in range(page, pages * per_page, pages)
        ]
        for page in range(pages)
    ]
