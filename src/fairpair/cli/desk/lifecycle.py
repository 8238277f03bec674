"""`fairpair cut`, `finish`, `reopen`, `undo`, `redo` and `history`: the course of an event."""

import click

from fairpair.app.service import Outcome
from fairpair.app.use_cases import rounds
from fairpair.app.views.history import History, entry_of
from fairpair.app.views.history import history as history_of
from fairpair.cli.desk.context import (
    TournamentSession,
    name_argument,
    read_command,
    reason_option,
    write_command,
)
from fairpair.cli.tables import sheet
from fairpair.log.commands import Redo, ReopenTournament, Undo
from fairpair.log.events import ActionUndone

_MOST = 5000


@click.command()
@name_argument
@click.option(
    "--without",
    metavar="PLAYER",
    multiple=True,
    help="Somebody who does not want to go on; can be given again.",
)
@click.option(
    "--seed",
    "seeds",
    metavar="PLAYER",
    multiple=True,
    help="Just these go on, the best first, whatever the standings say; given again for each.",
)
@write_command
def cut(session: TournamentSession, without: tuple[str, ...], seeds: tuple[str, ...]) -> None:
    """Send the best of the tournament NAME to the knock-out.

    The last round is closed first if all its results are in. `fairpair round NAME next` does the
    same when nobody declines.

    \b
        fairpair cut friday
        fairpair cut friday --without Ana
        fairpair cut friday --seed 4 --seed 7 --seed 1 --seed 9
    """
    declined, chosen = [session.player(x) for x in without], [session.player(x) for x in seeds]
    session.report(session.service.run(session.command_context(), rounds.cut, declined, chosen))


@click.command()
@name_argument
@click.option("--early", is_flag=True, help="With matches open or rounds left.")
@reason_option
@write_command
def finish(session: TournamentSession, early: bool, reason: str) -> None:
    """End the tournament NAME.

    \b
        fairpair finish friday
        fairpair finish friday --early --reason "the hall closes"
    """
    outcome = session.service.run(
        session.command_context(), rounds.finish, early=early, reason=reason
    )
    session.report(outcome)


@click.command()
@name_argument
@click.option("--reason", required=True, help="Why: the history shows it.")
@write_command
def reopen(session: TournamentSession, reason: str) -> None:
    """Go on with the tournament NAME after its end.

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
    """Take back the last action, or ACTION, by its number in the history.

    It is refused, with their names, while later facts depend on it.

    \b
        fairpair undo friday
        fairpair undo friday 42 --reason "wrong table"
    """
    _report_actions(session, session.execute(Undo(action, reason)))


@click.command()
@name_argument
@click.argument("action", type=click.IntRange(1), required=False)
@write_command
def redo(session: TournamentSession, action: int | None) -> None:
    """Bring back what was undone last, or ACTION, by its number in the history.

    \b
        fairpair redo friday
        fairpair redo friday 42
    """
    _report_actions(session, session.execute(Redo(action)))


def _report_actions(session: TournamentSession, outcome: Outcome) -> None:
    """What was taken back or brought back, in words."""
    lines = []
    for event in outcome.events:
        found = entry_of(session.journal, event.action) if isinstance(event, ActionUndone) else None
        if found:
            lines.append(f"Taken back: {found['text']}")
    session.report(outcome, before=lines)


@click.command()
@name_argument
@click.option("--after", type=click.IntRange(0), help="Facts after this number.")
@click.option(
    "--limit",
    type=click.IntRange(1, _MOST),
    default=50,
    show_default=True,
    help="So many facts; without --after the last ones.",
)
@read_command
def history(session: TournamentSession, after: int | None, limit: int) -> None:
    """Print who did what in the tournament NAME, and when.

    The first number of a line is the one to undo it by.

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
            "undone" if one.undone else "",
            f"{one.what} ({one.reason})" if one.reason else str(one.what),
        )
        for one in view.entries
    ]
    heads = ("action", "time (UTC)", "by", "", "what")
    first = view.entries[0].seq if view.entries else 0
    told = f"{len(rows)} of {view.total} facts, from number {first}\n"
    return sheet(heads, rows, wrapped=True) + told
