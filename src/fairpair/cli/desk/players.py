"""`fairpair players`: list, check in, drop and reinstate players; byes and restrictions."""

from collections.abc import Sequence
from dataclasses import replace

import click

from fairpair.app.requests import Outcome
from fairpair.app.use_cases.edits import run_idempotent, set_bye, set_pairing_restriction
from fairpair.app.views.command_results import build_execution, command_result
from fairpair.app.views.numbers import number_list
from fairpair.app.views.players import PlayerLine, PlayerView, player_list, player_view
from fairpair.app.views.status import number_warnings
from fairpair.cli.desk.context import (
    ActionGroup,
    TournamentSession,
    name_argument,
    read_command,
    reason_option,
    write_command,
)
from fairpair.cli.desk.entries import add, edit, from_round_option, import_, missed_option
from fairpair.cli.desk.player_ratings import add_listed, check_ratings, choose_rating
from fairpair.cli.desk.player_requests import accept, bye_kind_option, decline, requests_
from fairpair.cli.desk.round_context import bye_message
from fairpair.cli.output import join_lines
from fairpair.cli.tables import sheet
from fairpair.core.players import BEST_RATING, DropKind
from fairpair.core.rounds import FOR_MISSED_ROUNDS, HIGHEST_TABLE, MOST_ROUNDS, ByeKind
from fairpair.core.tournament import PairingRestriction
from fairpair.language.message import Message
from fairpair.log.commands import (
    AllowPair,
    BarHalfByes,
    CheckIn,
    CheckInAll,
    CheckOut,
    DropPlayer,
    ExchangeNumbers,
    FixTable,
    ReinstatePlayer,
    RenumberPlayers,
    SetLaterRating,
    SetMissedRounds,
    WithdrawByeRequest,
)


@click.command("list")
@click.option("--find", default="", help="Only players whose name or club contains this text.")
@read_command
def list_(session: TournamentSession, find: str) -> None:
    """List all players.

    \b
        fairpair players friday list
        fairpair players friday --find lima --json
    """
    view = session.view(player_list)
    wanted = find.casefold()
    lines = [x for x in view.players if wanted in f"{x.name} {x.club}".casefold()]
    view = replace(view, players=lines)
    session.show(view, lambda: _table(lines))


def _table(lines: Sequence[PlayerLine]) -> str:
    rows = [
        (
            str(one.id),
            one.name,
            "" if one.rating is None else str(one.rating),
            one.club,
            one.points,
            str(one.rank or "-"),
            _notes(one),
        )
        for one in lines
    ]
    heads = ("no.", "name", "rating", "club", "points", "rank", "")
    return sheet(heads, rows, left={1, 3, 6}) if rows else f"{Message('cli.no-players')}\n"


def _notes(one: PlayerLine) -> str:
    """Status, byes and fixed table of a player."""
    notes = []
    last = one.dropped_after
    if one.status == "dropped":
        after = last is not None and last.round
        notes.append(Message("cli.dropped-after" if after else "cli.dropped", round=after))
    elif one.checked_in:
        notes.append(Message("cli.checked-in"))
    if one.from_round.round > 1:
        notes.append(Message("cli.from-round", round=one.from_round.round))
    notes += [Message(f"cli.bye-in-round.{x.kind}", round=x.round) for x in one.requested_byes]
    if one.half_byes_barred:
        notes.append(Message("cli.half-byes-barred"))
    if one.fixed_table is not None:
        notes.append(Message("cli.fixed-table", table=one.fixed_table))
    return ", ".join(map(str, notes))


@click.command()
@click.argument("player")
@read_command
def show(session: TournamentSession, player: str) -> None:
    """Show PLAYER with all rounds so far.

    \b
        fairpair players friday show 7
        fairpair players friday show "Ana Lima" --json
    """
    view = session.view(player_view, session.player(player))
    session.show(view, lambda: _player_text(view))


def _player_text(view: PlayerView) -> str:
    facts = [
        view.title,
        str(Message("cli.rating", rating=view.rating)) if view.rating is not None else "",
        view.club,
    ]
    facts += [view.federation, view.category, _notes(view)]
    head = f"{view.id} {view.name}: {', '.join(filter(None, facts))}".rstrip(": ")
    lines: list[object] = [
        head,
        Message("cli.rank-and-points", rank=view.rank or "-", points=view.points),
    ]
    lines += [Message("cli.member", board=m.place, name=m.name) for m in view.members]
    rows = [
        (
            str(one.round) if one.stage == 1 else f"{one.stage}-{one.round}",
            one.opponent_name or str(bye_message(one.kind)),
            one.colour or "",
            str(one.result or ""),
            one.points or "",
            one.total or "",
        )
        for one in view.rounds
    ]
    heads = ("round", "opponent", "colour", "result", "points", "total")
    return join_lines(lines) + (sheet(heads, rows, left={1, 2, 3}) if rows else "")


@click.command()
@click.argument("player")
@click.option(
    "--kind",
    type=click.Choice([kind.value for kind in DropKind]),
    default="withdrawn",
    show_default=True,
    help="Reason for dropping.",
)
@click.option("--plays-on", is_flag=True, help="The current match will still be played.")
@reason_option
@write_command
def drop(session: TournamentSession, player: str, kind: str, plays_on: bool, reason: str) -> None:
    """Drop PLAYER. If their match is unfinished, the opponent wins it.

    \b
        fairpair players friday drop 7
        fairpair players friday drop Ana --kind no_show
        fairpair players friday drop Ana --plays-on --reason "leaving after this round"
    """
    command = DropPlayer(session.player(player), DropKind(kind), not plays_on, reason)
    session.report(session.execute(command))


@click.command("return")
@click.argument("player")
@from_round_option
@missed_option
@write_command
def return_(
    session: TournamentSession, player: str, from_round: int | None, missed: str | None
) -> None:
    """Reinstate PLAYER from the next unpublished round.

    \b
        fairpair players friday return 7
        fairpair players friday return 7 --from-round 4 --missed zero
    """
    kind = None if missed is None else ByeKind(missed)
    session.report(session.execute(ReinstatePlayer(session.player(player), from_round, kind)))


@click.command("check-in")
@click.argument("player", nargs=-1)
@click.option("--all", "all_", is_flag=True, help="All players who have not dropped.")
@write_command
def check_in(session: TournamentSession, player: tuple[str, ...], all_: bool) -> None:
    """Check in each PLAYER.

    \b
        fairpair players friday check-in 7 9 Ana
        fairpair players friday check-in --all
    """
    if all_ == bool(player):
        raise click.UsageError("Specify players, or use --all.")
    if all_:
        session.report(session.execute(CheckInAll()))
        return
    _check_in_each(session, player)


def _check_in_each(session: TournamentSession, wanted: Sequence[str]) -> None:
    """Check in the players who are not yet; JSON shows the last one."""
    t = session.t
    numbers = dict.fromkeys(session.player(one) for one in wanted)
    outcome = Outcome(session.journal.version, ())
    told: list[Message] = []
    for number in numbers:
        if not t.entries[number].checked_in:
            told += command_result(build_execution(session.service, session.here, outcome)).done
            outcome = session.execute(CheckIn(number), first=not told)
    session.report(outcome, before=told)


@click.command("check-out")
@click.argument("player")
@write_command
def check_out(session: TournamentSession, player: str) -> None:
    """Undo PLAYER's check-in (before the start only).

    \b
        fairpair players friday check-out 7
    """
    session.report(session.execute(CheckOut(session.player(player))))


@click.command()
@click.argument("player")
@click.argument("round_no", metavar="ROUND", type=click.IntRange(1, MOST_ROUNDS))
@bye_kind_option
@click.option("--withdraw", is_flag=True, help="Withdraw the bye request.")
@write_command
def bye(session: TournamentSession, player: str, round_no: int, kind: str, withdraw: bool) -> None:
    """Request a bye for PLAYER in ROUND.

    If the round is already paired, use `fairpair round NAME bye`.

    \b
        fairpair players friday bye Ana 3
        fairpair players friday bye Ana 3 --kind zero
        fairpair players friday bye Ana 3 --withdraw
    """
    who = session.player(player)
    if withdraw:
        session.report(session.execute(WithdrawByeRequest(who, round_no)))
        return
    session.report(
        session.service.run(session.command_context(), set_bye, who, round_no, ByeKind(kind))
    )


@click.command("half-byes")
@click.argument("player")
@click.argument("what", type=click.Choice(["bar", "allow"]))
@write_command
def half_byes(session: TournamentSession, player: str, what: str) -> None:
    """Disallow half-point byes for PLAYER, or allow them again.

    \b
        fairpair players open half-byes Ana bar
        fairpair players open half-byes Ana allow
    """
    command = BarHalfByes(session.player(player), what == "bar")
    session.report(session.service.run(session.command_context(), run_idempotent, command))


@click.command()
@click.argument("player")
@click.argument("number", metavar="[TABLE]", type=click.IntRange(1, HIGHEST_TABLE), required=False)
@write_command
def table(session: TournamentSession, player: str, number: int | None) -> None:
    """Assign PLAYER to TABLE for all later rounds. Omit TABLE to remove the assignment.

    \b
        fairpair players friday table Ana 3
        fairpair players friday table Ana
    """
    session.report(
        session.service.run(
            session.command_context(), run_idempotent, FixTable(session.player(player), number)
        )
    )


@click.command("rating")
@click.argument("player")
@click.argument("round_no", metavar="ROUND", type=click.IntRange(2, MOST_ROUNDS))
@click.argument("rating", type=click.IntRange(1, BEST_RATING), required=False)
@write_command
def rating_(session: TournamentSession, player: str, round_no: int, rating: int | None) -> None:
    """Set the RATING of PLAYER from ROUND on; without a rating, remove it.

    For tournaments of more than 30 days, with the rule long_event. Pairing numbers do not change.

    \b
        fairpair players league rating Ana 4 2150
    """
    session.report(session.execute(SetLaterRating(session.player(player), round_no, rating)))


@click.command()
@click.argument("a")
@click.argument("b")
@click.option(
    "--soft", is_flag=True, help="Avoid the pairing if possible instead of forbidding it."
)
@click.option(
    "--from-round", type=click.IntRange(1, MOST_ROUNDS), default=1, help="Apply from this round."
)
@click.option(
    "--until-round",
    type=click.IntRange(1, MOST_ROUNDS),
    help="Apply up to and including this round.",
)
@write_command
def apart(session: TournamentSession, a: str, b: str, soft: bool, **rounds: int | None) -> None:
    """Do not pair players A and B.

    \b
        fairpair players friday apart Ana Bo
        fairpair players friday apart 3 8 --soft --until-round 3
    """
    terms = PairingRestriction(not soft, rounds["from_round"] or 1, rounds["until_round"])
    session.report(
        session.service.run(
            session.command_context(),
            set_pairing_restriction,
            session.player(a),
            session.player(b),
            terms,
        )
    )


@click.command()
@click.argument("a")
@click.argument("b")
@write_command
def together(session: TournamentSession, a: str, b: str) -> None:
    """Allow players A and B to be paired again.

    \b
        fairpair players friday together Ana Bo
    """
    session.report(session.execute(AllowPair(session.player(a), session.player(b))))


@click.command()
@click.argument("player")
@click.argument("kind", type=click.Choice([kind.value for kind in FOR_MISSED_ROUNDS]))
@reason_option
@write_command
def missed(session: TournamentSession, player: str, kind: str, reason: str) -> None:
    """Set how PLAYER's missed rounds count.

    A reason is required once the tournament has started.

    \b
        fairpair players friday missed Quinn zero --reason "the train was late"
    """
    session.report(session.execute(SetMissedRounds(session.player(player), ByeKind(kind), reason)))


@click.command()
@click.argument("player", nargs=-1)
@write_command
def renumber(session: TournamentSession, player: tuple[str, ...]) -> None:
    """Number the players by rating and title, or in the order in which you list them.

    Possible until round 4 is paired, in a round robin until round 1 is published. Otherwise,
    numbers stay the same, even if a rating is corrected.

    \b
        fairpair players open renumber
        fairpair players masters renumber Cy Ana Di Bo
    """
    for line in () if player else number_warnings(session.t):
        click.echo(line)
    session.report(session.execute(RenumberPlayers(tuple(map(session.player, player)))))


@click.command()
@click.argument("a")
@click.argument("b")
@write_command
def exchange(session: TournamentSession, a: str, b: str) -> None:
    """Exchange the pairing numbers of players A and B.

    They must have the same rating, except in a round robin.

    \b
        fairpair players open exchange "Ana Lima" "Bo Chen"
    """
    session.report(session.execute(ExchangeNumbers(session.player(a), session.player(b))))


@click.command()
@read_command
def numbers(session: TournamentSession) -> None:
    """List the players by pairing number.

    \b
        fairpair players open numbers
    """
    view = session.view(number_list)
    rows = [(str(x.number), x.name, str(x.rating or "")) for x in view.numbers]
    session.show(view, lambda: sheet(("no.", "name", "rating"), rows, left={1}))


@click.group(
    cls=ActionGroup,
    commands=[
        list_,
        show,
        drop,
        return_,
        check_in,
        check_out,
        bye,
        half_byes,
        table,
        apart,
        together,
        missed,
        numbers,
        renumber,
        exchange,
        rating_,
        requests_,
        accept,
        decline,
        add,
        import_,
        edit,
        add_listed,
        check_ratings,
        choose_rating,
    ],
)
@name_argument
def players(name: str) -> None:
    """List, add and edit the players of tournament NAME.

    If you omit COMMAND, all players are listed. PLAYER is a number, a name, or any unique part of
    a name.

    \b
        fairpair players friday
        fairpair players friday add "Ana Lima" "Bo Chen"
        fairpair players friday import names.csv
        fairpair players friday drop Ana --reason "has to catch a train"
    """
