"""`fairpair ratings`: what the games do to ratings, and title norms."""

import click

from fairpair.app.views.ratings import (
    PlayerRating,
    RatingLine,
    RatingOptions,
    RatingReport,
    player_rating,
    rating_report,
)
from fairpair.cli.desk.context import TournamentSession, name_argument, read_command
from fairpair.cli.output import join_lines
from fairpair.cli.tables import sheet
from fairpair.engine.ratings.systems import RATING_SYSTEMS


@click.command()
@name_argument
@click.argument("player", required=False)
@click.option(
    "--system",
    type=click.Choice(list(RATING_SYSTEMS)),
    default="fide",
    show_default=True,
    help="Rating system: FIDE's rules, Elo for clubs, or Glicko-2.",
)
@click.option(
    "--k", type=click.IntRange(1, 200), help="K-factor for all players. [default: by the system]"
)
@read_command
def ratings(session: TournamentSession, player: str | None, system: str, k: int | None) -> None:
    """Estimate the rating changes of tournament NAME, or those of PLAYER game by game.

    For a player in a FIDE-rated tournament, also show title norms made or what is still needed. All
    numbers are estimates: FIDE's server rates tournaments.

    \b
        fairpair ratings city-open
        fairpair ratings city-open "Lima, Ana"
        fairpair ratings club-evening --system elo --k 32
    """
    options = RatingOptions(system, k)
    if player is None:
        report = session.view(rating_report, options)
        session.show(report, lambda: _report_text(report))
        return
    one = session.view(player_rating, session.player(player), options)
    session.show(one, lambda: _player_text(one))


_HEADS = ("no.", "name", "rating", "K", "games", "score", "expected", "change", "performance")


def _report_text(report: RatingReport) -> str:
    rows = [_row(one) for one in report.players]
    return sheet(_HEADS, rows, left={1}) + join_lines(report.notices)


def _row(one: RatingLine) -> tuple[str, ...]:
    return (
        str(one.id),
        one.name,
        str(one.rating or "-"),
        str(one.k or "-"),
        str(one.games),
        one.score,
        one.expected,
        one.change or (f"= {one.first}" if one.first else "-"),
        str(one.performance or "-"),
    )


def _player_text(one: PlayerRating) -> str:
    heads = ("round", "opponent", "rating", "counted", "score", "expected", "change")
    rows = [
        (
            str(game.round),
            game.opponent.name,
            str(game.opponent.rating or "-"),
            str(game.counted),
            game.score,
            game.expected,
            game.change,
        )
        for game in one.rated_games
    ]
    total = sheet(_HEADS, [_row(one)], left={1})
    games = sheet(heads, rows, left={1}) if rows else ""
    return total + games + join_lines([*(norm.summary for norm in one.norms), *one.notices])
