"""What SQLite and PostgreSQL have in common for lists: columns, searches, which ones are kept."""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import astuple, fields, replace

from fairpair.core.dataclass import dataclass
from fairpair.core.errors import FieldProblem, InvalidInputError
from fairpair.core.listed import MOST_PERIODS, ListedPlayer, RatingList, search_key
from fairpair.language.message import Message

COLUMNS = ListedPlayer._fields
LIST_COLUMNS = tuple(one.name for one in fields(RatingList))
FOUND = ", ".join(COLUMNS)
MOST_FOUND = 20
_MOST_WORDS = 6
MOST_HITS = 2000
"""So many who have the words in the middle of their name are put in order."""
_MOST_TWICE = 5

Check = Callable[[int], None]
"""Looks at the number of rows before a list is used, and may raise an error."""
Progress = Callable[[int], None]
"""Hears of the rows that were loaded so far."""
PIECE = 20_000
"""The rows between two reports of progress."""


def table_of(list_id: int) -> str:
    """The table with the rows of a list."""
    return f"listed_{int(list_id)}"


def as_list(row: Sequence[object]) -> RatingList:
    """A list from its row."""
    values = dict(zip(LIST_COLUMNS, row, strict=True))
    return RatingList(**{**values, "active": bool(values["active"])})  # type: ignore[arg-type]


def list_values(one: RatingList) -> tuple[object, ...]:
    """The row of a list."""
    return astuple(replace(one, active=False))


def as_player(row: Sequence[object]) -> ListedPlayer:
    """A person from their row."""
    found = ListedPlayer._make(row)
    return found._replace(inactive=bool(found.inactive))


def pieces(rows: Iterable[ListedPlayer]) -> Iterator[list[ListedPlayer]]:
    """The rows in pieces."""
    piece: list[ListedPlayer] = []
    for row in rows:
        piece.append(row)
        if len(piece) >= PIECE:
            yield piece
            piece = []
    if piece:
        yield piece


def duplicates(table: str) -> tuple[str, str]:
    """The statements that count the numbers that are in a list more than once, and that find the
    rows of the first of them.
    """
    twice = f"SELECT number FROM {table} GROUP BY number HAVING count(*) > 1"  # noqa: S608  a name
    return (
        f"SELECT count(*) FROM ({twice}) AS twice",  # noqa: S608
        f"SELECT number, row FROM {table} WHERE number IN"  # noqa: S608
        f" ({twice} ORDER BY min(row) LIMIT {_MOST_TWICE}) ORDER BY row",
    )


def duplicates_error(count: int, rows: Iterable[Sequence[object]]) -> InvalidInputError:
    """The error for numbers that are in a list more than once; rows of number and row."""
    first: dict[object, object] = {}
    problems = [
        FieldProblem(
            Message("place.row", row=row),
            Message("rating-list.row.twice", number=number, row=first[number]),
        )
        for number, row in rows
        if first.setdefault(number, row) != row
    ]
    numbers = list(map(str, first))
    return InvalidInputError(
        "bad-rating-list.duplicates", n=count, numbers=numbers, problems=problems
    )


def kept_and_old(
    lists: Sequence[RatingList], new: RatingList
) -> tuple[RatingList, list[RatingList]]:
    """The list that searches use once the new one is there, and those that go."""
    same = [one for one in lists if one.key == new.key and one.id != new.id]
    others = [one for one in same if one.period != new.period]
    others.sort(key=lambda one: (one.period, one.id), reverse=True)
    kept = others[: MOST_PERIODS - 1]
    gone = [one for one in same if one not in kept]
    return max([new, *kept], key=lambda one: (one.period, one.id)), gone


@dataclass(frozen=True, slots=True)
class Words:
    """What is searched for: words of a name, each the beginning of one."""

    words: tuple[str, ...]

    @classmethod
    def read(cls, text: str) -> "Words":
        """The words of a text."""
        words = (re.sub(r"\W|_", "", word) for word in search_key(text).split())
        return cls(tuple(filter(None, words))[:_MOST_WORDS])

    @property
    def first(self) -> str:
        """The first word, which may be the beginning of the last name."""
        return self.words[0]

    @property
    def after(self) -> str:
        """What comes after all names that begin with the first word."""
        return f"{self.first}\U0010ffff"

    @property
    def rest(self) -> list[str]:
        """How the other words are found in a name, as patterns of `LIKE`."""
        return [f"% {word}%" for word in self.words[1:]]
