"""Many tournaments: archive, delete, restore and copy them, and save their rules as presets."""

from collections.abc import Sequence
from typing import Annotated

from fastapi import Path, Request, Response

from fairpair.api.commands import schemas
from fairpair.api.commands.tournaments import created_response, organiser_key
from fairpair.api.path_params import HERE, Here
from fairpair.api.write_request import (
    Admin,
    IdempotencyKey,
    Organiser,
    command_id_of,
    write_router,
)
from fairpair.app import deletion, own_presets
from fairpair.app.deletion import Deletion
from fairpair.app.requests import check_tournament_id
from fairpair.app.use_cases.copies import copy_tournament as copy
from fairpair.app.views.command_results import CommandResult, CreatedTournament, command_result
from fairpair.app.views.rules import PresetView, preset_view
from fairpair.core.dataclass import dataclass
from fairpair.core.ids import TournamentId
from fairpair.log import commands as c

routes = write_router("tournaments")
server = write_router("server")
Deleted = Annotated[TournamentId, Path(description="ID of a deleted tournament.")]
PresetName = Annotated[str, Path(description="Name of a saved preset.", max_length=100)]


@dataclass(frozen=True, slots=True)
class DeletedList:
    """The tournaments that can be restored, the last deleted first."""

    deleted: Sequence[Deletion]


@dataclass(frozen=True, slots=True)
class RestoredTournament:
    """A tournament that is there again."""

    id: TournamentId
    version: int


@routes.post(f"{HERE}/archive", summary="Archive tournament")
def archive_tournament(request: Organiser) -> CommandResult:
    """Lists show it only when asked for archived tournaments; everything else stays possible."""
    return command_result(request.execute(c.ArchiveTournament()))


@routes.post(f"{HERE}/draw/commit", summary="Commit to the draw seed")
def commit_draw(request: Organiser, body: schemas.CommitDrawRequest) -> CommandResult:
    """Publishes the hash of the draw seed, before the first round is paired and for good. With a
    `beacon`, a public value that nobody knows yet is mixed in when it is known.
    """
    return command_result(request.execute(c.CommitDraw(body.beacon, body.source)))


@routes.post(f"{HERE}/draw/value", summary="Enter the public value for the draw")
def enter_beacon(request: Organiser, body: schemas.EnterBeaconRequest) -> CommandResult:
    """Rounds can be paired from then on. The value cannot be changed."""
    return command_result(request.execute(c.EnterBeacon(body.value)))


@routes.post(f"{HERE}/unarchive", summary="Unarchive tournament")
def unarchive_tournament(request: Organiser) -> CommandResult:
    """The usual lists show it again."""
    return command_result(request.execute(c.UnarchiveTournament()))


@routes.post(
    f"{HERE}/delete",
    summary="Delete tournament",
    description="`confirm` is the name or ID of the tournament. Its keys, links and webhooks stop"
    f" working at once, and every request about it returns 404. For {deletion.KEPT_DAYS} days the"
    " administrator can restore it.\n\n"
    "Export it first with `GET /api/tournaments/{tournament}/export`.",
)
def delete_tournament(request: Organiser, body: schemas.DeleteRequest) -> Deletion:
    """Delete it if it is the one that is meant."""
    return deletion.delete_tournament(request.service, request.context, body.confirm)


@routes.post(f"{HERE}/copy", summary="Copy tournament", status_code=201)
def copy_tournament(  # noqa: PLR0913, PLR0917  what such a request has
    request: Request,
    response: Response,
    grant: Admin,
    tournament: Here,
    body: schemas.CopyRequest,
    idempotency_key: IdempotencyKey = None,
) -> CreatedTournament:
    """A new tournament with the same rules and details, without dates and rounds; with `players`,
    all players are entered again.
    """
    made = copy(
        request.app.state.service,
        tournament,
        body.name,
        command_id_of(idempotency_key, grant),
        grant.audit_name,
        organiser_key(request, grant),
        players=body.players,
    )
    return created_response(response, made)


@server.get(
    "/api/deleted",
    summary="List deleted tournaments",
    description="Those that can still be restored."
    f" After {deletion.KEPT_DAYS} days they are erased.",
)
def list_deleted(request: Request, _grant: Admin) -> DeletedList:
    """The last deleted first."""
    return DeletedList(deletion.list_deleted(request.app.state.service))


@server.post("/api/deleted/{deleted}/restore", summary="Restore a deleted tournament")
def restore_tournament(request: Request, grant: Admin, deleted: Deleted) -> RestoredTournament:
    """It returns under its ID with its whole history. Create new keys and webhooks for it.

    For a tournament that was restored before, the answer is the same again.
    """
    service = request.app.state.service
    version = deletion.restore_tournament(service, deleted, grant.audit_name)
    return RestoredTournament(deleted, version)


@server.delete("/api/deleted/{deleted}", summary="Erase a deleted tournament", status_code=204)
def erase_deleted(request: Request, _grant: Admin, deleted: Deleted) -> None:
    """At once and for good: it cannot be restored any more. Backups that were made before still
    contain it.
    """
    deletion.erase_deleted(request.app.state.service, deleted)


@server.post("/api/presets", summary="Save a preset", status_code=201)
def save_preset(request: Request, _grant: Admin, body: schemas.SavePresetRequest) -> PresetView:
    """Saves the rules of a tournament under a name, for new tournaments on this server."""
    service = request.app.state.service
    check_tournament_id(body.tournament)
    rules = service.existing_journal(TournamentId(body.tournament)).tournament.rules
    saved = own_presets.save_preset(service, body.name, rules, replace=body.replace)
    return preset_view(saved)


@server.patch("/api/presets/{name:path}", summary="Rename a saved preset")
def rename_preset(
    request: Request, _grant: Admin, name: PresetName, body: schemas.RenamePresetRequest
) -> PresetView:
    """Built-in presets keep their names."""
    return preset_view(own_presets.rename_preset(request.app.state.service, name, body.name))


@server.delete("/api/presets/{name:path}", summary="Delete a saved preset", status_code=204)
def delete_preset(request: Request, _grant: Admin, name: PresetName) -> None:
    """Tournaments that were created from it stay as they are."""
    own_presets.delete_preset(request.app.state.service, name)
