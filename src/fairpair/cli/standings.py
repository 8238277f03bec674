"""`fairpair standings`: the ranking of tournaments in files, or of one in the database."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import click

from fairpair.app.files.standings import FileStandings, StandingsOptions, file_standings
from fairpair.app.views.ranking import RankingView, rank_reasons, ranking_view
from fairpair.app.views.standings import StandingsView, standings_view, tiebreak_heading
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
from fairpair.core.vocabulary import GameConventions, conventions_of, vocabulary_of
from fairpair.engine.standings.explain import explain, separation
from fairpair.engine.standings.wording import explanation_text, number, separation_text
from fairpair.formats.standings import (
    explanation_data,
    separation_data,
    standings_csv,
    standings_data,
)
from fairpair.language.languages import DEFAULT
from fairpair.language.message import Message
from fairpair.language.texts import set_vocabulary, use

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
    if shows_tournament(ctx, files, options):
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
    record = _record_head(conventions)
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


def _record_head(conventions: GameConventions) -> str:
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
        set_vocabulary(vocabulary_of(service.journal(here).tournament.rules))
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
    session.show(view, lambda: standings_text(view, conventions_of(t.rules)))


def _refuse_for_names(options: Mapping[str, Any]) -> None:
    given = [key for key in _FOR_FILES if options[key]]
    if options["form"] == "csv":
        raise click.UsageError(
            "--format csv only works with files; use `fairpair export` for this tournament."
        )
    if given:
        words = {"settings": "set"}
        option = words.get(given[0], given[0]).replace("_", "-")
        raise click.UsageError(
            f"--{option} only works with files; a stored tournament uses its own rules."
        )


def standings_text(view: StandingsView, conventions: GameConventions) -> str:
    """The ranking with all tie-breaks."""
    record = _record_head(conventions)
    heads = ("rank", "no.", "name", record, "points", *map(tiebreak_heading, view.tiebreaks))
    rows = [
        (
            str(one.rank or "-"),
            str(one.id),
            str(Message("cli.name-dropped", name=one.name)) if one.dropped else one.name,
            conventions.format_record(one.record.wins, one.record.draws, one.record.losses),
            one.points,
            *(value.display for value in one.tiebreaks),
        )
        for one in view.players
    ]
    code = "after-round" if view.round else "before-round-1"
    if view.round and not view.complete:
        code = "after-round-incomplete"
    where = Message(f"cli.standings.{code}", round=view.round)
    return f"{where}\n{sheet(heads, rows, left={2})}"


def ranking_text(view: RankingView) -> str:
    """The final ranking, knock-out first."""
    rows = [
        (str(x.rank or "-"), str(x.id), x.name, str(x.swiss_rank or "-"), str(x.why))
        for x in view.players
    ]
    title = Message("cli.final-ranking" if view.final else "cli.provisional-ranking")
    return f"{title}\n{sheet(('rank', 'no.', 'name', 'main rounds', 'reason'), rows, wrapped=True)}"
