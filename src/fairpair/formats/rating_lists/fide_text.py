"""FIDE's lists as text: fields at the places that the header line names.

The header of a list of one rating has its month: `OCT26`. Some lines are longer than the header
because the other titles of a person ran into the next field; what follows is then further right.
"""

import re
from collections.abc import Iterator, Mapping
from functools import partial
from io import TextIOWrapper

from fairpair.core.dataclass import dataclass
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

LONGEST_LINE = 400
_MOST_SHIFT = 20
_MOST_GAMES = 9999
_TOKEN = re.compile(r"ID Number|\S+")
_MONTHS = ["JAN", "FEB", "MAR", "APR", "MAY", "JUN", "JUL", "AUG", "SEP", "OCT", "NOV", "DEC"]
_MONTH = re.compile(rf"({'|'.join(_MONTHS)})(\d\d)")
_NEEDED = ("ID Number", "Name", "Fed")
_COMBINED: Mapping[str, str] = {
    "SRtng": "standard", "SGm": "games_standard", "SK": "k_standard",
    "RRtng": "rapid", "RGm": "games_rapid", "Rk": "k_rapid",
    "BRtng": "blitz", "BGm": "games_blitz", "BK": "k_blitz",
}  # fmt: skip
_RATINGS = ("standard", "rapid", "blitz")
_NUMERIC = re.compile(r"(games_|k_)?(standard|rapid|blitz)|birth_year")
Part = tuple[int, int]


@dataclass(frozen=True, slots=True)
class FideLayout:
    """Where the fields are, and how long a line is."""

    places: Mapping[str, Part]
    width: int
    period: str = ""

    @property
    def ratings(self) -> tuple[str, ...]:
        """The ratings it has."""
        return tuple(one for one in _RATINGS if one in self.places)


def read_layout(header: str, single: str = "") -> FideLayout:
    """The places of the fields by the header line; `single` is the rating of a list of one.

    `InvalidInputError` if it is not the header of such a list.
    """
    line = header.rstrip("\r\n")
    tokens = [(found[0], found.start()) for found in _TOKEN.finditer(line)]
    names = [name for name, _ in tokens]
    if any(name not in names for name in _NEEDED):
        raise InvalidInputError("bad-rating-list.not-fide")
    period, places = "", dict[str, Part]()
    ends = [start for _, start in tokens[1:]] + [len(line)]
    for (name, start), end in zip(tokens, ends, strict=True):
        field = _field(name, single)
        if month := _MONTH.fullmatch(name):
            period = f"20{month[2]}-{_MONTHS.index(month[1]) + 1:02}"
        if field:
            places[field] = (start, end)
    return FideLayout(places, len(line), period)


def _field(name: str, single: str) -> str:
    common = {
        "ID Number": "number", "Name": "name", "Fed": "federation", "Sex": "sex", "Tit": "title",
        "WTit": "women", "OTit": "other_titles", "B-day": "birth_year", "Flag": "flag",
    }  # fmt: skip
    found = common.get(name) or _COMBINED.get(name)
    if found or not single:
        return found or ""
    if _MONTH.fullmatch(name):
        return single
    return {"Gms": f"games_{single}", "K": f"k_{single}"}.get(name, "")


def is_fide_header(line: str) -> bool:
    """Whether a line can be the header of such a list."""
    return all(name in line for name in _NEEDED)


def needs_type(header: str) -> bool:
    """Whether the header does not say which rating the list has."""
    return "SRtng" not in header


def read_text(source: ListSource, single: str) -> ListContent:
    """A list as text; its rows are read as they are asked for."""
    # Latin-1 keeps every byte in its place; other letters are read again from their line.
    text = TextIOWrapper(source.stream, encoding="latin-1", newline="\n")
    header = text.readline(LONGEST_LINE + 1)
    layout = read_layout(header.removeprefix("ï»¿"), single)
    bad = BadRows()
    rows = _rows(text, layout, bad)
    return ListContent("fide", layout.ratings, rows, layout.period, bad)


def _rows(text: TextIOWrapper, layout: FideLayout, bad: BadRows) -> Iterator[ListedPlayer]:
    read = RowReader(layout).read
    for number, line in enumerate(iter(partial(text.readline, LONGEST_LINE + 1), ""), 2):
        if len(line) > LONGEST_LINE and not line.endswith("\n"):
            raise InvalidInputError("bad-rating-list.long-line", row=number, most=LONGEST_LINE)
        plain = line.rstrip("\r\n")
        if not plain.strip():
            continue
        try:
            yield read(number, plain if plain.isascii() else _decoded(plain, layout))
        except BadRowError as error:
            bad.add(number, error.text)


def _decoded(line: str, layout: FideLayout) -> str:
    """A line with letters beyond ASCII: in UTF-8, else as Windows writes them.

    In UTF-8 a name may be filled up to its width in letters or in bytes.
    """
    text = _text(line)
    if len(text) == layout.width or len(line) != layout.width:
        return text
    start, end = layout.places["name"]
    return line[:start] + _text(line[start:end]).ljust(end - start) + line[end:]


def _text(line: str) -> str:
    data = line.encode("latin-1")
    try:
        return data.decode()
    except UnicodeDecodeError:
        return data.decode("cp1252", "replace")


class RowReader:
    """Reads lines with one layout; `BadRowError` for one that cannot be used."""

    def __init__(self, layout: FideLayout) -> None:
        blank = (0, 0)
        places = layout.places
        names = (*ListedPlayer._fields, "women", "flag")
        self._part = {name: slice(*places.get(name, blank)) for name in names}
        self._width = layout.width
        self._last = places.get("birth_year", blank)[0]
        self._after_titles = places.get("other_titles", blank)[1]
        self._cuts = [start for name, (start, _) in places.items() if _NUMERIC.fullmatch(name)]

    def read(self, row: int, line: str) -> ListedPlayer:
        """The person of a line."""
        part = self._part
        titles = line[part["other_titles"]]
        if len(line) != self._width:
            line, titles = self._aligned(line, titles)
        number, name, federation = _person(
            line[part["number"]], line[part["name"]], line[part["federation"]]
        )
        sex = line[part["sex"]].strip()
        return ListedPlayer(
            row,
            number,
            name,
            search_key(name),
            federation,
            sex if sex in {"M", "F"} else "",
            line[part["title"]].strip() or line[part["women"]].strip(),
            titles.strip(),
            read_rating(line[part["standard"]]),
            read_rating(line[part["rapid"]]),
            read_rating(line[part["blitz"]]),
            read_count(line[part["games_standard"]], _MOST_GAMES, "games"),
            read_count(line[part["games_rapid"]], _MOST_GAMES, "games"),
            read_count(line[part["games_blitz"]], _MOST_GAMES, "games"),
            read_count(line[part["k_standard"]], MOST_K, "k"),
            read_count(line[part["k_rapid"]], MOST_K, "k"),
            read_count(line[part["k_blitz"]], MOST_K, "k"),
            read_year(line[part["birth_year"]]),
            "i" in line[part["flag"]],
            fide_id=number,
        )

    def _aligned(self, line: str, titles: str) -> tuple[str, str]:
        """A line of another length: without what the titles have too much, or with its blanks."""
        wrong = BadRowError("rating-list.row.length", length=len(line), width=self._width)
        more = len(line) - self._width
        if more > _MOST_SHIFT:
            raise wrong
        if more > 0 and self._after_titles:
            end = self._after_titles
            titles = line[self._part["other_titles"].start : end + more]
            line = line[:end] + line[end + more :]
        if len(line.rstrip()) <= self._last:
            raise BadRowError("rating-list.row.short", length=len(line), width=self._width)
        line = line.ljust(self._width)
        if any(line[cut - 1].isdigit() and line[cut].isdigit() for cut in self._cuts):
            raise wrong
        return line, titles


def _person(number: str, name: str, federation: str) -> tuple[str, str, str]:
    number, name, federation = number.strip(), name.strip(), federation.strip()
    if not (number.isascii() and number.isdigit()):
        raise BadRowError("rating-list.row.number", value=f"{number!r:.40}")
    if not name:
        raise BadRowError("rating-list.row.name")
    if federation and not (len(federation) == 3 and federation.isalpha() and federation.isupper()):
        raise BadRowError("rating-list.row.federation", value=f"{federation!r:.40}")
    return number, name, federation
