"""Changes by hand: who sits where, byes, who comes and who leaves, and the clock."""

from collections.abc import Callable
from functools import partial
from typing import Any

from fastapi import APIRouter, Request, Response

from fairpair.app.access.grants import Role
from fairpair.app.requests import Outcome
from fairpair.app.use_cases import clocks, edits, rounds
from fairpair.app.views.people import player_in
from fairpair.core.errors import InvalidInputError
from fairpair.core.ids import PlayerId
from fairpair.core.players import BEST_RATING, DropKind, Player
from fairpair.core.rounds import HIGHEST_TABLE, MOST_ROUNDS
from fairpair.http.late_route import page_router
from fairpair.log import commands as c
from fairpair.web.desk.round_forms import (
    ROUND,
    read_bye_kind,
    read_number,
    read_picked_players,
    round_at,
)
from fairpair.web.desk.rounds import work_screen
from fairpair.web.forms import require_new_name
from fairpair.web.site import Page, PageRequest, Site

MINUTES_MORE = 5
"""What the button beside the clock gives to everybody."""
CommandFactory = Callable[[PageRequest], c.Command]


def router(site: Site) -> APIRouter:
    """The routes of changes."""
    routes = page_router()
    page = work_screen(site)
    _add_seat_routes(site, routes, page)
    _add_player_routes(site, routes, page)
    _add_clock_routes(site, routes, page)
    return routes


# --- who sits where ------------------------------------------------------------------------------


def _add_seat_routes(site: Site, routes: APIRouter, page: Page) -> None:
    def by_hand(visit: PageRequest, **data: Any) -> Response:
        return page(visit, change=True, **data)

    def add(name: str, making: CommandFactory) -> None:
        @routes.post(f"{ROUND}/{name}")
        async def change(request: Request) -> Response:
            def act(visit: PageRequest) -> Outcome:
                ref, command = round_at(visit), making(visit)
                return site.service.run(visit.command_context, rounds.run_in_round, ref, command)

            return await site.act(request, Role.ORGANISER, act, by_hand)

    add("swap", _swap)
    add("replace", _replace)
    add("add-table", _add_table)
    add("move", _move)

    @routes.post(f"{ROUND}/bye")
    async def give_bye(request: Request) -> Response:
        """Somebody without a match has a bye, or another kind of it; in any round."""

        def act(visit: PageRequest) -> Outcome:
            ref, reason = round_at(visit), visit.form.get("reason", "")
            (player,) = read_picked_players(visit, 1)
            place = (ref.round_no, ref.stage)
            command = c.GiveBye(player, read_bye_kind(visit), *place, reason)
            return site.service.run(visit.command_context, edits.run_idempotent, command)

        return await site.act(request, Role.ORGANISER, act, by_hand)


def _swap(visit: PageRequest) -> c.Command:
    a, b = read_picked_players(visit, 2)
    reason, keep = visit.form.get("reason", ""), visit.form.get("keep_colours") == "yes"
    return c.SwapPlayers(a, b, reason, (), keep)


def _replace(visit: PageRequest) -> c.Command:
    """The one who is chosen leaves the seat to somebody without a match."""
    (out,) = read_picked_players(visit, 1)
    by = PlayerId(read_number(visit, "by", 1, 9_999_999))
    reason = visit.form.get("reason", "")
    return c.ReplacePlayer(out, by, read_bye_kind(visit), reason)


def _add_table(visit: PageRequest) -> c.Command:
    return c.AddTable(tuple(read_picked_players(visit, 2)))


def _move(visit: PageRequest) -> c.Command:
    return c.MoveTable(
        read_number(visit, "table", 1, HIGHEST_TABLE), read_number(visit, "to", 1, HIGHEST_TABLE)
    )


# --- who is there --------------------------------------------------------------------------------


def _add_player_routes(site: Site, routes: APIRouter, page: Page) -> None:
    service = site.service

    def add(name: str, doing: Callable[[PageRequest, PlayerId], Outcome]) -> None:
        @routes.post(f"{ROUND}/{name}")
        async def change(request: Request) -> Response:
            def act(visit: PageRequest) -> Outcome:
                return doing(visit, player_in(visit.t, visit.form.get("player", "")))

            return await site.act(request, Role.ORGANISER, act, page)

    def drop(visit: PageRequest, player: PlayerId) -> Outcome:
        kinds = {kind.value: kind for kind in DropKind}
        kind = kinds.get(visit.form.get("how", ""), DropKind.WITHDRAWN)
        plays_on = visit.form.get("plays_on") == "yes"
        reason = visit.form.get("reason", "")
        return service.run_command(
            visit.command_context, c.DropPlayer(player, kind, not plays_on, reason)
        )

    def rest(visit: PageRequest, player: PlayerId) -> Outcome:
        round_no = read_number(visit, "in_round", 1, MOST_ROUNDS)
        return service.run(
            visit.command_context, edits.set_bye, player, round_no, read_bye_kind(visit)
        )

    add("drop", drop)
    add(
        "reinstate",
        lambda visit, player: service.run_command(visit.command_context, c.ReinstatePlayer(player)),
    )
    add("rest", rest)

    @routes.post(f"{ROUND}/late")
    async def late(request: Request) -> Response:
        """Somebody comes late."""

        def act(visit: PageRequest) -> Outcome:
            newcomer = _newcomer(visit)
            require_new_name(visit, newcomer)
            return service.run(visit.command_context, edits.enter_players, [newcomer])

        return await site.act(request, Role.ORGANISER, act, page)


def _newcomer(visit: PageRequest) -> Player:
    name, club = visit.form.get("name", ""), visit.form.get("club", "")
    rating = visit.form.get("rating", "").strip()
    return Player(name, read_number(visit, "rating", 0, BEST_RATING) if rating else None, club=club)


# --- the clock -----------------------------------------------------------------------------------


def _add_clock_routes(site: Site, routes: APIRouter, page: Page) -> None:
    @routes.post(f"{ROUND}/clock")
    async def clock(request: Request) -> Response:
        """Start, pause, add to it, or set it to a length."""

        def act(visit: PageRequest) -> Outcome:
            do, ref, order = visit.form.get("do", ""), round_at(visit), visit.command_context
            set_clock = partial(clocks.set_clock, now=site.service.now)
            if do == "set":
                minutes = read_number(visit, "minutes", 0, 1440)
                return site.service.run(order, set_clock, ref, running=False, minutes=minutes)
            if do == "add":
                add_time = partial(clocks.add_time, now=site.service.now)
                return site.service.run(order, add_time, ref, MINUTES_MORE)
            if do not in ("start", "pause"):
                raise InvalidInputError("bad-clock")
            return site.service.run(order, set_clock, ref, running=do == "start")

        return await site.act(request, Role.SCOREKEEPER, act, page)
