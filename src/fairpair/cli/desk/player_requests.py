"""`fairpair players NAME requests`, `accept` and `decline`: what players ask for."""

import click

from fairpair.app.views.player_requests import RequestView, request_list
from fairpair.cli.desk.context import TournamentSession, read_command, write_command
from fairpair.cli.output import join_lines
from fairpair.core.rounds import MOST_ROUNDS, REQUESTABLE, ByeKind
from fairpair.language.message import Message
from fairpair.log.commands import AnswerRequest

_round_argument = click.argument(
    "round_no", metavar="[ROUND]", type=click.IntRange(1, MOST_ROUNDS), required=False
)
bye_kind_option = click.option(
    "--kind",
    type=click.Choice([kind.value for kind in REQUESTABLE]),
    default="half",
    show_default=True,
    help="Type of bye.",
)


@click.command("requests")
@read_command
def requests_(session: TournamentSession) -> None:
    """List the open requests of players: byes, and leaving the tournament.

    \b
        fairpair players friday requests
        fairpair players friday requests --json
    """
    view = session.view(request_list)
    lines = [_line(one) for one in view.requests] or [Message("cli.no-requests")]
    session.show(view, lambda: join_lines(lines))


def _line(one: RequestView) -> Message:
    code = "cli.request.leave" if one.round is None else "cli.request.bye"
    return Message(code, number=one.player, player=one.name, round=one.round or 0)


@click.command()
@click.argument("player")
@_round_argument
@bye_kind_option
@write_command
def accept(session: TournamentSession, player: str, round_no: int | None, kind: str) -> None:
    """Accept PLAYER's request for a bye in ROUND. Omit ROUND for the request to leave.

    A player who leaves still plays a match in progress.

    \b
        fairpair players friday accept Ana 3 --kind zero
        fairpair players friday accept Ana
    """
    command = AnswerRequest(session.player(player), round_no, True, ByeKind(kind))
    session.report(session.execute(command))


@click.command()
@click.argument("player")
@_round_argument
@write_command
def decline(session: TournamentSession, player: str, round_no: int | None) -> None:
    """Decline PLAYER's request for a bye in ROUND. Omit ROUND for the request to leave.

    \b
        fairpair players friday decline Ana 3
    """
    session.report(session.execute(AnswerRequest(session.player(player), round_no, False)))
