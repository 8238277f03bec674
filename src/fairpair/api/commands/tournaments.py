"""Tournaments as a whole: create, import, configure, start, cut, finish, undo."""

from typing import Annotated

from fastapi import Body, Depends, Query, Request, Response

from fairpair.api.bodies import media_type, unsupported_media_type
from fairpair.api.commands import schemas
from fairpair.api.path_params import HERE
from fairpair.api.write_request import (
    Admin,
    Confirm,
    IdempotencyKey,
    Organiser,
    add_headers,
    command_id_of,
    write_router,
)
from fairpair.app.access.grants import Grant, Role
from fairpair.app.access.keys import KeySpec, NewKey
from fairpair.app.own_presets import FromPreset, create_from_preset
from fairpair.app.pictures import change_header as change_details
from fairpair.app.transfer.imports import ImportOptions, ImportResult, import_event
from fairpair.app.use_cases import rounds
from fairpair.app.use_cases.edits import configure
from fairpair.app.use_cases.tournaments import (
    Creation,
    KeyFactory,
)
from fairpair.app.views.command_results import (
    CommandResult,
    CreatedTournament,
    RoundCommandResult,
    UndoResult,
    command_result,
    round_result,
    undo_result,
)
from fairpair.core.dataclass import dataclass
from fairpair.core.ids import TournamentId
from fairpair.formats.reader_process import read_in_process
from fairpair.language.message import Message
from fairpair.log import commands as c
from fairpair.log.events import RoundPublished

routes = write_router("tournaments")
HeaderBody = Annotated[schemas.HeaderTable, Body(openapi_examples=schemas.HEADER_EXAMPLES)]
_FILE_TYPES = tuple(schemas.FILE_BODY["requestBody"]["content"])


@dataclass(frozen=True, slots=True)
class SentFile:
    """A file in a request body; JSON can only be an archive."""

    data: bytes
    is_archive: bool


async def read_sent_file(request: Request) -> SentFile:
    """The file in the body."""
    said = media_type(request)
    if said not in _FILE_TYPES:
        raise unsupported_media_type(request, *_FILE_TYPES)
    return SentFile(await request.body(), said == "application/json")


@routes.post("/api/tournaments", summary="Create a tournament", status_code=201)
def create_tournament(
    request: Request,
    response: Response,
    grant: Admin,
    body: schemas.CreateTournamentRequest,
    idempotency_key: IdempotencyKey = None,
) -> CreatedTournament:
    """The ID is derived from the name. The organiser key is not stored: only repeating the request
    with the same Idempotency-Key and the same administrator key returns it again.
    """
    made = create_from_preset(
        request.app.state.service,
        FromPreset(body.name, body.preset, body.config, body.draw_seed),
        command_id_of(idempotency_key, grant),
        grant.audit_name,
        organiser_key(request, grant),
    )
    return created_response(response, made)


@routes.post(
    "/api/tournaments/import",
    summary="Import a tournament",
    status_code=201,
    openapi_extra=schemas.FILE_BODY,
)
def import_tournament(  # noqa: PLR0913, PLR0917  what such a request has
    request: Request,
    response: Response,
    grant: Admin,
    file: Annotated[SentFile, Depends(read_sent_file)],
    as_: Annotated[
        str | None, Query(alias="as", description="ID for the imported tournament.", max_length=80)
    ] = None,
    division: Annotated[
        str, Query(description="Age division to import from a TDF file.", max_length=40)
    ] = "",
    fide: Annotated[
        bool | None, Query(description="Whether the tournament of a TRF file is in FIDE mode.")
    ] = None,
    confirm: Confirm = None,
    idempotency_key: IdempotencyKey = None,
) -> CreatedTournament:
    """The body is an archive from the export (JSON, the complete log), or a tournament from another
    program with its rounds and results: TRF, TDF, WER, OpenGotha, Challonge, TopDeck, a
    crosstable or a table of matches. `notes` lists what was left out or guessed. A TRF file comes
    in FIDE mode where nothing is against it; rounds that the rules do not give are then 409
    `needs-confirmation`, and imported with `confirm=import-differs`.
    """
    options = ImportOptions(
        id=None if as_ is None else TournamentId(as_),
        division=division,
        request=command_id_of(idempotency_key, grant),
        make_key=organiser_key(request, grant),
        is_archive=file.is_archive,
        read=read_in_process,
        fide=fide,
        confirmed=tuple(confirm or ()),
    )
    added = import_event(request.app.state.service, "", file.data, options, grant.audit_name)
    return created_response(response, added, added.notes)


def organiser_key(request: Request, grant: Grant) -> KeyFactory:
    """Makes the first key of a tournament from that of the caller."""

    def make(here: TournamentId, salt: str) -> NewKey:
        keys: list[NewKey] = request.app.state.guard.access.derive(
            [KeySpec(Role.ORGANISER, here)], grant, salt
        )
        return keys[0]

    return make


def created_response(
    response: Response, made: Creation | ImportResult, notes: tuple[Message, ...] = ()
) -> CreatedTournament:
    """The response to a request that made a tournament."""
    here = made.tournament
    base = f"/api/tournaments/{here}"
    below = ("players", "start", "status", "standings", "history", "events")
    links = {"self": base, **{name: f"{base}/{name}" for name in below}, "page": f"/t/{here}"}
    add_headers(response, made.version, repeated=made.repeated)
    response.headers["Location"] = base
    return CreatedTournament(here, made.key, made.version, links, tuple(map(str, notes)))


@routes.patch(HERE, summary="Update a tournament's name or rules")
def configure_tournament(request: Organiser, body: schemas.ConfigureRequest) -> CommandResult:
    """Only the given rules change. After the start, some rules are fixed and the others need a
    reason.
    """
    return command_result(request.run(configure, body.name, body.rules, body.reason))


@routes.patch(f"{HERE}/header", summary="Update place, dates and other details")
def change_header(request: Organiser, body: HeaderBody) -> CommandResult:
    """Only the given fields change, at any time; null or an empty value clears a field."""
    return command_result(request.report(change_details(request.service, request.context, body)))


@routes.post(f"{HERE}/undo", summary="Undo an action")
def undo(request: Organiser, body: schemas.UndoRequest) -> UndoResult:
    """Default: the last action. Returns 409 and names the later actions that depend on it, if there
    are any.
    """
    return undo_result(request.execute(c.Undo(body.action, body.reason)))


@routes.post(f"{HERE}/redo", summary="Redo an action")
def redo(request: Organiser, body: schemas.RedoRequest) -> UndoResult:
    """Default: the action that was undone last."""
    return undo_result(request.execute(c.Redo(body.action)))


@routes.post(f"{HERE}/fide/leave", summary="Leave FIDE mode")
def leave_fide_mode(request: Organiser, body: schemas.LeaveFideModeRequest) -> CommandResult:
    """For ever: no undo leads back. Has to be confirmed twice: the first answer is 409
    `needs-confirmation`; repeated with `confirm=leave-fide-mode` it is 409 with a `token`; repeated
    with both, the tournament leaves FIDE mode.
    """
    return command_result(request.execute(c.LeaveFideMode(body.reason)))


@routes.post(f"{HERE}/start", summary="Start the tournament (pair and publish round 1)")
def start_tournament(request: Organiser, body: schemas.StartRequest) -> RoundCommandResult:
    """If round 1 is already paired, it is published. `total_rounds` are all rounds, the knockout
    included, as in the status and in the rule of this name. The first round of a knockout from the
    start is of stage 2. Returns 409 if the tournament has already started.
    """
    starting = request.confirming(body.confirmed)
    done = starting.run(rounds.start, body.total_rounds, None, body.reason)
    # The rounds of an event that is all knock-out are of stage 2.
    ref = next(x.round for x in done.outcome.events if isinstance(x, RoundPublished))
    return round_result(done, ref)


@routes.post(f"{HERE}/cut", summary="Make the cut")
def make_cut(request: Organiser, body: schemas.CutRequest) -> CommandResult:
    """Advances the best players to the knockout by the rules, or exactly the given seeds. The last
    round is completed first if all its results are in.
    """
    return command_result(request.run(rounds.cut, body.declined, body.seeds or []))


@routes.post(f"{HERE}/open", summary="Start knockout matches that are ready")
def open_matches(request: Organiser) -> CommandResult:
    """Publishes every match whose two players are known, even while the previous round is still
    being played. Returns 409 if there is none.
    """
    return command_result(request.run(rounds.open_matches))


@routes.post(f"{HERE}/finish", summary="Finish the tournament")
def finish_tournament(request: Organiser, body: schemas.FinishRequest) -> CommandResult:
    """The last round is completed first if all its results are in."""
    early, reason, decided = body.early, body.reason, body.open_games
    return command_result(
        request.run(rounds.finish, early=early, reason=reason, open_games=decided)
    )


@routes.post(f"{HERE}/reopen", summary="Reopen the tournament")
def reopen_tournament(request: Organiser, body: schemas.ReopenRequest) -> CommandResult:
    """Needs a reason, which is shown in the history."""
    return command_result(request.execute(c.ReopenTournament(body.reason)))
