"""`fairpair round`: pair, look, change by hand, publish, close, and the one next step."""

from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING

import click

from fairpair.cli.desk.here import (
    Actions,
    Desk,
    confirm_option,
    name_argument,
    reading,
    writing,
)
from fairpair.cli.desk.round_tables import list_text, round_text
from fairpair.core.errors import InvalidStateError, NotFoundError
from fairpair.core.rounds import HIGHEST_TABLE, MOST_ROUNDS, RoundRef

if TYPE_CHECKING:
    from fairpair.app.service import Outcome
    from fairpair.log.commands import Command

round_option = click.option(
    "--round",
    "number",
    type=click.IntRange(1, MOST_ROUNDS),
    help="Of this round. [default: the present one]",
)
stage_option = click.option(
    "--stage",
    type=click.IntRange(1, 99),
    help="1 is what all play, knock-out stages are 2 and up. [default: the present one]",
)


@click.group("round", cls=Actions)
@name_argument
def round_(name: str) -> None:
    """Look at the rounds of the tournament NAME, and run them.

    Without an action it shows the present round. `next` does the one step that comes next: pair the
    round, publish it, close it when all results are in, make the cut, end the tournament.

    \b
        fairpair round friday
        fairpair round friday next
        fairpair round friday draft --publish
        fairpair round friday swap 3 8 --reason "brothers"
    """


@round_.command()
@click.argument("number", metavar="[ROUND]", type=click.IntRange(1, MOST_ROUNDS), required=False)
@stage_option
@click.option("--missing", is_flag=True, help="Only tables without a result.")
@reading
def show(desk: Desk, number: int | None, stage: int | None, missing: bool) -> None:
    """Show the present round, or ROUND.

    \b
        fairpair round friday show
        fairpair round friday show 2 --json
        fairpair round friday --missing
    """
    from fairpair.app.views.rounds import round_view

    journal = desk.journal
    ref = place(desk, number, stage)
    view = round_view(journal.tournament, journal.version, ref.stage, ref.round_no)
    desk.show(view, lambda: round_text(view, missing=missing))


def place(desk: Desk, number: int | None, stage: int | None) -> RoundRef:
    """The round that is meant; without a number the latest one."""
    t = desk.t
    if number is not None:
        return RoundRef(stage or t.stage, number)
    latest = t.latest
    if latest is None or (stage is not None and stage != latest.stage):
        where = "" if stage is None else f" in stage {stage}"
        raise NotFoundError(
            "no-round", f"There is no round{where} yet.", "Say which one, or pair one."
        )
    return latest


@round_.command("list")
@reading
def list_(desk: Desk) -> None:
    """List all rounds of the plan.

    \b
        fairpair round friday list
    """
    from fairpair.app.views.rounds import round_list

    journal = desk.journal
    view = round_list(journal.tournament, journal.version)
    desk.show(view, lambda: list_text(view))


@round_.command("next")
@confirm_option
@writing
def next_(desk: Desk, confirmed: tuple[str, ...]) -> None:
    """Do the next step, whatever it is; `fairpair status` says which.

    A round is paired as a draft first: look at it, then `next` again publishes it.

    \b
        fairpair round friday next
    """
    from fairpair.app.use_cases import rounds
    from fairpair.app.use_cases.edits import in_round
    from fairpair.engine.stages.progress import Step, progress
    from fairpair.log.commands import CompleteRound, PublishRound

    service, order, t = desk.service, desk.order(), desk.t
    now, ref = progress(t), t.upcoming
    if now.step in (Step.DRAFT, Step.PUBLISH):
        if now.step is Step.DRAFT:
            making = rounds.RoundOptions(draft_only=True, confirmed=confirmed)
            outcome = rounds.generate(service, order, ref, making)
        else:
            outcome = in_round(service, order, ref, PublishRound(confirmed=confirmed))
        tell_round(desk, outcome, ref)
        return
    doing: dict[Step, Callable[[], Outcome]] = {
        Step.COMPLETE: lambda: in_round(service, order, ref, CompleteRound()),
        Step.OPEN: lambda: rounds.open_matches(service, order),
        Step.CUT: lambda: rounds.cut(service, order),
        Step.FINISH: lambda: rounds.finish(service, order),
    }
    if now.step not in doing:
        raise InvalidStateError("no-next-step", f"{now.text}.", _hint(desk, now.step.value))
    desk.tell(doing[now.step]())


def _hint(desk: Desk, step: str) -> str:
    if step == "nothing":
        return f"See the standings: fairpair standings {desk.here}"
    what = "players" if step == "enter players" else "result"
    return f"First {step}: fairpair {what} {desk.here} --help"


def tell_round(desk: Desk, outcome: "Outcome", ref: RoundRef, before: Sequence[str] = ()) -> None:
    """What was done, and the round as it is then."""
    from fairpair.app.use_cases.command_results import round_done
    from fairpair.app.views.rounds import round_view

    journal = desk.journal
    there = ref in journal.tournament.rounds
    page = ""
    if there and not desk.is_json:
        page = round_text(round_view(journal.tournament, journal.version, ref.stage, ref.round_no))
    desk.tell(outcome, partial(round_done, ref=ref) if there else None, before, page)


@round_.command()
@click.option("--publish", "at_once", is_flag=True, help="Publish it at once.")
@click.option(
    "--remedy",
    type=click.Choice(["rematch", "bye", "colours"]),
    help="Pair it as a suggestion says that came with a refusal.",
)
@confirm_option
@writing
def draft(desk: Desk, at_once: bool, remedy: str | None, confirmed: tuple[str, ...]) -> None:
    """Pair the next round, as a draft that only the staff sees.

    The round before is closed if all its results are in. It ends with 1 if no legal pairing exists,
    and says what would help.

    \b
        fairpair round friday draft
        fairpair round friday draft --publish
        fairpair round friday draft --remedy rematch
    """
    from fairpair.app.use_cases import rounds

    ref = _coming(desk)
    making = rounds.RoundOptions(not at_once, confirmed, remedy or "")
    order = desk.order()
    outcome = rounds.generate(desk.service, order, ref, making)
    tell_round(desk, outcome, ref, desk.earlier(order, "complete", *(["draft"] * at_once)))


def _coming(desk: Desk) -> RoundRef:
    """The round to be made: the one after the running one, if there is one."""
    from fairpair.core.rounds import RoundStatus

    t = desk.t
    running = t.rounds.get(t.upcoming)
    played = running is not None and running.status == RoundStatus.PUBLISHED
    return t.upcoming.next if played else t.upcoming


def in_present(desk: Desk, command: "Command") -> None:
    """A command about the present round."""
    from fairpair.app.use_cases.edits import in_round

    ref = place(desk, None, None)
    tell_round(desk, in_round(desk.service, desk.order(), ref, command), ref)


@round_.command()
@confirm_option
@click.option("--as-it-is", is_flag=True, help="Although a result changed since it was paired.")
@writing
def publish(desk: Desk, confirmed: tuple[str, ...], as_it_is: bool) -> None:
    """Show the draft to everybody; from here on results can be entered.

    \b
        fairpair round friday publish
        fairpair round friday publish --confirm rematch
    """
    from fairpair.log.commands import PublishRound

    in_present(desk, PublishRound(as_it_is, confirmed))


@round_.command()
@writing
def discard(desk: Desk) -> None:
    """Throw the draft away.

    \b
        fairpair round friday discard
    """
    from fairpair.log.commands import DiscardDraft

    in_present(desk, DiscardDraft())


@round_.command()
@writing
def complete(desk: Desk) -> None:
    """Close the round that is played; all results must be in.

    \b
        fairpair round friday complete
    """
    from fairpair.app.use_cases.edits import in_round
    from fairpair.log.commands import CompleteRound

    ref = desk.t.upcoming
    desk.tell(in_round(desk.service, desk.order(), ref, CompleteRound()))


@round_.command("open")
@writing
def open_(desk: Desk) -> None:
    """Let knock-out matches begin whose players are known, while others still play.

    \b
        fairpair round friday open
    """
    from fairpair.app.use_cases import rounds

    desk.tell(rounds.open_matches(desk.service, desk.order()))


@round_.command()
@click.argument("what", metavar="start|pause|MINUTES")
@writing
def clock(desk: Desk, what: str) -> None:
    """Start or pause the clock of the present round, or set it to MINUTES.

    \b
        fairpair round friday clock 50
        fairpair round friday clock start
    """
    from fairpair.app.use_cases.clocks import set_clock

    is_number = what.isascii() and what.isdecimal() and len(what) < 5 and int(what) <= 1440
    if not is_number and what not in ("start", "pause"):
        raise click.BadParameter("say start, pause, or minutes from 0 to 1440.")
    minutes = int(what) if is_number else None
    running = None if is_number else what == "start"
    ref = place(desk, None, None)
    desk.tell(set_clock(desk.service, desk.order(), ref, running=running, minutes=minutes))


@round_.command("extra-time")
@click.argument("table", type=click.IntRange(1, HIGHEST_TABLE))
@click.argument("minutes", type=click.IntRange(0, 999))
@writing
def extra_time(desk: Desk, table: int, minutes: int) -> None:
    """Let TABLE play so many MINUTES longer than the clock says, in all.

    \b
        fairpair round friday extra-time 12 5
    """
    from fairpair.app.use_cases.edits import run_idempotent
    from fairpair.core.rounds import MatchRef
    from fairpair.log.commands import ExtendTime

    ref = place(desk, None, None)
    command = ExtendTime(MatchRef(ref.stage, ref.round_no, table), minutes)
    desk.tell(run_idempotent(desk.service, desk.order(), command))
