"""`fairpair statistics`: a tournament in numbers."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

import click

from fairpair.cli.desk.here import Desk, name_argument, reading
from fairpair.cli.output import sheet

if TYPE_CHECKING:
    from fairpair.app.views.statistics import Statistics


@click.command()
@name_argument
@reading
def statistics(desk: Desk) -> None:
    """Show the tournament NAME in numbers: results, points, upsets, each round.

    \b
        fairpair statistics city-open
        fairpair statistics city-open --json
    """
    from fairpair.app.views.statistics import statistics as statistics_of

    journal = desk.journal
    view = statistics_of(journal.tournament, journal.version)
    desk.show(view, lambda: "".join(_text(view)))


def _text(view: "Statistics") -> Iterator[str]:
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
