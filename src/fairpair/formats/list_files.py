"""Files with players: CSV, spreadsheets and report files, told apart by what is in them."""

from dataclasses import dataclass, replace

from fairpair.core.errors import BadInput
from fairpair.formats import sheets, trf
from fairpair.formats.lists import Listing, read_table, read_text

_OLD_EXCEL = b"\xd0\xcf\x11\xe0"


@dataclass(frozen=True, slots=True)
class ListFile:
    """A list, and what else the file says of the tournament."""

    listing: Listing
    name: str = ""
    rounds: int | None = None


def read_file(data: bytes, *, teams: bool = False) -> ListFile:
    """The players of a file; `BadInput` if it is none of the kinds that are understood."""
    if not data.strip(b"\x00 \t\r\n"):
        raise BadInput("empty-file", "The file is empty.", "Choose another one.")
    if data.startswith(_OLD_EXCEL):
        raise BadInput(
            "old-sheet",
            "This is a spreadsheet in the old XLS format, or one with a password.",
            "Save it as XLSX, ODS or CSV, without a password.",
        )
    if sheets.is_sheet(data):
        return ListFile(read_table(sheets.rows_of(data)))
    if _is_report(data):
        return _report(data)
    text, note = _decoded(data)
    found = read_text(text, teams=teams)
    return ListFile(replace(found, notes=(*found.notes, *note)))


def _is_report(data: bytes) -> bool:
    """Whether it has the lines of a tournament report file."""
    lines = data[:200_000].splitlines()
    return any(line.startswith((b"001 ", b"\xef\xbb\xbf001 ")) for line in lines)


def _report(data: bytes) -> ListFile:
    """The players of a report file, without their results."""
    report = trf.read(data, repair=True)
    if report.file is None:
        raise trf.refusal(report)
    file = report.file
    rows = [["name", "rating", "title", "federation", "sex", "fide_id"]]
    for one in sorted(file.players, key=lambda player: player.id):
        rating = "" if one.rating is None else str(one.rating)
        rows.append([one.name, rating, one.title, one.federation, one.sex, one.fide_id])
    found = read_table(rows)
    if file.rounds_played:
        text = f"The file has {file.rounds_played} rounds with results: only its players are taken."
        found = replace(found, notes=(*found.notes, text))
    return ListFile(found, file.event.name, file.rounds)


def _decoded(data: bytes) -> tuple[str, tuple[str, ...]]:
    """The text; what is not in UTF-8 is read as Windows writes it."""
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        return data.decode("utf-16", "replace"), ()
    if b"\x00" in data:
        raise BadInput(
            "no-list",
            "This file is no list of players.",
            "Choose a CSV, XLSX, ODS or TRF file, or paste the names.",
        )
    try:
        return data.decode("utf-8-sig"), ()
    except UnicodeDecodeError:
        told = "The file is not in UTF-8: look whether all accents are right."
        return data.decode("cp1252", "replace"), (told,)
