"""How results are shown: printed as a table, in notebooks, as plain data, CSV and for pandas."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import fields
from fractions import Fraction
from html import escape
from pathlib import Path
from typing import Any, Generic, TypeVar, overload

from fairpair.core.arguments import flag_of, wrong_type
from fairpair.core.dataclass import dataclass
from fairpair.core.errors import NotFoundError
from fairpair.core.extras import MissingPackageError
from fairpair.formats.grids import grid
from fairpair.formats.tables import Table, write_csv
from fairpair.library.files import write_file

Number = int | Fraction
"""An exact number: an `int` whenever it is whole."""
R = TypeVar("R")


class MissingRowError(NotFoundError, IndexError):
    """A table has no row at this place."""


class Record:
    """One row of a table."""

    __slots__ = ()

    def to_dict(self) -> dict[str, Any]:
        """Plain data, ready for `json.dumps`."""
        named = (one.name for one in fields(self) if one.name[0] != "_")  # type: ignore[arg-type]
        return plain({name: getattr(self, name) for name in named})

    def _repr_html_(self) -> str:
        rows = ((name, "" if v is None else str(v)) for name, v in self.to_dict().items())
        body = "".join(
            f"<tr><th>{escape(name)}</th><td>{escape(value)}</td></tr>" for name, value in rows
        )
        return f"<table>{body}</table>"


class Shown:
    """What is shown as a table with a title, and notes below it."""

    __slots__ = ()
    notes: tuple[str, ...] = ()

    @property
    def title(self) -> str:
        """What stands above the table."""
        raise NotImplementedError

    def to_dict(self) -> dict[str, Any]:
        """Plain data, ready for `json.dumps`."""
        raise NotImplementedError

    def records(self) -> list[dict[str, Any]]:
        """One dictionary per row, with plain numbers: the rows of `to_pandas` and `to_csv`."""
        raise NotImplementedError

    def to_pandas(self) -> Any:
        """A `pandas.DataFrame` with one line per row; pandas has to be installed."""
        try:
            from pandas import DataFrame  # noqa: PLC0415 - optional, and slow to import
        except ImportError as error:
            raise MissingPackageError("no-pandas") from error
        return DataFrame(self.records())

    def to_csv(self, path: str | Path | None = None, *, bom: bool = False) -> str:
        """The rows as CSV with the names of the columns first; written to `path` if one is given.

        The file is UTF-8; with `bom=True`, it begins with a byte order mark so that Excel
        recognises this. Text that a spreadsheet would read as a formula gets a leading apostrophe.
        """
        records = self.records()
        columns = tuple(records[0]) if records else ()
        rows = tuple(tuple(map(_csv_cell, one.values())) for one in records)
        text = write_csv(Table(self.title, columns, rows)).decode("utf-8-sig")
        if path is not None:
            write_file(path, text, encoding="utf-8-sig" if flag_of("bom", bom) else "utf-8")
        return text

    def _cells(self) -> tuple[Sequence[str], Sequence[Sequence[str]]]:
        """The heads of the columns, and the rows."""
        raise NotImplementedError

    def __str__(self) -> str:
        heads, rows = self._cells()
        words = {n for n, head in enumerate(heads) if head in _WORDS}
        table = grid(heads, rows, words, _LONGEST)
        return "\n".join([self.title, table.rstrip("\n"), *self.notes]).strip("\n")

    def __repr__(self) -> str:
        return str(self)

    def to_html(self) -> str:
        """An HTML table, with every text escaped."""
        heads, rows = self._cells()
        head = "".join(f"<th>{escape(one)}</th>" for one in heads)
        body = "".join(
            f"<tr>{''.join(f'<td>{escape(cell)}</td>' for cell in row)}</tr>" for row in rows
        )
        caption = f"<caption>{escape(self.title)}</caption>" if self.title else ""
        notes = "".join(f"<p>{escape(note)}</p>" for note in self.notes)
        return f"<table>{caption}<thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>{notes}"

    def _repr_html_(self) -> str:
        return self.to_html()


class Rows(Shown, Generic[R]):
    """A table whose rows are found by place, from 0, or by name."""

    __slots__ = ()

    def _all(self) -> tuple[R, ...]:
        """The rows."""
        raise NotImplementedError

    def _named(self, name: str) -> R:
        """The row of this name; an error names the nearest one."""
        raise NotImplementedError

    def _names(self) -> Iterable[str]:
        """The whole names that are in it."""
        return (getattr(row, "name", "") for row in self._all())

    def __contains__(self, one: object) -> bool:
        return one in (self._names() if isinstance(one, str) else self._all())

    def __iter__(self) -> Iterator[R]:
        return iter(self._all())

    def __len__(self) -> int:
        return len(self._all())

    @overload
    def __getitem__(self, place: int | str) -> R: ...
    @overload
    def __getitem__(self, place: slice) -> tuple[R, ...]: ...
    def __getitem__(self, place: int | str | slice) -> R | tuple[R, ...]:
        if isinstance(place, str):
            return self._named(place)
        if not isinstance(place, int | slice):
            raise wrong_type("place", "place", place)
        try:
            return self._all()[place]
        except IndexError as error:
            raise MissingRowError("no-row", place=place, n=len(self)) from error


@dataclass(frozen=True, slots=True)
class Explanation:
    """The reasons for something, sentence by sentence; `str()` gives the text."""

    subject: str
    """The player or thing that it explains."""
    sentences: tuple[str, ...]
    """In their order."""

    def __str__(self) -> str:
        return "\n".join(self.sentences)

    def __repr__(self) -> str:
        return str(self)

    def _repr_html_(self) -> str:
        return "".join(f"<p>{escape(one)}</p>" for one in self.sentences)

    def to_dict(self) -> dict[str, Any]:
        """Plain data, ready for `json.dumps`."""
        return {"subject": self.subject, "sentences": list(self.sentences)}


_LONGEST = 120
"""Columns of a cell: reasons are sentences."""
_WORDS = frozenset(
    {
        *("name", "white", "black", "player", "opponent", "result", "club", "what", "reason"),
        *("match", "first", "second", "winner"),
        *("figure", "title", "federation", "code", "system", "modifiers"),
    }
)
"""The columns of words, which begin on the left."""


def exact(value: Fraction | None) -> Number | None:
    """The number as Python users expect it."""
    if value is None:
        return None
    return value.numerator if value.denominator == 1 else value


def plain(record: Mapping[str, Any]) -> dict[str, Any]:
    """The same with floats for fractions, as pandas counts with, and dictionaries for mappings."""
    return {key: _plain(value) for key, value in record.items()}


def _plain(value: Any) -> Any:
    match value:
        case Fraction():
            return float(value)
        case Mapping():
            return plain(value)
    return value


def _csv_cell(value: Any) -> Any:
    """A float is a number in CSV, too; what is no single value is a text."""
    match value:
        case str() | int() | None:
            return value
        case float():
            return Fraction(repr(value))
        case list() | tuple():
            return ", ".join(map(str, value))
    return str(value)
