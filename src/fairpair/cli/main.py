"""The `fairpair` command: its words, its options, and how it says no."""

from pathlib import Path

import click

from fairpair import __version__
from fairpair.cli.edge import Kind
from fairpair.cli.files import content
from fairpair.cli.keys import key
from fairpair.cli.output import write
from fairpair.cli.pairing import check, generate, pair
from fairpair.cli.parts import Parts, database_option
from fairpair.cli.rules import presets, tiebreaks
from fairpair.cli.serve import serve
from fairpair.cli.simulating import simulate
from fairpair.cli.standings import standings
from fairpair.core.ids import TournamentId


@click.group(cls=Kind, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="fairpair")
def cli() -> None:
    """Run Swiss tournaments.

    Exit codes: 0 fine, 1 no legal pairing or a check that failed, 2 wrong usage, 3 bad input,
    4 conflict, 5 trouble with a file or database, 70 internal error.
    """


@cli.command("export")
@click.argument("name")
@database_option
@click.pass_obj
def export_(parts: Parts, name: str, database: str) -> None:
    """Write a tournament with its whole history to standard output.

    NAME is the id or the name of the tournament:

        fairpair export spring-open > spring-open.json
    """
    from fairpair.app.archives import export_tournament, find_tournament

    service = parts.open_service(database, create=False)
    try:
        text = export_tournament(service, find_tournament(service, name))
    finally:
        service.close()
    write(text)


@cli.command("import")
@click.argument(
    "file", type=click.Path(exists=True, dir_okay=False, allow_dash=True, path_type=Path)
)
@click.option("--as", "new_id", help="Give it another id than it had.")
@database_option
@click.pass_obj
def import_(parts: Parts, file: Path, new_id: str | None, database: str) -> None:
    """Add a tournament that was written by `fairpair export`.

    FILE is its name, or - for standard input:

        fairpair import spring-open.json
    """
    from fairpair.app.archives import import_tournament

    text = content(file)
    service = parts.open_service(database)
    try:
        given = TournamentId(new_id) if new_id is not None else None
        tournament = import_tournament(service, text, given)
    finally:
        service.close()
    click.echo(f"Imported {tournament}.")


@cli.command()
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--overwrite", is_flag=True, help="Replace the file if it is there.")
@database_option
@click.pass_obj
def backup(parts: Parts, file: Path, overwrite: bool, database: str) -> None:
    """Copy the whole database to FILE, also while a server works with it.

    The copy is a database itself: start on it with --database sqlite:///FILE.
    """
    parts.backup(database, file, overwrite=overwrite)
    click.echo(f"Copied to {file}.")


cli.add_command(check)
cli.add_command(generate)
cli.add_command(key)
cli.add_command(pair)
cli.add_command(presets)
cli.add_command(serve)
cli.add_command(simulate)
cli.add_command(standings)
cli.add_command(tiebreaks)
