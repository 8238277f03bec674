"""`fairpair ties`: who is tied, values from outside, and the order of tied players."""

from collections.abc import Iterator

import click

from fairpair.app.use_cases.edits import run_idempotent
from fairpair.app.views.ties import TiesView, ties_view
from fairpair.cli.desk.context import (
    ActionGroup,
    TournamentSession,
    name_argument,
    read_command,
    write_command,
)
from fairpair.cli.output import join_lines
from fairpair.core.errors import InvalidValueError
from fairpair.core.numbers import parse_number
from fairpair.core.players import ExternalValue
from fairpair.core.rounds import MOST_ROUNDS
from fairpair.language.message import Message
from fairpair.log.commands import OrderTied, SetExternalValues

round_number = click.IntRange(1, MOST_ROUNDS)


@click.command("list")
@click.option("--round", "until", type=round_number, help="Show the ties after this round.")
@read_command
def list_(session: TournamentSession, until: int | None) -> None:
    """List the ties that remain after all tie-breaks, and the external values.

    \b
        fairpair ties friday
        fairpair ties friday list --round 3
    """
    view = session.view(ties_view, until)
    session.show(view, lambda: join_lines(_lines(view)))


def _lines(view: TiesView) -> Iterator[Message]:
    if not view.ties:
        yield Message("cli.ties.none", round=view.round)
    for tie in view.ties:
        names = [one.name for one in tie.players]
        code = "cli.ties.shared" if tie.reason is None else "cli.ties.ordered"
        yield Message(code, rank=tie.rank, players=names, reason=tie.reason or "")
    for order in view.orders:
        if not order.in_effect:
            yield Message("ties.no-effect", players=order.names, reason=order.reason)
    known = [one for one in view.values if one.value is not None]
    if known:
        values = [
            Message("history.external-value", player=one.name, value=one.value) for one in known
        ]
        yield Message("history.external-values-set", meaning=view.meaning, values=values)


@click.command()
@click.argument("player")
@click.argument("number", metavar="[VALUE]", required=False)
@click.option("--meaning", default="", help="What the values are, e.g. blitz play-off.")
@write_command
def value(session: TournamentSession, player: str, number: str | None, meaning: str) -> None:
    """Set the external VALUE of PLAYER, by which the tie-break EXT ranks. Omit VALUE to remove it.

    \b
        fairpair ties friday value Ana 1.5 --meaning "blitz play-off"
        fairpair ties friday value Ana
    """
    try:
        exact = None if number is None else parse_number(number)
    except InvalidValueError as error:
        raise click.BadParameter(str(error.text), param_hint="VALUE") from error
    command = SetExternalValues((ExternalValue(session.player(player), exact),), meaning)
    session.report(session.service.run(session.command_context(), run_idempotent, command))


@click.command()
@click.argument("players", metavar="PLAYER...", nargs=-1, required=True)
@click.option("--reason", required=True, help="Reason, shown in the standings and the history.")
@click.option("--round", "round_no", type=round_number, help="After this round. [default: last]")
@write_command
def order(
    session: TournamentSession, players: tuple[str, ...], reason: str, round_no: int | None
) -> None:
    """Rank tied players in this order, best first. Name all players of the tie.

    \b
        fairpair ties friday order Bo Ana --reason "play-off"
    """
    command = OrderTied(tuple(map(session.player, players)), reason, round_no)
    session.report(session.service.run(session.command_context(), run_idempotent, command))


@click.group(cls=ActionGroup, commands=[list_, order, value])
@name_argument
def ties(name: str) -> None:
    """Show the ties of tournament NAME, and rank the tied players.

    If you omit COMMAND, the ties are listed.

    \b
        fairpair ties friday
        fairpair ties friday order Bo Ana --reason "play-off"
    """
