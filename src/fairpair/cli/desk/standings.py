"""`fairpair standings` of one tournament in the database."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import click

from fairpair.app.views.ranking import RankingView, rank_reasons, ranking_view
from fairpair.app.views.standings import StandingsView, standings_view, tiebreak_heading
from fairpair.app.views.tournaments import find_tournament
from fairpair.cli.desk.context import TournamentSession, dependencies_of
from fairpair.cli.desk.show_commands import rank_text
from fairpair.cli.standings import record_head
from fairpair.cli.tables import sheet
from fairpair.core.errors import NotFoundError, StorageError
from fairpair.core.vocabulary import GameConventions, conventions_of, vocabulary_of
from fairpair.language.message import Message
from fairpair.language.texts import set_vocabulary

_FOR_FILES = ("tiebreaks", "edition", "preset", "settings", "draw_seed", "out_dir", "repair")


def show_tournament(ctx: click.Context, name: str, options: Mapping[str, Any]) -> bool:
    """Print the standings if there is such a tournament; false if it must be a missing file."""
    looks_like_a_file = bool(Path(name).suffix)
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
    record = record_head(conventions)
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
