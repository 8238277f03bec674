"""`fairpair print`: everything that goes on paper, as PDF files."""

from contextlib import closing
from pathlib import Path
from typing import Any

import click
from click.shell_completion import CompletionItem

from fairpair.app.pictures import find_logo
from fairpair.app.printing import SHEETS, Job, get_sheet, local_time, render_sheet
from fairpair.app.service import Service
from fairpair.app.views.tournaments import find_tournament
from fairpair.cli.dependencies import Dependencies, database_option
from fairpair.cli.files import STDIN, Target, name_of
from fairpair.cli.options import PUBLIC_URL, check_server_url
from fairpair.cli.output import on_terminal, save, write
from fairpair.core.errors import InvalidInputError
from fairpair.core.ids import TournamentId
from fairpair.language.languages import LANGUAGES
from fairpair.language.message import Message
from fairpair.language.texts import current_texts
from fairpair.paper import Paper


def _complete(
    _ctx: click.Context, _param: click.Parameter, incomplete: str
) -> list[CompletionItem]:
    """The sheets that begin like this, for the shell."""
    found = [one for one in SHEETS.values() if one.name.startswith(incomplete)]
    return [CompletionItem(one.name, help=one.title) for one in found]


@click.command("print")
@click.argument("name")
@click.argument("sheet", shell_complete=_complete)
@click.option("--round", type=click.IntRange(1, 999), help="Round number. [default: latest round]")
@click.option(
    "--stage",
    type=click.IntRange(1, 9),
    help="Stage: 1 main rounds, 2 knockout. [default: stage of the latest round]",
)
@click.option(
    "--paper",
    type=click.Choice(["a4", "letter"]),
    default="a4",
    show_default=True,
    help="Paper size.",
)
@click.option(
    "--out",
    type=Target(path_type=Path, dir_okay=False, allow_dash=True),
    help="Output file, or - for standard output. [default: NAME-SHEET.pdf]",
)
@click.option(
    "--language",
    type=click.Choice(list(LANGUAGES)),
    default=lambda: current_texts().language,
    show_default="the language of the terminal",
    help="Language of the printed text.",
)
@click.option(
    "--address",
    envvar=PUBLIC_URL,
    default="",
    callback=check_server_url,
    help="Server URL for the QR codes, e.g. http://192.168.1.5:8000",
)
@database_option
@click.pass_obj
def print_(
    dependencies: Dependencies, /, name: str, sheet: str, database: str, **options: Any
) -> None:
    """Create a PDF of a tournament for printing.

    NAME is the ID or the name of the tournament. SHEET is one of now, pairings, names, slips,
    scoresheets, standings, crosstable, bracket, badges, tents, report, startlist, officials and,
    for chess, arbiter, ratings, norms, certificates and it3:

    \b
        fairpair print spring-open now
        fairpair print spring-open pairings --round 3
        fairpair print spring-open slips --address http://192.168.1.5:8000
        fairpair print spring-open standings --paper letter --out standings.pdf
        fairpair print spring-open report --out - | lp

    Unpublished rounds can also be printed; the sheet is marked accordingly.
    """
    sheet, out, round_no = get_sheet(sheet).name, options.pop("out"), options["round"]
    if out == STDIN and on_terminal():
        raise InvalidInputError("terminal")
    with closing(dependencies.open_service(database, create=False)) as service:
        here, made = _render(service, name, sheet, **options)
    if out == STDIN:
        write(made)
        return
    number = f"-round-{round_no}" if round_no else ""
    target = out or Path(f"{here}-{sheet}{number}.pdf")
    save(target, made)
    click.echo(str(Message("cli.written-to", file=name_of(target))))


def _render(
    service: Service, name: str, sheet: str, *, paper: str, **how: Any
) -> tuple[TournamentId, bytes]:
    """The tournament's id and the PDF; `how` is what a job says beside it."""
    here = find_tournament(service, name)
    log, at = service.journal(here), local_time(service.now)
    t, logo = log.tournament, find_logo(service, here, log.tournament)
    job = Job(here, t, log.version, at, Paper(paper), logo=logo, **how)
    return here, render_sheet(sheet, job)
