"""`fairpair new`, `list` and `status`: create tournaments and show their state."""

import secrets
from collections.abc import Iterator
from contextlib import closing
from dataclasses import asdict
from pathlib import Path
from typing import Any

import click

from fairpair.app.own_presets import rules_from
from fairpair.app.service import Service
from fairpair.app.use_cases.edits import configure
from fairpair.app.use_cases.tournaments import NewTournament, create_tournament, rules_for
from fairpair.app.views.status import Status
from fairpair.app.views.status import status as status_of
from fairpair.app.views.tournament_index import TournamentIndex
from fairpair.app.views.tournaments import ListState, state_text
from fairpair.cli.dependencies import Dependencies, database_option
from fairpair.cli.desk.context import (
    TournamentSession,
    by_option,
    json_option,
    name_argument,
    read_command,
    to_api_json,
)
from fairpair.cli.desk.entries import read_list, refuse_bad
from fairpair.cli.desk.error_hints import explain_id_choice
from fairpair.cli.desk.settings import recommended_settings
from fairpair.cli.options import changes_of, set_option
from fairpair.cli.output import join_lines, shell_command, write
from fairpair.cli.tables import sheet
from fairpair.core.ids import CommandId, TournamentId
from fairpair.core.players import Entrant, as_team
from fairpair.core.rules import Rules
from fairpair.core.vocabulary import vocabulary_of
from fairpair.engine.stages.progress import NextStep
from fairpair.language.message import Message
from fairpair.language.texts import set_vocabulary
from fairpair.presets import is_known


@click.command()
@click.argument("name", metavar="NAME")
@click.option(
    "--preset",
    default="mtg_standard",
    show_default=True,
    help="Preset to start from; see `fairpair presets`.",
)
@set_option("rounds=5")
@click.option(
    "--fide/--no-fide", default=None, help="Turn FIDE mode on or off. [default: as in the preset]"
)
@click.option(
    "--players",
    type=click.Path(path_type=Path, allow_dash=True, dir_okay=False),
    help="Import players from a file (CSV, XLSX, ODS, TRF or names); - reads standard input.",
)
@click.option(
    "--recommended",
    is_flag=True,
    help="Use the recommended rounds and cut for this number of players.",
)
@click.option("--id", "wanted", help="Tournament ID. [default: derived from the name]")
@click.option(
    "--draw-seed",
    metavar="TEXT",
    help="Draw seed for all random decisions. [default: generated]",
)
@by_option
@json_option
@database_option
@click.pass_obj
def new(
    dependencies: Dependencies, /, name: str, is_json: bool, database: str, **options: Any
) -> None:
    """Create a tournament called NAME.

    The rules come from a preset; use --set to change individual rules. The database is created if
    it does not exist.

    \b
        fairpair new "Friday Magic" --players names.txt
        fairpair new "Friday Magic" --players names.txt --recommended
        fairpair new "City Open" --preset fide_dutch --fide --set rounds=7 --id city-open
        printf 'Ana\\nBo\\nCy\\nDi\\n' | fairpair new Evening --players -
    """
    if options["recommended"] and not options["players"]:
        raise click.UsageError("--recommended requires --players.")
    changes = changes_of(options["settings"])
    changes |= {} if options["fide"] is None else {"fide": options["fide"]}
    rules = _rules(dependencies, database, options["preset"], changes)
    teams = Rules.read(rules).boards is not None or options["preset"] == "team_chess"
    entrants: tuple[Entrant, ...] = ()
    if options["players"]:
        found = read_list(options["players"], teams=teams)
        refuse_bad(found, skip=False)
        entrants = found.entrants()
        if teams:
            entrants = tuple(as_team(x) for x in entrants)
    with closing(dependencies.open_service(database)) as service:
        here = _create(service, name, rules, entrants, **options)
        set_vocabulary(vocabulary_of(service.journal(here).tournament.rules))
        session = TournamentSession(service, here, is_json, options["by"])
        if options["recommended"]:
            service.run(session.command_context(), configure, rules=recommended_settings(session))
        _welcome(session, options["preset"])


def _rules(
    dependencies: Dependencies, database: str, preset: str, changes: dict[str, Any]
) -> dict[str, Any]:
    """The rules of a preset; only for one that is not built in the database is opened."""
    if is_known(preset):
        return rules_for(preset, changes)
    with closing(dependencies.open_service(database)) as service:
        return rules_from(service, preset, changes)


def _create(
    service: Service,
    name: str,
    rules: dict[str, Any],
    entrants: tuple[Entrant, ...],
    **options: Any,
) -> TournamentId:
    wanted = None if options["wanted"] is None else TournamentId(options["wanted"])
    new = NewTournament(name, rules, entrants, wanted, options["draw_seed"])
    command_id = CommandId(secrets.token_hex(16))
    with explain_id_choice(Message("cli.choose-another-id")):
        return create_tournament(service, new, command_id, options["by"]).tournament


def _welcome(session: TournamentSession, preset: str) -> None:
    journal = session.journal
    now = status_of(journal.tournament, journal.version, session.here)
    view = {"id": session.here, **asdict(now)}
    players = len(journal.tournament.entries)

    def text() -> str:
        name = journal.tournament.name
        lines = [Message("cli.created", name=name, preset=preset, id=session.here)]
        lines += [Message("cli.players-added", n=players)] if players else []
        step = ("round", session.here, "next") if players > 1 else ("players", session.here, "add")
        lines += [session.next_line(), Message("cli.next-command", command=shell_command(*step))]
        return join_lines(lines)

    session.show(view, text)


@click.command("list")
@click.option(
    "--state",
    type=click.Choice([one.value for one in ListState]),
    default=ListState.CURRENT.value,
    show_default=True,
    help="Which tournaments to list; current means all that are not archived.",
)
@click.option(
    "--search", default="", help="Only those with all these words in name, game or place."
)
@click.option(
    "--limit",
    type=click.IntRange(1),
    default=1000,
    show_default=True,
    help="Maximum number of tournaments.",
)
@click.option("--offset", type=click.IntRange(0), default=0, help="Skip this many tournaments.")
@json_option
@database_option
@click.pass_obj
def list_(
    dependencies: Dependencies,
    /,
    state: str,
    search: str,
    is_json: bool,
    database: str,
    **part: int,
) -> None:
    """List the tournaments in the database, latest first.

    Upcoming tournaments are listed in the order of their dates.

    \b
        fairpair list
        fairpair list --state running
        fairpair list --state archived --search chess
        fairpair list --limit 100 --offset 100
        fairpair list --json | jq -r '.tournaments[].id'
    """
    chosen = ListState(state)
    with closing(dependencies.open_service(database, create=False)) as service:
        index = TournamentIndex(service)
        found = index.page(part["limit"], part["offset"], None, search, chosen)
    if is_json:
        write(to_api_json(found))
    elif not found.total and (search or chosen != ListState.CURRENT):
        write(join_lines([Message("cli.none-listed")]))
    elif not found.total:
        command = shell_command("new", "Friday Night")
        write(join_lines([Message("cli.no-tournaments", command=command)]))
    else:
        rows = [
            (one.id, one.name, one.date if one.dated else "", str(one.players), str(one.state))
            for one in found.tournaments
        ]
        write(sheet(("id", "name", "date", "players", "state"), rows, left={0, 1, 2, 4}))
        if len(rows) < found.total:
            shown = Message("cli.tournaments-shown", rows=len(rows), n=found.total)
            write(join_lines([shown]))


@click.command()
@name_argument
@read_command
def status(session: TournamentSession) -> None:
    """Show the status of tournament NAME and the next step.

    \b
        fairpair status friday-magic
        fairpair status friday-magic --json | jq .pending_results
    """
    journal = session.journal
    view = status_of(journal.tournament, journal.version, session.here)

    def text() -> str:
        return join_lines(_lines(session, view))

    session.show(view, text)


def _lines(session: TournamentSession, view: Status) -> Iterator[Message]:
    yield Message("cli.version", name=view.name, id=session.here, version=view.version)
    yield Message("cli.state", state=state_text(session.t), n=view.players)
    yield session.next_line()
    if view.disputed:
        yield Message("cli.disputed-reports", matches=view.disputed)
    if view.requests:
        yield Message("cli.open-requests", n=view.requests, id=session.here)
    yield from (Message("cli.warning", text=text) for text in view.warnings)
    typed = next_command(session, view)
    if typed:
        yield Message("cli.next-command", command=typed)


def next_command(session: TournamentSession, view: Status) -> str:
    """The command of the next step; nothing when all is done."""
    words = {
        NextStep.ENTER: ("players", session.here, "add"),
        NextStep.RESULTS: ("result", session.here, "TABLE", "RESULT"),
        NextStep.NOTHING: (),
    }.get(NextStep(view.next_step), ("round", session.here, "next"))
    return shell_command(*words) if words else ""
