"""Players and teams: add, update, drop, reinstate, and arrangements for single players."""

from collections.abc import Callable, Sequence
from typing import Annotated, TypeVar

from fastapi import Depends, Request
from starlette.concurrency import run_in_threadpool

from fairpair.api.bodies import media_type, read_json, validate_model
from fairpair.api.commands import schemas
from fairpair.api.path_params import HERE, PLAYER, PlayerNo, RoundNo
from fairpair.api.write_request import Organiser, write_router
from fairpair.app.erasure import Erasure, erasure
from fairpair.app.use_cases import edits
from fairpair.app.views.command_results import (
    AddedPlayers,
    CommandResult,
    added_players,
    command_result,
)
from fairpair.core.dataclass import dataclass
from fairpair.core.players import DropKind, Entrant
from fairpair.core.rounds import ByeKind
from fairpair.core.tournament import PairingRestriction
from fairpair.formats import list_files
from fairpair.formats.reader_process import read_in_process
from fairpair.log import commands as c

T = TypeVar("T")
routes = write_router("players")


@dataclass(frozen=True, slots=True)
class Entries:
    """The entrants to add, and the round they start in."""

    entrants: tuple[Entrant, ...]
    from_round: int | None = None
    missed: ByeKind | None = None


async def read_entries(request: Request) -> Entries:
    """The entrants of a request: a CSV file, another player file, a JSON list or one object."""
    match media_type(request):
        case "text/csv":
            found = await _read_file(request, list_files.read_entries)
            return Entries(found)
        case "application/octet-stream":
            file = await _read_file(request, list_files.read_file)
            return Entries(list_files.require_usable(file.listing))
    sent = await read_json(request)
    if isinstance(sent, dict) and "name" in sent and "players" not in sent:
        one = validate_model(schemas.EnterPlayerRequest, sent)
        return _entries([one], one)
    many = validate_model(schemas.EnterPlayersRequest, sent)
    return _entries(many.players, many)


async def _read_file(request: Request, reader: Callable[[bytes], T]) -> T:
    """The file in the body, read within limits and without keeping others waiting."""
    return await run_in_threadpool(read_in_process, reader, await request.body())


def _entries(found: Sequence[schemas.EntrantData], how: schemas.EntryTerms) -> Entries:
    return Entries(tuple(one.entrant() for one in found), how.from_round, how.missed_kind)


@routes.post(
    f"{HERE}/players",
    summary="Add players or teams",
    status_code=201,
    openapi_extra=schemas.ENTRIES_BODY,
)
def enter_players(
    request: Organiser, entered: Annotated[Entries, Depends(read_entries)]
) -> AddedPlayers:
    """Accepts one entry, a list or a CSV file. Either all entries are added or none; all errors are
    reported together. Once the tournament has started, they are late entries. An entrant with
    `members` is a team.
    """
    entrants, missed = entered.entrants, entered.missed
    return added_players(request.run(edits.enter_players, entrants, entered.from_round, missed))


@routes.patch(PLAYER, summary="Update a player or team")
def edit_player(
    request: Organiser, player: PlayerNo, body: schemas.EditPlayerRequest
) -> CommandResult:
    """Omitted fields stay unchanged. Send all members of a team, in board order."""
    return command_result(request.run(edits.edit_player, player, body.changes()))


@routes.post(f"{PLAYER}/erase", summary="Erase a person's data")
def erase_person(request: Organiser, player: PlayerNo, body: schemas.ErasePersonRequest) -> Erasure:
    """Erases name, club, sex, birth date and IDs for good, also from the history; results, rating
    and pairings stay. Cannot be undone. `backups` lists the copies of the database that still
    contain the data.
    """
    done = request.execute(c.ErasePerson(player, body.member, body.replacement))
    return erasure(request.service, request.here, done.outcome, player)


@routes.post(f"{PLAYER}/drop", summary="Drop a player")
def drop_player(request: Organiser, player: PlayerNo, body: schemas.DropRequest) -> CommandResult:
    """The opponent wins an unfinished match unless `forfeit` is false."""
    command = c.DropPlayer(player, DropKind(body.kind), body.forfeit, body.reason)
    return command_result(request.execute(command))


@routes.post(f"{PLAYER}/reinstate", summary="Reinstate a player")
def reinstate_player(
    request: Organiser,
    player: PlayerNo,
    body: schemas.ReinstateRequest,
) -> CommandResult:
    """Default: from the next unpublished round."""
    command = c.ReinstatePlayer(player, body.from_round, body.missed_kind)
    return command_result(request.execute(command))


@routes.post(f"{PLAYER}/check-in", summary="Check a player in")
def check_in(request: Organiser, player: PlayerNo) -> CommandResult:
    """Marks the player as present."""
    return command_result(request.execute(c.CheckIn(player)))


@routes.post(f"{PLAYER}/check-out", summary="Undo a check-in")
def check_out(request: Organiser, player: PlayerNo) -> CommandResult:
    """Only possible before the start."""
    return command_result(request.execute(c.CheckOut(player)))


@routes.put(f"{PLAYER}/byes/{{n}}", summary="Request a bye")
def request_bye(
    request: Organiser,
    player: PlayerNo,
    n: RoundNo,
    body: schemas.ByeRequest,
) -> CommandResult:
    """Replaces any earlier bye request for that round."""
    return command_result(request.run(edits.set_bye, player, n, ByeKind(body.kind)))


@routes.delete(f"{PLAYER}/byes/{{n}}", summary="Withdraw a bye request")
def withdraw_bye(request: Organiser, player: PlayerNo, n: RoundNo) -> CommandResult:
    """The player is paired in that round."""
    return command_result(request.execute(c.WithdrawByeRequest(player, n)))


@routes.put(f"{PLAYER}/half-byes", summary="Allow or disallow half-point byes")
def set_half_byes(
    request: Organiser, player: PlayerNo, body: schemas.HalfByesRequest
) -> CommandResult:
    """A player who is barred cannot get a half-point bye; those asked for before stay."""
    command = c.BarHalfByes(player, not body.allowed)
    return command_result(request.run(edits.run_idempotent, command))


@routes.put(f"{PLAYER}/table", summary="Assign a fixed table")
def fix_table(request: Organiser, player: PlayerNo, body: schemas.FixTableRequest) -> CommandResult:
    """Applies to all coming rounds."""
    return command_result(request.run(edits.run_idempotent, c.FixTable(player, body.table)))


@routes.delete(f"{PLAYER}/table", summary="Remove a fixed table")
def free_table(request: Organiser, player: PlayerNo) -> CommandResult:
    """Applies to all coming rounds."""
    return command_result(request.run(edits.run_idempotent, c.FixTable(player, None)))


@routes.put(f"{PLAYER}/rating", summary="Choose the list whose rating counts")
def choose_rating(
    request: Organiser, player: PlayerNo, body: schemas.ChooseRatingRequest
) -> CommandResult:
    """Later comparisons with the rating lists keep to it, until a rating is typed."""
    return command_result(request.run(edits.choose_rating, player, body.list))


@routes.put(f"{PLAYER}/ratings/{{n}}", summary="Set a rating from a round on")
def set_later_rating(
    request: Organiser, player: PlayerNo, n: RoundNo, body: schemas.LaterRatingRequest
) -> CommandResult:
    """In a tournament of more than 30 days (rule `long_event`). Pairing numbers do not change."""
    return command_result(request.execute(c.SetLaterRating(player, n, body.rating)))


@routes.delete(f"{PLAYER}/ratings/{{n}}", summary="Remove a rating from a round on")
def remove_later_rating(request: Organiser, player: PlayerNo, n: RoundNo) -> CommandResult:
    """The rating before it counts in that round and after it."""
    return command_result(request.execute(c.SetLaterRating(player, n, None)))


@routes.put(f"{PLAYER}/missed-rounds", summary="Set how missed rounds count")
def set_missed_rounds(
    request: Organiser, player: PlayerNo, body: schemas.MissedRoundsRequest
) -> CommandResult:
    """Applies to all rounds the player missed. A reason is required after the start."""
    command = c.SetMissedRounds(player, ByeKind(body.kind), body.reason)
    return command_result(request.execute(command))


@routes.post(f"{HERE}/players/renumber", summary="Renumber the players")
def renumber_players(request: Organiser, body: schemas.RenumberRequest) -> CommandResult:
    """Gives pairing numbers by rating and title, until round 4 is paired. They are kept otherwise,
    even if a rating is corrected; `warnings` of the status say who would have another one.
    `order` names all players of a round robin, number 1 first, until round 1 is published.
    """
    return command_result(request.execute(c.RenumberPlayers(tuple(body.order))))


@routes.post(f"{HERE}/players/exchange-numbers", summary="Exchange two pairing numbers")
def exchange_numbers(request: Organiser, body: schemas.ExchangeNumbersRequest) -> CommandResult:
    """Two players of equal rating get each other's pairing number, until round 4 is paired; in a
    round robin any two, until round 1 is published.
    """
    return command_result(request.execute(c.ExchangeNumbers(body.a, body.b)))


@routes.put(f"{HERE}/avoided/{{a}}/{{b}}", summary="Add a pairing restriction")
def avoid_pair(
    request: Organiser,
    a: PlayerNo,
    b: PlayerNo,
    body: schemas.RestrictionRequest,
) -> CommandResult:
    """Replaces any earlier restriction. `hard`: never pair them; otherwise avoid it if possible."""
    terms = PairingRestriction(body.hard, body.from_round, body.until_round)
    return command_result(request.run(edits.set_pairing_restriction, a, b, terms))


@routes.delete(f"{HERE}/avoided/{{a}}/{{b}}", summary="Remove a pairing restriction")
def allow_pair(request: Organiser, a: PlayerNo, b: PlayerNo) -> CommandResult:
    """The two players can be paired again."""
    return command_result(request.execute(c.AllowPair(a, b)))
