"""`fairpair standings`: the ranking of tournaments in files, with its reasons."""

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from fairpair.cli.changes import changes_of, set_option
from fairpair.cli.files import (
    Answer,
    content,
    files_argument,
    out_dir_option,
    repair_option,
    show,
    targets_in,
    work_through,
)
from fairpair.cli.forms import as_json, form_of, json_option
from fairpair.cli.output import grid, in_lines, save, sheet
from fairpair.cli.parts import database_option
from fairpair.core.errors import InvalidInputError

if TYPE_CHECKING:
    from fairpair.app.files.standings import FileStandings, StandingsOptions

_SUFFIX = {"csv": ".csv", "table": ".txt"}


@click.command()
@files_argument
@click.option("--tiebreaks", help="The tie-breaks in their order, like PTS,BH/C1,BH,SB,DE.")
@click.option(
    "--edition",
    type=click.Choice(["2024", "2026"]),
    help="FIDE's tie-break rules to use; without it those of the event's first day.",
)
@click.option(
    "--preset",
    help="How results in JSON are scored; see `fairpair presets`. [default: mtg_standard]",
)
@set_option("omw_floor=1/3 or unrated_rating=1400")
@click.option("--round", "until", type=click.IntRange(1), help="The standings after this round.")
@click.option(
    "--draw-seed",
    default="",
    help="What lots are drawn from; without it the file's draw_seed, if it has one.",
)
@click.option(
    "--format",
    "form",
    type=click.Choice(["table", "json", "csv"]),
    help="How to write them. [default: table, with --out-dir json]",
)
@click.option("--explain", metavar="ID", help="Show how this player's numbers and rank came about.")
@json_option
@click.option("--final", is_flag=True, help="Of a NAME: the final ranking, the knock-out first.")
@out_dir_option
@repair_option
@database_option
@click.pass_context
def standings(ctx: click.Context, /, files: tuple[Path, ...], **options: Any) -> None:
    """Print ranks and tie-breaks of tournaments in files, or of one in the database.

    FILE is a FIDE tournament report file (TRF16 or TRF26), a results file in JSON, or - for
    standard input. One word that is no file is the NAME of a tournament in the database; it is
    ranked by its own rules.

    \b
        fairpair standings friday
        fairpair standings friday --round 3 --json
        fairpair standings open.trf
        fairpair standings open.trf --tiebreaks PTS,BH/C1,BH,SB,DE --explain 12
        fairpair standings friday.json --preset mtg_standard --format json
        fairpair standings *.trf --out-dir results
    """
    from fairpair.cli.desk.standings import shows_tournament

    options["form"] = form_of(options["form"], options["is_json"])
    if shows_tournament(ctx, files, options):
        return
    if options["final"]:
        raise click.UsageError("--final is for a tournament of the database.")
    wishes = _wishes(options)
    out_dir, explained = options["out_dir"], options["explain"]
    form = options["form"] or ("json" if out_dir else "table")
    if explained is not None and (out_dir or form == "csv"):
        raise click.UsageError(
            "--explain goes with --format table or json, and not with --out-dir."
        )
    suffix = _SUFFIX.get(form, ".json")
    targets = targets_in(out_dir, files, suffix) if out_dir else {}

    def answer(file: Path) -> Answer[str]:
        notes, text = _answer(file, wishes, explained, form, plain=bool(out_dir))
        if out_dir:
            save(targets[file], text)
        return notes, "" if out_dir else text

    found = work_through(files, answer, label="Standings")
    show(found, out_dir, is_json=form == "json")
    ctx.exit(found.exit_code)


def _wishes(options: Mapping[str, Any]) -> "StandingsOptions":
    from fairpair.app.files.standings import StandingsOptions

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
        message = f"The seed {given!r} is no text in UTF-8."
        raise InvalidInputError(
            "bad-seed", message, "Give another one with --draw-seed."
        ) from error
    return given


def _answer(
    file: Path, wishes: "StandingsOptions", explained: str | None, form: str, *, plain: bool
) -> Answer[str]:
    """The notes on a file, and its standings or the explanation that was asked for."""
    from fairpair.app.files.standings import file_standings

    found = file_standings(content(file), wishes)
    if explained is not None:
        return found.notes, _why(found, explained, form)
    return found.notes, _text(found, form, plain=plain)


def _text(found: "FileStandings", form: str, *, plain: bool) -> str:
    from fairpair.formats.standings import standings_csv, standings_data

    args = (found.tournament, found.standings, found.ids)
    if form == "json":
        return as_json(standings_data(*args, fractions=not found.from_trf))
    return standings_csv(*args) if form == "csv" else standings_table(found, plain=plain)


def standings_table(found: "FileStandings", *, plain: bool = False) -> str:
    """The standings as people read them: `plain` in a file, else as the terminal can show them."""
    from fairpair.engine.standings.wording import number

    links = found.standings.chain[1:]
    heads = ("rank", "id", "name", "W-D-L", "points", *(link.step.text for link in links))
    rows = [
        (
            str(row.rank),
            str(found.ids[row.player]),
            found.tournament.name_of(row.player),
            f"{row.wins}-{row.draws}-{row.losses}",
            *(
                number(value, link.tiebreak.shown)
                for link, value in zip(found.standings.chain, row.values, strict=True)
            ),
        )
        for row in found.standings.rows
    ]
    return (grid if plain else sheet)(heads, rows, left={1, 2})


def _why(found: "FileStandings", wanted: str, form: str) -> str:
    from fairpair.engine.standings.explain import explain, separation
    from fairpair.engine.standings.wording import explanation_text, separation_text
    from fairpair.formats.standings import explanation_data, separation_data

    table, name_of = found.standings, found.tournament.name_of
    fractions = not found.from_trf
    player = found.player(wanted)
    why = explain(table, player)
    order = [row.player for row in table.rows]
    place = order.index(player)
    pairs = zip(
        order[max(0, place - 1) : place + 1], order[max(1, place) : place + 2], strict=False
    )
    neighbours = [separation(table, upper, lower) for upper, lower in pairs]
    if form == "json":
        data = {
            "id": found.ids[player],
            "rank": table.ranks[player],
            "explanations": explanation_data(why, found.ids, name_of, fractions=fractions),
            "neighbours": [
                separation_data(one, found.ids, name_of, fractions=fractions) for one in neighbours
            ],
        }
        return as_json(data)
    lines = [f"{name_of(player)}: rank {table.ranks[player]} of {len(order)}", ""]
    lines += [explanation_text(one, name_of) for one in why]
    lines += [""] if neighbours else []
    lines += [separation_text(one, name_of) for one in neighbours]
    return in_lines(lines)
