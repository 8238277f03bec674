"""XML of other programs: read within limits, and without anything that a file could define.

With it come the names, numbers and dates of people and events as such files want them.
"""

import re
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import field
from datetime import datetime
from itertools import count
from xml.etree.ElementTree import Element, ParseError, TreeBuilder, tostring
from xml.parsers import expat

from fairpair.core.dataclass import dataclass
from fairpair.core.errors import FieldProblem, InvalidInputError
from fairpair.core.ids import PlayerId
from fairpair.core.players import Entrant, Player, Team
from fairpair.core.rounds import ByeKind, RoundRef
from fairpair.core.tournament import Tournament
from fairpair.formats.encodings import UTF_16
from fairpair.language.message import Message

MOST_BYTES = 16 * 1024 * 1024
MOST_ELEMENTS = 400_000
MOST_DEPTH = 30
_UNREAD = re.compile(rb"<!--.*?-->|<!\[CDATA\[.*?\]\]>", re.DOTALL)
_ENTITY = re.compile(rb"&(?!(?:amp|lt|gt|quot|apos);)[A-Za-z_:][\w:.-]{0,80};")


def root_name(data: bytes) -> str:
    """The name of the outermost element, as far as a look at the beginning tells; else nothing.

    `InvalidInputError` for a file with definitions of its own.

    >>> root_name(b'<?xml version="1.0"?><event title="x"/>'), root_name(b"Ana Lima")
    ('event', '')
    """
    found: list[str] = []
    parser = expat.ParserCreate(_encoding_of(data))
    parser.StartElementHandler = lambda name, _attributes: found.append(name)
    parser.StartDoctypeDeclHandler = _refuse_definitions
    with suppress(expat.ExpatError, ValueError, LookupError):
        parser.Parse(data[:4096], False)
    return found[0] if found else ""


def _encoding_of(data: bytes) -> str | None:
    """The encoding if the first bytes tell it, whatever the file says after them."""
    return "utf-16" if data.startswith(UTF_16) else None


def read_xml(data: bytes, what: str) -> Element:
    """The outermost element.

    Raises `InvalidInputError` for what is damaged, too large, or defines entities.
    """
    if len(data) > MOST_BYTES:
        raise InvalidInputError("file-too-large", kind=what, most=MOST_BYTES // 2**20)
    building = _LimitedBuilder()
    parser = expat.ParserCreate(_encoding_of(data))
    parser.buffer_text = True
    parser.StartDoctypeDeclHandler = _refuse_definitions
    parser.StartElementHandler = building.start
    parser.EndElementHandler = building.end
    parser.CharacterDataHandler = building.builder.data
    try:
        parser.Parse(data, True)
        _require_known_entities(data)
        return building.builder.close()
    except (expat.ExpatError, ParseError, ValueError, LookupError) as error:
        raise InvalidInputError("bad-xml", kind=what, error=str(error)) from error


def write_xml(root: Element) -> bytes:
    """The file, in UTF-8 with line feeds and tabs."""
    _indent(root, 0)
    text: bytes = tostring(root, encoding="utf-8")
    return b'<?xml version="1.0" encoding="UTF-8"?>\n' + text + b"\n"


def count_of(text: str, where: Message | str, problems: list[FieldProblem]) -> int:
    """A count as files write it, 0 for none; what is not a number is reported."""
    text = text.strip() or "0"
    if text.isascii() and text.isdigit() and len(text) < 6:
        return int(text)
    problems.append(FieldProblem(where, Message("value.not-a-number", value=f"{text!r:.20}")))
    return 0


@dataclass(slots=True)
class _LimitedBuilder:
    """Puts elements together and counts them."""

    builder: TreeBuilder = field(default_factory=TreeBuilder)
    count: int = 0
    depth: int = 0

    def start(self, name: str, attributes: dict[str, str]) -> None:
        self.count += 1
        self.depth += 1
        if self.count > MOST_ELEMENTS or self.depth > MOST_DEPTH:
            raise InvalidInputError("file-too-large.parts")
        self.builder.start(name, attributes)

    def end(self, name: str) -> None:
        self.depth -= 1
        self.builder.end(name)


def _refuse_definitions(_name: str, _system: object, _public: object, has_own: int) -> None:
    """A file may name the definitions of its program, which nobody reads, and have none itself."""
    if has_own:
        raise InvalidInputError("xml-definitions")


def _require_known_entities(data: bytes) -> None:
    """Raise `InvalidInputError` for a character by a name that only definitions outside of the file
    could explain: the parser would leave it out.
    """
    found = _ENTITY.search(_UNREAD.sub(b"", data.replace(b"\0", b"")))
    if found:
        raise InvalidInputError("xml-entity", name=found[0].decode("ascii", "replace"))


def _indent(element: Element, depth: int) -> None:
    """One element a line; what holds text stays as it is."""
    if not len(element):
        return
    element.text = "\n" + "\t" * (depth + 1)
    for child in element:
        _indent(child, depth + 1)
        child.tail = "\n" + "\t" * (depth + 1)
    element[-1].tail = "\n" + "\t" * depth


def split_name(name: str, surname: object = 1) -> tuple[str, str]:
    """First names and the last name, for files that want both; joined they are the name again.

    `surname` is of how many words the last name is.

    >>> split_name("Ana Maria Lima"), split_name("Ana Maria Lima", 2), split_name("Bo")
    (('Ana Maria', 'Lima'), ('Ana', 'Maria Lima'), ('', 'Bo'))
    """
    words = name.split(" ")
    first = max(0, len(words) - (surname if isinstance(surname, int) else 1))
    return " ".join(words[:first]), " ".join(words[first:])


def join_name(first: str, last: str) -> str:
    """The whole name."""
    return f"{first.strip()} {last.strip()}".strip()


def external_ids(entrants: Mapping[PlayerId, Entrant], issuer: str) -> dict[PlayerId, str]:
    """The numbers that a company gave to the players. Who has none, or one that somebody else
    has, gets one that begins with 0, as no real one does.
    """
    found: dict[PlayerId, str] = {}
    free = (f"0{n:06}" for n in count(1))
    taken: set[str] = set()
    for player, entrant in entrants.items():
        given = entrant.ids.get(issuer, "") if isinstance(entrant, Player) else ""
        good = given.isascii() and given.isdigit() and not given.startswith("0")
        if not good or given in taken:
            given = next(_not_in(free, taken))
        taken.add(given)
        found[player] = given
    return found


def stored_external_id(issuer: str, number: str) -> dict[str, str]:
    """What is kept of such a number: nothing of one that we made."""
    return {issuer: number} if number and not number.startswith("0") else {}


def byes_in(t: Tournament, ref: RoundRef) -> dict[PlayerId, ByeKind]:
    """The byes of a round, and how it counts for those who came later."""
    round_ = t.rounds[ref]
    byes = dict(round_.byes)
    if ref.stage == 1:
        placed = round_.byes.keys() | set(round_.seated)
        for player, entry in t.entries.items():
            if ref < entry.periods[0].first and player not in placed:
                byes[player] = entry.periods[0].missed
    return byes


def has_no_teams(entrants: Mapping[PlayerId, Entrant]) -> bool:
    """Whether everybody is one person."""
    return not any(isinstance(entrant, Team) for entrant in entrants.values())


def _not_in(numbers: Iterator[str], taken: set[str]) -> Iterator[str]:
    return (number for number in numbers if number not in taken)


@dataclass(frozen=True, slots=True)
class EventTimes:
    """When a tournament was begun, and when the last thing happened in it, if that is known."""

    begun: datetime | None
    last: datetime | None

    @classmethod
    def of(cls, begun: str, last: str) -> "EventTimes":
        """From texts in ISO 8601."""
        return cls(datetime.fromisoformat(begun), datetime.fromisoformat(last))

    def begun_as(self, form: str) -> str:
        """The beginning in this form."""
        return format_moment(self.begun, form)

    def last_as(self, form: str) -> str:
        """The end in this form."""
        return format_moment(self.last, form)


def format_moment(moment: datetime | None, form: str) -> str:
    """A moment in this form; empty if it is not known."""
    return "" if moment is None else moment.strftime(form)
