"""`fairpair players NAME add`, `import` and `edit`: the data of players and teams."""

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from fairpair.cli.desk.entering import preview, read_list, refuse_bad
from fairpair.cli.desk.here import Desk, writing
from fairpair.cli.desk.players import from_round_option, missed_option, players
from fairpair.cli.output import write
from fairpair.core.players import BEST_RATING

if TYPE_CHECKING:
    from collections.abc import Callable

    from fairpair.app.service import Outcome
    from fairpair.core.players import Entrant


def _data_options(function: "Callable[..., Any]") -> "Callable[..., Any]":
    """The options that say something about a player or team."""
    options = [
        click.option("--rating", type=click.IntRange(0, BEST_RATING), help="The rating."),
        click.option("--title", help="The title, like GM."),
        click.option("--club", help="The club."),
        click.option("--federation", help="The federation, like ESP."),
        click.option("--sex", help="m or w."),
        click.option("--category", help="Division, age group or the like."),
        click.option("--fide-id", help="The number that FIDE gave."),
        click.option(
            "--member",
            "members",
            metavar="NAME",
            multiple=True,
            help="A member of a team, in board order; can be given again.",
        ),
    ]
    for option in reversed(options):
        function = option(function)
    return function


@players.command()
@click.argument("names", metavar="PLAYER...", nargs=-1, required=True)
@_data_options
@click.option("--team", is_flag=True, help="They are teams. [default: if the others are]")
@from_round_option
@missed_option
@writing
def add(desk: Desk, names: tuple[str, ...], **options: Any) -> None:
    """Enter each PLAYER or team by name; after the start they come late.

    \b
        fairpair players friday add "Ana Lima" "Bo Chen" "Cy Diaz"
        fairpair players open add "Ana Lima" --rating 2104 --club Rooks --title WFM
        fairpair players league add Rooks --member "Ana Lima" --member "Bo Chen"
    """
    from fairpair.app.use_cases.command_results import entered
    from fairpair.app.views.people import has_teams

    team = options.pop("team") or bool(options["members"]) or has_teams(desk.t)
    entrants = [_entrant(name, options, team=team) for name in names]
    desk.tell(_entered(desk, entrants, options), entered)


def _entrant(name: str, options: dict[str, Any], *, team: bool) -> "Entrant":
    from fairpair.core.players import Player, Team

    if team:
        _refuse_for_teams(options)
        members = tuple(Player(member) for member in options["members"])
        return Team(name, members, options["club"] or "", options["federation"] or "")
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
    )


def _refuse_for_teams(options: dict[str, Any]) -> None:
    of_players = ("rating", "title", "sex", "category", "fide_id")
    strange = [key for key in of_players if options[key] is not None]
    if strange:
        words = ", ".join(f"--{key.replace('_', '-')}" for key in strange)
        raise click.UsageError(f"A team has no {words}: its members have.")


def _entered(desk: Desk, entrants: "list[Entrant]", options: dict[str, Any]) -> "Outcome":
    from fairpair.app.use_cases.edits import enter_players
    from fairpair.core.rounds import ByeKind

    missed = None if options["missed"] is None else ByeKind(options["missed"])
    return enter_players(desk.service, desk.order(), entrants, options["from_round"], missed)


@players.command("import")
@click.argument(
    "file", metavar="FILE", type=click.Path(path_type=Path, allow_dash=True, dir_okay=False)
)
@click.option("--check", "look_only", is_flag=True, help="Show how it is read, and enter nobody.")
@click.option("--skip-bad", is_flag=True, help="Leave out rows that cannot be used.")
@from_round_option
@missed_option
@writing
def import_(desk: Desk, file: Path, look_only: bool, skip_bad: bool, **options: Any) -> None:
    """Enter the players of FILE, all or none.

    FILE is CSV, XLSX, ODS, a tournament report (TRF) or a name in each line; - is standard input.
    The columns are found by their names, in English or German.

    \b
        fairpair players friday import names.csv --check
        fairpair players friday import names.csv
        printf 'Ana Lima\\nBo Chen\\n' | fairpair players friday import -
    """
    from fairpair.app.use_cases.command_results import entered
    from fairpair.app.views.people import has_teams
    from fairpair.core.players import Player, Team

    teams = has_teams(desk.t)
    found = read_list(file, teams=teams, known=desk.t.identities)
    if look_only:
        write(preview(found))
        return
    refuse_bad(found, skip=skip_bad)
    entrants = [Team(x.name) if teams and isinstance(x, Player) else x for x in found.entrants()]
    desk.tell(_entered(desk, entrants, options), entered)


@players.command()
@click.argument("player")
@click.option("--name", "new_name", help="Another name.")
@_data_options
@writing
def edit(desk: Desk, player: str, **options: Any) -> None:
    """Put the data of PLAYER right; what is not named stays.

    An empty value takes it away: --club "". The members of a team are named all.

    \b
        fairpair players open edit 7 --name "Ana Lima" --rating 2110
        fairpair players open edit Ana --club ""
    """
    from fairpair.app.use_cases.edits import edit_player

    said = {key: value for key, value in options.items() if value not in (None, ())}
    if not said:
        raise click.UsageError("Say what is to change: see --help.")
    who = desk.player(player)
    desk.tell(edit_player(desk.service, desk.order(), who, lambda before: _changed(before, said)))


def _changed(before: "Entrant", said: dict[str, Any]) -> "Entrant":
    from fairpair.core.errors import InvalidInputError
    from fairpair.core.players import Player

    changes = dict(said)
    if "new_name" in changes:
        changes["name"] = changes.pop("new_name")
    if "members" in changes:
        changes["members"] = tuple(Player(member) for member in changes["members"])
    if "fide_id" in changes and isinstance(before, Player):
        ids = {key: value for key, value in before.ids.items() if key != "fide"}
        fide = changes.pop("fide_id")
        changes["ids"] = ids | ({"fide": fide} if fide else {})
    strange = [key for key in changes if not hasattr(before, key)]
    if strange:
        text = f"{before.name} has no {', '.join(strange)}."
        raise InvalidInputError(
            "bad-request", text, "Members are of teams; most other data of players."
        )
    return replace(before, **changes)  # type: ignore[type-var]
