"""The logo and the banner of a tournament: the log has their names, the store what they show."""

from collections.abc import Mapping
from dataclasses import field, replace

from fairpair.app.requests import CommandContext, Outcome
from fairpair.app.service import Service
from fairpair.app.use_cases.edits import run_idempotent
from fairpair.core.dataclass import dataclass
from fairpair.core.errors import NotFoundError
from fairpair.core.header_kinds import is_picture_name
from fairpair.core.ids import TournamentId
from fairpair.core.stored import StoredPicture
from fairpair.core.tournament import Tournament
from fairpair.formats.pictures import PictureKind, read_picture
from fairpair.formats.reader_process import FileReader, read_here
from fairpair.log.commands import ChangeHeader


@dataclass(frozen=True, slots=True)
class PictureFiles:
    """Files to upload, by what they are for."""

    files: Mapping[PictureKind, bytes] = field(default_factory=dict)
    read: FileReader = read_here
    """A server reads what others send in a process with limits."""


_NO_FILES = PictureFiles()


def change_header(
    service: Service,
    context: CommandContext,
    changes: Mapping[str, object],
    sent: PictureFiles = _NO_FILES,
) -> Outcome:
    """Change details of a tournament, and upload pictures, as one action."""
    named, pictures = read_pictures(service, context.tournament, changes, sent)
    return service.run(replace(context, pictures=pictures), run_idempotent, ChangeHeader(named))


def read_pictures(
    service: Service, here: TournamentId, changes: Mapping[str, object], sent: PictureFiles
) -> tuple[dict[str, object], tuple[StoredPicture, ...]]:
    """The changes of details with the names of the pictures that were sent, and these pictures.

    They are stored with the command that names them. A picture that is only named must have been
    uploaded to the tournament before.
    """
    service.existing_journal(here)
    for name in (changes.get(kind.value) for kind in PictureKind):
        if isinstance(name, str) and name:
            _require_stored(service, here, name)
    made = {kind: read_picture(data, kind, sent.read) for kind, data in sent.files.items()}
    named = {kind.value: picture.name for kind, picture in made.items()}
    pictures = tuple(StoredPicture(here, one.name, one.data) for one in made.values())
    return {**changes, **named}, pictures


def find_picture(service: Service, t: Tournament, here: TournamentId, name: str) -> StoredPicture:
    """A picture that the tournament shows now; `NotFoundError` for any other."""
    found = name in (t.header.logo, t.header.banner) and service.store.pictures.find(here, name)
    if not found:
        raise NotFoundError("no-picture")
    return found


def find_logo(service: Service, here: TournamentId, t: Tournament) -> StoredPicture | None:
    """The logo of a tournament, if it has one."""
    return service.store.pictures.find(here, t.header.logo) if t.header.logo else None


def shown_pictures(
    service: Service, here: TournamentId, t: Tournament
) -> tuple[StoredPicture, ...]:
    """The pictures that the header of a tournament names."""
    names = dict.fromkeys(filter(None, (t.header.logo, t.header.banner)))
    found = (service.store.pictures.find(here, name) for name in names)
    return tuple(filter(None, found))


def _require_stored(service: Service, here: TournamentId, name: str) -> None:
    if not is_picture_name(name) or service.store.pictures.find(here, name) is None:
        raise NotFoundError("no-picture.with-name", name=f"{name:.80}")
