"""`fairpair bracket`, `crosstable`, `statistics` and `why`: what came out, and the reasons."""

from collections.abc import Iterator

import click

from fairpair.app.views.bracket import BracketMatch, BracketSeat, BracketView, bracket_view
from fairpair.app.views.pairing_explanation import (
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
from fairpair.cli.desk.round_context import find_round, round_option, stage_option
from fairpair.cli.output import escape_controls, join_lines
from fairpair.cli.tables import sheet

# --- the tree ------------------------------------------------------------------------------------


@click.command()
@name_argument
@read_command
def bracket(session: TournamentSession) -> None:
    """Show the knock-out of the tournament NAME, before the cut with its seeds.

    \b
        fairpair bracket friday
        fairpair bracket friday --json
    """
    view = session.view(bracket_view)
    session.show(view, lambda: "".join(_bracket_text(view)))


def _bracket_text(view: BracketView) -> Iterator[str]:
    for round_ in view.rounds:
        rows = [_match(match) for match in round_.matches]
        state = "to come" if round_.status == "locked" else round_.status
        yield f"{escape_controls(str(round_.title))}: {state}\n"
        yield sheet(("match", "table", "", "", "result"), rows, left={0, 2, 3, 4})
    names = ("Champion", "Second", "Third", "Fourth")
    places = (view.champion, view.runner_up, view.third, view.fourth)
    for name, person in zip(names, places, strict=True):
        if person is not None:
            yield f"{name}: {escape_controls(person.name)}\n"


def _match(match: BracketMatch) -> tuple[str, ...]:
    seats = [_seat(seat, match.winner) for seat in match.seats]
    result = match.result or match.status
    first = match.seats[0].player
    if match.result and first and match.table_seats and match.table_seats[0] != first.id:
        result = f"{result} (seats the other way round)"
    return (str(match.name), str(match.table or ""), *seats, result)


def _seat(seat: BracketSeat, winner: int | None) -> str:
    if seat.vacant:
        return "nobody"
    seed = f" [{seat.seed}]" if seat.seed else ""
    if seat.player is None:
        return f"{seat.waiting}{seed}" if seat.waiting else f"seed {seat.seed}"
    won = " *" if seat.player.id == winner else ""
    return f"{seat.player.name}{seed}{won}"


# --- the cross table -----------------------------------------------------------------------------


@click.command()
@name_argument
@read_command
def crosstable(session: TournamentSession) -> None:
    """Show every player's rounds of the tournament NAME beside each other.

    `12w1` is a win with White against number 12 of the table, `3b=` a draw with Black.

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
        rows.append((str(one.rank), one.name, *rounds, one.points))
    return sheet(heads, rows, left={1})


# --- why -----------------------------------------------------------------------------------------


@click.command()
@name_argument
@click.argument("player", required=False)
@round_option
@stage_option
@click.option("--rank", is_flag=True, help="Why this rank, rather than this opponent.")
@read_command
def why(
    session: TournamentSession,
    player: str | None,
    number: int | None,
    stage: int | None,
    rank: bool,
) -> None:
    """Say why PLAYER has this opponent, colour or bye; without a PLAYER all of a round.

    With --rank it shows the sums behind the rank, and what parts the player from the neighbours.

    \b
        fairpair why friday Ana
        fairpair why friday Ana --rank
        fairpair why friday --round 2
    """
    journal = session.journal
    t, version = journal.tournament, journal.version
    if rank:
        if player is None:
            raise click.UsageError("Name the PLAYER.")
        reasons = rank_reasons(t, version, session.player(player), number)
        session.show(reasons, lambda: rank_text(reasons))
        return
    ref = find_round(session, number, stage)
    where = (ref.stage, ref.round_no)
    if player is None:
        whole = round_reasons(t, version, *where)
        session.show(whole, lambda: join_lines(_round_lines(whole)))
    else:
        one = player_reasons(t, version, where, session.player(player))
        session.show(one, lambda: join_lines(_player_lines(one)))


def _round_lines(view: RoundReasons) -> Iterator[str]:
    yield str(view.title)
    yield from (f"Table {one.pairing.rpartition('-')[2]}: {one.text}" for one in view.pairings)
    yield from (str(one.text) for one in (*view.floats, *view.byes))


def _player_lines(view: PlayerReasons) -> Iterator[str]:
    points = "1 point" if view.points == "1" else f"{view.points} points"
    yield f"{view.title}: {view.name}, {points} before it"
    if view.pairing:
        yield str(view.pairing.text)
    yield from (str(one.text) for one in (*view.floats, *view.byes))
    if view.colours:
        due = f", due {view.colours.due} ({view.colours.strength})" if view.colours.due else ""
        yield f"Colours so far: {view.colours.colours or 'none'}{due}"
    yield from (f"Round {bye.round}: {bye.kind.replace('_', ' ')}" for bye in view.bye_history)


def rank_text(view: RankReasons) -> str:
    """The sums behind a rank."""
    lines = [f"{view.name}: rank {view.rank} after round {view.round}"]
    lines += [str(step["text"]) for step in view.steps]
    lines += [str(one["text"]) for one in (view.above, view.below) if one]
    return join_lines(lines)


@click.command()
@name_argument
@read_command
def statistics(session: TournamentSession) -> None:
    """Show the tournament NAME in numbers: results, points, upsets, each round.

    \b
        fairpair statistics city-open
        fairpair statistics city-open --json
    """
    view = session.view(statistics_of)
    session.show(view, lambda: "".join(_text(view)))


def _text(view: Statistics) -> Iterator[str]:
    yield f"Players: {view.players}, of whom {view.dropped} have left\n"
    if view.average_rating is not None:
        yield f"Average rating: {view.average_rating}\n"
    yield f"Matches: {view.matches}, {view.played} of them played, {view.forfeits} forfeits\n"
    who, sums = ("White", view.white) if view.white else ("First named", view.first_named)
    yield f"{who}: won {sums.wins}, drew {sums.draws}, lost {sums.losses}\n"
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
        yield sheet(("round", "matches", "played", "forfeits", "open", "byes"), rounds)
    upsets = [(one.winner_name, one.loser_name, str(one.difference)) for one in view.upsets]
    if upsets:
        yield f"Upsets: {view.upset_count}\n"
        yield sheet(("winner", "loser", "difference"), upsets, left={0, 1})
