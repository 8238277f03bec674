"""One table of a round: corrections with a preview, extra time, its players, and why they meet."""

from dataclasses import replace
from typing import Any

from fastapi import APIRouter, Request, Response

from fairpair.app.access.grants import Role
from fairpair.app.requests import Outcome
from fairpair.app.use_cases.edits import (
    ResultEntry,
    clear_result,
    enter_result,
    run_idempotent,
    seen_text,
)
from fairpair.app.views.correction import correction_view
from fairpair.app.views.pairing_explanation import player_reasons
from fairpair.app.views.results import rare_results_of
from fairpair.app.views.rounds import tables_view
from fairpair.core.errors import InvalidInputError, NotFoundError
from fairpair.core.players import Team
from fairpair.core.results import Board, Boards, Result, is_adjourned
from fairpair.core.rounds import MatchRef, Pairing
from fairpair.core.tournament import Tournament
from fairpair.engine.fide.locks import is_correctable
from fairpair.engine.stages.progress import rules_at
from fairpair.http.late_route import page_router
from fairpair.log import commands as c
from fairpair.log.results import find_match
from fairpair.web.desk.round_forms import (
    ROUND,
    TABLE,
    match_at,
    read_number,
    read_result,
    round_at,
    seats_in_form,
)
from fairpair.web.desk.rounds import PART, frame
from fairpair.web.desk.table_rows import refused_entry, rows_of
from fairpair.web.site import Page, PageRequest, Site
from fairpair.web.why_not import number_in, why_not_data


def router(site: Site) -> APIRouter:
    """The routes of a table."""
    routes = page_router()
    page = _table_page(site)
    _add_view_routes(site, routes, page)
    _add_correction_routes(site, routes, page)
    _add_game_routes(site, routes, page)
    _add_time_routes(site, routes, page)
    return routes


def _table_page(site: Site) -> Page:
    def page(visit: PageRequest, **data: Any) -> Response:
        t, match = visit.t, match_at(visit)
        round_ = t.rounds.get(match.round)
        there = round_.pairings.get(match.table) if round_ else None
        if round_ is None or there is None:
            raise NotFoundError("unknown-table.in-round", table=match.table)
        data = {**frame(site, visit, match.round), **data}
        points = site.points(visit, match.round)
        view = tables_view(t, visit.version, match.round, [match.table], points)
        refused = refused_entry(site, visit, data.get("refusal"))
        alone = visit.request.headers.get(PART) == "menu"
        return site.page(
            visit,
            "desk/table_menu.html" if alone else "desk/round_table.html",
            row=view.pairings[0],
            rows_here=rows_of(visit, view, data["seconds_left"], refused),
            rare=rare_results_of(rules_at(t, match), stage=match.stage),
            seen=seen_text(there.result),
            round_is=round_.status.value,
            upcoming=t.first_unpublished.round_no if t.stage == 1 else None,
            dropped={p for p in there.seats if t.entries[p].dropped},
            members=_members(t, there),
            too_old=_is_too_old(t, match, there),
            for_rating=there.for_rating is not None,
            **{"preview": None, **data},
        )

    return page


def _is_too_old(t: Tournament, match: MatchRef, there: Pairing) -> bool:
    """Whether FIDE mode does not let this result be corrected; an adjourned game ends any time."""
    locked = t.is_in_fide_mode and not is_correctable(t, match.round)
    return locked and not is_adjourned(there.result)


def _members(t: Tournament, there: Pairing) -> list[list[str]]:
    """The members of both teams, if they are teams."""
    teams = [t.entries[player].entrant for player in there.seats]
    found = [[one.name for one in team.members] for team in teams if isinstance(team, Team)]
    return found if len(found) == len(teams) else []


def _add_view_routes(site: Site, routes: APIRouter, page: Page) -> None:
    @routes.get(TABLE)
    def table(request: Request) -> Response:
        """All about one table."""
        return page(site.visit(request, Role.SCOREKEEPER))

    @routes.get(f"{ROUND}/why/{{player:int}}")
    def why(request: Request) -> Response:
        """Why this opponent, colour or bye; scripts get the text alone."""
        visit = site.visit(request, Role.SCOREKEEPER)
        ref, player = round_at(visit), visit.request.path_params["player"]
        place = (ref.stage, ref.round_no)
        why = player_reasons(visit.t, visit.version, place, player)
        rival = why.rival
        other = rival and player_reasons(visit.t, visit.version, place, rival)
        alone = bool(request.headers.get(PART))
        template = "desk/why_part.html" if alone else "desk/why.html"
        data: dict[str, Any] = {}
        if not alone:
            asked = number_in(request.query_params.get("not", ""))
            data = {**frame(site, visit, ref), "asked_at": request.url.path}
            data |= why_not_data(visit.t, visit.version, why, asked)
        return site.page(visit, template, why=why, other=other, **data)


def _add_correction_routes(site: Site, routes: APIRouter, page: Page) -> None:
    service = site.service

    @routes.post(f"{TABLE}/preview")
    async def preview(request: Request) -> Response:
        """What a correction would change; nothing is saved."""

        def act(visit: PageRequest) -> Response:
            return page(visit, preview=correction_view(visit.journal, _correction(visit)))

        return await site.act(request, Role.ORGANISER, act, page)

    @routes.post(f"{TABLE}/correct")
    async def correct(request: Request) -> Response:
        """Replace the result, with a reason."""

        def act(visit: PageRequest) -> Outcome:
            wanted = _correction(visit)
            entry = ResultEntry(
                wanted.match,
                wanted.result,
                wanted.players,
                wanted.reason,
                closed_too=True,
                void_later=wanted.void_later,
                seen=visit.form.get("seen"),
            )
            return service.run(visit.command_context, enter_result, entry)

        return await site.act(request, Role.ORGANISER, act, page)

    @routes.post(f"{TABLE}/clear")
    async def clear(request: Request) -> Response:
        """Take the result away while the round runs."""

        def act(visit: PageRequest) -> Outcome:
            void = visit.form.get("void_later") == "yes"
            command = c.ClearResult(
                match_at(visit), visit.form.get("reason", ""), seats_in_form(visit), void
            )
            seen = visit.form.get("seen")
            return service.run(visit.command_context, clear_result, command, seen)

        return await site.act(request, Role.SCOREKEEPER, act, page)


def _add_game_routes(site: Site, routes: APIRouter, page: Page) -> None:
    service = site.service

    @routes.post(f"{TABLE}/for-rating")
    async def correct_for_rating(request: Request) -> Response:
        """Correct the game in the rating report only."""

        def act(visit: PageRequest) -> Outcome:
            match = match_at(visit)
            command = c.CorrectForRating(
                match,
                read_result(visit, match),
                visit.form.get("reason", ""),
                visit.form.get("swap_colours") == "yes",
                seats_in_form(visit),
            )
            return service.run_command(visit.command_context, command)

        return await site.act(request, Role.ORGANISER, act, page)

    @routes.post(f"{TABLE}/colours")
    async def correct_colours(request: Request) -> Response:
        """Exchange White and Black of a game."""

        def act(visit: PageRequest) -> Outcome:
            reason = visit.form.get("reason", "")
            command = c.CorrectColours(match_at(visit), reason, seats_in_form(visit))
            return service.run_command(visit.command_context, command)

        return await site.act(request, Role.ORGANISER, act, page)


def _correction(visit: PageRequest) -> c.CorrectResult:
    match = match_at(visit)
    result = read_result(visit, match)
    if result is None:
        raise InvalidInputError("no-result.in-form")
    return c.CorrectResult(
        match,
        _with_members(visit, result),
        visit.form.get("reason", ""),
        seats_in_form(visit),
        visit.form.get("void_later") == "yes",
    )


def _with_members(visit: PageRequest, result: Result) -> Result:
    """Who sat at which board stays as it was, unless other boards were played."""
    there = find_match(visit.t, match_at(visit)).result
    if not (isinstance(result, Boards) and isinstance(there, Boards)):
        return result
    if len(result.boards) != len(there.boards):
        return result
    both = zip(result.boards, there.boards, strict=True)
    return replace(result, boards=tuple(Board(new.result, old.members) for new, old in both))


def _add_time_routes(site: Site, routes: APIRouter, page: Page) -> None:
    @routes.post(f"{TABLE}/time")
    async def more_time(request: Request) -> Response:
        """Minutes on top of the clock."""

        def act(visit: PageRequest) -> Outcome:
            command = c.ExtendTime(match_at(visit), read_number(visit, "minutes", 0, 999))
            return site.service.run(visit.command_context, run_idempotent, command)

        return await site.act(request, Role.SCOREKEEPER, act, page)
