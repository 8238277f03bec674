"""`fairpair print`: everything that goes on paper, as PDF files."""

import sys
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

import click
from click.shell_completion import CompletionItem

from fairpair.cli.files import STDIN, Target, name_of
from fairpair.cli.output import save, write
from fairpair.cli.parts import Parts, database_option
from fairpair.core.errors import BadInput

if TYPE_CHECKING:
    from fairpair.paper.languages import Language


def _complete(
    _ctx: click.Context, _param: click.Parameter, incomplete: str
) -> list[CompletionItem]:
    """The sheets that begin like this, for the shell."""
    from fairpair.app.printing import SHEETS

    found = [one for one in SHEETS.values() if one.name.startswith(incomplete)]
    return [CompletionItem(one.name, help=one.title) for one in found]


def _address(_ctx: click.Context, _param: click.Parameter, value: str) -> str:
    parts = urlsplit(value)
    if value and not (parts.scheme in ("http", "https") and parts.hostname):
        raise click.BadParameter("must be like http://192.168.1.5:8000")
    return value


@click.command("print")
@click.argument("name")
@click.argument("sheet", shell_complete=_complete)
@click.option("--round", "round_no", type=click.IntRange(1, 999), help="The round; else the last.")
@click.option(
    "--stage",
    type=click.IntRange(1, 9),
    help="1: rounds for everybody, 2: knock-out. [default: that of the last round, or 1]",
)
@click.option(
    "--paper",
    type=click.Choice(["a4", "letter"]),
    default="a4",
    show_default=True,
    help="The size of the pages.",
)
@click.option(
    "--out",
    type=Target(path_type=Path, dir_okay=False, allow_dash=True),
    help="The file to write, or - for standard output. [default: NAME-SHEET.pdf here]",
)
@click.option(
    "--language",
    type=click.Choice(["en", "de"]),
    default="en",
    show_default=True,
    help="The language of what the sheet itself says.",
)
@click.option(
    "--address",
    default="",
    callback=_address,
    help="Where phones reach the server, like http://192.168.1.5:8000: for the codes on slips.",
)
@database_option
@click.pass_obj
def print_(  # noqa: PLR0913, PLR0917  one for each option
    parts: Parts,
    name: str,
    sheet: str,
    round_no: int | None,
    stage: int | None,
    paper: str,
    out: Path | None,
    language: "Language",
    address: str,
    database: str,
) -> None:
    """Make a PDF of a tournament, ready to be printed.

    NAME is the id or the name of the tournament. SHEET is one of pairings, names, slips,
    scoresheets, standings, crosstable, bracket, badges, tents and report:

    \b
        fairpair print spring-open pairings --round 3
        fairpair print spring-open slips --address http://192.168.1.5:8000
        fairpair print spring-open standings --paper letter --out standings.pdf
        fairpair print spring-open report --out - | lp

    A round that is not published yet is printed too, and marked as a draft.
    """
    from fairpair.app.archives import find_tournament
    from fairpair.app.printing import Job, local_time, printed, sheet_named
    from fairpair.paper import Paper

    sheet = sheet_named(sheet).name
    if out == STDIN and sys.stdout is not None and sys.stdout.isatty():
        raise BadInput(
            "terminal", "A PDF cannot be shown on a terminal.", "Name a file: --out FILE.pdf"
        )
    service = parts.open_service(database, create=False)
    try:
        tournament = find_tournament(service, name)
        log = service.journal(tournament)
        at = local_time(service.now)
        size = Paper(paper)
        job = Job(
            tournament, log.tournament, log.version, at, size, stage, round_no, address, language
        )
        made = printed(sheet, job)
    finally:
        service.close()
    if out == STDIN:
        write(made)
        return
    number = f"-round-{round_no}" if round_no else ""
    target = out or Path(f"{tournament}-{sheet}{number}.pdf")
    save(target, made)
    click.echo(f"Written to {name_of(target)}.")
