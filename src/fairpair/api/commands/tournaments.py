"""Tournaments as a whole: begin, import, configure, start, cut, end, undo."""

from dataclasses import dataclass
from functools import partial
from typing import Annotated

from fastapi import APIRouter, Depends, Query, Request, Response

from fairpair.api.bodies import body, media_type, wrong_type
from fairpair.api.commands import schemas
from fairpair.api.commands.shared import Writer, json_response, operation
from fairpair.api.openapi import takes
from fairpair.api.path_params import HERE
from fairpair.api.write_request import IdempotencyKey, WriteRequest, command_id_of
from fairpair.app.access.grants import Grant, Role
from fairpair.app.access.keys import KeySpec, NewKey
from fairpair.app.service import Service
from fairpair.app.transfer.importing import ImportOptions, ImportResult, import_event
from fairpair.app.use_cases import rounds
from fairpair.app.use_cases.command_results import CreatedTournament, RoundCommandResult, round_done
from fairpair.app.use_cases.edits import configure
from fairpair.app.use_cases.tournaments import (
    Creation,
    MakeKey,
    NewTournament,
    create_tournament,
    rules_for,
)
from fairpair.core.ids import PlayerId, TournamentId
from fairpair.http.authentication import Guard, requires
from fairpair.log import commands as c
from fairpair.log.events import RoundPublished

TAG = "tournaments"


def router(service: Service, guard: Guard) -> APIRouter:
    """The routes, working on this service."""
    routes = APIRouter()
    _beginning(routes, service, guard)
    _settings(routes, Writer(service, guard))
    _course(routes, Writer(service, guard))
    return routes


def _beginning(routes: APIRouter, service: Service, guard: Guard) -> None:
    admin = Depends(requires(Role.ADMIN))

    def first_key(grant: Grant) -> MakeKey:
        def make(here: TournamentId, salt: str) -> NewKey:
            return guard.access.derive([KeySpec(Role.ORGANISER, here)], grant, salt)[0]

        return make

    def begun(made: Creation | ImportResult, notes: tuple[str, ...] = ()) -> Response:
        here = made.tournament
        created = CreatedTournament(here, made.key, made.version, _links(here), notes)
        answer = json_response(created, made.repeated, 201)
        answer.headers["Location"] = f"/api/tournaments/{here}"
        return answer

    @routes.post(
        "/api/tournaments",
        **operation(
            "createTournament",
            "Begin a tournament",
            TAG,
            CreatedTournament,
            201,
            openapi_extra=takes(schemas.CreateTournamentRequest, _NEW, _NEW_CHESS),
        ),
    )
    def create(
        grant: Annotated[Grant, admin],
        wanted: Annotated[
            schemas.CreateTournamentRequest, Depends(body(schemas.CreateTournamentRequest))
        ],
        idempotency_key: IdempotencyKey = None,
    ) -> Response:
        """Its id is made from the name. The organiser's key is kept nowhere; a repeat with the same
        Idempotency-Key and the same administrator's key gets it again.
        """
        rules = rules_for(wanted.preset, wanted.config)
        new = NewTournament(wanted.name, rules)
        command_id = command_id_of(idempotency_key, grant)
        return begun(create_tournament(service, new, command_id, grant.who, first_key(grant)))

    @routes.post(
        "/api/tournaments/import",
        **operation(
            "importTournament",
            "Import a tournament",
            TAG,
            CreatedTournament,
            201,
            openapi_extra=_FILE,
        ),
    )
    def import_(
        grant: Annotated[Grant, admin],
        file: Annotated[_Sent, Depends(_sent)],
        as_: Annotated[
            str | None, Query(alias="as", description="Another id for it.", max_length=80)
        ] = None,
        division: Annotated[
            str, Query(description="Which age division of a TDF file.", max_length=40)
        ] = "",
        idempotency_key: IdempotencyKey = None,
    ) -> Response:
        """The body is an archive as the export gives it, the whole log bit for bit (JSON); or an
        event of another program with its rounds and results: TRF, TDF or WER. `notes` tell what
        of it was left out or guessed.
        """
        name = None if as_ is None else TournamentId(as_)
        wanted = ImportOptions(
            name,
            division,
            request=command_id_of(idempotency_key, grant),
            make_key=first_key(grant),
            is_archive=file.is_archive,
        )
        done = import_event(service, "", file.data, wanted, grant.who)
        return begun(done, done.notes)


def _settings(routes: APIRouter, writer: Writer) -> None:
    organiser, service = writer.role(Role.ORGANISER), writer.service

    @routes.patch(
        HERE,
        **operation(
            "configureTournament",
            "Rename a tournament, or change its rules",
            TAG,
            openapi_extra=takes(schemas.ConfigureRequest, {"name": "Spring Open"}, _CHANGE),
        ),
    )
    def patch(
        asked: Annotated[WriteRequest, organiser],
        wanted: Annotated[schemas.ConfigureRequest, Depends(body(schemas.ConfigureRequest))],
    ) -> Response:
        """Only the rules that are named change; after the start some are frozen, and the others
        need a reason.
        """
        outcome = service.run(asked.order, configure, wanted.name, wanted.rules, wanted.reason)
        return writer.tell(asked, outcome)

    @routes.post(
        f"{HERE}/undo",
        **operation(
            "undo",
            "Take back an action",
            TAG,
            openapi_extra=takes(schemas.UndoRequest, {"action": 42}, needed=False),
        ),
    )
    def undo(
        asked: Annotated[WriteRequest, organiser],
        wanted: Annotated[schemas.UndoRequest, Depends(body(schemas.UndoRequest))],
    ) -> Response:
        """Without a number it is the last one. Refused, with their names, while later facts
        depend on it.
        """
        return writer.execute(asked, c.Undo(wanted.action, wanted.reason))

    @routes.post(
        f"{HERE}/redo",
        **operation(
            "redo",
            "Bring back an action that was undone",
            TAG,
            openapi_extra=takes(schemas.RedoRequest, {"action": 42}, needed=False),
        ),
    )
    def redo(
        asked: Annotated[WriteRequest, organiser],
        wanted: Annotated[schemas.RedoRequest, Depends(body(schemas.RedoRequest))],
    ) -> Response:
        """Without a number it is the one that was undone last."""
        return writer.execute(asked, c.Redo(wanted.action))


def _course(routes: APIRouter, writer: Writer) -> None:
    organiser, service = writer.role(Role.ORGANISER), writer.service

    @routes.post(
        f"{HERE}/start",
        **operation(
            "startTournament",
            "Start: make and publish round 1",
            TAG,
            RoundCommandResult,
            openapi_extra=takes(schemas.StartRequest, {"total_rounds": 5}, needed=False),
        ),
    )
    def start(
        asked: Annotated[WriteRequest, organiser],
        wanted: Annotated[schemas.StartRequest, Depends(body(schemas.StartRequest))],
    ) -> Response:
        """A draft of round 1 that is there is published. 409 when it has started already."""
        making = rounds.RoundOptions(confirmed=tuple(wanted.confirmed))
        outcome = service.run(asked.order, rounds.start, wanted.total_rounds, making)
        # The rounds of an event that is all knock-out are of stage 2.
        ref = next(x.round for x in outcome.events if isinstance(x, RoundPublished))
        return writer.tell(asked, outcome, partial(round_done, ref=ref))

    @routes.post(
        f"{HERE}/cut",
        **operation(
            "makeCut",
            "Make the cut",
            TAG,
            openapi_extra=takes(schemas.CutRequest, {"declined": [7]}, needed=False),
        ),
    )
    def cut(
        asked: Annotated[WriteRequest, organiser],
        wanted: Annotated[schemas.CutRequest, Depends(body(schemas.CutRequest))],
    ) -> Response:
        """The best go on to the knock-out by the rules, or just the seeds that are named. The
        last round is completed first if all its results are in.
        """
        declined = [PlayerId(p) for p in wanted.declined]
        seeds = [PlayerId(p) for p in wanted.seeds or ()]
        return writer.tell(asked, service.run(asked.order, rounds.cut, declined, seeds))

    @routes.post(
        f"{HERE}/open",
        **operation("openMatches", "Open the knock-out matches that can begin", TAG),
    )
    def open_matches(asked: Annotated[WriteRequest, organiser]) -> Response:
        """Every match whose two players are known is published, while others still play the round
        before. 409 when there is none.
        """
        return writer.tell(asked, service.run(asked.order, rounds.open_matches))

    @routes.post(
        f"{HERE}/finish",
        **operation(
            "finishTournament",
            "End the tournament",
            TAG,
            openapi_extra=takes(
                schemas.FinishRequest, {"early": True, "reason": "the hall closes"}, needed=False
            ),
        ),
    )
    def finish(
        asked: Annotated[WriteRequest, organiser],
        wanted: Annotated[schemas.FinishRequest, Depends(body(schemas.FinishRequest))],
    ) -> Response:
        """The last round is completed first if all its results are in."""
        outcome = service.run(asked.order, rounds.finish, early=wanted.early, reason=wanted.reason)
        return writer.tell(asked, outcome)

    @routes.post(
        f"{HERE}/reopen",
        **operation(
            "reopenTournament",
            "Go on after the end",
            TAG,
            openapi_extra=takes(schemas.ReopenRequest, {"reason": "a result was wrong"}),
        ),
    )
    def reopen(
        asked: Annotated[WriteRequest, organiser],
        wanted: Annotated[schemas.ReopenRequest, Depends(body(schemas.ReopenRequest))],
    ) -> Response:
        """With a reason, which the history shows."""
        return writer.execute(asked, c.ReopenTournament(wanted.reason))


@dataclass(frozen=True, slots=True)
class _Sent:
    """A file in a body; JSON can only be an archive."""

    data: bytes
    is_archive: bool


async def _sent(request: Request) -> _Sent:
    said = media_type(request)
    if said not in _FILE_TYPES:
        raise wrong_type(request, *_FILE_TYPES)
    return _Sent(await request.body(), said == "application/json")


def _links(here: TournamentId) -> dict[str, str]:
    base = f"/api/tournaments/{here}"
    below = ("players", "start", "status", "standings", "history", "events")
    return {"self": base, **{name: f"{base}/{name}" for name in below}, "page": f"/t/{here}"}


_NEW = {"name": "Friday Night", "preset": "mtg_standard", "config": {"rounds": 4, "cut": 4}}
_NEW_CHESS = {"name": "City Open", "preset": "fide_dutch", "config": {"rounds": 7}}
_CHANGE = {"rules": {"rounds": 5}, "reason": "more players than expected"}
_FILE_TYPES = ("application/json", "text/plain", "application/xml", "application/octet-stream")
_FILE = {
    "requestBody": {
        "required": True,
        "content": {
            "application/json": {
                "schema": {
                    "type": "object",
                    "required": ["format", "version", "tournament", "checksum", "events"],
                }
            },
            **{name: {"schema": {"type": "string"}} for name in _FILE_TYPES[1:]},
        },
    }
}
