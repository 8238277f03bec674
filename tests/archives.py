"""Archives for tests."""

from collections.abc import Iterable

from fairpair.app.service import Service
from fairpair.app.transfer.imports import ImportOptions, import_event
from fairpair.core.ids import TournamentId
from fairpair.formats.archive import Archive
from fairpair.log.chain import chain
from fairpair.log.persons import by_event, separate, with_persons
from fairpair.log.stored import StoredEvent, StoredPerson


def import_archive(service: Service, data: bytes, name: TournamentId | None = None) -> TournamentId:
    """Add the tournament of an archive file, under another id if one is given."""
    return import_event(service, "", data, ImportOptions(name, is_archive=True)).tournament


def forged(
    tournament: TournamentId, rows: Iterable[StoredEvent], persons: Iterable[StoredPerson] = ()
) -> Archive:
    """An archive of any events whose hashes are right, as a forger would make it."""
    separated, new = separate(tuple(rows), lambda: "salt")
    return Archive(tournament, tuple(chain(separated)), (*persons, *new))


def whole_rows(archive: Archive) -> list[tuple[object, ...]]:
    """The events of an archive with their personal data; salts and hashes left out."""
    persons = by_event(archive.persons)
    return [
        (r.seq, r.command_id, r.part, r.type, with_persons(r, persons.get(r.seq, {})), r.at, r.by)
        for r in archive.rows
    ]
