"""`fairpair players`: who plays, who comes, who leaves, and what is arranged for them."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

import click

from fairpair.cli.desk.here import Actions, Desk, name_argument, reading, reason_option, writing
from fairpair.cli.output import in_lines, sheet
from fairpair.core.players import DropKind
from fairpair.core.rounds import FOR_MISSED_ROUNDS, MOST_ROUNDS, ByeKind

if TYPE_CHECKING:
    from fairpair.app.views.players import PlayerLine, PlayerView

missed_option = click.option(
    "--missed",
    type=click.Choice([kind.value for kind in FOR_MISSED_ROUNDS]),
    help="How the rounds before count. [default: as the rules say]",
)
from_round_option = click.option(
    "--from-round", type=click.IntRange(1, MOST_ROUNDS), help="Plays from this round on."
)


@click.group(cls=Actions)
@name_argument
def players(name: str) -> None:
    """List, enter and change the players of the tournament NAME.

    Without an action it lists them. A PLAYER is a number, a name, or a part of the name that nobody
    else has.

    \b
        fairpair players friday
        fairpair players friday add "Ana Lima" "Bo Chen"
        fairpair players friday import names.csv
        fairpair players friday drop Ana --reason "has to catch a train"
    """


@players.command("list")
@click.option("--find", default="", help="Only those with this in their name or club.")
@reading
def list_(desk: Desk, find: str) -> None:
    """List all players.

    \b
        fairpair players friday list
        fairpair players friday --find lima --json
    """
    from dataclasses import replace

    from fairpair.app.views.players import player_list

    journal = desk.journal
    view = player_list(journal.tournament, journal.version)
    wanted = find.casefold()
    lines = [x for x in view.players if wanted in f"{x.name} {x.club}".casefold()]
    view = replace(view, players=lines)
    desk.show(view, lambda: _table(lines))


def _table(lines: "Sequence[PlayerLine]") -> str:
    rows = [
        (
            str(one.id),
            one.name,
            "" if one.rating is None else str(one.rating),
            one.club,
            one.points,
            str(one.rank),
            _notes(one),
        )
        for one in lines
    ]
    heads = ("no.", "name", "rating", "club", "points", "rank", "")
    return sheet(heads, rows, left={1, 3, 6}) if rows else "No players yet.\n"


def _notes(one: "PlayerLine") -> str:
    """What is special about somebody."""
    notes = []
    if one.status == "dropped":
        last = one.dropped_after
        notes.append(f"dropped after round {last.round}" if last and last.round else "dropped")
    elif one.checked_in:
        notes.append("checked in")
    if one.from_round.round > 1:
        notes.append(f"from round {one.from_round.round}")
    notes += [f"{bye.kind} bye in round {bye.round}" for bye in one.requested_byes]
    if one.fixed_table is not None:
        notes.append(f"table {one.fixed_table}")
    return ", ".join(notes)


@players.command()
@click.argument("player")
@reading
def show(desk: Desk, player: str) -> None:
    """Show PLAYER with all rounds so far.

    \b
        fairpair players friday show 7
        fairpair players friday show "Ana Lima" --json
    """
    from fairpair.app.views.players import player_view

    journal = desk.journal
    view = player_view(journal.tournament, journal.version, desk.player(player))
    desk.show(view, lambda: _one(view))


def _one(view: "PlayerView") -> str:
    facts = [view.title, f"rating {view.rating}" if view.rating is not None else "", view.club]
    facts += [view.federation, view.category, _notes(view)]
    head = f"{view.id} {view.name}: {', '.join(filter(None, facts))}".rstrip(": ")
    lines = [head, f"Rank {view.rank} with {view.points} points"]
    lines += [f"Board {m.place}: {m.name}" for m in view.members]
    rows = [
        (
            str(one.round) if one.stage == 1 else f"{one.stage}-{one.round}",
            one.opponent_name or one.kind.replace("_", " "),
            one.colour or "",
            one.result or "",
            one.points or "",
            one.total or "",
        )
        for one in view.rounds
    ]
    heads = ("round", "opponent", "colour", "result", "points", "total")
    return in_lines(lines) + (sheet(heads, rows, left={1, 2, 3}) if rows else "")


@players.command()
@click.argument("player")
@click.option(
    "--kind",
    type=click.Choice([kind.value for kind in DropKind]),
    default="withdrawn",
    show_default=True,
    help="Why.",
)
@click.option("--plays-on", is_flag=True, help="The open match is still played.")
@reason_option
@writing
def drop(desk: Desk, player: str, kind: str, plays_on: bool, reason: str) -> None:
    """Let PLAYER leave; an open match goes to the opponent.

    \b
        fairpair players friday drop 7
        fairpair players friday drop Ana --kind no_show
        fairpair players friday drop Ana --plays-on --reason "leaves after this round"
    """
    from fairpair.log.commands import DropPlayer

    command = DropPlayer(desk.player(player), DropKind(kind), not plays_on, reason)
    desk.tell(desk.execute(command))


@players.command("return")
@click.argument("player")
@from_round_option
@missed_option
@writing
def return_(desk: Desk, player: str, from_round: int | None, missed: str | None) -> None:
    """Let PLAYER come back, in the next round that is not published yet.

    \b
        fairpair players friday return 7
        fairpair players friday return 7 --from-round 4 --missed zero
    """
    from fairpair.log.commands import ReinstatePlayer

    kind = None if missed is None else ByeKind(missed)
    desk.tell(desk.execute(ReinstatePlayer(desk.player(player), from_round, kind)))


@players.command("check-in")
@click.argument("player", nargs=-1)
@click.option("--all", "all_", is_flag=True, help="Everybody who has not left.")
@writing
def check_in(desk: Desk, player: tuple[str, ...], all_: bool) -> None:
    """Note that each PLAYER is present.

    \b
        fairpair players friday check-in 7 9 Ana
        fairpair players friday check-in --all
    """
    from fairpair.log.commands import CheckInAll

    if all_ == bool(player):
        raise click.UsageError("Name players, or say --all.")
    if all_:
        desk.tell(desk.execute(CheckInAll()))
        return
    _check_in_each(desk, player)


def _check_in_each(desk: Desk, wanted: Sequence[str]) -> None:
    """Those who are not checked in yet; in JSON the last one is told."""
    from fairpair.app.service import Outcome
    from fairpair.app.use_cases.command_results import done
    from fairpair.log.commands import CheckIn

    t = desk.t
    numbers = dict.fromkeys(desk.player(one) for one in wanted)
    outcome = Outcome(desk.journal.version, ())
    told: list[str] = []
    for number in numbers:
        if not t.entries[number].checked_in:
            told += done(desk.service, desk.here, outcome).done
            outcome = desk.execute(CheckIn(number), first=not told)
    desk.tell(outcome, before=told)


@players.command("check-out")
@click.argument("player")
@writing
def check_out(desk: Desk, player: str) -> None:
    """Take the check-in of PLAYER back, before the start.

    \b
        fairpair players friday check-out 7
    """
    from fairpair.log.commands import CheckOut

    desk.tell(desk.execute(CheckOut(desk.player(player))))
