"""Archives for tests."""

from fairpair.app.service import Service
from fairpair.app.transfer.imports import ImportOptions, import_event
from fairpair.core.ids import TournamentId


def import_archive(service: Service, data: bytes, name: TournamentId | None = None) -> TournamentId:
    """Add the tournament of an archive file, under another id if one is given."""
    return import_event(service, "", data, ImportOptions(name, is_archive=True)).tournament
