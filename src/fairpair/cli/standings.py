"""`fairpair standings`: the ranking of tournaments in files, or of one in the database."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import click

from fairpair.app.files.standings import FileStandings, StandingsOptions, file_standings
from fairpair.cli.dependencies import LazyFunction, database_option
from fairpair.cli.files import (
    STDIN,
    Answer,
    files_argument,
    out_dir_option,
    print_findings,
    process_files,
    read_content,
    repair_option,
    targets_in,
)
from fairpair.cli.options import as_json, changes_of, form_of, json_option, set_option
from fairpair.cli.output import join_lines, save
from fairpair.cli.tables import sheet
from fairpair.core.errors import InvalidInputError
from fairpair.core.vocabulary import GameConventions, conventions_of
from fairpair.engine.standings.explain import explain, separation
from fairpair.engine.standings.wording import explanation_text, number, separation_text
from fairpair.formats.grids import grid
from fairpair.formats.standings import (
    explanation_data,
    separation_data,
    standings_csv,
    standings_data,
)
from fairpair.language.languages import DEFAULT
from fairpair.language.message import Message
from fairpair.language.texts import use

_SUFFIX = {"csv": ".csv", "table": ".txt"}


@click.command()
@files_argument
@click.option("--tiebreaks", help="Tie-breaks in order, e.g. PTS,BH/C1,BH,SB,DE.")
@click.option(
    "--edition",
    type=click.Choice(["2024", "2026"]),
    help="Edition of the FIDE tie-break rules. [default: the edition in force on the first day]",
)
@click.option(
    "--preset",
    help="Preset for results in JSON; see `fairpair presets`. [default: mtg_standard]",
)
@set_option("omw_floor=1/3 or unrated_rating=1400")
@click.option(
    "--round", "until", type=click.IntRange(1), help="Show the standings after this round."
)
@click.option(
    "--draw-seed",
    default="",
    help="Draw seed for random tie-breaks. [default: the file's draw_seed]",
)
@click.option(
    "--format",
    "form",
    type=click.Choice(["table", "json", "csv"]),
    help="Output format. [default: table; json with --out-dir]",
)
@click.option("--explain", metavar="ID", help="Explain this player's rank and tie-breaks.")
@json_option
@click.option(
    "--final",
    is_flag=True,
    help="Show the final ranking, including the knockout (stored tournaments only).",
)
@out_dir_option
@repair_option
@database_option
@click.pass_context
def standings(ctx: click.Context, /, files: tuple[Path, ...], **options: Any) -> None:
    """Show the standings of tournament files, or of one tournament in the database.

    FILE is a FIDE tournament report file (TRF16 or TRF26), a results file in JSON, or - for
    standard input. If there is no such file, FILE is the ID or the name of a tournament in the
    database, which is ranked by its own rules.

    \b
        fairpair standings friday
        fairpair standings friday --round 3 --json
        fairpair standings open.trf
        fairpair standings open.trf --tiebreaks PTS,BH/C1,BH,SB,DE --explain 12
        fairpair standings friday.json --preset mtg_standard --format json
        fairpair standings *.trf --out-dir results
    """
    options["form"] = form_of(options["form"], options["is_json"])
    if _names_no_file(files) and _show_tournament(ctx, str(files[0]), options):
        return
    if options["final"]:
        raise click.UsageError("--final only works with stored tournaments.")
    wishes = _standings_options(options)
    out_dir, explained = options["out_dir"], options["explain"]
    form = options["form"] or ("json" if out_dir else "table")
    if explained is not None and (out_dir or form == "csv"):
        raise click.UsageError(
            "--explain requires --format table or json and cannot be combined with --out-dir."
        )
    suffix = _SUFFIX.get(form, ".json")
    targets = targets_in(out_dir, files, suffix) if out_dir else {}

    def answer(file: Path) -> Answer[str]:
        notes, text = _rank_file(file, wishes, explained, form, plain=bool(out_dir))
        if out_dir:
            save(targets[file], text)
        return notes, "" if out_dir else text

    found = process_files(files, answer, label=Message("cli.progress.ranking"))
    print_findings(found, out_dir, is_json=form == "json")
    ctx.exit(found.exit_code)


def _names_no_file(files: tuple[Path, ...]) -> bool:
    first = files[0]
    return len(files) == len(first.parts) == 1 and first != STDIN and not first.is_file()


_show_tournament = LazyFunction("fairpair.cli.desk.standings:show_tournament")
"""Files need neither the database nor the desk."""


def _standings_options(options: Mapping[str, Any]) -> StandingsOptions:
    edition = [f"fide_edition={options['edition']}"] if options["edition"] else []
    changes = changes_of([*options["settings"], *edition])
    given = options["tiebreaks"]
    codes = None if given is None else tuple(given.replace(",", " ").split())
    return StandingsOptions(
        codes,
        options["preset"],
        changes,
        _seed(options["draw_seed"]),
        options["until"],
        options["repair"],
    )


def _seed(given: str) -> str:
    """The seed; a shell hands over any bytes, but lots are drawn from a text."""
    try:
        given.encode()
    except UnicodeEncodeError as error:
        raise InvalidInputError("bad-seed.encoding", seed=repr(given)) from error
    return given


def _rank_file(
    file: Path, wishes: StandingsOptions, explained: str | None, form: str, *, plain: bool
) -> Answer[str]:
    """The notes on a file, and its standings or the explanation that was asked for."""
    found = file_standings(read_content(file), wishes)
    notes = tuple(map(str, found.notes))
    if explained is not None:
        return notes, _explanation_text(found, explained, form)
    return notes, _text(found, form, plain=plain)


def _text(found: FileStandings, form: str, *, plain: bool) -> str:
    args = (found.tournament, found.standings, found.ids)
    if form == "json":
        return as_json(standings_data(*args, fractions=not found.from_trf))
    return standings_csv(*args) if form == "csv" else standings_table(found, plain=plain)


def standings_table(found: FileStandings, *, plain: bool = False) -> str:
    """The standings as people read them: `plain` in a file, else as the terminal can show them."""
    links = found.standings.chain[1:]
    conventions = conventions_of(found.tournament.rules)
    record = record_head(conventions)
    heads = ("rank", "id", "name", record, "points", *(link.options.text for link in links))
    rows = [
        (
            str(row.rank or "-"),
            str(found.ids[row.player]),
            found.tournament.name_of(row.player),
            conventions.format_record(row.wins, row.draws, row.losses),
            *(
                number(value, link.tiebreak.shown)
                for link, value in zip(found.standings.chain, row.values, strict=True)
            ),
        )
        for row in found.standings.rows
    ]
    return (grid if plain else sheet)(heads, rows, left={1, 2})


def record_head(conventions: GameConventions) -> str:
    """The head of the record; like all heads of columns it is English in every language."""
    with use(DEFAULT):
        return str(conventions.record_head)


def _explanation_text(found: FileStandings, wanted: str, form: str) -> str:
    table, name_of = found.standings, found.tournament.name_of
    fractions = not found.from_trf
    player = found.player(wanted)
    why = explain(table, player)
    order = [row.player for row in table.rows if row.rank]
    place = order.index(player) if player in order else len(order) + 1
    pairs = zip(
        order[max(0, place - 1) : place + 1], order[max(1, place) : place + 2], strict=False
    )
    neighbours = [separation(table, upper, lower) for upper, lower in pairs]
    if form == "json":
        data = {
            "id": found.ids[player],
            "rank": table.ranks.get(player),
            "explanations": explanation_data(why, found.ids, name_of, fractions=fractions),
            "neighbours": [
                separation_data(one, found.ids, name_of, fractions=fractions) for one in neighbours
            ],
        }
        return as_json(data)
    rank = table.ranks.get(player)
    lines: list[object] = [
        Message("cli.rank-of", name=name_of(player), rank=rank, n=len(order))
        if rank
        else Message("cli.no-rank", name=name_of(player)),
        "",
    ]
    lines += [explanation_text(one, name_of) for one in why]
    lines += [""] if neighbours else []
    lines += [separation_text(one, name_of) for one in neighbours]
    return join_lines(lines)
