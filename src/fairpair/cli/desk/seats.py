"""`fairpair round NAME swap`, `replace`, `add`, `move`, `bye`: who sits where, by hand."""

from functools import partial
from typing import Any

import click

from fairpair.cli.desk.here import Desk, confirm_option, reason_option, writing
from fairpair.cli.desk.rounds import (
    in_present,
    place,
    round_,
    round_option,
    stage_option,
    tell_round,
)
from fairpair.core.rounds import HIGHEST_TABLE, ByeKind


@round_.command()
@click.argument("a")
@click.argument("b")
@reason_option
@confirm_option
@writing
def swap(desk: Desk, a: str, b: str, reason: str, confirmed: tuple[str, ...]) -> None:
    """Let the players A and B change places in the present round.

    They sit at one table, at two, or one of them has the bye.

    \b
        fairpair round friday swap 3 8 --reason "brothers"
        fairpair round friday swap Ana Bo --confirm rematch
    """
    from fairpair.log.commands import SwapPlayers

    in_present(desk, SwapPlayers(desk.player(a), desk.player(b), reason, confirmed))


_kind = partial(
    click.option,
    "--kind",
    type=click.Choice([kind.value for kind in ByeKind]),
    show_default=True,
    help="How it counts.",
)


@round_.command()
@click.argument("out")
@click.argument("substitute", metavar="BY")
@_kind(default="zero")
@reason_option
@confirm_option
@writing
def replace(desk: Desk, out: str, substitute: str, kind: str, **options: Any) -> None:
    """Give the seat of OUT to BY, who has no match; OUT has a bye then.

    \b
        fairpair round friday replace Ana Zoe
    """
    from fairpair.log.commands import ReplacePlayer

    who, by = desk.player(out), desk.player(substitute)
    command = ReplacePlayer(who, by, ByeKind(kind), options["reason"], options["confirmed"])
    in_present(desk, command)


@round_.command()
@click.argument("a")
@click.argument("b")
@click.option(
    "--table",
    type=click.IntRange(1, HIGHEST_TABLE),
    help="At this table. [default: the first free one]",
)
@confirm_option
@writing
def add(desk: Desk, a: str, b: str, table: int | None, confirmed: tuple[str, ...]) -> None:
    """Let A and B play each other who have no match in the present round.

    \b
        fairpair round friday add Ana Zoe
    """
    from fairpair.log.commands import AddTable

    in_present(desk, AddTable((desk.player(a), desk.player(b)), table, confirmed))


@round_.command()
@click.argument("table", type=click.IntRange(1, HIGHEST_TABLE))
@click.argument("to", type=click.IntRange(1, HIGHEST_TABLE))
@writing
def move(desk: Desk, table: int, to: int) -> None:
    """Play the match of TABLE at the table TO; if somebody sits there, they change.

    \b
        fairpair round friday move 12 1
    """
    from fairpair.log.commands import MoveTable

    in_present(desk, MoveTable(table, to))


@round_.command()
@click.argument("player")
@_kind(default="half")
@round_option
@stage_option
@reason_option
@confirm_option
@writing
def bye(desk: Desk, player: str, kind: str, number: int | None, **options: Any) -> None:
    """Give PLAYER, who has no match in the round, a bye or another kind of it.

    For coming rounds see `fairpair players NAME bye`.

    \b
        fairpair round friday bye Zoe
        fairpair round friday bye Zoe --kind zero --round 1 --reason "came late"
    """
    from fairpair.app.use_cases.edits import run_idempotent
    from fairpair.log.commands import GiveBye

    ref = place(desk, number, options["stage"])
    where = (ref.round_no, ref.stage, options["reason"], options["confirmed"])
    command = GiveBye(desk.player(player), ByeKind(kind), *where)
    tell_round(desk, run_idempotent(desk.service, desk.order(), command), ref)
