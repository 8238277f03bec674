"""Tournaments to files and back: `export`, `import` and `backup`."""

import secrets
from collections.abc import Mapping
from contextlib import closing
from pathlib import Path
from typing import Any

import click

from fairpair.app.service import Service
from fairpair.app.transfer.exports import get_export, source_of
from fairpair.app.transfer.imports import (
    ImportOptions,
    NewFromList,
    create_from_list,
    import_event,
)
from fairpair.app.views.header import written_without
from fairpair.app.views.tournaments import find_tournament
from fairpair.cli.dependencies import Dependencies, database_option
from fairpair.cli.desk.context import confirm_option
from fairpair.cli.desk.error_hints import explain_id_choice
from fairpair.cli.files import STDIN, Target, read_content
from fairpair.cli.output import on_terminal, print_error, save, write
from fairpair.core.ids import CommandId, TournamentId
from fairpair.core.rounds import RoundRef
from fairpair.formats.event_files import has_rounds
from fairpair.language.message import Message

_BINARY = "xlsx"


@click.command("export")
@click.argument("name")
@click.option(
    "--format",
    "form",
    default="archive",
    show_default=True,
    help="archive, proof, json, csv, xlsx, trf16, trf26, wer, tdf or pgn.",
)
@click.option(
    "--what",
    default="",
    help="For csv and xlsx: pairings, standings, crosstable, players, ratings or norms; xlsx also"
    " accepts all.",
)
@click.option(
    "--round",
    "round_no",
    type=click.IntRange(1, 999),
    help="Round of the pairings, standings or games.",
)
@click.option(
    "--stage",
    type=click.IntRange(1, 9),
    default=1,
    help="Stage: 1 main rounds, 2 knockout. [default: 1]",
)
@click.option(
    "--out",
    type=Target(path_type=Path, dir_okay=False),
    help="Output file. [default: standard output]",
)
@database_option
@click.pass_obj
def export(
    dependencies: Dependencies, /, name: str, out: Path | None, database: str, **options: Any
) -> None:
    """Export a tournament to standard output or to a file.

    NAME is the ID or the name of the tournament. The default format is an archive, which contains
    the whole history and can be imported again:

    \b
        fairpair export spring-open > spring-open.json
        fairpair export spring-open --format csv --what standings --out standings.csv
        fairpair export spring-open --format xlsx --what all --out spring-open.xlsx
        fairpair export spring-open --format trf26 > spring-open.trf
    """
    found, round_no = get_export(options["form"], options["what"]), options["round_no"]
    if round_no is not None and not found.by_round:
        raise click.UsageError(f"--round cannot be used with {found.title}.")
    if found.ending == _BINARY and out is None and on_terminal():
        raise click.UsageError("A workbook cannot be displayed in a terminal. Use --out FILE.xlsx.")
    ref = None if round_no is None else RoundRef(options["stage"], round_no)
    with closing(dependencies.open_service(database, create=False)) as service:
        source = source_of(service, find_tournament(service, name), ref)
        data = found.make(source)
    if out is None:
        write(data)
    else:
        save(out, data)
        click.echo(str(Message("cli.written-to", file=click.format_filename(out))))
    notice = written_without(source.t) if found.ending == "trf" else None
    if notice:
        click.echo(str(notice), err=True)


@click.command("import")
@click.argument(
    "file", type=click.Path(exists=True, dir_okay=False, allow_dash=True, path_type=Path)
)
@click.option("--as", "new_id", help="Import with a different ID.")
@click.option("--division", default="", help="Age division to import from a TDF file.")
@click.option(
    "--fide/--no-fide", default=None, help="Whether the tournament of a TRF file is in FIDE mode."
)
@confirm_option
@click.option("--name", default="", help="Tournament name, for a list of players.")
@click.option("--preset", default="", help="Preset, for a list of players; see `fairpair presets`.")
@database_option
@click.pass_obj
def import_(dependencies: Dependencies, /, file: Path, database: str, **options: Any) -> None:
    """Import a tournament from a file.

    FILE is an archive written by `fairpair export`, or a tournament with rounds and results as TRF
    (FIDE), TDF (Pokémon), WER (Wizards), OpenGotha XML, JSON of Challonge or TopDeck, a crosstable
    of Swiss-Manager, chess-results or Vega, or a table of matches of Melee or Best Coast Pairings
    (XLSX, CSV); - reads standard input. The format is recognised automatically:

    \b
        fairpair import spring-open.json
        fairpair import city-open.trf --as city-open-2026
        fairpair import league-cup.tdf --division Masters

    A list of players (CSV, XLSX, ODS, or text with one name per line) becomes a new tournament.
    Specify its name and preset:

    \b
        fairpair import players.xlsx --name "Friday Night" --preset mtg_standard
    """
    data = read_content(file)
    called = "" if file == STDIN else file.name
    given = TournamentId(options["new_id"]) if options["new_id"] is not None else None
    of_list = not has_rounds(data)
    if of_list and not (options["name"] and options["preset"]):
        raise click.UsageError("To import a list of players, use --name and --preset.")
    how = explain_id_choice(Message("cli.import-as"))
    with closing(dependencies.open_service(database)) as service, how:
        if of_list:
            told, notes = _create_from_list(service, data, options, given)
        else:
            wanted = ImportOptions(
                given,
                division=options["division"],
                fide=options["fide"],
                confirmed=tuple(options["confirmed"]),
            )
            done = import_event(service, called, data, wanted)
            told, notes = Message("cli.imported", tournament=done.tournament), done.notes
    for note in notes:
        print_error(note)
    click.echo(str(told))


def _create_from_list(
    service: Service, data: bytes, options: Mapping[str, str], given: TournamentId | None
) -> tuple[Message, tuple[Message, ...]]:
    """A new tournament with the players of a list."""
    wanted = NewFromList(options["name"], options["preset"], given)
    done = create_from_list(service, data, wanted, CommandId(secrets.token_hex(16)))
    told = Message("cli.imported-players", n=done.players, tournament=done.tournament)
    return told, done.notes


@click.command()
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--overwrite", is_flag=True, help="Overwrite an existing file.")
@database_option
@click.pass_obj
def backup(dependencies: Dependencies, file: Path, overwrite: bool, database: str) -> None:
    """Back up the whole database to FILE, even while a server is running.

    The backup is itself a database: open it with --database sqlite:///FILE.

    \b
        fairpair backup friday.db
        fairpair backup friday.db --overwrite
    """
    dependencies.backup(database, file, overwrite=overwrite)
    click.echo(str(Message("cli.backed-up-to", file=str(file))))
