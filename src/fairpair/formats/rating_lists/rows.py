"""What is read from a list: its rows, and those that could not be read."""

from collections.abc import Iterator
from dataclasses import field

from fairpair.core.dataclass import dataclass
from fairpair.core.errors import FieldProblem, InvalidInputError
from fairpair.core.listed import ListedPlayer
from fairpair.core.players import BEST_RATING
from fairpair.language.message import Message

MOST_TOLD = 200
"""The bad rows that are named."""
MOST_K = 800
_FEW = 5
"""So many bad rows are tolerated in any list, and one in a thousand in a large one."""
_MOST_BAD = 20_000
"""After so many the rest need not be read."""


class BadRowError(ValueError):
    """A row cannot be used; its text says why."""

    def __init__(self, code: str, **values: object) -> None:
        super().__init__(code)
        self.text = Message(code, **values)


@dataclass
class BadRows:
    """The rows that were left out: how many, and the first of them by number."""

    count: int = 0
    told: list[FieldProblem] = field(default_factory=list)

    def add(self, row: int, text: Message) -> None:
        """Leave out a row; too many of them are an error at once."""
        self.count += 1
        if len(self.told) < MOST_TOLD:
            self.told.append(FieldProblem(Message("place.row", row=row), text))
        if self.count > _MOST_BAD:
            raise self.refusal(row)

    def are_few(self, rows: int) -> bool:
        """Whether a list with so many good rows can be used: one bad row in a thousand, or five."""
        few = _FEW if rows > self.count * 2 else 0
        return self.count <= max(few, (rows + self.count) // 1000)

    def require_few(self, rows: int) -> None:
        """`InvalidInputError` if there are too many."""
        if not self.are_few(rows):
            raise self.refusal(rows + self.count)

    def refusal(self, rows: int) -> InvalidInputError:
        """The error with the first bad rows."""
        return InvalidInputError(
            "bad-rating-list.rows", n=self.count, rows=rows, problems=self.told[:_FEW]
        )


@dataclass
class ListContent:
    """A list that is being read: what its head says, and the rows, which come as a stream.

    `ratings` are those it has: of `standard`, `rapid` and `blitz`.
    """

    kind: str
    ratings: tuple[str, ...]
    rows: Iterator[ListedPlayer]
    period: str = ""
    bad: BadRows = field(default_factory=BadRows)
    columns: tuple[str, ...] = ()
    notes: tuple[Message, ...] = ()


def read_rating(text: str) -> int | None:
    """A rating; nothing for an empty cell or 0. One like `1850,5` is refused."""
    said = text.strip()
    if not said or said == "0":
        return None
    if not (said.isascii() and said.isdigit()) or int(said[:6]) > BEST_RATING:
        raise BadRowError("rating-list.row.rating", value=f"{said!r:.40}")
    return int(said) or None


def read_count(text: str, most: int, code: str) -> int | None:
    """A small number, such as K; nothing for an empty cell."""
    said = text.strip()
    if not said:
        return None
    if not (said.isascii() and said.isdigit()) or int(said[:6]) > most:
        raise BadRowError(f"rating-list.row.{code}", value=f"{said!r:.40}")
    return int(said)


def read_year(text: str) -> int | None:
    """The year of a birth; nothing for 0 or an empty cell."""
    said = text.strip()
    if not said or not said.strip("0"):
        return None
    if not (said.isascii() and said.isdigit()) or not 1850 <= int(said[:6]) <= 2100:
        raise BadRowError("rating-list.row.year")
    return int(said)
