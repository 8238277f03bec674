"""All players at the desk: found at once, entered one by one or as a list, checked in."""

import math
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from fastapi import APIRouter, Request, Response

from fairpair.app.access.grants import Role
from fairpair.app.rating_lists.checks import (
    RatingCheck,
    changes_for,
    rating_check,
    require_new_numbers,
    take_over,
)
from fairpair.app.rating_lists.lookup import (
    active_lists,
    listed_player,
    number_key,
    search_lists,
)
from fairpair.app.requests import CommandContext, Outcome
from fairpair.app.use_cases import edits
from fairpair.app.views.people import has_teams, rating_of, search_key
from fairpair.app.views.player_requests import request_list
from fairpair.app.views.players import player_lines
from fairpair.app.views.status import number_warnings
from fairpair.core.dataclass import dataclass
from fairpair.core.ids import PlayerId
from fairpair.core.players import Entrant, Player, as_team
from fairpair.core.rounds import FOR_MISSED_ROUNDS, REQUESTABLE, ByeKind
from fairpair.core.rules import CHESS
from fairpair.core.tournament import Phase, Tournament
from fairpair.core.vocabulary import conventions_of, player_fields_of
from fairpair.engine.standings.table import Standings
from fairpair.formats.lists import ParsedList
from fairpair.http.late_route import page_router
from fairpair.log import commands as c
from fairpair.web import forms
from fairpair.web.forms import (
    entrant_of,
    read_choice,
    read_number,
    read_required_number,
    require_new_name,
)
from fairpair.web.lists import columns_of, part_of
from fairpair.web.site import Page, PageRequest, Site
from fairpair.web.view_cache import current_standings

CommandResult = Outcome | str | Response


def router(site: Site) -> APIRouter:
    """The routes of the list of players."""
    routes = page_router()

    def page(visit: PageRequest, **data: Any) -> Response:
        t = visit.t
        return site.page(
            visit,
            "desk/players.html",
            form=visit.form,
            rules=t.rules,
            teams=has_teams(t),
            started=t.phase is not Phase.SETUP,
            late=t.phase is Phase.RUNNING,
            closed=t.stage > 1 or t.finished,
            from_round=t.first_unpublished.round_no,
            missed=FOR_MISSED_ROUNDS,
            renumbering=number_warnings(t),
            present=sum(e.checked_in and not e.dropped for e in t.entries.values()),
            there=sum(not e.dropped for e in t.entries.values()),
            apart=restricted_pairs(t),
            requests=request_list(t, visit.version).requests,
            requestable=REQUESTABLE,
            **_listed(site, visit),
            **_find_players(site, visit),
            **{"list": None, "typed": visit.form.get("players", ""), "seen": False, **data},
        )

    @routes.get("/desk/{tournament}/players")
    def players(request: Request) -> Response:
        """Everybody."""
        return page(site.visit(request, Role.SCOREKEEPER))

    def add(
        name: str, least: Role, doing: Callable[[Site, Page, PageRequest], CommandResult]
    ) -> None:
        @routes.post(f"/desk/{{tournament}}/players/{name}")
        async def route(request: Request) -> Response:
            return await site.act(request, least, lambda visit: doing(site, page, visit), page)

    add("add", Role.ORGANISER, _add)
    add("many", Role.ORGANISER, _add_many)
    add("listed", Role.ORGANISER, _add_listed)
    add("ratings", Role.ORGANISER, _update_ratings)
    add("check-in", Role.SCOREKEEPER, _check_in)
    add("check-in-all", Role.ORGANISER, _check_in_all)
    add("renumber", Role.ORGANISER, _renumber)
    return routes


def _add(site: Site, _page: Page, visit: PageRequest) -> Outcome:
    """One player or team."""
    made = entrant_of(visit)
    require_new_name(visit, made)
    if isinstance(made, Player):
        made = replace(made, ids={giver: number for giver, number in made.ids.items() if number})
    return _enter_players(site, visit, [made])


def _add_many(site: Site, page: Page, visit: PageRequest) -> Outcome | Response:
    """A list, which is shown first unless nothing about it has to be seen."""
    teams = has_teams(visit.t)
    found = forms.read_list(visit, visit.t.identities, teams=teams).listing
    edits.require_one_kind(visit.t, [as_team(x) if teams else x for x in found.entrants()])
    if _needs_preview(visit, found):
        typed = "" if forms.has_file(visit) else visit.form.get("players", "")
        shown = forms.preview(found, typed) if found.lines else None
        return page(visit, list=shown, typed=typed, seen=True)
    entrants = [as_team(x) if teams else x for x in found.entrants()]
    return _enter_players(site, visit, entrants)


def _listed(site: Site, visit: PageRequest) -> dict[str, Any]:
    """Who is found in the rating lists, and how the players compare with them: all of it if that is
    asked, else only how many differ, as long as their ratings can change and the tournament does
    not have this switched off.
    """
    rules = visit.t.rules
    if "rating" not in player_fields_of(rules) or has_teams(visit.t):
        return {"lists": [], "needs_lists": False}
    store, asked = site.service.store.rating_lists, visit.request.query_params
    lists, find = active_lists(store), asked.get("find", "")[:100]
    hits = search_lists(store, find, (), visit.t.header.federation).hits if find else []
    numbers = _numbers(visit.t) if hits else set()
    automatic = visit.t.phase is Phase.SETUP and visit.t.header.list_comparison == "automatic"
    check = _rating_check(site, visit) if lists and (asked.get("check") or automatic) else None
    return {
        "lists": lists,
        "needs_lists": not lists and CHESS in conventions_of(rules).rules,
        "find": find,
        "adding": bool(find or asked.get("add")),
        "hits": hits,
        "entered": [(number_key(one.list), one.number) in numbers for one in hits],
        "check": check,
        "checking": bool(asked.get("check")),
    }


def _rating_check(site: Site, visit: PageRequest) -> RatingCheck:
    """The players compared with the lists, once for each version of both."""
    store, today = site.service.store.rating_lists, site.service.now[:10]
    ids = tuple(one.id for one in store.lists())
    key = ("rating-check", visit.here, ids, today)
    return site.views.get_or_build(
        key, visit.version, lambda: rating_check(visit.t, visit.version, store, today)
    )


def _numbers(t: Tournament) -> set[tuple[str, str]]:
    """The numbers of all players by who gave them."""
    return {
        (giver, number)
        for entry in t.entries.values()
        for giver, number in getattr(entry.entrant, "ids", {}).items()
    }


def _add_listed(site: Site, _page: Page, visit: PageRequest) -> Outcome:
    """Somebody from a rating list, with everything that it says of them."""
    key, _, number = visit.form.get("pick", "").partition(" ")
    made = listed_player(site.service.store.rating_lists, key, number, visit.t.header)
    require_new_numbers(visit.t, made)
    require_new_name(visit, made)
    return _enter_players(site, visit, [made])


def _update_ratings(site: Site, _page: Page, visit: PageRequest) -> Outcome:
    """What the lists say of the players that were chosen."""
    chosen = [PlayerId(int(one)) for one in visit.many.get("player", ()) if one.isdecimal()]
    store, today = site.service.store.rating_lists, site.service.now[:10]
    if visit.form.get("all"):
        found = rating_check(visit.t, visit.version, store, today)
        chosen = [one.player for one in found.players]
    edits = changes_for(visit.t, store, today, chosen)
    return site.service.run(visit.command_context, take_over, edits)


def _enter_players(site: Site, visit: PageRequest, entrants: Sequence[Entrant]) -> Outcome:
    first, missed = read_number(visit, "from_round"), read_choice(visit, "missed", ByeKind)
    return site.service.run(visit.command_context, edits.enter_players, entrants, first, missed)


def _check_in(site: Site, _page: Page, visit: PageRequest) -> Outcome:
    """One is there, or not after all."""
    out = "check_out" in visit.form
    player = PlayerId(read_required_number(visit, "check_out" if out else "check_in"))
    return _execute(site, visit.command_context, c.CheckOut(player) if out else c.CheckIn(player))


def _check_in_all(site: Site, _page: Page, visit: PageRequest) -> Outcome:
    """Everybody is there."""
    return _execute(site, visit.command_context, c.CheckInAll())


def _renumber(site: Site, _page: Page, visit: PageRequest) -> Outcome:
    """Pairing numbers by rating."""
    return _execute(site, visit.command_context, c.RenumberPlayers())


@dataclass(frozen=True, slots=True)
class RestrictedPair:
    """Two who do not meet, and on which terms."""

    a: PlayerId
    b: PlayerId
    names: tuple[str, str]
    hard: bool
    from_round: int
    until_round: int | None


def restricted_pairs(t: Tournament, player: PlayerId | None = None) -> list[RestrictedPair]:
    """Who is kept apart; only the pairs of one player if one is named."""
    return [
        RestrictedPair(
            a,
            b,
            (t.name_of(a), t.name_of(b)),
            terms.hard,
            terms.from_round,
            terms.until_round,
        )
        for pair, terms in t.avoided.items()
        for a, b in [sorted(pair)]
        if player is None or player in pair
    ]


def _sort_keys(t: Tournament, standings: Standings) -> dict[str, Callable[[PlayerId], Any]]:
    entries = t.entries
    return {
        "number": lambda player: player,
        "name": lambda player: (search_key(entries[player].entrant.name), player),
        "rating": lambda player: -(rating_of(entries[player].entrant) or 0),
        "rank": lambda player: standings.ranks.get(player, math.inf),
    }


def _find_players(site: Site, visit: PageRequest) -> dict[str, Any]:
    """A page of those who have the words that were searched for, in the order that is wanted."""
    t, asked = visit.t, visit.request.query_params
    standings = site.view(visit, current_standings, None)
    keys, sort = _sort_keys(t, standings), asked.get("sort", "number")
    order = sorted(t.entries, key=keys.get(sort, keys["number"]))

    def text(player: PlayerId) -> str:
        one = t.entries[player].entrant
        return f"{player} {one.name} {one.club} {one.federation}"

    part = part_of(order, text, asked.get("q", "").strip()[:100], asked.get("page", ""))
    lines = player_lines(t, standings, part.rows)
    return {"part": part.with_rows(lines), "sort": sort, "columns": columns_of(t)}


def _needs_preview(visit: PageRequest, found: ParsedList) -> bool:
    if not found.lines or forms.has_file(visit) or visit.form.get("do") == "preview":
        return True
    if found.bad:
        return visit.form.get("skip") != "yes"
    return bool(found.notes) and visit.form.get("seen") != "yes"


def _execute(site: Site, order: CommandContext, command: c.Command) -> Outcome:
    return site.service.run_command(order, command)
