"""Rounds: options, reports after changes, and texts."""

from collections.abc import Iterator, Sequence
from functools import partial
from itertools import zip_longest

import click

from fairpair.app.requests import Outcome
from fairpair.app.use_cases.rounds import run_in_round
from fairpair.app.views.command_results import round_result
from fairpair.app.views.rounds import (
    ByeView,
    PairingView,
    RoundList,
    RoundView,
    Seat,
    position_text,
    round_view,
)
from fairpair.cli.desk.context import TournamentSession
from fairpair.cli.output import join_lines
from fairpair.cli.tables import sheet
from fairpair.core.errors import NotFoundError
from fairpair.core.rounds import MOST_ROUNDS, RoundRef
from fairpair.formats.grids import escape_controls
from fairpair.language.message import Message
from fairpair.language.texts import current_texts
from fairpair.log.commands import Command

round_option = click.option(
    "--round",
    "number",
    type=click.IntRange(1, MOST_ROUNDS),
    help="Round number. [default: current round]",
)
stage_option = click.option(
    "--stage",
    type=click.IntRange(1, 99),
    help="Stage number: 1 for the main rounds, 2 and up for the knockout. [default: current stage]",
)


def find_round(session: TournamentSession, number: int | None, stage: int | None) -> RoundRef:
    """The round that is meant; without a number the latest one."""
    t = session.t
    if number is not None:
        return RoundRef(stage or t.stage, number)
    latest = t.latest
    if latest is None or (stage is not None and stage != latest.stage):
        if stage is None:
            raise NotFoundError("no-round.none-yet")
        raise NotFoundError("no-round.none-in-stage", stage=stage)
    return latest


def report_round(
    session: TournamentSession, outcome: Outcome, ref: RoundRef, before: Sequence[object] = ()
) -> None:
    """What was done, and the round as it is then."""
    journal = session.journal
    there = ref in journal.tournament.rounds
    page = ""
    if there and not session.is_json:
        page = round_text(round_view(journal.tournament, journal.version, ref.stage, ref.round_no))
    session.report(outcome, partial(round_result, ref=ref) if there else None, before, page)


def run_in_current_round(session: TournamentSession, command: Command) -> None:
    """A command about the present round."""
    ref = find_round(session, None, None)
    report_round(
        session, session.service.run(session.command_context(), run_in_round, ref, command), ref
    )


def round_text(view: RoundView, *, missing: bool = False) -> str:
    """A round: tables, byes, what is pending and what is odd; or only what is `missing`."""
    tables = [one for one in view.pairings if not missing or one.result is None]
    colours = any(seat.colour for one in tables for seat in one.players)
    rows = [row for one in tables for row in (_row(one), *_board_rows(*one.players))]
    if not missing:
        rows += [
            row
            for bye in view.byes
            for row in (
                ("-", f"{bye.id} {bye.name}", bye.points, "", "", str(bye_message(bye.kind))),
                *_board_rows(bye),
            )
        ]
    first, second = ("white", "black") if colours else ("player", "opponent")
    heads = (table_head(), first, "points", second, "points", "result")
    lines = join_lines(_notes(view))
    table = (
        sheet(heads, rows, left={1, 3, 5})
        if rows
        else f"{Message('cli.every-table-has-a-result')}\n"
    )
    position = join_lines(filter(None, [position_text(view.starting_position)]))
    return f"{escape_controls(_head(view))}\n{position}{table}{lines}"


def table_head() -> str:
    """What the column of tables is called in the game of the tournament."""
    return "board" if current_texts().vocabulary == "chess" else "table"


def _head(view: RoundView) -> str:
    if view.pending and view.status == "published":
        return str(Message("cli.round-pending", round=view.title, n=len(view.pending)))
    return str(Message(f"cli.round-{view.status}", round=view.title))


def _row(one: PairingView) -> tuple[str, ...]:
    first, second = one.players
    result = (
        str(one.result.text)
        if one.result
        else (str(Message("cli.disputed")) if one.disputed else "")
    )
    return (
        str(one.table),
        _seat_text(first),
        first.points,
        _seat_text(second),
        second.points,
        result,
    )


def _board_rows(*teams: Seat | ByeView) -> Iterator[tuple[str, ...]]:
    """The members of two teams, or of one with a bye, board by board."""
    first, second = (*(team.members for team in teams), ())[:2]
    for one, other in zip_longest(first, second, fillvalue=""):
        yield ("", f"  {one}".rstrip(), "", f"  {other}".rstrip(), "", "")


def _seat_text(seat: Seat) -> str:
    return f"{seat.id} {seat.name}"


def bye_message(kind: str) -> Message:
    """What a round without an opponent was; `kind` is that of a bye or of a player's round."""
    return Message(f"cli.bye.{kind.removesuffix('_bye')}")


def _notes(view: RoundView) -> Iterator[Message]:
    if view.stale:
        yield Message("cli.round-stale")
    for one in view.warnings:
        code = "cli.warning-confirmed" if one.confirmed else "cli.warning-with-rule"
        yield Message(code, text=one.text, rule=one.code)
    if view.clock:
        minutes, seconds = divmod(abs(view.clock.seconds_left), 60)
        code = "cli.clock-running" if view.clock.running else "cli.clock-paused"
        yield Message(code, left=f"{minutes}:{seconds:02}", end=view.clock.ends_at)


def list_text(view: RoundList) -> str:
    """All rounds of the plan."""
    rows = [
        (
            str(one.number),
            str(one.title),
            str(Message(f"cli.round-state.{one.status}")),
            str(one.matches or ""),
            str(one.pending or ""),
            str(one.byes or ""),
        )
        for one in view.rounds
    ]
    heads = ("no.", "round", "state", "matches", "missing", "byes")
    return sheet(heads, rows, left={1, 2})
