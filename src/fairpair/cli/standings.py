"""`fairpair standings`: the ranking of tournaments in files, or of one in the database."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import click

from fairpair.app.files.standings import FileStandings, StandingsOptions, file_standings
from fairpair.app.views.ranking import RankingView, rank_reasons, ranking_view
from fairpair.app.views.standings import StandingsView, standings_view
from fairpair.app.views.tournaments import find_tournament
from fairpair.cli.dependencies import database_option
from fairpair.cli.desk.context import TournamentSession, dependencies_of
from fairpair.cli.desk.show_commands import rank_text
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
from fairpair.cli.tables import grid, sheet
from fairpair.core.errors import InvalidInputError, NotFoundError, StorageError
from fairpair.engine.standings.explain import explain, separation
from fairpair.engine.standings.wording import explanation_text, number, separation_text
from fairpair.formats.standings import (
    explanation_data,
    separation_data,
    standings_csv,
    standings_data,
)

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
    options["form"] = form_of(options["form"], options["is_json"])
    if shows_tournament(ctx, files, options):
        return
    if options["final"]:
        raise click.UsageError("--final is for a tournament of the database.")
    wishes = _standings_options(options)
    out_dir, explained = options["out_dir"], options["explain"]
    form = options["form"] or ("json" if out_dir else "table")
    if explained is not None and (out_dir or form == "csv"):
        raise click.UsageError(
            "--explain goes with --format table or json, and not with --out-dir."
        )
    suffix = _SUFFIX.get(form, ".json")
    targets = targets_in(out_dir, files, suffix) if out_dir else {}

    def answer(file: Path) -> Answer[str]:
        notes, text = _rank_file(file, wishes, explained, form, plain=bool(out_dir))
        if out_dir:
            save(targets[file], text)
        return notes, "" if out_dir else text

    found = process_files(files, answer, label="Standings")
    print_findings(found, out_dir, is_json=form == "json")
    ctx.exit(found.exit_code)


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
        message = f"The seed {given!r} is no text in UTF-8."
        raise InvalidInputError(
            "bad-seed", message, "Give another one with --draw-seed."
        ) from error
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
    heads = ("rank", "id", "name", "W-D-L", "points", *(link.options.text for link in links))
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


def _explanation_text(found: FileStandings, wanted: str, form: str) -> str:
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
    return join_lines(lines)


_FOR_FILES = ("tiebreaks", "edition", "preset", "settings", "draw_seed", "out_dir", "repair")


def shows_tournament(
    ctx: click.Context, files: tuple[Path, ...], options: Mapping[str, Any]
) -> bool:
    """Print the standings if the one word names a tournament and no file; else False."""
    name = str(files[0])
    is_path = len(files[0].parts) > 1 or files[0].is_file()
    if len(files) > 1 or files[0] == STDIN or is_path:
        return False
    looks_like_a_file = bool(files[0].suffix)
    try:
        service = dependencies_of(ctx).open_service(options["database"], create=False)
    except StorageError:
        if looks_like_a_file:
            return False
        raise
    try:
        try:
            here = find_tournament(service, name)
        except NotFoundError:
            if looks_like_a_file:
                return False
            raise
        _show(TournamentSession(service, here, options["form"] == "json"), options)
    finally:
        service.close()
    return True


def _show(session: TournamentSession, options: Mapping[str, Any]) -> None:
    _refuse_for_names(options)
    journal = session.journal
    t, version, until = journal.tournament, journal.version, options["until"]
    if options["explain"] is not None:
        why = rank_reasons(t, version, session.player(options["explain"]), until)
        session.show(why, lambda: rank_text(why))
        return
    if options["final"]:
        final = ranking_view(t, version)
        session.show(final, lambda: ranking_text(final))
        return
    view = standings_view(t, version, until)
    session.show(view, lambda: standings_text(view))


def _refuse_for_names(options: Mapping[str, Any]) -> None:
    given = [key for key in _FOR_FILES if options[key]]
    if options["form"] == "csv":
        raise click.UsageError("--format csv is for files; see `fairpair export` for this one.")
    if given:
        words = {"settings": "set"}
        option = words.get(given[0], given[0]).replace("_", "-")
        raise click.UsageError(
            f"--{option} is for files: a tournament of the database has rules of its own."
        )


def standings_text(view: StandingsView) -> str:
    """The ranking with all tie-breaks."""
    heads = ("rank", "no.", "name", "W-D-L", "points", *(one.code for one in view.tiebreaks))
    rows = [
        (
            str(one.rank),
            str(one.id),
            one.name + (" (dropped)" if one.dropped else ""),
            f"{one.record.wins}-{one.record.draws}-{one.record.losses}",
            one.points,
            *(value.display for value in one.tiebreaks),
        )
        for one in view.players
    ]
    where = f"After round {view.round}" if view.round else "Before round 1"
    note = "" if view.complete or not view.round else ", which is not complete"
    return f"{where}{note}\n{sheet(heads, rows, left={2})}"


def ranking_text(view: RankingView) -> str:
    """The final ranking, knock-out first."""
    rows = [(str(x.rank), str(x.id), x.name, str(x.swiss_rank), str(x.why)) for x in view.players]
    title = "Final ranking" if view.final else "Ranking as it stands"
    return f"{title}\n{sheet(('rank', 'no.', 'name', 'in the rounds', 'why'), rows, wrapped=True)}"
