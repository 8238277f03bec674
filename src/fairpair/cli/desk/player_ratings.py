"""`fairpair players NAME check-ratings`, `add-listed`, `choose-rating`: players and the lists."""

import click

from fairpair.app.rating_lists.checks import (
    RatingCheck,
    changes_for,
    rating_check,
    require_new_numbers,
    take_over,
)
from fairpair.app.rating_lists.imports import key_of
from fairpair.app.rating_lists.lookup import listed_player
from fairpair.app.use_cases.edits import choose_rating as choose
from fairpair.app.use_cases.edits import enter_players
from fairpair.app.views.rating_choices import RatingChoices, rating_choices
from fairpair.cli.desk.context import TournamentSession, write_command
from fairpair.cli.output import join_lines
from fairpair.cli.rating_lists import kind_option
from fairpair.cli.tables import sheet
from fairpair.language.message import Message


@click.command("check-ratings")
@click.option("--apply", "chosen", metavar="PLAYER", multiple=True, help="Update this player.")
@click.option("--apply-all", is_flag=True, help="Update every player who differs.")
@write_command
def check_ratings(session: TournamentSession, chosen: tuple[str, ...], apply_all: bool) -> None:
    """Compare the players with the rating lists for the month that applies.

    Nothing changes unless you choose players to update. Once round 1 is published, the tournament
    ratings stay the same; only the ratings by list are updated.

    \b
        fairpair players open check-ratings
        fairpair players open check-ratings --apply 7 --apply "Ana Lima"
        fairpair players open check-ratings --apply-all
    """
    store, today = session.service.store.rating_lists, session.service.now[:10]
    found = rating_check(session.t, session.journal.version, store, today)
    if not chosen and not apply_all:
        session.show(found, lambda: _check_text(found))
        return
    players = (
        [one.player for one in found.players] if apply_all else list(map(session.player, chosen))
    )
    edits = changes_for(session.t, store, today, players)
    session.report(session.service.run(session.command_context(), take_over, edits))


def _check_text(found: RatingCheck) -> str:
    lines: list[object] = [Message("cli.list-counts", period=found.period), *found.notes]
    rows = [
        (str(one.player), one.name, x.field, x.old or "-", x.new, "*" if x.counts else "")
        for one in found.players
        for x in one.changes
    ]
    table = sheet(("no.", "name", "field", "now", "list", ""), rows, left={1, 2, 3, 4, 5})
    unclear = [f"- {one.player} {one.name}: {one.why}" for one in found.unclear]
    if not rows and not unclear:
        lines.append(Message("cli.ratings-agree"))
    return join_lines(lines) + (table if rows else "") + join_lines(unclear)


@click.command("add-listed")
@click.argument("number")
@kind_option
@write_command
def add_listed(session: TournamentSession, number: str, kind: str) -> None:
    """Add the player with this NUMBER in a rating list, with name, title, federation and ratings.

    \b
        fairpair players open add-listed 1503014
        fairpair players open add-listed 10620-1234 --kind GER
    """
    store = session.service.store.rating_lists
    made = listed_player(store, key_of(kind), number, session.t.header)
    require_new_numbers(session.t, made)
    session.report(session.service.run(session.command_context(), enter_players, [made]))


@click.command("choose-rating")
@click.argument("player")
@click.argument("list_", metavar="[LIST]", default="")
@click.option("--by-rules", is_flag=True, help="Use the rating that the rules choose.")
@write_command
def choose_rating(session: TournamentSession, player: str, list_: str, by_rules: bool) -> None:
    """Show PLAYER's ratings by list, or make the one from LIST count.

    Later comparisons with the rating lists stay with that list.

    \b
        fairpair players open choose-rating "Ana Lima"
        fairpair players open choose-rating "Ana Lima" fide.rapid
        fairpair players open choose-rating "Ana Lima" --by-rules
    """
    who = session.player(player)
    if not list_ and not by_rules:
        found = rating_choices(session.t, who)
        session.show(found, lambda: _choices_text(found))
        return
    key = "" if by_rules else list_
    session.report(session.service.run(session.command_context(), choose, who, key))


def _choices_text(found: RatingChoices) -> str:
    rows = [
        (one.list, str(one.value), one.period, one.source, "*" if one.counts else "")
        for one in found.ratings
    ]
    if not rows:
        return join_lines([Message("cli.no-list-ratings")])
    official = Message("cli.official-rating", rating=found.official or "-")
    table = sheet(("list", "rating", "month", "source", "counts"), rows, left={0, 2, 3, 4})
    return table + join_lines([official])
