"""`fairpair rename`, `archive`, `unarchive`, `copy`, `delete` and `deleted`: many tournaments."""

import secrets
from collections.abc import Iterator
from contextlib import closing

import click

from fairpair.app import deletion
from fairpair.app.use_cases.copies import copy_tournament
from fairpair.app.views.draw import DrawView, draw_view
from fairpair.cli.dependencies import Dependencies, database_option
from fairpair.cli.desk.context import (
    TournamentSession,
    by_option,
    json_option,
    name_argument,
    to_api_json,
    write_command,
)
from fairpair.cli.desk.error_hints import explain_id_choice
from fairpair.cli.output import join_lines, print_error, shell_command, write
from fairpair.cli.tables import sheet
from fairpair.core.draw import BEACONS
from fairpair.core.errors import StorageError
from fairpair.core.ids import CommandId, TournamentId
from fairpair.language.message import Message
from fairpair.log.commands import (
    ArchiveTournament,
    CommitDraw,
    EnterBeacon,
    RenameTournament,
    UnarchiveTournament,
)


@click.command()
@name_argument
@click.argument("new_name", metavar="NEW_NAME")
@write_command
def rename(session: TournamentSession, new_name: str) -> None:
    """Rename tournament NAME. Its ID stays the same.

    \b
        fairpair rename friday "Friday Magic, week 12"
    """
    session.report(session.execute(RenameTournament(new_name)))


@click.command()
@name_argument
@click.option("--commit", is_flag=True, help="Commit to the draw seed: publish its hash.")
@click.option(
    "--beacon",
    type=click.Choice(sorted(BEACONS)),
    help="With --commit: a public random value will be mixed in, from this kind of source.",
)
@click.option(
    "--source", default="", help="With --beacon: which value, such as a round and its time."
)
@click.option("--value", default="", help="The public value, as soon as it is known.")
@write_command
def draw(
    session: TournamentSession, *, commit: bool, beacon: str | None, source: str, value: str
) -> None:
    """Show or commit to the draw of tournament NAME, so that anyone can verify it later.

    A commitment is made before round 1 is paired, and cannot be changed or undone:

    \b
        fairpair draw friday --commit
        fairpair draw friday --commit --beacon drand --source "round 5000000, 20 November, 9:00 UTC"
        fairpair draw friday --value 8430af44...
        fairpair draw friday
    """
    if commit and value:
        raise click.UsageError("Use --commit first, and --value when the value is known.")
    if (beacon or source) and not commit:
        raise click.UsageError("--beacon and --source need --commit.")
    if commit:
        session.execute(CommitDraw(beacon or "", source))
    elif value:
        session.execute(EnterBeacon(value))
    found = draw_view(session.service.store, session.journal)
    session.show(found, lambda: join_lines(_draw_lines(found)))


def _draw_lines(found: DrawView) -> Iterator[Message]:
    """What to note down, and what is still missing."""
    if not found.commitment:
        yield Message("draw.none")
        return
    yield Message("verify.commitment", commitment=found.commitment)
    if found.beacon:
        code = "verify.beacon" if found.value else "draw.waits"
        yield Message(code, source=found.source, value=found.value)
    yield Message("draw.log", n=found.version, hash=found.hash)
    yield Message("draw.key", key=found.key)


@click.command()
@name_argument
@write_command
def archive(session: TournamentSession) -> None:
    """Archive tournament NAME, so that lists show it only on request.

    \b
        fairpair archive friday
        fairpair list --state archived
    """
    session.report(session.execute(ArchiveTournament()))


@click.command()
@name_argument
@write_command
def unarchive(session: TournamentSession) -> None:
    """Take tournament NAME out of the archive.

    \b
        fairpair unarchive friday
    """
    session.report(session.execute(UnarchiveTournament()))


@click.command()
@name_argument
@click.argument("new_name", metavar="NEW_NAME")
@click.option("--players", is_flag=True, help="Copy the players too.")
@click.option("--id", "wanted", help="Tournament ID. [default: derived from the name]")
@write_command
def copy(session: TournamentSession, new_name: str, players: bool, wanted: str | None) -> None:
    """Create a tournament NEW_NAME with the rules and details of tournament NAME.

    Dates and rounds are not copied.

    \b
        fairpair copy friday "Friday Magic, week 13"
        fairpair copy friday "Friday Magic, week 13" --players
    """
    with explain_id_choice(Message("cli.choose-another-id")):
        made = copy_tournament(
            session.service,
            session.here,
            new_name,
            CommandId(secrets.token_hex(16)),
            session.by,
            players=players,
            wanted=None if wanted is None else TournamentId(wanted),
        )
    entries = len(session.service.journal(made.tournament).tournament.entries)
    lines = [
        Message("cli.copied", source=session.t.name, name=new_name, id=made.tournament),
        *([Message("cli.players-added", n=entries)] if entries else []),
    ]
    session.show(
        {"id": made.tournament, "version": made.version, "players": entries},
        lambda: join_lines(lines),
    )


_DELETE_HELP = f"""Delete tournament NAME with its players, results, keys and links.

    This cannot be undone, but for {deletion.KEPT_DAYS} days the tournament can be restored with
    `fairpair deleted restore`. To keep a copy, use `fairpair export NAME --out FILE`
    first.

    \b
        fairpair delete friday
        fairpair delete friday --confirm friday
    """


@click.command(help=_DELETE_HELP)
@name_argument
@write_command
@click.option("--confirm", metavar="NAME", help="The tournament's name or ID. [default: asked for]")
def delete(session: TournamentSession, confirm: str | None) -> None:
    """Delete a tournament, and erase those that cannot be restored any more."""
    name = session.t.name
    if confirm is None:
        confirm = click.prompt(str(Message("cli.delete-prompt", name=name)), err=True)
    gone = deletion.delete_tournament(session.service, session.command_context(), confirm)
    command = shell_command("deleted", "restore", gone.id)
    lines = [
        Message("cli.deleted", name=name),
        Message("cli.restorable", day=gone.restorable_until, command=command),
    ]
    session.show(gone, lambda: join_lines(lines))
    try:
        deletion.erase_expired(session.service)
    except StorageError as error:  # the tournament is deleted all the same
        print_error(Message("cli.warning-not-erased", text=error.text))


_DELETED_HELP = f"""List, restore or erase deleted tournaments.

    A deleted tournament can be restored for {deletion.KEPT_DAYS} days. After that it is erased.

    \b
        fairpair deleted
        fairpair deleted restore friday
        fairpair deleted erase friday
    """


@click.group(invoke_without_command=True, help=_DELETED_HELP)
@json_option
@database_option
@click.pass_context
def deleted(ctx: click.Context, is_json: bool, database: str) -> None:
    """List the deleted tournaments, unless there is a subcommand."""
    if ctx.invoked_subcommand:
        return
    dependencies = ctx.find_object(Dependencies)
    assert dependencies is not None  # noqa: S101  the command line has its parts
    with closing(dependencies.open_service(database, create=False)) as service:
        found = deletion.list_deleted(service)
    if is_json:
        write(to_api_json({"deleted": found}))
    elif not found:
        write(join_lines([Message("cli.none-deleted")]))
    else:
        rows = [
            (one.id, one.name, one.deleted_at[:16].replace("T", " "), one.restorable_until)
            for one in found
        ]
        write(sheet(("id", "name", "deleted (UTC)", "restorable until"), rows, left={0, 1, 2, 3}))


@deleted.command()
@click.argument("tournament", metavar="ID")
@by_option
@database_option
@click.pass_obj
def restore(dependencies: Dependencies, tournament: str, by: str, database: str) -> None:
    """Restore the deleted tournament ID with its whole history.

    Its access keys and webhooks have to be created again.

    \b
        fairpair deleted restore friday
    """
    with closing(dependencies.open_service(database, create=False)) as service:
        here = TournamentId(tournament)
        deletion.restore_tournament(service, here, by)
        name = service.journal(here).tournament.name
    write(join_lines([Message("cli.restored", name=name)]))


@deleted.command()
@click.argument("tournament", metavar="ID")
@database_option
@click.pass_obj
def erase(dependencies: Dependencies, tournament: str, database: str) -> None:
    """Erase the deleted tournament ID now. It can no longer be restored.

    Earlier backups still contain it.

    \b
        fairpair deleted erase friday
    """
    with closing(dependencies.open_service(database, create=False)) as service:
        deletion.erase_deleted(service, TournamentId(tournament))
    write(join_lines([Message("cli.erased", id=tournament), Message("cli.erased-backups")]))
