"""The `fairpair` command: its words, its options, and how it says no."""

from pathlib import Path

import click

from fairpair import __version__
from fairpair.cli.completion import completion
from fairpair.cli.desk.beginning import list_, new, status
from fairpair.cli.desk.course import cut, finish, history, redo, reopen, undo
from fairpair.cli.desk.groups import players, round_
from fairpair.cli.desk.looking import bracket, crosstable, why
from fairpair.cli.desk.numbers import statistics
from fairpair.cli.desk.results import result
from fairpair.cli.desk.settings import settings
from fairpair.cli.edge import Kind
from fairpair.cli.keys import key
from fairpair.cli.pairing import check, generate, pair
from fairpair.cli.parts import Parts, database_option
from fairpair.cli.printing import print_
from fairpair.cli.rules import presets, tiebreaks
from fairpair.cli.serve import serve
from fairpair.cli.simulating import simulate
from fairpair.cli.standings import standings
from fairpair.cli.transfer import export, import_

SECTIONS = {
    "An event": "new list status players round result standings bracket crosstable statistics why",
    "Its course": "settings rules cut finish reopen undo redo history",
    "Its paper and files": "print export import",
    "Files of any program": "pair check generate simulate",
    "What can be chosen": "presets tiebreaks",
}
"""How the help is divided; what is not named comes last."""


@click.group(
    cls=Kind,
    sections=SECTIONS,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
)
@click.version_option(__version__, prog_name="fairpair")
def cli() -> None:
    """Run Swiss tournaments.

    \b
        fairpair new "Friday Magic" --players names.txt
        fairpair round friday-magic next
        fairpair result friday-magic 1 2-0
        fairpair standings friday-magic

    `fairpair COMMAND --help` explains a command. NAME is the id or the name of a tournament. All of
    it works on the database of a running server, and the pages follow at once.

    Exit codes: 0 fine, 1 no legal pairing or a check that failed, 2 wrong usage, 3 bad input,
    4 conflict, 5 trouble with a file or database, 70 internal error.
    """


@cli.command()
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--overwrite", is_flag=True, help="Replace the file if it is there.")
@database_option
@click.pass_obj
def backup(parts: Parts, file: Path, overwrite: bool, database: str) -> None:
    """Copy the whole database to FILE, also while a server works with it.

    The copy is a database itself: start on it with --database sqlite:///FILE.

    \b
        fairpair backup friday.db
        fairpair backup friday.db --overwrite
    """
    parts.backup(database, file, overwrite=overwrite)
    click.echo(f"Copied to {file}.")


for _command in (
    *(new, list_, status, players, round_, result, standings, bracket, crosstable, statistics, why),
    *(settings, cut, finish, reopen, undo, redo, history, print_, export, import_),
    *(pair, check, generate, simulate, presets, tiebreaks, serve, key, completion),
):
    cli.add_command(_command)
cli.add_command(settings, "rules")
