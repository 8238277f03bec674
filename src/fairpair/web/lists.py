"""Long lists come in parts: a page of a list, and where the others are."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from typing import Any, Generic, TypeVar

from fairpair.app.views.people import Person, search_key
from fairpair.core.dataclass import dataclass
from fairpair.core.tournament import Tournament

PER_PAGE = 100
"""More than a screen: the rest comes when somebody scrolls, searches or turns the page."""
ALL = "all"
"""In place of the number of a page: the whole list on one."""

Row = TypeVar("Row")


@dataclass(frozen=True, slots=True)
class Part(Generic[Row]):
    """A page of a list. `found` are those that were looked for, out of `total`; `before` are those
    before the first row.
    """

    rows: Sequence[Row]
    q: str
    page: int
    pages: int
    found: int
    total: int
    before: int = 0

    @property
    def whole(self) -> bool:
        """Whether all of the list is on this page: then it can be searched where it stands."""
        return self.found == self.total and self.pages == 1 and not self.q

    def ends(self, page: int) -> tuple[int, int]:
        """The places of the first and the last row of a page."""
        return (page - 1) * PER_PAGE + 1, min(page * PER_PAGE, self.found)

    @property
    def next_ends(self) -> tuple[int, int] | None:
        """The places of the first and the last row that come next, if any do."""
        shown = self.before + len(self.rows)
        return (shown + 1, min(shown + PER_PAGE, self.found)) if shown < self.found else None

    def with_rows(self, rows: Iterable[Any]) -> "Part[Any]":
        """The same page with other rows: what is shown of those that were found."""
        return replace(self, rows=list(rows))


def part_of(
    rows: Sequence[Row],
    text_of: Callable[[Row], str],
    q: str = "",
    page: str = "",
    at: Callable[[Row], bool] | None = None,
) -> Part[Row]:
    """A page of what is looked for; `at` finds the page with one row on it.

    >>> part_of(["José", "Bo"], str, "jose").rows
    ['José']
    """
    words = search_key(q).split()
    found = [row for row in rows if has_words(text_of(row), words)] if words else rows
    return page_of(found, len(rows), q, page, at)


def page_of(
    found: Sequence[Row],
    total: int,
    q: str = "",
    page: str = "",
    at: Callable[[Row], bool] | None = None,
) -> Part[Row]:
    """A page of the rows that were found; an unknown page number means the first page.

    >>> [page_of(range(250), 250, page=page).rows for page in ("2", "9", "²")]
    [range(100, 200), range(200, 250), range(0, 100)]
    """
    if page == ALL:
        return Part(found, q, 1, 1, len(found), total)
    pages = max(1, -(-len(found) // PER_PAGE))
    place = next((n for n, row in enumerate(found) if at(row)), 0) if at else 0
    asked = int(page) if page.isascii() and page.isdecimal() and len(page) < 8 else 0
    number = min(max(asked or place // PER_PAGE + 1, 1), pages)
    before = (number - 1) * PER_PAGE
    return Part(found[before : before + PER_PAGE], q, number, pages, len(found), total, before)


def rows_after(
    found: Sequence[Row], total: int, q: str, is_next: Callable[[Row], bool]
) -> Part[Row]:
    """One page of rows, starting with the next one: of a list that gets shorter while
    it is read, no row is left out.

    >>> part = rows_after(range(50, 250), 250, "", lambda row: row > 99)
    >>> part.rows, part.next_ends
    (range(100, 200), (151, 200))
    """
    before = next((n for n, row in enumerate(found) if is_next(row)), len(found))
    shown, pages = found[before : before + PER_PAGE], max(1, -(-len(found) // PER_PAGE))
    return Part(shown, q, min(before // PER_PAGE + 1, pages), pages, len(found), total, before)


@dataclass(frozen=True, slots=True)
class PlayerColumns:
    """What is known of anybody: the columns of a list of players, on all its pages."""

    rated: bool
    clubs: bool
    federations: bool


def columns_of(t: Tournament) -> PlayerColumns:
    """The columns of a tournament."""
    entrants = [entry.entrant for entry in t.entries.values()]
    return PlayerColumns(
        rated=any(one.strength for one in entrants),
        clubs=any(one.club for one in entrants),
        federations=any(one.federation for one in entrants),
    )


def person_text(row: Person) -> str:
    """What somebody is found by."""
    return f"{row.name} {row.club} {row.federation} {row.title}"


def has_words(text: str, words: Iterable[str]) -> bool:
    """Whether all words, which are search keys, are in a text."""
    key = search_key(text)
    return all(word in key for word in words)
