"""`fairpair round`: pair, look, change by hand, publish, close, and the one next step."""

from collections.abc import Iterator
from functools import partial
from typing import Any

import click

from fairpair.app.use_cases import rounds
from fairpair.app.use_cases.clocks import set_clock
from fairpair.app.use_cases.edits import run_idempotent
from fairpair.app.use_cases.repair import RepairRequest, repair_round
from fairpair.app.use_cases.rounds import run_in_round
from fairpair.app.views.repair import RepairView, repair_view
from fairpair.app.views.rounds import round_list, round_view
from fairpair.cli.desk.context import (
    ActionGroup,
    TournamentSession,
    name_argument,
    read_command,
    reason_option,
    write_command,
)
from fairpair.cli.desk.round_context import (
    find_round,
    list_text,
    report_round,
    round_option,
    round_text,
    run_in_current_round,
    stage_option,
)
from fairpair.cli.output import join_lines
from fairpair.core.errors import InvalidStateError
from fairpair.core.rounds import (
    HIGHEST_TABLE,
    MOST_ROUNDS,
    ByeKind,
    MatchRef,
    RoundRef,
    RoundStatus,
)
from fairpair.engine.stages.progress import NextStep, progress
from fairpair.formats.grids import escape_controls
from fairpair.language.message import Message
from fairpair.log.commands import (
    AddTable,
    CancelEditing,
    CompleteRound,
    DiscardDraft,
    EditPairings,
    ExtendTime,
    GiveBye,
    MoveTable,
    PublishRound,
    ReplacePlayer,
    SwapPlayers,
)
from fairpair.log.events import RoundDrafted, RoundPublished


@click.command()
@click.argument("number", metavar="[ROUND]", type=click.IntRange(1, MOST_ROUNDS), required=False)
@stage_option
@click.option("--missing", is_flag=True, help="Only tables without a result.")
@read_command
def show(session: TournamentSession, number: int | None, stage: int | None, missing: bool) -> None:
    """Show the current round, or ROUND.

    \b
        fairpair round friday show
        fairpair round friday show 2 --json
        fairpair round friday --missing
    """
    journal = session.journal
    ref = find_round(session, number, stage)
    view = round_view(journal.tournament, journal.version, ref.stage, ref.round_no)
    session.show(view, lambda: round_text(view, missing=missing))


@click.command("list")
@read_command
def list_(session: TournamentSession) -> None:
    """List all planned rounds.

    \b
        fairpair round friday list
    """
    view = session.view(round_list)
    session.show(view, lambda: list_text(view))


_adjourn_option = click.option(
    "--adjourn-missing",
    is_flag=True,
    help="Record chess games without a result as adjourned first.",
)


@click.command("next")
@click.option("--draft", "draft_only", is_flag=True, help="Pair the round without publishing it.")
@_adjourn_option
@write_command
def next_(session: TournamentSession, draft_only: bool, adjourn_missing: bool) -> None:
    """Perform the next step (see `fairpair status`).

    When all results are in, the round is completed, and the next one is paired and published. To
    check a round before anybody sees it, use --draft; `next` then publishes it.

    \b
        fairpair round friday next
        fairpair round friday next --draft
        fairpair round open next --adjourn-missing
    """
    now = progress(session.t)
    stops = (NextStep.ENTER, NextStep.NOTHING) + (() if adjourn_missing else (NextStep.RESULTS,))
    if now.step in stops:
        games = now.step is NextStep.RESULTS and session.t.rules.has_colours
        step = "enter-games" if games else now.step.value.replace(" ", "-")
        raise InvalidStateError(
            f"no-next-step.{step}",
            step=now.text,
            tournament=session.here,
        )
    options = rounds.RoundOptions(draft_only, adjourn_missing=adjourn_missing)
    outcome = session.service.run(session.command_context(), rounds.take_next_step, options)
    shown = [x.round for x in outcome.events if isinstance(x, RoundDrafted | RoundPublished)]
    if shown:
        report_round(session, outcome, shown[-1])
    else:
        session.report(outcome)


@click.command()
@click.option("--publish", "at_once", is_flag=True, help="Publish the round immediately.")
@click.option(
    "--remedy",
    type=click.Choice(["rematch", "bye", "colours"]),
    help="Apply one of the suggestions from a failed pairing.",
)
@_adjourn_option
@write_command
def draft(
    session: TournamentSession, at_once: bool, remedy: str | None, adjourn_missing: bool
) -> None:
    """Pair the next round without publishing it.

    The previous round is completed first if all its results are in. If no legal pairing exists, the
    command prints suggestions and exits with 1.

    \b
        fairpair round friday draft
        fairpair round friday draft --publish
        fairpair round friday draft --remedy rematch
    """
    ref = _next_round(session)
    making = rounds.RoundOptions(not at_once, remedy=remedy or "", adjourn_missing=adjourn_missing)
    outcome = session.service.run(session.command_context(), rounds.generate, ref, making)
    report_round(session, outcome, ref)


def _next_round(session: TournamentSession) -> RoundRef:
    """The round to be made: the one after the running one, if there is one."""
    t = session.t
    running = t.rounds.get(t.upcoming)
    played = running is not None and running.status == RoundStatus.PUBLISHED
    return t.upcoming.next if played else t.upcoming


@click.command()
@click.option("--as-it-is", is_flag=True, help="Publish even though results changed after pairing.")
@reason_option
@write_command
def publish(session: TournamentSession, as_it_is: bool, reason: str) -> None:
    """Publish the round so that players see it and results can be entered.

    \b
        fairpair round friday publish
        fairpair round friday publish --confirm rematch --reason "nobody else is left"
    """
    run_in_current_round(session, PublishRound(as_it_is, reason=reason))


@click.command()
@write_command
def discard(session: TournamentSession) -> None:
    """Discard the unpublished round.

    \b
        fairpair round friday discard
    """
    run_in_current_round(session, DiscardDraft())


@click.command()
@click.option("--cancel", is_flag=True, help="Discard the changes.")
@write_command
def edit(session: TournamentSession, cancel: bool) -> None:
    """Start editing the pairings of the current round; `publish` ends it.

    Until then players see the round as it was, and no results can be entered.

    \b
        fairpair round friday edit
        fairpair round friday swap 3 8
        fairpair round friday publish
    """
    run_in_current_round(session, CancelEditing() if cancel else EditPairings())


@click.command()
@write_command
def complete(session: TournamentSession) -> None:
    """Complete the current round. All results must be in.

    \b
        fairpair round friday complete
    """
    ref = session.t.upcoming
    session.report(
        session.service.run(session.command_context(), run_in_round, ref, CompleteRound())
    )


@click.command("open")
@write_command
def open_(session: TournamentSession) -> None:
    """Start all knockout matches whose players are known, even while others are in progress.

    \b
        fairpair round friday open
    """
    session.report(session.service.run(session.command_context(), rounds.open_matches))


@click.command()
@click.argument("what", metavar="start|pause|MINUTES")
@write_command
def clock(session: TournamentSession, what: str) -> None:
    """Start or pause the clock of the current round, or set it to MINUTES.

    \b
        fairpair round friday clock 50
        fairpair round friday clock start
    """
    is_number = what.isascii() and what.isdecimal() and len(what) < 5 and int(what) <= 1440
    if not is_number and what not in ("start", "pause"):
        raise click.BadParameter("use start, pause, or a number of minutes from 0 to 1440.")
    minutes = int(what) if is_number else None
    running = None if is_number else what == "start"
    ref = find_round(session, None, None)
    use_case = partial(set_clock, now=session.service.now)
    outcome = session.service.run(
        session.command_context(), use_case, ref, running=running, minutes=minutes
    )
    session.report(outcome)


@click.command("extra-time")
@click.argument("table", type=click.IntRange(1, HIGHEST_TABLE))
@click.argument("minutes", type=click.IntRange(0, 999))
@write_command
def extra_time(session: TournamentSession, table: int, minutes: int) -> None:
    """Give TABLE a total of MINUTES of extra time.

    \b
        fairpair round friday extra-time 12 5
    """
    ref = find_round(session, None, None)
    command = ExtendTime(MatchRef(ref.stage, ref.round_no, table), minutes)
    session.report(session.service.run(session.command_context(), run_idempotent, command))


@click.command()
@click.argument("a")
@click.argument("b")
@reason_option
@click.option(
    "--keep-colours",
    is_flag=True,
    help="Give each player the other's colour instead of the one due under the rules.",
)
@write_command
def swap(session: TournamentSession, a: str, b: str, **how: Any) -> None:
    """Swap players A and B in the current round.

    They can be at the same table or at different tables, or one of them can have the bye.

    \b
        fairpair round friday swap 3 8 --reason "brothers"
        fairpair round friday swap Ana Bo --confirm rematch
    """
    players = session.player(a), session.player(b)
    run_in_current_round(session, SwapPlayers(*players, **how))


@click.command()
@click.option("--missing", multiple=True, metavar="PLAYER", help="Player who is missing.")
@click.option("--arrived", multiple=True, metavar="PLAYER", help="Player who has arrived late.")
@click.option(
    "--parted", multiple=True, metavar="PLAYER", help="Player who must have another opponent."
)
@click.option("--preview", is_flag=True, help="Only show what would change.")
@click.option("--option", default=1, show_default=True, help="Number of the option to use.")
@click.option("--wide", is_flag=True, help="Accept new opponents more than one win apart.")
@reason_option
@write_command
def repair(session: TournamentSession, **how: Any) -> None:
    """Repair the current round with as few changes as possible.

    As many tables as possible stay as they are. Repeat --missing, --arrived and --parted for
    several players. Under the FIDE rules, a round can be repaired only before it is published.

    \b
        fairpair round friday repair --missing Ana --preview
        fairpair round friday repair --missing Ana --missing Bo
        fairpair round friday repair --arrived Zoe
        fairpair round friday repair --parted Ana --reason "brothers"
    """
    ref = find_round(session, None, None)
    who = (tuple(map(session.player, how[key])) for key in ("missing", "arrived", "parted"))
    missing, arrived, parted = who
    asked = RepairRequest(missing, arrived, parted, how["option"], how["wide"], how["reason"])
    if how["preview"]:
        view = session.view(repair_view, (ref.stage, ref.round_no), asked)
        session.show(view, lambda: join_lines(_repair_lines(view)))
        return
    outcome = session.service.run(session.command_context(), repair_round, ref, asked)
    report_round(session, outcome, ref)


def _repair_lines(view: RepairView) -> Iterator[object]:
    yield view.title
    for one in view.options:
        yield f"{one.option}. {one.text}"
        for sign, tables in (("-", one.ended), ("+", one.new)):
            for table in tables:
                names = " - ".join(map(escape_controls, table.names))
                yield f"   {sign} {Message('cli.table', table=table.table, text=names)}"
        if one.bye_name:
            bye = Message("explanation.pairing-bye")
            yield f"   + {escape_controls(one.bye_name)}: {bye}"


_kind = partial(
    click.option,
    "--kind",
    type=click.Choice([kind.value for kind in ByeKind]),
    show_default=True,
    help="Type of bye.",
)


@click.command()
@click.argument("out")
@click.argument("substitute", metavar="BY")
@_kind(default="zero")
@reason_option
@write_command
def replace(
    session: TournamentSession, out: str, substitute: str, kind: str, **options: Any
) -> None:
    """Replace OUT with BY, who has no match. OUT gets a bye.

    \b
        fairpair round friday replace Ana Zoe
    """
    who, by = session.player(out), session.player(substitute)
    command = ReplacePlayer(who, by, ByeKind(kind), options["reason"])
    run_in_current_round(session, command)


@click.command()
@click.argument("a")
@click.argument("b")
@click.option(
    "--table",
    type=click.IntRange(1, HIGHEST_TABLE),
    help="Table number. [default: first free table]",
)
@write_command
def add(session: TournamentSession, a: str, b: str, table: int | None) -> None:
    """Pair A and B, who have no match in the current round.

    \b
        fairpair round friday add Ana Zoe
    """
    run_in_current_round(session, AddTable((session.player(a), session.player(b)), table))


@click.command()
@click.argument("table", type=click.IntRange(1, HIGHEST_TABLE))
@click.argument("to", type=click.IntRange(1, HIGHEST_TABLE))
@write_command
def move(session: TournamentSession, table: int, to: int) -> None:
    """Move the match at TABLE to table TO. If TO is taken, the two matches swap tables.

    \b
        fairpair round friday move 12 1
    """
    run_in_current_round(session, MoveTable(table, to))


@click.command()
@click.argument("player")
@_kind(default="half")
@round_option
@stage_option
@reason_option
@write_command
def bye(
    session: TournamentSession, player: str, kind: str, number: int | None, **options: Any
) -> None:
    """Assign a bye to PLAYER, or change its type.

    For later rounds, use `fairpair players NAME bye`.

    \b
        fairpair round friday bye Zoe
        fairpair round friday bye Zoe --kind zero --round 1 --reason "came late"
    """
    ref = find_round(session, number, options["stage"])
    where = (ref.round_no, ref.stage, options["reason"])
    command = GiveBye(session.player(player), ByeKind(kind), *where)
    report_round(
        session, session.service.run(session.command_context(), run_idempotent, command), ref
    )


@click.group(
    "round",
    cls=ActionGroup,
    commands=[
        show,
        list_,
        next_,
        draft,
        publish,
        discard,
        edit,
        complete,
        open_,
        clock,
        extra_time,
        swap,
        replace,
        repair,
        add,
        move,
        bye,
    ],
)
@name_argument
def round_(name: str) -> None:
    """Show and manage the rounds of tournament NAME.

    If you omit COMMAND, the current round is shown. `next` performs the next step: pair and publish
    the round, complete it once all results are in and continue, make the cut or finish the
    tournament.

    \b
        fairpair round friday
        fairpair round friday next
        fairpair round friday next --draft
        fairpair round friday swap 3 8 --reason "brothers"
    """
