"""Every kind of file with rounds and results that other programs write, and its reader.

Reports (TRF) are not among them: they are read, checked and mended by a package of their own.
"""

from collections.abc import Callable, Mapping

from fairpair.formats import (
    added_formats,
    challonge,
    event_tables,
    opengotha,
    tdf,
    topdeck,
    wer,
)
from fairpair.formats.imported import ImportedTournament
from fairpair.formats.kinds import FileKind, kind_of

READERS: Mapping[FileKind, Callable[[bytes], ImportedTournament]] = {
    FileKind.TDF: tdf.read,
    FileKind.WER: wer.read,
    FileKind.OPENGOTHA: opengotha.read,
    FileKind.CHALLONGE: challonge.read,
    FileKind.TOPDECK: topdeck.read,
    FileKind.SHEET: event_tables.read,
    FileKind.TEXT: event_tables.read,
    FileKind.EXTENSION: added_formats.read,
}


def read_event(kind: FileKind, data: bytes, division: str) -> ImportedTournament:
    """The tournament of a file; `division` is which of several in a TDF file."""
    if kind == FileKind.TDF:
        return tdf.read(data, division)
    return READERS[kind](data)


def has_rounds(data: bytes) -> bool:
    """Whether a file can have rounds and results, rather than being a list of players."""
    kind = kind_of(data)
    return kind.is_event or event_tables.has_rounds(data)
