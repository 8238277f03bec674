"""Lists of players and teams in files: read, looked at, entered."""

from pathlib import Path
from typing import TYPE_CHECKING

from fairpair.cli.files import content
from fairpair.cli.output import complain, counted, sheet
from fairpair.core.errors import InvalidInputError

if TYPE_CHECKING:
    from collections.abc import Mapping

    from fairpair.formats.lists import Listing

_MOST_SHOWN = 300


def read_list(
    file: Path, *, teams: bool, known: "Mapping[tuple[str, ...], int] | None" = None
) -> "Listing":
    """The players of a file as they are understood; what was guessed is told."""
    from fairpair.formats.list_files import read_file
    from fairpair.formats.lists import with_known

    found = with_known(read_file(content(file), teams=teams).listing, known or {})
    for note in found.notes:
        complain(f"Note: {note}")
    return found


def refuse_bad(found: "Listing", *, skip: bool) -> None:
    """Refuse a list with bad rows, naming them all; or tell that they are left out."""
    problems = found.problems
    if not problems and not found.lines:
        raise InvalidInputError(
            "empty-list", "There is nobody in this list.", "Write a name in each line."
        )
    if not problems:
        return
    if not skip:
        raise InvalidInputError(
            "bad-list",
            f"{counted(len(found.bad), 'row')} of this list cannot be used; nothing was changed.",
            "Put it right and repeat, or leave such rows out with --skip-bad.",
            problems,
        )
    for problem in problems:
        complain(f"Left out: {problem.where}: {problem.message}")


def preview(found: "Listing") -> str:
    """The list as a table, row by row, with what is wrong."""
    columns = [c for c in found.columns if any(line.cells.get(c) for line in found.lines)]
    columns += ["team"] if found.teams and "team" not in columns else []
    rows = [
        (
            str(line.number),
            *(line.team if c == "team" else line.cells.get(c, "") for c in columns),
            "; ".join(one.message for one in line.problems) or "fine",
        )
        for line in found.lines[:_MOST_SHOWN]
    ]
    more = len(found.lines) - len(rows)
    tail = f"... and {more} more rows\n" if more > 0 else ""
    return sheet(("row", *columns, ""), rows, left=range(1, len(columns) + 2)) + tail
