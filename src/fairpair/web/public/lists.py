"""Long lists in parts: searched through as a whole, shown a page at a time."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from fairpair.app.views.rounds import plain

PER_PAGE = 200

Row = TypeVar("Row")


@dataclass(frozen=True, slots=True)
class Part(Generic[Row]):
    """A page of a list. `found` are those that were looked for, out of `total`."""

    rows: Sequence[Row]
    q: str
    page: int
    pages: int
    found: int
    total: int

    @property
    def whole(self) -> bool:
        """Whether all of the list is on this page: then it can be searched where it stands."""
        return not self.q and self.pages == 1


def part_of(
    rows: Sequence[Row],
    text_of: Callable[[Row], str],
    q: str = "",
    page: int | None = None,
    at: Callable[[Row], bool] | None = None,
) -> Part[Row]:
    """The page with this number of what is looked for; `at` finds the page with one row on it.

    >>> part_of(["José", "Bo"], str, "jose").rows
    ['José']
    """
    words = plain(q).split()
    found = [row for row in rows if _has(plain(text_of(row)), words)] if words else rows
    pages = max(1, -(-len(found) // PER_PAGE))
    place = next((n for n, row in enumerate(found) if at(row)), 0) if at else 0
    number = min(max(page or place // PER_PAGE + 1, 1), pages)
    shown = found[(number - 1) * PER_PAGE : number * PER_PAGE]
    return Part(shown, q, number, pages, len(found), len(rows))


def _has(text: str, words: Sequence[str]) -> bool:
    return all(word in text for word in words)
