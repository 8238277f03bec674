"""`fairpair lists`: import rating lists, search in them, remove them."""

from collections.abc import Sequence
from contextlib import closing
from pathlib import Path

import click

from fairpair.app.rating_lists.freshness import check_freshness
from fairpair.app.rating_lists.imports import (
    SHORTER,
    ImportedList,
    ImportProgress,
    ListImport,
    import_list,
    key_of,
    preview_file,
)
from fairpair.app.rating_lists.jobs import ImportState, ListImports, ListResult
from fairpair.app.rating_lists.lookup import ListHit, ListLine, list_lines, search_lists
from fairpair.cli.dependencies import Dependencies, database_option
from fairpair.cli.desk.context import to_api_json
from fairpair.cli.options import json_option
from fairpair.cli.output import join_lines, print_error, progress_bar, write
from fairpair.cli.tables import sheet
from fairpair.core.errors import NotFoundError
from fairpair.formats.rating_lists.tables import ListPreview
from fairpair.language.message import Message

_PAUSE = 0.2
"""Seconds between two looks at the progress of an update."""
kind_option = click.option(
    "--kind",
    default="fide",
    show_default=True,
    metavar="KIND",
    help="fide; standard, rapid or blitz for a FIDE list with one rating; the code of a federation"
    " such as GER for its own list; or a name of your own.",
)


@click.group(invoke_without_command=True)
@json_option
@database_option
@click.pass_context
def lists(ctx: click.Context, is_json: bool, database: str) -> None:
    """List, import, search and remove rating lists.

    \b
        fairpair lists
        fairpair lists import players_list.zip
        fairpair lists search carlsen magnus
    """
    if ctx.invoked_subcommand:
        return
    dependencies = ctx.find_object(Dependencies)
    assert dependencies is not None  # noqa: S101  the command line has its parts
    with closing(dependencies.open_service(database)) as service:
        found = list_lines(service.store.rating_lists, service.now)
    if is_json:
        write(to_api_json(found))
    else:
        write(_lists_text(found.lists) if found.lists else f"{Message('cli.no-rating-lists')}\n")


def _lists_text(found: Sequence[ListLine]) -> str:
    rows = [
        (str(one.id), one.key, one.period, str(one.rows), "yes" if one.active else "", one.source)
        for one in found
    ]
    return sheet(("id", "list", "month", "players", "in use", "source"), rows, left={1, 2, 4, 5})


@lists.command("import")
@click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@kind_option
@click.option("--name", default="", help="Name of the list. [default: by its kind]")
@click.option("--period", default="", metavar="YYYY-MM", help="Month of the list.")
@click.option(
    "--mapping",
    default="",
    metavar="FIELD=COLUMN,...",
    help="Columns of a CSV file or spreadsheet: number=ID, name=Surname + First name, rating=Elo,"
    " federation==GER. [default: by their names, or as for the previous list]",
)
@click.option("--preview", is_flag=True, help="Show how it would be read, and import nothing.")
@click.option("--confirm-shorter", is_flag=True, help="Accept a list that is much shorter.")
@json_option
@database_option
@click.pass_obj
def import_(  # noqa: PLR0913, PLR0917  what the command is given
    dependencies: Dependencies,
    /,
    file: Path,
    kind: str,
    preview: bool,
    confirm_shorter: bool,
    is_json: bool,
    database: str,
    **about: str,
) -> None:
    """Import the rating list in FILE: FIDE's text or XML, zipped or not, or CSV, XLSX or ODS.

    The previous list stays in use until the new one is complete.

    \b
        fairpair lists import players_list.zip
        fairpair lists import rapid_rating_list.zip --kind rapid
        fairpair lists import spieler.csv --kind GER --preview
    """
    confirmed = (SHORTER,) if confirm_shorter else ()
    wanted = ListImport(path=file, key=key_of(kind), confirmed=confirmed, **about)
    with closing(dependencies.open_service(database)) as service:
        store = service.store.rating_lists
        if preview:
            shown = preview_file(store, wanted)
            write(to_api_json(shown) if is_json else _preview_text(shown))
            return
        with progress_bar(Message("cli.importing"), shown=not is_json) as told:
            progress = ImportProgress(heard=lambda now: told(now.share, 100))
            done = import_list(store, wanted, service.now, progress)
    write(to_api_json(done) if is_json else _done_text(done))


def _done_text(done: ImportedList) -> str:
    told = done.list
    lines: list[object] = [
        Message("cli.list-imported", list=told.name, period=told.period, n=told.rows),
        *done.notes,
    ]
    if done.left_out:
        lines.append(Message("cli.rows-left-out", n=done.left_out))
        lines += [f"- {one.where}: {one.message}" for one in done.problems[:5]]
    return join_lines(lines)


def _preview_text(shown: ListPreview) -> str:
    lines: list[object] = list(shown.notes)
    if shown.mapping:
        said = ", ".join(f"{field}={column}" for field, column in shown.mapping.items())
        lines.append(Message("cli.list-mapping", mapping=said))
    rows = [
        (one.number, one.name, one.federation, str(one.standard or ""), str(one.rapid or ""))
        for one in shown.players
    ]
    table = sheet(("number", "name", "fed", "standard", "rapid"), rows, left={1, 2})
    refused = [f"- {one.where}: {one.message}" for one in shown.problems]
    counts = [Message("cli.list-preview", n=shown.rows, bad=shown.refused)]
    return join_lines(lines) + table + join_lines([*counts, *refused])


@lists.command()
@click.argument("words", nargs=-1, required=True)
@click.option("--list", "keys", multiple=True, help="Only this list. Can be repeated.")
@click.option("--federation", default="", help="Players of this federation first.")
@json_option
@database_option
@click.pass_obj
def search(  # noqa: PLR0913, PLR0917  what the command is given
    dependencies: Dependencies,
    words: tuple[str, ...],
    keys: tuple[str, ...],
    federation: str,
    is_json: bool,
    database: str,
) -> None:
    """Search the rating lists for WORDS: beginnings of names, or of an ID number.

    \b
        fairpair lists search carl mag
        fairpair lists search 1503014 --json
    """
    with closing(dependencies.open_service(database)) as service:
        store, text = service.store.rating_lists, " ".join(words)
        found = search_lists(store, text, [key_of(one) for one in keys], federation)
    if is_json:
        write(to_api_json(found))
    else:
        write(_hits_text(list(found.hits)) if found.hits else f"{Message('cli.nobody-found')}\n")


def _hits_text(hits: list[ListHit]) -> str:
    rows = [
        (
            one.number,
            one.name,
            one.title,
            one.federation,
            str(one.birth_year or ""),
            *(str(value or "") for value in (one.standard, one.rapid, one.blitz)),
            one.list,
        )
        for one in hits
    ]
    heads = ("number", "name", "title", "fed", "year", "standard", "rapid", "blitz", "list")
    return sheet(heads, rows, left={1, 2, 3, 8})


@lists.command()
@click.argument("list_id", metavar="ID", type=int)
@database_option
@click.pass_obj
def remove(dependencies: Dependencies, list_id: int, database: str) -> None:
    """Remove the rating list ID. Players keep the ratings that they got from it.

    \b
        fairpair lists remove 3
    """
    with closing(dependencies.open_service(database)) as service:
        store = service.store.rating_lists
        gone = next((one for one in store.lists() if one.id == list_id), None)
        if gone is None:
            raise NotFoundError("no-rating-list")
        store.remove(list_id)
    print_error(Message("cli.list-removed", list=gone.name, period=gone.period))


@lists.command()
@kind_option
@click.option("--url", default="", help="Where the list is published. [default: FIDE's address]")
@json_option
@database_option
@click.pass_obj
def current(dependencies: Dependencies, kind: str, url: str, is_json: bool, database: str) -> None:
    """Check whether a list newer than the one in use has been published.

    This sends one request to the server that publishes it; nothing is downloaded.

    \b
        fairpair lists current
        fairpair lists current --kind rapid
    """
    with closing(dependencies.open_service(database)) as service:
        store, key = service.store.rating_lists, key_of(kind)
        one = next((x for x in store.lists() if x.key == key and x.active), None)
        if one is None:
            raise NotFoundError("no-rating-list")
        found = check_freshness(one, url, allow_private=True)
    values = {"list": one.name, "period": one.period, "day": found.published, "why": found.why}
    text = Message(f"cli.list-{found.state}", **values)
    write(to_api_json(found) if is_json else join_lines([text]))


@lists.command()
@click.option("--kind", default="", metavar="KIND", help="Only this list. [default: all lists]")
@click.option("--url", default="", help="Import the list of this kind from a web address.")
@json_option
@database_option
@click.pass_obj
def update(dependencies: Dependencies, kind: str, url: str, is_json: bool, database: str) -> None:
    """Download and import newer versions of the lists in use.

    A list is updated from the address that it came from; FIDE's addresses are known. With --url, a
    list is imported from another address, and updated from there afterwards.

    \b
        fairpair lists update
        fairpair lists update --kind fide --url https://ratings.fide.com/download/players_list.zip
        fairpair lists update --kind GER --url https://example.org/spieler.csv
    """
    with closing(dependencies.open_service(database)) as service:
        imports = ListImports(lambda: service.store.rating_lists, lambda: service.now)
        imports.allow_private = True
        key = key_of(kind) if kind else ""
        if url:
            imports.download(url, ListImport(path=Path(), key=key or "fide"))
        else:
            imports.update([key] if key else [])
        with progress_bar(Message("cli.lists-updating"), shown=not is_json) as told:
            while not imports.wait(_PAUSE):
                told(imports.state.share, 100)
        state = imports.state
    if is_json:
        write(to_api_json(state))
    else:
        _show_update(state)
    if state.state == "failed":
        raise click.exceptions.Exit(3)


def _show_update(state: ImportState) -> None:
    """What came of each list, or of the one from an address."""
    found = state.results or [ListResult(state.list, state.list, state.state, state.message)]
    texts = {
        "current": "cli.list-update-current",
        "updated": "cli.list-update-updated",
        "done": "cli.list-update-updated",
        "failed": "cli.list-update-failed",
    }
    for one in found:
        said = Message(texts[one.state], list=one.name, why=one.message)
        if one.state == "failed":
            print_error(said)
        else:
            write(join_lines([said]))
