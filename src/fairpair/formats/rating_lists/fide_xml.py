"""FIDE's lists as XML, read element by element; nothing that a file defines itself is accepted."""

from collections.abc import Iterator, Mapping
from xml.parsers import expat

from fairpair.core.errors import InvalidInputError
from fairpair.core.listed import ListedPlayer, search_key
from fairpair.formats.rating_lists.rows import (
    MOST_K,
    BadRowError,
    BadRows,
    ListContent,
    read_count,
    read_rating,
    read_year,
)
from fairpair.formats.rating_lists.source import ListSource

_PIECE = 256 * 1024
_LONGEST = 2_000
_MOST_GAMES = 9999
Person = tuple[int, dict[str, str]]


def read_xml(source: ListSource, single: str) -> ListContent:
    """A list as XML; `single` is the rating of a list of one, else it has all three."""
    ratings = (single,) if single else ("standard", "rapid", "blitz")
    bad = BadRows()
    return ListContent("fide", ratings, _rows(source, single, bad), bad=bad)


def _rows(source: ListSource, single: str, bad: BadRows) -> Iterator[ListedPlayer]:
    for row, person in _persons(source):
        try:
            yield _listed(row, person, single)
        except BadRowError as error:
            bad.add(row, error.text)


def _persons(source: ListSource) -> Iterator[Person]:
    """Every `player` with the line where it begins."""
    reading = _PersonReader()
    try:
        while piece := source.stream.read(_PIECE):
            reading.parser.Parse(piece, False)
            yield from reading.take()
        reading.parser.Parse(b"", True)
    except expat.ExpatError as error:
        raise InvalidInputError("bad-rating-list.xml", row=error.lineno) from error
    except (LookupError, ValueError) as error:  # an encoding that nobody knows
        raise InvalidInputError("bad-rating-list.xml", row=1) from error
    yield from reading.take()


class _PersonReader:
    """Collects the texts of the elements below each `player`."""

    def __init__(self) -> None:
        self.parser = expat.ParserCreate()
        self.parser.buffer_text = True
        self.parser.StartDoctypeDeclHandler = self._refuse
        self.parser.EntityDeclHandler = self._refuse
        self.parser.StartElementHandler = self._start
        self.parser.EndElementHandler = self._end
        self.parser.CharacterDataHandler = self._text
        self._depth, self._row = 0, 0
        self._field = ""
        self._found: dict[str, str] = {}
        self._ready: list[Person] = []

    def take(self) -> list[Person]:
        """The persons that were complete since the last time."""
        ready, self._ready = self._ready, []
        return ready

    def _refuse(self, *_: object) -> None:
        raise InvalidInputError("bad-rating-list.definitions")

    def _start(self, name: str, _attributes: object) -> None:
        self._depth += 1
        if self._depth == 1 and name != "playerslist":
            raise InvalidInputError("bad-rating-list.not-fide")
        if self._depth == 2:
            # No two rows have one number, even if all of them are on one line.
            self._found, self._row = {}, max(self.parser.CurrentLineNumber, self._row + 1)
        self._field = name if self._depth == 3 else ""

    def _end(self, name: str) -> None:
        self._depth -= 1
        self._field = ""
        if self._depth == 1 and name == "player":
            self._ready.append((self._row, self._found))

    def _text(self, text: str) -> None:
        if self._field:
            self._found[self._field] = (self._found.get(self._field, "") + text)[:_LONGEST]


def _listed(row: int, person: Mapping[str, str], single: str) -> ListedPlayer:
    said = person.get
    number, name = said("fideid", "").strip(), said("name", "").strip()
    if not (number.isascii() and number.isdigit()):
        raise BadRowError("rating-list.row.number", value=f"{number!r:.40}")
    if not name:
        raise BadRowError("rating-list.row.name")
    tags = _tags(single)
    values = {
        **{key: read_rating(said(tag, "")) for key, tag in tags["rating"]},
        **{key: read_count(said(tag, ""), _MOST_GAMES, "games") for key, tag in tags["games"]},
        **{key: read_count(said(tag, ""), MOST_K, "k") for key, tag in tags["k"]},
    }
    sex = said("sex", "").strip()
    return ListedPlayer(
        row,
        number,
        name,
        search_key(name),
        said("country", "").strip()[:3],
        sex if sex in ("M", "F") else "",
        said("title", "").strip() or said("w_title", "").strip(),
        said("o_title", "").strip(),
        birth_year=read_year(said("birthday", "")),
        inactive="i" in said("flag", ""),
        fide_id=number,
        **values,  # type: ignore[arg-type]
    )


def _tags(single: str) -> Mapping[str, list[tuple[str, str]]]:
    """The elements of each rating, by the field they are for."""
    prefix = {"standard": "", "rapid": "rapid_", "blitz": "blitz_"}
    kinds = {single: ""} if single else prefix
    return {
        "rating": [(kind, f"{before}rating") for kind, before in kinds.items()],
        "games": [(f"games_{kind}", f"{before}games") for kind, before in kinds.items()],
        "k": [(f"k_{kind}", f"{before}k") for kind, before in kinds.items()],
    }
