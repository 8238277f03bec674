"""XML of other programs: read within limits, and without anything that a file could define."""

from contextlib import suppress
from dataclasses import dataclass, field
from xml.etree.ElementTree import Element, ParseError, TreeBuilder, tostring
from xml.parsers import expat

from fairpair.core.errors import FieldProblem, InvalidInputError

MOST_BYTES = 16 * 1024 * 1024
MOST_ELEMENTS = 400_000
MOST_DEPTH = 30
_ANOTHER_COPY = "Take another copy of the file, or export it again where it was made."


def root_name(data: bytes) -> str:
    """The name of the outermost element, as far as a look at the beginning tells; else nothing.

    `InvalidInputError` for a file with definitions of its own.

    >>> root_name(b'<?xml version="1.0"?><event title="x"/>'), root_name(b"Ana Lima")
    ('event', '')
    """
    found: list[str] = []
    parser = expat.ParserCreate()
    parser.StartElementHandler = lambda name, _attributes: found.append(name)
    parser.StartDoctypeDeclHandler = _refuse_definitions
    with suppress(expat.ExpatError, ValueError, LookupError):
        parser.Parse(data[:4096], False)
    return found[0] if found else ""


def read_xml(data: bytes, what: str) -> Element:
    """The outermost element.

    Raises `InvalidInputError` for what is damaged, too large, or defines entities.
    """
    if len(data) > MOST_BYTES:
        raise InvalidInputError(
            "file-too-large",
            f"The {what} file is larger than {MOST_BYTES // 2**20} MiB.",
            "No tournament is that large: choose another file.",
        )
    building = _Building()
    parser = expat.ParserCreate()
    parser.buffer_text = True
    parser.StartDoctypeDeclHandler = _refuse_definitions
    parser.StartElementHandler = building.start
    parser.EndElementHandler = building.end
    parser.CharacterDataHandler = building.builder.data
    try:
        parser.Parse(data, True)
        return building.builder.close()
    except (expat.ExpatError, ParseError, ValueError, LookupError) as error:
        raise InvalidInputError(
            "bad-xml", f"The {what} file is damaged or not complete: {error}.", _ANOTHER_COPY
        ) from error


def write_xml(root: Element) -> bytes:
    """The file, in UTF-8 with line feeds and tabs."""
    _laid_out(root, 0)
    text: bytes = tostring(root, encoding="utf-8")
    return b'<?xml version="1.0" encoding="UTF-8"?>\n' + text + b"\n"


def count_of(text: str, where: str, problems: list[FieldProblem]) -> int:
    """A count as files write it, 0 for none; what is no number is told."""
    text = text.strip() or "0"
    if text.isascii() and text.isdigit() and len(text) < 6:
        return int(text)
    problems.append(FieldProblem(where, f"{text!r:.20} is no number"))
    return 0


@dataclass(slots=True)
class _Building:
    """Puts elements together and counts them."""

    builder: TreeBuilder = field(default_factory=TreeBuilder)
    count: int = 0
    depth: int = 0

    def start(self, name: str, attributes: dict[str, str]) -> None:
        self.count += 1
        self.depth += 1
        if self.count > MOST_ELEMENTS or self.depth > MOST_DEPTH:
            raise InvalidInputError(
                "file-too-large",
                "The file has more parts than any tournament.",
                "Choose another file.",
            )
        self.builder.start(name, attributes)

    def end(self, name: str) -> None:
        self.depth -= 1
        self.builder.end(name)


def _refuse_definitions(*_: object) -> None:
    raise InvalidInputError(
        "xml-definitions",
        "The file has definitions of its own (a DOCTYPE), which no tournament file needs.",
        _ANOTHER_COPY,
    )


def _laid_out(element: Element, depth: int) -> None:
    """One element a line; what holds text stays as it is."""
    if not len(element):
        return
    element.text = "\n" + "\t" * (depth + 1)
    for child in element:
        _laid_out(child, depth + 1)
        child.tail = "\n" + "\t" * (depth + 1)
    element[-1].tail = "\n" + "\t" * depth
