"""`fairpair players NAME add`, `import` and `edit`: the data of players and teams."""

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import click

from fairpair.app.requests import Outcome
from fairpair.app.use_cases.edits import edit_player, enter_players
from fairpair.app.views.command_results import added_players
from fairpair.app.views.people import has_teams
from fairpair.cli.desk.context import TournamentSession, write_command
from fairpair.cli.files import read_content
from fairpair.cli.output import print_error, write
from fairpair.cli.tables import sheet
from fairpair.core.errors import InvalidInputError
from fairpair.core.players import BEST_RATING, Entrant, Player, Team, as_team
from fairpair.core.rounds import FOR_MISSED_ROUNDS, MOST_ROUNDS, ByeKind
from fairpair.formats.list_files import read_file
from fairpair.formats.lists import ParsedList, mark_known
from fairpair.language.message import Message

_MOST_SHOWN = 300
missed_option = click.option(
    "--missed",
    type=click.Choice([kind.value for kind in FOR_MISSED_ROUNDS]),
    help="How missed rounds count. [default: from the rules]",
)
from_round_option = click.option(
    "--from-round", type=click.IntRange(1, MOST_ROUNDS), help="First round to play."
)


def _data_options(function: Callable[..., Any]) -> Callable[..., Any]:
    """The options that say something about a player or team."""
    options = [
        click.option("--rating", type=click.IntRange(0, BEST_RATING), help="Rating."),
        click.option("--title", help="Title, e.g. GM."),
        click.option("--club", help="Club."),
        click.option("--federation", help="Federation, e.g. ESP."),
        click.option("--sex", help="m or w."),
        click.option("--category", help="Division or age group."),
        click.option("--fide-id", help="FIDE ID."),
        click.option("--birth", help="Birth date or year, e.g. 1990-11-30; only staff can see it."),
        click.option(
            "--member",
            "members",
            metavar="NAME",
            multiple=True,
            help="A team member, in board order. Can be repeated.",
        ),
    ]
    for option in reversed(options):
        function = option(function)
    return function


@click.command()
@click.argument("names", metavar="PLAYER...", nargs=-1, required=True)
@_data_options
@click.option(
    "--team", is_flag=True, help="Add teams instead of players. [default: same as existing entries]"
)
@from_round_option
@missed_option
@write_command
def add(session: TournamentSession, names: tuple[str, ...], **options: Any) -> None:
    """Add players or teams by name. Once the tournament has started, they are late entries.

    \b
        fairpair players friday add "Ana Lima" "Bo Chen" "Cy Diaz"
        fairpair players open add "Ana Lima" --rating 2104 --club Rooks --title WFM
        fairpair players league add Rooks --member "Ana Lima" --member "Bo Chen"
    """
    team = options.pop("team") or bool(options["members"]) or has_teams(session.t)
    entrants = [_entrant(name, options, team=team) for name in names]
    session.report(_enter_players(session, entrants, options), added_players)


def _entrant(name: str, options: dict[str, Any], *, team: bool) -> Entrant:
    if team:
        _refuse_for_teams(options)
        members = tuple(Player(member) for member in options["members"])
        club, federation = options["club"] or "", options["federation"] or ""
        return Team(name, members, club, federation, options["rating"])
    ids = {"fide": options["fide_id"]} if options["fide_id"] else {}
    return Player(
        name,
        options["rating"],
        options["title"] or "",
        options["club"] or "",
        options["federation"] or "",
        options["sex"] or "",
        options["category"] or "",
        ids,
        options["birth"] or "",
    )


def _refuse_for_teams(options: dict[str, Any]) -> None:
    of_players = ("title", "sex", "category", "fide_id", "birth")
    strange = [key for key in of_players if options[key] is not None]
    if strange:
        words = ", ".join(f"--{key.replace('_', '-')}" for key in strange)
        raise click.UsageError(f"A team cannot have {words}; set it for its members.")


def _enter_players(
    session: TournamentSession, entrants: list[Entrant], options: dict[str, Any]
) -> Outcome:
    missed = None if options["missed"] is None else ByeKind(options["missed"])
    return session.service.run(
        session.command_context(), enter_players, entrants, options["from_round"], missed
    )


@click.command("import")
@click.argument(
    "file", metavar="FILE", type=click.Path(path_type=Path, allow_dash=True, dir_okay=False)
)
@click.option(
    "--check", "look_only", is_flag=True, help="Preview the list without adding any players."
)
@click.option("--skip-bad", is_flag=True, help="Skip rows with errors.")
@from_round_option
@missed_option
@write_command
def import_(
    session: TournamentSession, file: Path, look_only: bool, skip_bad: bool, **options: Any
) -> None:
    """Import all players from FILE, or none if there is an error.

    FILE is CSV, XLSX, ODS, a tournament report (TRF) or a text file with one name per line; - reads
    standard input. Columns are recognised by their headings, in English or German.

    \b
        fairpair players friday import names.csv --check
        fairpair players friday import names.csv
        printf 'Ana Lima\\nBo Chen\\n' | fairpair players friday import -
    """
    teams = has_teams(session.t)
    found = read_list(file, teams=teams, known=session.t.identities)
    if look_only:
        write(preview(found))
        return
    refuse_bad(found, skip=skip_bad)
    entrants = [as_team(x) if teams else x for x in found.entrants()]
    session.report(_enter_players(session, entrants, options), added_players)


@click.command()
@click.argument("player")
@click.option("--name", "new_name", help="New name.")
@_data_options
@write_command
def edit(session: TournamentSession, player: str, **options: Any) -> None:
    """Update PLAYER. Options you omit stay unchanged.

    To remove a value, set it to an empty string: --club "". For a team, specify all members.

    \b
        fairpair players open edit 7 --name "Ana Lima" --rating 2110
        fairpair players open edit Ana --club ""
    """
    said = {key: value for key, value in options.items() if value not in (None, ())}
    if not said:
        raise click.UsageError("Specify what to change; see --help.")
    changes = dict(said)
    if "new_name" in changes:
        changes["name"] = changes.pop("new_name")
    if "members" in changes:
        changes["members"] = tuple(Player(member) for member in changes["members"])
    who = session.player(player)
    session.report(session.service.run(session.command_context(), edit_player, who, changes))


def read_list(
    file: Path, *, teams: bool, known: Mapping[tuple[str, ...], int] | None = None
) -> ParsedList:
    """Read the players of a file, and print notes on assumptions."""
    found = mark_known(read_file(read_content(file), teams=teams).listing, known or {})
    for note in found.notes:
        print_error(Message("cli.note", text=note))
    return found


def refuse_bad(found: ParsedList, *, skip: bool) -> None:
    """Raise an error that lists all bad rows; with `skip`, print them instead."""
    problems = found.problems
    if not problems and not found.lines:
        raise InvalidInputError("empty-list.players")
    if not problems:
        return
    if not skip:
        raise InvalidInputError("bad-list.rows", problems=problems, n=len(found.bad))
    for problem in problems:
        print_error(Message("cli.skipped", where=problem.where, problem=problem.text))


def preview(found: ParsedList) -> str:
    """The list as a table, row by row, with what is wrong."""
    columns = [c for c in found.columns if any(line.cells.get(c) for line in found.lines)]
    columns += ["team"] if found.teams and "team" not in columns else []
    rows = [
        (
            str(line.number),
            *(line.team if c == "team" else line.cells.get(c, "") for c in columns),
            "; ".join(one.message for one in line.problems) or str(Message("cli.row-is-fine")),
        )
        for line in found.lines[:_MOST_SHOWN]
    ]
    more = len(found.lines) - len(rows)
    tail = f"{Message('cli.more-rows', n=more)}\n" if more > 0 else ""
    return sheet(("row", *columns, ""), rows, wrapped=True) + tail
