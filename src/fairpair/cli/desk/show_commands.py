"""`fairpair bracket`, `crosstable`, `statistics` and `why`: results and explanations."""

from collections.abc import Iterator

import click

from fairpair.app.views.bracket import BracketMatch, BracketSeat, BracketView, bracket_view
from fairpair.app.views.missing_pair import missing_pair_reasons
from fairpair.app.views.pairing_explanation import (
    ColourHistory,
    PlayerReasons,
    RoundReasons,
    player_reasons,
    round_reasons,
)
from fairpair.app.views.player_rounds import CrossTable, cross_table
from fairpair.app.views.ranking import RankReasons, rank_reasons
from fairpair.app.views.statistics import Statistics
from fairpair.app.views.statistics import statistics as statistics_of
from fairpair.cli.desk.context import TournamentSession, name_argument, read_command
from fairpair.cli.desk.round_context import (
    bye_message,
    find_round,
    round_option,
    stage_option,
    table_head,
)
from fairpair.cli.output import join_lines
from fairpair.cli.tables import sheet
from fairpair.formats.grids import escape_controls
from fairpair.language.message import Message

# --- the bracket ----------------------------------------------------------------------------------


@click.command()
@name_argument
@read_command
def bracket(session: TournamentSession) -> None:
    """Show the bracket of tournament NAME (with seed numbers before the cut).

    \b
        fairpair bracket friday
        fairpair bracket friday --json
    """
    view = session.view(bracket_view)
    session.show(view, lambda: "".join(_bracket_text(view)))


def _bracket_text(view: BracketView) -> Iterator[str]:
    for round_ in view.rounds:
        rows = [_match(match) for match in round_.matches]
        state = Message(f"cli.round-{round_.status}", round=round_.title)
        yield f"{escape_controls(str(state))}\n"
        yield sheet(("match", table_head(), "", "", "result"), rows, left={0, 2, 3, 4})
    places = (view.champion, view.runner_up, view.third, view.fourth)
    for code, person in zip(("champion", "second", "third", "fourth"), places, strict=True):
        if person is not None:
            yield f"{Message(f'cli.place.{code}', name=escape_controls(person.name))}\n"


def _match(match: BracketMatch) -> tuple[str, ...]:
    seats = [_seat(seat, match.winner) for seat in match.seats]
    result: object = match.result or Message(f"cli.match.{match.status}")
    first = match.seats[0].player
    if match.result and first and match.table_seats and match.table_seats[0] != first.id:
        result = Message("cli.seats-reversed", result=result)
    return (str(match.name), str(match.table or ""), *seats, str(result))


def _seat(seat: BracketSeat, winner: int | None) -> str:
    if seat.vacant:
        return str(Message("cli.vacant"))
    seed = f" [{seat.seed}]" if seat.seed else ""
    if seat.player is None:
        return f"{seat.waiting}{seed}" if seat.waiting else str(Message("cli.seed", seed=seat.seed))
    won = " *" if seat.player.id == winner else ""
    return f"{seat.player.name}{seed}{won}"


# --- the cross table -----------------------------------------------------------------------------


@click.command()
@name_argument
@read_command
def crosstable(session: TournamentSession) -> None:
    """Show the crosstable of tournament NAME.

    `12w1` is a win with White against the player ranked 12th; `3b=` is a draw with Black against
    the player ranked 3rd.

    \b
        fairpair crosstable city-open
    """
    view = session.view(cross_table)
    session.show(view, lambda: _cross_text(view))


def _cross_text(view: CrossTable) -> str:
    heads = ("rank", "name", *(f"{n}." for n in range(1, view.rounds + 1)), "points")
    rows = []
    for one in view.players:
        cells = {cell.round: cell.text for cell in one.cells}
        rounds = (cells.get(n, "") for n in range(1, view.rounds + 1))
        rows.append((str(one.rank or "-"), one.name, *rounds, one.points))
    return sheet(heads, rows, left={1})


# --- why -----------------------------------------------------------------------------------------


@click.command()
@name_argument
@click.argument("player", required=False)
@round_option
@stage_option
@click.option("--rank", is_flag=True, help="Explain the rank instead of the pairing.")
@click.option("--not", "other", metavar="OTHER", help="Explain why PLAYER does not meet OTHER.")
@read_command
def why(  # noqa: PLR0913, PLR0917  what the command line has
    session: TournamentSession,
    player: str | None,
    number: int | None,
    stage: int | None,
    rank: bool,
    other: str | None,
) -> None:
    """Explain PLAYER's opponent, colour or bye. Omit PLAYER to explain the whole round.

    With --rank, the command shows how each tie-break was calculated and what separates the player
    from the ranks above and below. With --not, it compares the round with the best legal one in
    which the two players meet.

    \b
        fairpair why friday Ana
        fairpair why friday Ana --not Bo
        fairpair why friday Ana --rank
        fairpair why friday --round 2
    """
    journal = session.journal
    t, version = journal.tournament, journal.version
    if player is None and (rank or other):
        raise click.UsageError("Specify a PLAYER.")
    if rank and player is not None:
        reasons = rank_reasons(t, version, session.player(player), number)
        session.show(reasons, lambda: rank_text(reasons))
        return
    ref = find_round(session, number, stage)
    where = (ref.stage, ref.round_no)
    if player is not None and other is not None:
        pair = session.player(player), session.player(other)
        missing = missing_pair_reasons(t, version, where, *pair)
        session.show(missing, lambda: join_lines((missing.title, *missing.sentences)))
    elif player is None:
        whole = round_reasons(t, version, *where)
        session.show(whole, lambda: join_lines(_round_lines(whole)))
    else:
        one = player_reasons(t, version, where, session.player(player))
        session.show(one, lambda: join_lines(_player_lines(one)))


def _round_lines(view: RoundReasons) -> Iterator[object]:
    yield view.title
    for one in view.pairings:
        yield Message("cli.table", table=one.pairing.rpartition("-")[2], text=one.text)
    yield from (one.text for one in (*view.floats, *view.byes))


def _player_lines(view: PlayerReasons) -> Iterator[object]:
    n = 1 if view.points == "1" else 2
    yield Message("cli.points-before", round=view.title, name=view.name, points=view.points, n=n)
    texts = [view.method, *(one.text for one in (view.pairing, *view.floats, *view.byes) if one)]
    yield from filter(None, map(str, texts))
    if view.colours:
        yield _colours(view.colours)
    for bye in view.bye_history:
        yield Message("cli.round-with-bye", round=bye.round, bye=bye_message(bye.kind))


def _colours(view: ColourHistory) -> Message:
    so_far = view.colours or "-"
    if view.due is None:
        return Message("cli.colours", colours=so_far)
    return Message(f"cli.colours-due.{view.due}-{view.strength}", colours=so_far)


def rank_text(view: RankReasons) -> str:
    """The sums behind a rank."""
    lines: list[object] = [
        Message("cli.rank-after", name=view.name, rank=view.rank, round=view.round)
        if view.rank
        else Message("cli.no-rank", name=view.name)
    ]
    lines += [str(step["text"]) for step in view.steps]
    lines += [str(one["text"]) for one in (view.above, view.below) if one]
    return join_lines(lines)


@click.command()
@name_argument
@read_command
def statistics(session: TournamentSession) -> None:
    """Show statistics for tournament NAME: results, points, upsets, rounds.

    \b
        fairpair statistics city-open
        fairpair statistics city-open --json
    """
    view = session.view(statistics_of)
    session.show(view, lambda: "".join(_text(view)))


def _numbers(view: Statistics) -> Iterator[Message]:
    yield Message("cli.players", players=view.players, dropped=view.dropped)
    if view.average_rating is not None:
        yield Message("cli.average-rating", rating=view.average_rating)
    yield Message("cli.matches", matches=view.matches, played=view.played, forfeits=view.forfeits)
    code, sums = ("white", view.white) if view.white else ("first-named", view.first_named)
    yield Message(f"cli.record.{code}", wins=sums.wins, draws=sums.draws, losses=sums.losses)


def _text(view: Statistics) -> Iterator[str]:
    yield join_lines(_numbers(view))
    scores = [(one.points, str(one.players)) for one in view.scores]
    yield sheet(("points", "players"), scores)
    rounds = [
        (
            str(one.round) if one.stage == 1 else f"{one.stage}-{one.round}",
            *map(str, (one.matches, one.played, one.forfeits, one.open, one.byes)),
        )
        for one in view.rounds
    ]
    if rounds:
        yield sheet(("round", "matches", "played", "forfeits", "missing", "byes"), rounds)
    upsets = [(one.winner_name, one.loser_name, str(one.difference)) for one in view.upsets]
    if upsets:
        yield join_lines([Message("cli.upsets", upsets=view.upset_count)])
        yield sheet(("winner", "loser", "difference"), upsets, left={0, 1})
