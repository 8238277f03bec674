"""All players at the desk: found at once, entered one by one or as a list, checked in."""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from fastapi import APIRouter, Request, Response

from fairpair.app.access.grants import Role
from fairpair.app.service import CommandContext, Outcome
from fairpair.app.use_cases import edits
from fairpair.app.views.people import has_teams
from fairpair.app.views.players import PlayerLine, player_list
from fairpair.app.views.status import number_warnings
from fairpair.core.ids import PlayerId, TournamentId
from fairpair.core.players import Entrant, Player, as_team
from fairpair.core.rounds import FOR_MISSED_ROUNDS, ByeKind
from fairpair.core.texts import same_name_key
from fairpair.core.tournament import Phase, Tournament
from fairpair.formats.lists import ParsedList
from fairpair.log import commands as c
from fairpair.web import forms
from fairpair.web.forms import (
    entrant_of,
    read_choice,
    read_number,
    read_required_number,
    require_new_name,
)
from fairpair.web.site import Page, PageRequest, Site

CommandResult = Outcome | str | Response
PER_PAGE = 250
_KEPT = 8


@dataclass(frozen=True, slots=True)
class PlayerPage:
    """The players to show: a page of those who have the words that were searched for."""

    lines: Sequence[PlayerLine]
    total: int
    hits: int
    page: int
    pages: int
    query: str
    sort: str


def router(site: Site) -> APIRouter:
    """The routes of the list of players."""
    routes = APIRouter(include_in_schema=False)
    known = _Lines()

    def page(visit: PageRequest, **data: Any) -> Response:
        t = visit.t
        return site.page(
            visit,
            "desk/players.html",
            found=_find_players(visit, known.of(visit)),
            form=visit.form,
            rules=t.rules,
            teams=has_teams(t),
            late=t.phase is Phase.RUNNING,
            closed=t.stage > 1 or t.finished,
            from_round=t.first_unpublished.round_no,
            missed=FOR_MISSED_ROUNDS,
            renumbering=number_warnings(t),
            present=sum(e.checked_in and not e.dropped for e in t.entries.values()),
            there=sum(not e.dropped for e in t.entries.values()),
            apart=restricted_pairs(t),
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


class _Lines:
    """The lists of a few tournaments, made once for each version: standings are in them."""

    def __init__(self) -> None:
        self._kept: dict[TournamentId, tuple[int, Sequence[PlayerLine]]] = {}

    def of(self, visit: PageRequest) -> Sequence[PlayerLine]:
        version, lines = self._kept.get(visit.here, (0, ()))
        if version != visit.version:
            lines = player_list(visit.t, visit.version).players
            self._kept[visit.here] = (visit.version, lines)
            for old in list(self._kept)[:-_KEPT]:
                self._kept.pop(old, None)
        return lines


_SORTS: dict[str, Any] = {
    "number": lambda line: line.id,
    "name": lambda line: same_name_key(line.name),
    "rating": lambda line: -(line.rating or 0),
    "rank": lambda line: line.rank or math.inf,
}


def _find_players(visit: PageRequest, lines: Sequence[PlayerLine]) -> PlayerPage:
    asked = visit.request.query_params
    query, sort = asked.get("q", "").strip()[:100], asked.get("sort", "number")
    words = same_name_key(query).split()
    hits = [x for x in lines if not words or all(w in _search_text(x) for w in words)]
    hits.sort(key=_SORTS.get(sort, _SORTS["number"]))
    wanted = asked.get("page", "")
    pages = max(1, -(-len(hits) // PER_PAGE))
    here = min(int(wanted), pages) if wanted.isdecimal() and 0 < len(wanted) < 7 else 1
    here = max(1, here)
    part = hits[(here - 1) * PER_PAGE : here * PER_PAGE]
    return PlayerPage(part, len(lines), len(hits), here, pages, query, sort)


def _search_text(line: PlayerLine) -> str:
    return same_name_key(f"{line.id} {line.name} {line.club} {line.federation}")


def _needs_preview(visit: PageRequest, found: ParsedList) -> bool:
    if not found.lines or forms.has_file(visit) or visit.form.get("do") == "preview":
        return True
    if found.bad:
        return visit.form.get("skip") != "yes"
    return bool(found.notes) and visit.form.get("seen") != "yes"


def _execute(site: Site, order: CommandContext, command: c.Command) -> Outcome:
    return site.service.run_command(order, command)
