"""Lists of players in forms: pasted or uploaded, and shown as they are understood."""

from collections.abc import Mapping
from dataclasses import dataclass

from fairpair.formats.list_files import ListFile, read_file
from fairpair.formats.lists import Line, Listing, read_text, with_known
from fairpair.web.site import PageRequest

MOST_SHOWN = 300


@dataclass(frozen=True, slots=True)
class Preview:
    """A list for a page: what stands in the field, and its rows; `more` are not shown."""

    text: str
    count: int
    good: int
    bad: int
    columns: tuple[str, ...]
    lines: tuple[Line, ...]
    more: int
    notes: tuple[str, ...]
    teams: bool


def has_file(visit: PageRequest) -> bool:
    """Whether a file was chosen."""
    file = visit.files.get("file")
    return file is not None and bool(file.filename)


def sent(
    visit: PageRequest, known: Mapping[tuple[str, ...], int] | None = None, *, teams: bool = False
) -> ListFile:
    """The list in a form: that of the file if there is one, else what was pasted."""
    if has_file(visit):
        found = read_file(visit.files["file"].file.read(), teams=teams)
    else:
        found = ListFile(read_text(visit.form.get("players", ""), teams=teams))
    return ListFile(with_known(found.listing, known or {}), found.name, found.rounds)


def preview(found: Listing, text: str = "") -> Preview:
    """The rows to look at: all bad ones, and the first of the others."""
    lines = found.lines
    shown = lines
    if len(lines) > MOST_SHOWN:
        shown = tuple(x for n, x in enumerate(lines) if x.problems or n < MOST_SHOWN)
    bad = len(found.bad)
    return Preview(
        text or found.as_text(),
        len(lines),
        len(lines) - bad,
        bad,
        tuple(c for c in found.columns if any(line.cells.get(c) for line in lines)) or ("name",),
        shown,
        len(lines) - len(shown),
        found.notes,
        found.teams,
    )
