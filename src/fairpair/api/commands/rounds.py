"""Rounds: make, change by hand, show, close."""

from functools import partial

from fairpair.api.commands.schemas import (
    AddTableRequest,
    ClockRequest,
    ExtraTimeRequest,
    GenerateRoundRequest,
    GiveByeRequest,
    MoveTableRequest,
    PublishRequest,
    ReplaceRequest,
    SwapRequest,
)
from fairpair.api.path_params import ROUND, RoundPath, TableNo
from fairpair.api.write_request import Organiser, write_router
from fairpair.app.use_cases import clocks, edits
from fairpair.app.use_cases.rounds import RoundOptions, generate, run_in_round
from fairpair.app.views.command_results import (
    CommandResult,
    RoundCommandResult,
    command_result,
    round_result,
)
from fairpair.core.rounds import ByeKind
from fairpair.log import commands as c

routes = write_router("rounds")


@routes.post(f"{ROUND}/generate", summary="Make a round, and publish it")
def generate_round(
    request: Organiser, ref: RoundPath, body: GenerateRoundRequest
) -> RoundCommandResult:
    """The round before is completed if all its results are in; else 409 with the pending
    tables. With `draft` only the staff sees it until it is published. A round that cannot be
    paired is 409 with the causes and with suggestions as requests; nothing is changed then.
    """
    options = RoundOptions(
        draft_only=body.draft,
        confirmed=tuple(body.confirmed),
        remedy=body.remedy or "",
        tables=body.seats(),
        byes=body.rests(),
    )
    return round_result(request.run(generate, ref, options), ref)


@routes.post(f"{ROUND}/publish", summary="Show a draft to everybody")
def publish_round(request: Organiser, ref: RoundPath, body: PublishRequest) -> RoundCommandResult:
    """From here players see it, and results can be entered."""
    command = c.PublishRound(body.as_it_is, tuple(body.confirmed))
    return round_result(request.run(run_in_round, ref, command), ref)


@routes.post(f"{ROUND}/discard", summary="Throw a draft away")
def discard_round(request: Organiser, ref: RoundPath) -> CommandResult:
    """Nobody has seen it."""
    return command_result(request.run(run_in_round, ref, c.DiscardDraft()))


@routes.post(f"{ROUND}/complete", summary="Close a round")
def complete_round(request: Organiser, ref: RoundPath) -> CommandResult:
    """All results must be in; else 409 with the pending tables."""
    return command_result(request.run(run_in_round, ref, c.CompleteRound()))


@routes.post(f"{ROUND}/swap", summary="Let two players change places")
def swap_players(request: Organiser, ref: RoundPath, body: SwapRequest) -> RoundCommandResult:
    """Two seats of one table, of two tables, or a seat and a bye."""
    command = c.SwapPlayers(body.a, body.b, body.reason, tuple(body.confirmed))
    return round_result(request.run(run_in_round, ref, command), ref)


@routes.post(f"{ROUND}/replace", summary="Give a seat to somebody without a match")
def replace_player(request: Organiser, ref: RoundPath, body: ReplaceRequest) -> RoundCommandResult:
    """Whoever sat there has a bye of this kind then."""
    confirmed = tuple(body.confirmed)
    command = c.ReplacePlayer(body.out, body.by, ByeKind(body.bye), body.reason, confirmed)
    return round_result(request.run(run_in_round, ref, command), ref)


@routes.post(f"{ROUND}/byes", summary="Give somebody without a match a bye")
def give_bye(request: Organiser, ref: RoundPath, body: GiveByeRequest) -> RoundCommandResult:
    """Or another kind of bye; in a round that is complete with a reason."""
    command = c.GiveBye(
        body.player,
        ByeKind(body.kind),
        ref.round_no,
        ref.stage,
        body.reason,
        tuple(body.confirmed),
    )
    return round_result(request.execute(command), ref)


@routes.post(f"{ROUND}/move", summary="Play a match at another table")
def move_table(request: Organiser, ref: RoundPath, body: MoveTableRequest) -> RoundCommandResult:
    """If somebody sits there, the two matches change tables."""
    return round_result(request.run(run_in_round, ref, c.MoveTable(body.table, body.to)), ref)


@routes.post(f"{ROUND}/tables", summary="Let two players without a match meet")
def add_table(request: Organiser, ref: RoundPath, body: AddTableRequest) -> RoundCommandResult:
    """For late entries and players with a bye; without a number, the first free table is used."""
    command = c.AddTable(tuple(body.players), body.table, tuple(body.confirmed))
    return round_result(request.run(run_in_round, ref, command), ref)


@routes.put(f"{ROUND}/clock", summary="Start, pause or set the clock")
def set_clock(request: Organiser, ref: RoundPath, body: ClockRequest) -> CommandResult:
    """It is the same for everybody: the round tells when it ends, or what is left."""
    use_case = partial(clocks.set_clock, now=request.service.now)
    return command_result(request.run(use_case, ref, running=body.running, minutes=body.minutes))


@routes.put(f"{ROUND}/tables/{{table}}/extra-time", summary="Let a table play longer")
def set_extra_time(
    request: Organiser, ref: RoundPath, table: TableNo, body: ExtraTimeRequest
) -> CommandResult:
    """Minutes on top of the round's clock, in all; what the table had before is replaced."""
    command = c.ExtendTime(ref.at(table), body.minutes)
    return command_result(request.run(edits.run_idempotent, command))
