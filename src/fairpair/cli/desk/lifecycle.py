"""`fairpair cut`, `finish`, `reopen`, `undo`, `redo` and `history`: the course of an event."""

import click

from fairpair.app.use_cases import rounds
from fairpair.app.use_cases.open_games import OPEN_GAMES
from fairpair.app.views.command_results import undo_result
from fairpair.app.views.history import History
from fairpair.app.views.history import history as history_of
from fairpair.cli.desk.context import (
    TournamentSession,
    name_argument,
    read_command,
    reason_option,
    write_command,
)
from fairpair.cli.tables import sheet
from fairpair.language.message import Message
from fairpair.log.commands import Redo, ReopenTournament, Undo

_MOST = 5000


@click.command()
@name_argument
@click.option(
    "--without",
    metavar="PLAYER",
    multiple=True,
    help="A qualified player who declines. Can be repeated.",
)
@click.option(
    "--seed",
    "seeds",
    metavar="PLAYER",
    multiple=True,
    help="Advance exactly these players, best seed first. Repeat the option for each player.",
)
@write_command
def cut(session: TournamentSession, without: tuple[str, ...], seeds: tuple[str, ...]) -> None:
    """Make the cut: advance the best players to the knockout.

    The last round is completed first if all its results are in. If nobody declines, you can also
    use `fairpair round NAME next`.

    \b
        fairpair cut friday
        fairpair cut friday --without Ana
        fairpair cut friday --seed 4 --seed 7 --seed 1 --seed 9
    """
    declined, chosen = [session.player(x) for x in without], [session.player(x) for x in seeds]
    session.report(session.service.run(session.command_context(), rounds.cut, declined, chosen))


@click.command()
@name_argument
@click.option(
    "--early", is_flag=True, help="Finish even if matches are unfinished or rounds remain."
)
@click.option(
    "--open-games",
    type=click.Choice(OPEN_GAMES),
    help="Count chess games without a result as draws, or annul them.",
)
@reason_option
@write_command
def finish(session: TournamentSession, early: bool, open_games: str | None, reason: str) -> None:
    """Finish tournament NAME.

    \b
        fairpair finish friday
        fairpair finish friday --early --reason "the hall is closing"
        fairpair finish open --early --open-games draw
    """
    outcome = session.service.run(
        session.command_context(),
        rounds.finish,
        early=early,
        reason=reason,
        open_games=open_games or "",
    )
    session.report(outcome)


@click.command()
@name_argument
@click.option("--reason", required=True, help="Reason, shown in the history.")
@write_command
def reopen(session: TournamentSession, reason: str) -> None:
    """Reopen tournament NAME.

    \b
        fairpair reopen friday --reason "a result was wrong"
    """
    session.report(session.execute(ReopenTournament(reason)))


@click.command()
@name_argument
@click.argument("action", type=click.IntRange(1), required=False)
@reason_option
@write_command
def undo(session: TournamentSession, action: int | None, reason: str) -> None:
    """Undo the last action, or ACTION by its number in the history.

    If later actions depend on it, nothing is undone and these actions are listed.

    \b
        fairpair undo friday
        fairpair undo friday 42 --reason "wrong table"
    """
    session.report(session.execute(Undo(action, reason)), undo_result)


@click.command()
@name_argument
@click.argument("action", type=click.IntRange(1), required=False)
@write_command
def redo(session: TournamentSession, action: int | None) -> None:
    """Redo the last undone action, or ACTION by its number in the history.

    \b
        fairpair redo friday
        fairpair redo friday 42
    """
    session.report(session.execute(Redo(action)), undo_result)


@click.command()
@name_argument
@click.option("--after", type=click.IntRange(0), help="Only entries after this number.")
@click.option(
    "--limit",
    type=click.IntRange(1, _MOST),
    default=50,
    show_default=True,
    help="Number of entries to show; without --after, the latest ones are shown.",
)
@read_command
def history(session: TournamentSession, after: int | None, limit: int) -> None:
    """Show the history of tournament NAME.

    To undo an action, use its number in the first column.

    \b
        fairpair history friday
        fairpair history friday --after 0 --limit 500 --json
    """
    journal, rows = session.journal, session.service.store.load(session.here)
    start = max(0, journal.version - limit) if after is None else after
    view = history_of(journal, rows, start, limit)
    session.show(view, lambda: _table(view))


def _table(view: History) -> str:
    rows = [
        (
            str(one.action),
            one.at[:16].replace("T", " "),
            one.by,
            str(Message("cli.undone-mark")) if one.undone else "",
            f"{one.what} ({one.reason})" if one.reason else str(one.what),
        )
        for one in view.entries
    ]
    heads = ("action", "time (UTC)", "by", "", "description")
    first = view.entries[0].seq if view.entries else 0
    shown = Message("cli.history-shown", rows=len(rows), n=view.total, first=first)
    return sheet(heads, rows, wrapped=True) + f"{shown}\n"
