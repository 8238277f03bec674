"""A tournament in any file, as it stands: our own archives, reports, files of other programs."""

from fairpair.app.transfer.imports import READERS, archive_of, event_of, found_in
from fairpair.core.errors import InvalidInputError
from fairpair.core.tournament import Tournament
from fairpair.formats.kinds import FileKind, kind_of
from fairpair.log.codec import Codec, read_records
from fairpair.log.journal import read_journal


def tournament_in(data: bytes) -> Tournament:
    """The tournament that a file contains; `InvalidInputError` if it contains none."""
    kind = kind_of(data)
    if kind is FileKind.ARCHIVE:
        archive = archive_of(data)
        return read_journal(read_records(Codec(), archive.rows, archive.persons)).tournament
    if kind not in READERS:
        raise InvalidInputError("no-event")
    read, notes = READERS[kind](data, "", True)
    return event_of(found_in(read, notes))[0]
