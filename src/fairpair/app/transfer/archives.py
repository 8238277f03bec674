"""Moving whole tournaments between databases."""

from fairpair.app.service import Service, check_tournament_id, no_tournament
from fairpair.app.views import summaries
from fairpair.app.views.document import document
from fairpair.app.views.rounds import round_view
from fairpair.app.views.standings import standings_view
from fairpair.app.views.status import status
from fairpair.core.errors import (
    CommandRepeatedError,
    ConflictError,
    DomainError,
    InvalidInputError,
    NotFoundError,
    VersionConflictError,
)
from fairpair.core.ids import TournamentId
from fairpair.core.texts import same_name_key
from fairpair.core.tournament import Tournament
from fairpair.formats import archive
from fairpair.log.codec import Codec
from fairpair.log.journal import Record, read

_NAMED = 20
"""So many tournaments are named to who has mistyped one."""


def export_tournament(service: Service, tournament: TournamentId) -> str:
    """The tournament with its whole log as the text of an archive file."""
    rows = tuple(service.store.load(tournament))
    if not rows:
        raise no_tournament(tournament)
    return archive.write(archive.Archive(tournament, rows))


def import_tournament(
    service: Service, text: bytes, name: TournamentId | None = None
) -> TournamentId:
    """Add the tournament of an archive file, under another id if one is given; all or nothing."""
    found = readable(text)
    tournament = name or found.tournament
    check_tournament_id(tournament)
    try:
        service.store.append(tournament, 0, found.rows)
    except (VersionConflictError, CommandRepeatedError) as conflict:
        raise ConflictError(
            "tournament-exists",
            f"There is a tournament {tournament} in this database already.",
            "Import it under another name: fairpair import FILE --as OTHER-NAME",
        ) from conflict
    return tournament


def readable(text: bytes) -> archive.Archive:
    """The archive of a file; refused unless its events make a tournament."""
    found = archive.read(text)
    _require_readable(found)
    return found


def find_tournament(service: Service, wanted: str) -> TournamentId:
    """The tournament with this id, or with this name if only one has it."""
    ids = service.store.tournaments()
    if wanted in ids:
        return TournamentId(wanted)
    names = {summary.id: summary.name for summary in summaries(service)}
    key = same_name_key(wanted)
    found = [i for i, name in names.items() if same_name_key(name) == key]
    if len(found) == 1:
        return found[0]
    listed = _listed([f"{i} ({names[i]})" for i in found or names])
    if found:
        raise InvalidInputError(
            "ambiguous-name", f"Several tournaments are called {wanted}.", f"Use the id: {listed}."
        )
    raise NotFoundError(
        "no-tournament", f"There is no tournament {wanted}.", f"There are: {listed}."
    )


def _listed(names: list[str]) -> str:
    rest = len(names) - _NAMED
    more = [f"and {rest} more (fairpair list)"] if rest > 0 else []
    return ", ".join([*names[:_NAMED], *more]) or "none"


def _require_readable(found: archive.Archive) -> None:
    """Every event is known, and together they make a tournament."""
    codec = Codec()
    records = []
    for row in found.rows:
        try:
            event = codec.decode(row.type, row.version, row.payload)
        except InvalidInputError as error:
            raise InvalidInputError(
                error.code, f"Event {row.seq}: {error.message}", error.hint
            ) from error
        records.append(Record(row.seq, row.action, event))
    try:
        _show(read(records).tournament)
    except (LookupError, ValueError, TypeError, AttributeError, DomainError) as error:
        raise InvalidInputError(
            "archive-inconsistent",
            "The events of this file contradict each other.",
            "It was changed by hand: export the tournament again.",
        ) from error


def _show(t: Tournament) -> None:
    """Everything that every list and page shows of it; a log that names what is not there fails.

    The rules that let events happen are not asked again: they may be stricter than when it did.
    """
    status(t, 1)
    standings_view(t, 1)
    document(t)
    for ref, round_ in t.rounds.items():
        round_view(t, 1, ref.stage, ref.round_no)
        for pairing in round_.pairings.values():
            result = pairing.result
            if result and (result.problem or result.seats not in (None, len(pairing.seats))):
                raise ValueError(f"{result} is no result of {ref}")
