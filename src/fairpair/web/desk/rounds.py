"""The work screen: one round as one dense table, with results by click, key and slip."""

from dataclasses import replace
from typing import Any
from urllib.parse import urlencode

from fastapi import APIRouter, Request, Response
from fastapi.responses import RedirectResponse

from fairpair.app.access.grants import Role
from fairpair.app.requests import Outcome
from fairpair.app.use_cases import clocks, rounds
from fairpair.app.use_cases.edits import ResultEntry, clear_result, enter_result
from fairpair.app.views.draft_changes import draft_changes, undo_actions
from fairpair.app.views.rounds import planned_rounds, round_list, tables_view
from fairpair.core.errors import InvalidInputError, InvalidStateError, NotFoundError
from fairpair.core.rounds import HIGHEST_TABLE, RoundRef, RoundStatus
from fairpair.core.tournament import Tournament
from fairpair.engine.pairing.colours import played_colours
from fairpair.engine.stages.progress import progress
from fairpair.http.late_route import page_router
from fairpair.log import commands as c
from fairpair.log.results import find_match
from fairpair.web.desk.overview import draft, next_step, take_step
from fairpair.web.desk.round_forms import (
    HERE,
    ROUND,
    fields_of,
    is_slip,
    is_unchanged,
    match_at,
    read_number,
    read_result,
    round_address,
    round_at,
    seats_in_form,
    slip_example,
    table_at,
)
from fairpair.web.desk.table_rows import (
    filter_of,
    is_late,
    refused_entry,
    rows_of,
    select_tables,
    with_repeated_colours,
)
from fairpair.web.lists import Part, page_of
from fairpair.web.menu import present_round
from fairpair.web.site import Page, PageRequest, Site

PART = "x-part"
"""The header with which a script asks for one row in place of the page."""


def router(site: Site) -> APIRouter:
    """The routes of a round."""
    routes = page_router()
    page = work_screen(site)
    _add_view_routes(site, routes, page)
    _add_result_routes(site, routes, page)
    _add_progress_routes(site, routes, page)
    _add_editing_routes(site, routes, page)
    return routes


def work_screen(site: Site) -> Page:
    """The page of a round, whatever state it is in."""

    def page(visit: PageRequest, **data: Any) -> Response:
        t, ref = visit.t, round_at(visit)
        data = {**frame(site, visit, ref), **data}
        round_ = t.rounds.get(ref)
        if round_ is None:
            return site.page(visit, "desk/round_to_come.html", **data)
        left, pairings = data["seconds_left"], round_.pairings.values()
        part = _requested_tables(visit, ref, left)
        data["round"] = tables_view(t, visit.version, ref, part.rows, site.points(visit, ref))
        by_hand = visit.request.query_params.get("change") or data.get("change")
        is_edited = round_.unedited is not None
        seats = round_.status == RoundStatus.DRAFT or is_edited or by_hand
        changes = draft_changes(visit.journal, ref) if seats else None
        moved = changes.moved if changes else frozenset()
        refused = refused_entry(site, visit, data.get("refusal"))
        rows = rows_of(visit, data["round"], left, refused, moved)
        if seats and t.rules.has_colours:
            rows = with_repeated_colours(rows, played_colours(t, ref))
        data |= {
            "part": part.with_rows(rows),
            "changes": changes,
            "without_place": lambda: _unseated_players(t, ref),
            "all_missing": len(round_.pending),
            "all_disputed": sum(x.result is None and x.disputed for x in pairings),
            "all_late": sum(is_late(x, left) for x in pairings),
        }
        if is_slip(visit) and data.get("again") is None:
            data |= {"slip_refusal": data.get("refusal"), "refusal": None}
        if seats:
            return site.page(visit, "desk/round_draft.html", **data)
        if visit.request.headers.get(PART):
            return site.page(visit, "desk/round_part.html", **data)
        return site.page(visit, "desk/round.html", **data)

    return page


def frame(site: Site, visit: PageRequest, ref: RoundRef) -> dict[str, Any]:
    """What every page about a round shows: where it is, what comes next, the clock."""
    t = visit.t
    planned = next((one for one in planned_rounds(t) if one.ref == ref), None)
    if planned is None:
        raise NotFoundError("no-round.in-plan", stage=ref.stage, round=ref.round_no)
    round_ = t.rounds.get(ref)
    clock = round_.clock if round_ and round_.status == RoundStatus.PUBLISHED else None
    return {
        "title": planned.title,
        "ref": ref,
        "base": round_address(visit, ref),
        "present": present_round(t),
        "rounds": round_list(t, visit.version).rounds,
        "step": next_step(t),
        "opens": progress(t).opens if t.stage > 1 else (),
        "rules": t.rules,
        "runs": visit.grant.may(Role.ORGANISER, visit.tournament),
        "fields": fields_of(t, ref.stage),
        "finished": t.finished,
        "in_fide_mode": t.is_in_fide_mode,
        "seconds_left": None if clock is None else clocks.seconds_left(clock, site.service.now),
        "usual_length": clocks.usual_length(t),
        "slip_example": slip_example(t.rules),
        "slip_refusal": None,
        "wrong": _typed_fields(visit),
        "show": filter_of(visit),
        "kept": "" if filter_of(visit) == "all" else f"?show={filter_of(visit)}",
    }


def _requested_tables(visit: PageRequest, ref: RoundRef, left: int | None) -> Part[int]:
    """A page of the round; a script that has sent a row gets only this one."""
    table = table_at(visit)
    if table is None or not visit.request.headers.get(PART):
        return select_tables(visit, ref, left)
    there = visit.t.rounds[ref].pairings
    return page_of([table] if table in there else [], len(there))


def _unseated_players(t: Tournament, ref: RoundRef) -> list[tuple[int, str]]:
    """Who is there for the round and has neither a table nor a bye."""
    round_ = t.rounds[ref]
    if round_.status == RoundStatus.COMPLETE or ref.stage > 1:
        return []
    placed = {p for pairing in round_.pairings.values() for p in pairing.seats} | set(round_.byes)
    return [(p, t.name_of(p)) for p in t.entrants_in(ref) if p not in placed]


def _typed_fields(visit: PageRequest) -> dict[str, Any]:
    """What was typed, to show it again beside why it was refused; `table` if it was in a row,
    `action` is the end of the address of the form.
    """
    table, action = table_at(visit), visit.request.url.path
    picks = visit.many.get("pick", ())
    return {
        "table": table,
        "form": visit.form,
        "picks": picks,
        "action": action.rpartition("/")[2],
    }


# --- looking -------------------------------------------------------------------------------------


def _add_view_routes(site: Site, routes: APIRouter, page: Page) -> None:
    @routes.get(f"{HERE}/round")
    def present(request: Request) -> Response:
        """The round that is worked on."""
        visit = site.visit(request, Role.SCOREKEEPER)
        return RedirectResponse(round_address(visit, present_round(visit.t)), 303)

    @routes.get(ROUND)
    def one_round(request: Request) -> Response:
        """The work screen."""
        return page(site.visit(request, Role.SCOREKEEPER))


# --- results -------------------------------------------------------------------------------------


def _add_result_routes(site: Site, routes: APIRouter, page: Page) -> None:
    @routes.post(f"{ROUND}/result/{{table:int}}")
    async def enter(request: Request) -> Response:
        """Save what was typed into one row."""

        def act(visit: PageRequest) -> Response | str:
            return _result_response(site, visit, page, _enter_result(site, visit))

        return await site.act(request, Role.SCOREKEEPER, act, page)

    @routes.post(f"{ROUND}/slip")
    async def slip(request: Request) -> Response:
        """Save what was typed into the slip bar: a table and its result."""

        def act(visit: PageRequest) -> Response | str:
            read_number(visit, "table", 1, HIGHEST_TABLE)
            if not visit.form.get("result", "").strip():
                raise InvalidInputError("no-result.in-form")
            return _result_response(site, visit, page, _enter_result(site, visit))

        return await site.act(request, Role.SCOREKEEPER, act, page)

    @routes.post(f"{ROUND}/settle/{{table:int}}")
    async def settle(request: Request) -> Response:
        """Take what one of the players said."""

        def act(visit: PageRequest) -> Response | str:
            return _result_response(site, visit, page, _settle_dispute(site, visit))

        return await site.act(request, Role.SCOREKEEPER, act, page)


def _enter_result(site: Site, visit: PageRequest) -> Outcome | None:
    match, seats = match_at(visit), seats_in_form(visit)
    result = read_result(visit, match)
    there, seen = find_match(visit.t, match), visit.form.get("seen")
    if result is None:
        if there.result is None:
            return None
        void = visit.form.get("void_later") == "yes"
        command = c.ClearResult(match, players=seats, void_later=void)
        return site.service.run(visit.command_context, clear_result, command, seen)
    if is_unchanged(visit, there, result):
        return None
    return site.service.run(
        visit.command_context,
        enter_result,
        ResultEntry(
            match, result, seats, void_later=visit.form.get("void_later") == "yes", seen=seen
        ),
    )


def _settle_dispute(site: Site, visit: PageRequest) -> Outcome:
    match = match_at(visit)
    there = find_match(visit.t, match)
    said = next(
        (r.result for r in there.reports if str(r.player) == visit.form.get("player")), None
    )
    if said is None:
        raise InvalidStateError("no-report.at-table", table=match.table)
    return site.service.run(
        visit.command_context, enter_result, ResultEntry(match, said, there.seats, seen="")
    )


def _result_response(
    site: Site, visit: PageRequest, page: Page, done: Outcome | None
) -> Response | str:
    """A script gets the row as it is now, a browser the page with the row in sight.

    The script also hears from which version the form has led to which: others change more.
    """
    before = done.version - len(done.events) if done else visit.version
    after = done.version if done else visit.version
    action = str(before + 1) if after > before else ""
    if visit.request.headers.get(PART):
        now = replace(visit, journal=site.service.journal(visit.here))
        told = site.done(now, action, done.before if done else None)
        return page(now, before=before, after=after, done=told, here=round_address(visit))
    table = match_at(visit).table
    asked = {} if filter_of(visit) == "all" else {"show": filter_of(visit)}
    asked["at"] = str(table)
    asked |= {"slip": "yes"} if is_slip(visit) else {}
    asked |= {"did": action} if action else {}
    return f"{round_address(visit)}?{urlencode(asked)}#{'slip' if is_slip(visit) else f't{table}'}"


# --- going on ------------------------------------------------------------------------------------


def _add_progress_routes(site: Site, routes: APIRouter, page: Page) -> None:
    service = site.service

    @routes.post(f"{ROUND}/step")
    async def step(request: Request) -> Response:
        """The next step, with what stands in its way told here."""
        return await site.act(
            request, Role.ORGANISER, lambda visit: take_step(service, visit), page
        )

    @routes.post(f"{ROUND}/publish")
    async def publish(request: Request) -> Response:
        """Show a draft to everybody."""

        def act(visit: PageRequest) -> Outcome:
            as_it_is = visit.form.get("as_it_is") == "yes"
            reason = visit.form.get("reason", "")
            command = c.PublishRound(as_it_is, (), reason)
            return service.run(visit.command_context, rounds.run_in_round, round_at(visit), command)

        return await site.act(request, Role.ORGANISER, act, page)

    @routes.post(f"{ROUND}/undo-changes")
    async def undo_changes(request: Request) -> Response:
        """Undo what was changed by hand since the round was paired."""

        def act(visit: PageRequest) -> Outcome:
            actions = draft_changes(visit.journal, round_at(visit)).actions
            return service.run(visit.command_context, undo_actions, actions)

        return await site.act(request, Role.ORGANISER, act, page)

    @routes.post(f"{ROUND}/discard")
    async def discard(request: Request) -> Response:
        """Throw a draft away, and pair again if that is wanted."""

        def act(visit: PageRequest) -> Outcome | str:
            if visit.form.get("again") == "yes":
                return draft(service, visit, rounds.draft_again)
            return service.run(
                visit.command_context, rounds.run_in_round, round_at(visit), c.DiscardDraft()
            )

        return await site.act(request, Role.ORGANISER, act, page)


def _add_editing_routes(site: Site, routes: APIRouter, page: Page) -> None:
    """Where the editing of pairings begins, and where it ends without any change."""

    def add(name: str, command: c.Command) -> None:
        @routes.post(f"{ROUND}/{name}")
        async def edit(request: Request) -> Response:
            def act(visit: PageRequest) -> Outcome:
                order, ref = visit.command_context, round_at(visit)
                return site.service.run(order, rounds.run_in_round, ref, command)

            return await site.act(request, Role.ORGANISER, act, page)

    add("edit", c.EditPairings())
    add("cancel-editing", c.CancelEditing())
