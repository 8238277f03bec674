"""Files with players: CSV, spreadsheets and report files, told apart by what is in them."""

from dataclasses import dataclass, replace

from fairpair.core.errors import InvalidInputError
from fairpair.core.players import Player
from fairpair.formats import sheets, tdf, trf, wer
from fairpair.formats.columns import COLUMNS
from fairpair.formats.kinds import FileKind, kind_of
from fairpair.formats.lists import Listing, cells_of, read_table, read_text


@dataclass(frozen=True, slots=True)
class ListFile:
    """A list, and what else the file says of the tournament."""

    listing: Listing
    name: str = ""
    rounds: int | None = None


def read_file(data: bytes, *, teams: bool = False) -> ListFile:
    """The players of a file; `InvalidInputError` if it is none of the kinds that are understood."""
    match kind_of(data):
        case FileKind.SHEET:
            return ListFile(read_table(sheets.rows_of(data)))
        case FileKind.TRF:
            return _report(data)
        case FileKind.TDF:
            return _event(tdf.players_of(data))
        case FileKind.WER:
            return _event(wer.players_of(data))
        case FileKind.ARCHIVE:
            raise InvalidInputError(
                "no-list",
                "This file is JSON, perhaps a whole tournament, and no list of players.",
                "Import the tournament as a whole, or choose a file with a list of players.",
            )
        case _:
            text, note = _decoded(data)
            found = read_text(text, teams=teams)
            return ListFile(replace(found, notes=(*found.notes, *note)))


def _event(found: tuple[str, tuple[Player, ...]]) -> ListFile:
    """The players of a file with rounds, without their results."""
    name, players = found
    columns = [c for c in COLUMNS if c != "team"]
    rows = [columns, *([cells_of(one)[c] for c in columns] for one in players)]
    return ListFile(read_table(rows), name)


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
        raise InvalidInputError(
            "no-list",
            "This file is no list of players.",
            "Choose a CSV, XLSX, ODS, TRF, TDF or WER file, or paste the names.",
        )
    try:
        return data.decode("utf-8-sig"), ()
    except UnicodeDecodeError:
        told = "The file is not in UTF-8: look whether all accents are right."
        return data.decode("cp1252", "replace"), (told,)
