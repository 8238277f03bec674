"""`fairpair standings NAME`: the ranking of a tournament of the database."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import click

from fairpair.cli.desk.here import Desk, parts_of
from fairpair.cli.desk.looking import rank_text, ranking_text, standings_text
from fairpair.cli.files import STDIN
from fairpair.core.errors import NotFoundError, StorageError

_FOR_FILES = ("tiebreaks", "edition", "preset", "settings", "draw_seed", "out_dir", "repair")


def shows_tournament(
    ctx: click.Context, files: tuple[Path, ...], options: Mapping[str, Any]
) -> bool:
    """Print the standings if the one word names a tournament and no file; else False."""
    from fairpair.app.transfer.archives import find_tournament

    name = str(files[0])
    is_path = len(files[0].parts) > 1 or files[0].is_file()
    if len(files) > 1 or files[0] == STDIN or is_path:
        return False
    looks_like_a_file = bool(files[0].suffix)
    try:
        service = parts_of(ctx).open_service(options["database"], create=False)
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
        _show(Desk(service, here, options["form"] == "json"), options)
    finally:
        service.close()
    return True


def _show(desk: Desk, options: Mapping[str, Any]) -> None:
    from fairpair.app.views.rank_explanation import rank_reasons
    from fairpair.app.views.ranking import ranking_view
    from fairpair.app.views.standings import standings_view

    _refuse_for_names(options)
    journal = desk.journal
    t, version, until = journal.tournament, journal.version, options["until"]
    if options["explain"] is not None:
        why = rank_reasons(t, version, desk.player(options["explain"]), until)
        desk.show(why, lambda: rank_text(why))
        return
    if options["final"]:
        final = ranking_view(t, version)
        desk.show(final, lambda: ranking_text(final))
        return
    view = standings_view(t, version, until)
    desk.show(view, lambda: standings_text(view))


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
