"""`fairpair new`, `list` and `status`: a tournament begins, and where each of them stands."""

import secrets
from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from fairpair.cli.changes import changes_of, set_option
from fairpair.cli.desk.entering import read_list, refuse_bad
from fairpair.cli.desk.here import (
    Desk,
    as_api,
    by_option,
    json_option,
    name_argument,
    reading,
    shell,
)
from fairpair.cli.desk.settings import recommended
from fairpair.cli.output import complain, counted, in_lines, sheet, write
from fairpair.cli.parts import Parts, database_option

if TYPE_CHECKING:
    from fairpair.app.service import Service
    from fairpair.app.views.status import Status
    from fairpair.core.ids import TournamentId
    from fairpair.core.players import Entrant


@click.command()
@click.argument("name", metavar="NAME")
@click.option(
    "--preset",
    default="mtg_standard",
    show_default=True,
    help="The rules to begin with; see `fairpair presets`.",
)
@set_option("rounds=5")
@click.option(
    "--players",
    type=click.Path(path_type=Path, allow_dash=True, dir_okay=False),
    help="Enter the players of this file (CSV, XLSX, ODS, TRF, or names); - is standard input.",
)
@click.option(
    "--recommended", is_flag=True, help="Rounds and cut as recommended for so many players."
)
@click.option("--id", "wanted", help="The id to have; without it one is made from the name.")
@click.option(
    "--draw-seed",
    metavar="TEXT",
    help="What all lots are drawn from, if it was announced before. [default: drawn now]",
)
@by_option
@json_option
@database_option
@click.pass_obj
def new(parts: Parts, /, name: str, is_json: bool, database: str, **options: Any) -> None:
    """Begin a tournament called NAME.

    Its rules are those of a preset, with the keys that --set names. The database is made if it is
    not there yet.

    \b
        fairpair new "Friday Magic" --players names.txt
        fairpair new "Friday Magic" --players names.txt --recommended
        fairpair new "City Open" --preset fide_dutch --set rounds=7 --id city-open
        printf 'Ana\\nBo\\nCy\\nDi\\n' | fairpair new Evening --players -
    """
    from fairpair.app.use_cases.edits import configure
    from fairpair.app.use_cases.tournaments import rules_for
    from fairpair.core.players import Team
    from fairpair.core.rules import Rules

    if options["recommended"] and not options["players"]:
        raise click.UsageError("--recommended goes with --players: it counts them.")
    rules = rules_for(options["preset"], changes_of(options["settings"]))
    teams = Rules.read(rules).boards is not None or options["preset"] == "team_chess"
    entrants: tuple[Entrant, ...] = ()
    if options["players"]:
        found = read_list(options["players"], teams=teams)
        refuse_bad(found, skip=False)
        entrants = found.entrants()
        if teams:
            entrants = tuple(x if isinstance(x, Team) else Team(x.name) for x in entrants)
    service = parts.open_service(database)
    try:
        here = _begun(service, name, rules, options)
        desk = Desk(service, here, is_json, options["by"])
        _enter(desk, entrants)
        if options["recommended"]:
            configure(service, desk.order(), rules=recommended(desk))
        _welcome(desk, options["preset"])
    finally:
        service.close()


def _begun(
    service: "Service", name: str, rules: dict[str, Any], options: dict[str, Any]
) -> "TournamentId":
    from fairpair.app.use_cases.tournaments import begin
    from fairpair.core.errors import ConflictError, InvalidStateError
    from fairpair.core.ids import CommandId, TournamentId
    from fairpair.log.commands import CreateTournament

    seed = secrets.token_hex(16) if options["draw_seed"] is None else options["draw_seed"]
    command = CreateTournament(name, seed, rules)
    command_id = CommandId(secrets.token_hex(16))
    if options["wanted"] is None:
        return begin(service, command, command_id, options["by"])[0]
    here = TournamentId(options["wanted"])
    try:
        service.execute(here, command, command_id, options["by"])
    except InvalidStateError as refusal:
        if refusal.code != "exists":
            raise
        text = f"There is a tournament {here} already."
        raise ConflictError("tournament-exists", text, "Choose another --id.") from refusal
    return here


def _enter(desk: Desk, entrants: "tuple[Entrant, ...]") -> None:
    """The players; if they cannot be entered, the tournament is there all the same."""
    from fairpair.app.use_cases.edits import enter_players
    from fairpair.core.errors import DomainError

    if not entrants:
        return
    try:
        enter_players(desk.service, desk.order(), entrants)
    except DomainError:
        complain(f"{desk.here} was made, but without its players:")
        raise


def _welcome(desk: Desk, preset: str) -> None:
    from fairpair.app.views.status import status

    journal = desk.journal
    view = {"id": desk.here, **asdict(status(journal.tournament, journal.version))}
    players = len(journal.tournament.entries)

    def text() -> str:
        lines = [f"{journal.tournament.name} is made by the rules of {preset}. Its id: {desk.here}"]
        lines += [counted(players, "player", " entered")] if players else []
        step = ("round", desk.here, "next") if players > 1 else ("players", desk.here, "add")
        lines += [desk.next_line(), f"Type: {shell(*step)}"]
        return in_lines(lines)

    desk.show(view, text)


@click.command("list")
@json_option
@database_option
@click.pass_obj
def list_(parts: Parts, is_json: bool, database: str) -> None:
    """List the tournaments of the database.

    \b
        fairpair list
        fairpair list --json | jq -r '.tournaments[].id'
    """
    from fairpair.app.views.tournaments import TournamentList, summaries

    service = parts.open_service(database, create=False)
    try:
        found = summaries(service)
    finally:
        service.close()
    if is_json:
        write(as_api(TournamentList(len(found), len(found), 0, None, found)))
    elif not found:
        write(f"No tournament yet. Begin one: {shell('new', 'Friday Night')}\n")
    else:
        rows = [(one.id, one.name, str(one.players), one.state) for one in found]
        write(sheet(("id", "name", "players", "state"), rows, left={0, 1, 3}))


@click.command()
@name_argument
@reading
def status(desk: Desk) -> None:
    """Say where the tournament NAME stands: what comes next, and what that waits for.

    \b
        fairpair status friday-magic
        fairpair status friday-magic --json | jq .pending_results
    """
    from fairpair.app.views.status import status as status_of

    journal = desk.journal
    view = status_of(journal.tournament, journal.version)

    def text() -> str:
        return in_lines(_lines(desk, view))

    desk.show(view, text)


def _lines(desk: Desk, view: "Status") -> Iterator[str]:
    from fairpair.app.views.tournaments import state_text

    yield f"{view.name} ({desk.here}), version {view.version}"
    yield f"State: {state_text(desk.t)}, {view.players} players"
    yield desk.next_line()
    if view.disputed:
        yield f"Disputed: {', '.join(view.disputed)}"
    yield from (f"Warning: {text}" for text in view.warnings)
    typed = next_command(desk, view)
    if typed:
        yield f"Type: {typed}"


def next_command(desk: Desk, view: "Status") -> str:
    """The command of the next step; nothing when all is done."""
    words = {
        "enter players": ("players", desk.here, "add"),
        "enter results": ("result", desk.here, "TABLE", "RESULT"),
        "nothing": (),
    }.get(view.next_step, ("round", desk.here, "next"))
    return shell(*words) if words else ""
