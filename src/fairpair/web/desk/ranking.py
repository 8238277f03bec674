"""Standings, the tree, the cut and the end, as the staff sees them."""

from functools import partial
from typing import Any

from fastapi import APIRouter, Request, Response

from fairpair.app.access.grants import Role
from fairpair.app.requests import Outcome
from fairpair.app.use_cases import rounds
from fairpair.app.use_cases.open_games import open_games
from fairpair.app.views.bracket import bracket_view
from fairpair.app.views.people import person
from fairpair.app.views.ranking import ranking_view
from fairpair.app.views.standings import table_view
from fairpair.core.errors import InvalidStateError, NotFoundError
from fairpair.core.ids import PlayerId
from fairpair.core.numbers import format_number
from fairpair.core.tournament import Tournament
from fairpair.engine.stages.cut import Cut, cut_of
from fairpair.engine.stages.progress import NextStep, progress
from fairpair.http.late_route import page_router
from fairpair.log import commands as c
from fairpair.web.chances import is_open
from fairpair.web.desk.overview import next_step
from fairpair.web.desk.round_forms import HERE
from fairpair.web.lists import part_of, person_text
from fairpair.web.ranks import explained_rank, ranked_rows
from fairpair.web.site import Page, PageRequest, Site
from fairpair.web.tree import tree_of
from fairpair.web.view_cache import current_standings


def router(site: Site) -> APIRouter:
    """The routes of standings, bracket and cut."""
    routes = page_router()
    _add_standings_routes(site, routes)
    _add_bracket_routes(site, routes)
    _add_cut_routes(site, routes)
    return routes


def _frame(visit: PageRequest) -> dict[str, Any]:
    t = visit.t
    return {
        "step": next_step(t),
        "rules": t.rules,
        "runs": visit.grant.may(Role.ORGANISER, visit.tournament),
        "finished": t.finished,
    }


# --- standings -----------------------------------------------------------------------------------


def _add_standings_routes(site: Site, routes: APIRouter) -> None:
    def page(visit: PageRequest, **data: Any) -> Response:
        t, until = visit.t, _until(visit)
        asked = visit.request.query_params
        standings = site.view(visit, current_standings, until)
        sought = (asked.get("q", "").strip()[:100], asked.get("page", ""))
        part = part_of(standings.rows, lambda row: person_text(person(t, row.player)), *sought)
        final = site.view(visit, ranking_view) if t.finished or t.stage > 1 else None
        played = [ref.round_no for ref in t.published_rounds if ref.stage == 1]
        view = table_view(t, visit.version, standings, part.rows)
        before = site.ranks_after(visit.here, t, view.round - 1)
        data |= {
            "view": view,
            "ranked": ranked_rows(standings, view, before),
            "part": part,
            "until": until,
            "played": played,
            "open_games": len(open_games(t)),
            "chances": is_open(t),
            "final": final,
            "places": part_of(final.players, person_text, *sought).rows if final else (),
        }
        return site.page(visit, "desk/standings.html", **_frame(visit), **data)

    @routes.get(f"{HERE}/standings")
    def standings(request: Request) -> Response:
        """The table with all tie-breaks; after the cut the final ranking too."""
        return page(site.visit(request, Role.SCOREKEEPER))

    @routes.get(f"{HERE}/standings/{{player:int}}")
    def reasons(request: Request) -> Response:
        """Why somebody has this rank."""
        visit = site.visit(request, Role.SCOREKEEPER)
        number, until = request.path_params["player"], _until(visit)
        standings = site.view(visit, current_standings, until)
        ranks = partial(site.ranks_after, visit.here, visit.t)
        data = explained_rank(visit.t, visit.version, standings, number, ranks)
        return site.page(visit, "desk/rank_why.html", until=until, **data, **_frame(visit))

    _add_finish_routes(site, routes, page)


def _add_finish_routes(site: Site, routes: APIRouter, page: Page) -> None:
    @routes.post(f"{HERE}/finish")
    async def finish(request: Request) -> Response:
        """End the tournament; early with a reason."""

        def act(visit: PageRequest) -> Outcome:
            form = visit.form
            return site.service.run(
                visit.command_context,
                rounds.finish,
                early=form.get("early") == "yes",
                reason=form.get("reason", ""),
                open_games=form.get("open_games", ""),
            )

        return await site.act(request, Role.ORGANISER, act, page)

    @routes.post(f"{HERE}/reopen")
    async def reopen(request: Request) -> Response:
        """Go on after the end."""

        def act(visit: PageRequest) -> Outcome:
            command, order = c.ReopenTournament(visit.form.get("reason", "")), visit.command_context
            return site.service.run_command(order, command)

        return await site.act(request, Role.ORGANISER, act, page)


def _until(visit: PageRequest) -> int | None:
    """After which round; what is no number is not asked for."""
    typed = visit.request.query_params.get("round", "")
    return int(typed) if typed.isascii() and typed.isdecimal() and len(typed) < 4 else None


# --- the tree ------------------------------------------------------------------------------------


def _add_bracket_routes(site: Site, routes: APIRouter) -> None:
    def page(visit: PageRequest, **data: Any) -> Response:
        t = visit.t
        view = bracket_view(t, visit.version)
        return site.page(
            visit,
            "desk/bracket.html",
            view=view,
            tree=tree_of(view, reseeded=t.rules.reseed),
            opens=progress(t).opens,
            **_frame(visit),
            **data,
        )

    @routes.get(f"{HERE}/bracket")
    def bracket(request: Request) -> Response:
        """The tree with the way to every result."""
        return page(site.visit(request, Role.SCOREKEEPER))

    @routes.post(f"{HERE}/bracket/open")
    async def open_matches(request: Request) -> Response:
        """Let matches begin whose players are known."""

        def act(visit: PageRequest) -> Outcome:
            return site.service.run(visit.command_context, rounds.open_matches)

        return await site.act(request, Role.ORGANISER, act, page)


# --- the cut -------------------------------------------------------------------------------------


def _add_cut_routes(site: Site, routes: APIRouter) -> None:
    def page(visit: PageRequest, **data: Any) -> Response:
        t, declined = visit.t, _declined_players(visit)
        found, why_not = _find_cut(t, declined)
        return site.page(
            visit,
            "desk/cut.html",
            cut=found,
            why_not=why_not,
            declined=declined,
            line=format_number(found.line) if found else "",
            name_of=t.name_of,
            after_play_in=t.stage > 1,
            ready=progress(t).step in (NextStep.CUT, NextStep.COMPLETE),
            **_frame(visit),
            **data,
        )

    @routes.get(f"{HERE}/cut")
    def look(request: Request) -> Response:
        """Who would go on, and why."""
        return page(site.visit(request, Role.ORGANISER))

    @routes.post(f"{HERE}/cut")
    async def make(request: Request) -> Response:
        """Make it, without those who decline; or look again without them."""

        def act(visit: PageRequest) -> Response | str:
            if visit.form.get("do") == "look":
                return page(visit)
            done = site.service.run(visit.command_context, rounds.cut, _declined_players(visit))
            return f"/desk/{visit.here}/bracket?did={done.version - len(done.events) + 1}"

        return await site.act(request, Role.ORGANISER, act, page)


def _declined_players(visit: PageRequest) -> list[PlayerId]:
    typed = visit.many.get("declined", ())
    numbers = [int(x) for x in typed if x.isascii() and x.isdecimal() and len(x) < 10]
    return [PlayerId(n) for n in numbers if PlayerId(n) in visit.t.entries]


def _find_cut(
    t: Tournament, declined: list[PlayerId]
) -> tuple[Cut | None, InvalidStateError | None]:
    """The cut as it would be, or why there is none."""
    if t.stage > 1:
        return None, None
    try:
        return cut_of(t, declined), None
    except (InvalidStateError, NotFoundError) as refusal:
        return None, refusal if isinstance(refusal, InvalidStateError) else None
