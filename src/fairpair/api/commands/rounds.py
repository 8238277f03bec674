"""Rounds: pair, edit, publish, complete."""

from functools import partial

from fairpair.api.commands.schemas import (
    AddTableRequest,
    ClockRequest,
    ExtraTimeRequest,
    GenerateRoundRequest,
    GiveByeRequest,
    MoveTableRequest,
    PublishRequest,
    RepairBody,
    ReplaceRequest,
    SwapRequest,
)
from fairpair.api.path_params import ROUND, RoundPath, TableNo
from fairpair.api.write_request import Organiser, Scorekeeper, write_router
from fairpair.app.use_cases import clocks, edits, repair
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


@routes.post(f"{ROUND}/generate", summary="Pair (and publish) a round")
def generate_round(
    request: Organiser, ref: RoundPath, body: GenerateRoundRequest
) -> RoundCommandResult:
    """Completes the previous round if all its results are in; otherwise returns 409 with the tables
    still missing a result. With `draft`, only staff can see the round until it is published. If the
    round cannot be paired, returns 409 with the causes and with suggestions as ready-to-send
    requests; nothing is changed.
    """
    options = RoundOptions(
        draft_only=body.draft,
        remedy=body.remedy or "",
        tables=body.seats(),
        byes=body.rests(),
        adjourn_missing=body.adjourn_missing,
    )
    return round_result(request.confirming(body.confirmed).run(generate, ref, options), ref)


@routes.post(f"{ROUND}/publish", summary="Publish a round")
def publish_round(request: Organiser, ref: RoundPath, body: PublishRequest) -> RoundCommandResult:
    """From then on, players can see the round and results can be entered."""
    command = c.PublishRound(body.as_it_is, (), body.reason)
    return round_result(request.confirming(body.confirmed).run(run_in_round, ref, command), ref)


@routes.post(f"{ROUND}/discard", summary="Discard an unpublished round")
def discard_round(request: Organiser, ref: RoundPath) -> CommandResult:
    """Only possible before the round is published."""
    return command_result(request.run(run_in_round, ref, c.DiscardDraft()))


@routes.post(f"{ROUND}/edit", summary="Edit the pairings of a round")
def edit_pairings(request: Organiser, ref: RoundPath) -> RoundCommandResult:
    """For the current main round before its first result. Until it is published again, players see
    it as it was, and no results can be entered. In FIDE mode the first change begins this too.
    """
    return round_result(request.run(run_in_round, ref, c.EditPairings()), ref)


@routes.post(f"{ROUND}/cancel-editing", summary="Cancel the editing of pairings")
def cancel_editing(request: Organiser, ref: RoundPath) -> RoundCommandResult:
    """The round is then as it was before."""
    return round_result(request.run(run_in_round, ref, c.CancelEditing()), ref)


@routes.post(f"{ROUND}/complete", summary="Complete a round")
def complete_round(request: Organiser, ref: RoundPath) -> CommandResult:
    """All results must be in; otherwise returns 409 with the tables still missing a result."""
    return command_result(request.run(run_in_round, ref, c.CompleteRound()))


@routes.post(f"{ROUND}/swap", summary="Swap two players")
def swap_players(request: Organiser, ref: RoundPath, body: SwapRequest) -> RoundCommandResult:
    """Swaps two players at the same table or at two tables, or a player with one who has a bye."""
    command = c.SwapPlayers(body.a, body.b, body.reason, (), body.keep_colours)
    return round_result(request.confirming(body.confirmed).run(run_in_round, ref, command), ref)


@routes.post(f"{ROUND}/replace", summary="Replace a player")
def replace_player(request: Organiser, ref: RoundPath, body: ReplaceRequest) -> RoundCommandResult:
    """The replaced player gets a bye of this type."""
    command = c.ReplacePlayer(body.out, body.by, ByeKind(body.bye), body.reason)
    return round_result(request.confirming(body.confirmed).run(run_in_round, ref, command), ref)


@routes.post(f"{ROUND}/byes", summary="Assign a bye")
def give_bye(request: Organiser, ref: RoundPath, body: GiveByeRequest) -> RoundCommandResult:
    """Also changes the type of an existing bye. A reason is required in a completed round."""
    command = c.GiveBye(
        body.player,
        ByeKind(body.kind),
        ref.round_no,
        ref.stage,
        body.reason,
    )
    return round_result(request.confirming(body.confirmed).execute(command), ref)


@routes.post(f"{ROUND}/move", summary="Move a match to another table")
def move_table(request: Organiser, ref: RoundPath, body: MoveTableRequest) -> RoundCommandResult:
    """If the table is taken, the two matches swap tables."""
    return round_result(request.run(run_in_round, ref, c.MoveTable(body.table, body.to)), ref)


@routes.post(f"{ROUND}/tables", summary="Add a match between unpaired players")
def add_table(request: Organiser, ref: RoundPath, body: AddTableRequest) -> RoundCommandResult:
    """For late entries and players with a bye; without a number, the first free table is used."""
    command = c.AddTable(tuple(body.players), body.table)
    return round_result(request.confirming(body.confirmed).run(run_in_round, ref, command), ref)


@routes.post(f"{ROUND}/repair", summary="Repair a round with as few changes as possible")
def repair_round(request: Organiser, ref: RoundPath, body: RepairBody) -> RoundCommandResult:
    """For players who are `missing`, have `arrived` or must have another opponent (`parted`): as
    many tables stay as they are as possible, in one action. Under the FIDE rules only before
    publication.
    """
    asked = repair.RepairRequest(
        tuple(body.missing),
        tuple(body.arrived),
        tuple(body.parted),
        body.option,
        body.wide,
        body.reason,
    )
    return round_result(request.run(repair.repair_round, ref, asked), ref)


@routes.put(f"{ROUND}/clock", summary="Start, pause or set the clock")
def set_clock(request: Scorekeeper, ref: RoundPath, body: ClockRequest) -> CommandResult:
    """The clock is shared by all clients; the round shows its end time or the time left."""
    use_case = partial(clocks.set_clock, now=request.service.now)
    return command_result(request.run(use_case, ref, running=body.running, minutes=body.minutes))


@routes.put(f"{ROUND}/tables/{{table}}/extra-time", summary="Give a table extra time")
def set_extra_time(
    request: Scorekeeper, ref: RoundPath, table: TableNo, body: ExtraTimeRequest
) -> CommandResult:
    """Total extra minutes for the table. Replaces any earlier value."""
    command = c.ExtendTime(ref.at(table), body.minutes)
    return command_result(request.run(edits.run_idempotent, command))
