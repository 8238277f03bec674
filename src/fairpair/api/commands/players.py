"""Players and teams: come, be put right, leave, come back, and what is arranged for them."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated

from fastapi import Depends, Request

from fairpair.api.bodies import media_type, read_json, validate_model
from fairpair.api.commands import schemas
from fairpair.api.path_params import HERE, PLAYER, PlayerNo, RoundNo
from fairpair.api.write_request import Organiser, write_router
from fairpair.app.use_cases import edits
from fairpair.app.views.command_results import (
    AddedPlayers,
    CommandResult,
    added_players,
    command_result,
)
from fairpair.core.players import DropKind, Entrant
from fairpair.core.rounds import ByeKind
from fairpair.core.tournament import PairingRestriction
from fairpair.formats import list_files
from fairpair.log import commands as c

routes = write_router("players")


@dataclass(frozen=True, slots=True)
class Entries:
    """Who enters, from which round on."""

    entrants: tuple[Entrant, ...]
    from_round: int | None = None
    missed: ByeKind | None = None


async def read_entries(request: Request) -> Entries:
    """From CSV, from any file with players, from a list, or from one object."""
    match media_type(request):
        case "text/csv":
            return Entries(list_files.read_entries(await request.body()))
        case "application/octet-stream":
            return Entries(
                list_files.require_usable(list_files.read_file(await request.body()).listing)
            )
    sent = await read_json(request)
    if isinstance(sent, dict) and "name" in sent and "players" not in sent:
        one = validate_model(schemas.EnterPlayerRequest, sent)
        return _entries([one], one)
    many = validate_model(schemas.EnterPlayersRequest, sent)
    return _entries(many.players, many)


def _entries(found: Sequence[schemas.EntrantData], how: schemas.EntryTerms) -> Entries:
    return Entries(tuple(one.entrant() for one in found), how.from_round, how.missed_kind)


@routes.post(
    f"{HERE}/players",
    summary="Enter players or teams",
    status_code=201,
    openapi_extra=schemas.ENTRIES_BODY,
)
def enter_players(
    request: Organiser, entered: Annotated[Entries, Depends(read_entries)]
) -> AddedPlayers:
    """One, many, or a CSV file; all or none, and everything that is wrong is told at once.
    After the start they enter late. An entrant with `members` is a team.
    """
    entrants, missed = entered.entrants, entered.missed
    return added_players(request.run(edits.enter_players, entrants, entered.from_round, missed))


@routes.patch(PLAYER, summary="Put the data of a player or team right")
def edit_player(
    request: Organiser, player: PlayerNo, body: schemas.EditPlayerRequest
) -> CommandResult:
    """What is not named stays. The members of a team are named all, in their order."""
    return command_result(request.run(edits.edit_player, player, body.changes()))


@routes.post(f"{PLAYER}/drop", summary="Let a player leave")
def drop_player(request: Organiser, player: PlayerNo, body: schemas.DropRequest) -> CommandResult:
    """An open match goes to the opponent, unless `forfeit` is false."""
    command = c.DropPlayer(player, DropKind(body.kind), body.forfeit, body.reason)
    return command_result(request.execute(command))


@routes.post(f"{PLAYER}/reinstate", summary="Let a player come back")
def reinstate_player(
    request: Organiser,
    player: PlayerNo,
    body: schemas.ReinstateRequest,
) -> CommandResult:
    """Without a round, in the next one that is not published yet."""
    command = c.ReinstatePlayer(player, body.from_round, body.missed_kind)
    return command_result(request.execute(command))


@routes.post(f"{PLAYER}/check-in", summary="Check a player in")
def check_in(request: Organiser, player: PlayerNo) -> CommandResult:
    """The player is present."""
    return command_result(request.execute(c.CheckIn(player)))


@routes.post(f"{PLAYER}/check-out", summary="Take a check-in back")
def check_out(request: Organiser, player: PlayerNo) -> CommandResult:
    """Before the start only."""
    return command_result(request.execute(c.CheckOut(player)))


@routes.put(f"{PLAYER}/byes/{{n}}", summary="Leave a player out of a coming round")
def request_bye(
    request: Organiser,
    player: PlayerNo,
    n: RoundNo,
    body: schemas.ByeRequest,
) -> CommandResult:
    """With this kind of bye, whatever was asked for before."""
    return command_result(request.run(edits.set_bye, player, n, ByeKind(body.kind)))


@routes.delete(f"{PLAYER}/byes/{{n}}", summary="Pair a player after all")
def withdraw_bye(request: Organiser, player: PlayerNo, n: RoundNo) -> CommandResult:
    """The request for a bye in that round is withdrawn."""
    return command_result(request.execute(c.WithdrawByeRequest(player, n)))


@routes.put(f"{PLAYER}/table", summary="Keep a player at one table")
def fix_table(request: Organiser, player: PlayerNo, body: schemas.FixTableRequest) -> CommandResult:
    """In every coming round."""
    return command_result(request.run(edits.run_idempotent, c.FixTable(player, body.table)))


@routes.delete(f"{PLAYER}/table", summary="Let a player sit anywhere")
def free_table(request: Organiser, player: PlayerNo) -> CommandResult:
    """In every coming round."""
    return command_result(request.run(edits.run_idempotent, c.FixTable(player, None)))


@routes.put(f"{PLAYER}/missed-rounds", summary="Say how missed rounds count")
def set_missed_rounds(
    request: Organiser, player: PlayerNo, body: schemas.MissedRoundsRequest
) -> CommandResult:
    """All rounds that the player was not there for; after the start with a reason."""
    command = c.SetMissedRounds(player, ByeKind(body.kind), body.reason)
    return command_result(request.execute(command))


@routes.put(f"{HERE}/avoided/{{a}}/{{b}}", summary="Keep two players apart")
def avoid_pair(
    request: Organiser,
    a: PlayerNo,
    b: PlayerNo,
    body: schemas.RestrictionRequest,
) -> CommandResult:
    """On these terms, whatever they were before: `hard` never, else if it can be helped."""
    terms = PairingRestriction(body.hard, body.from_round, body.until_round)
    return command_result(request.run(edits.set_pairing_restriction, a, b, terms))


@routes.delete(f"{HERE}/avoided/{{a}}/{{b}}", summary="Let two players meet")
def allow_pair(request: Organiser, a: PlayerNo, b: PlayerNo) -> CommandResult:
    """They were kept apart."""
    return command_result(request.execute(c.AllowPair(a, b)))
