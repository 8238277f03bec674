"""The player's own page: opened by a personal address, kept open by a cookie."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial
from typing import Any

from fastapi import APIRouter, Request, Response
from fastapi.responses import RedirectResponse

from fairpair.app.access.grants import NOBODY, Grant, Role
from fairpair.app.requests import CommandContext, Outcome
from fairpair.app.views.audience import redact_for_public
from fairpair.app.views.player_requests import requests_of, rounds_to_ask_for
from fairpair.app.views.players import player_view
from fairpair.app.views.ratings import shown_rating
from fairpair.app.views.results import choices_of, own_side_first, result_entry_mode
from fairpair.app.views.rounds import clock_view
from fairpair.app.views.standings import standings_of, table_view
from fairpair.core.errors import ForbiddenError, NotFoundError, UnauthorizedError
from fairpair.core.ids import CommandId, PlayerId, TournamentId
from fairpair.core.results import Result
from fairpair.core.tournament import Tournament
from fairpair.core.vocabulary import result_text
from fairpair.engine.stages.progress import rules_at
from fairpair.http.late_route import page_router
from fairpair.http.sessions import cookie_name, remember_login
from fairpair.language.message import Message
from fairpair.log import commands as c
from fairpair.web.chances import chances_of, public_guarantees, public_odds
from fairpair.web.forms import read_number
from fairpair.web.plots import rank_line
from fairpair.web.public.my_round import MyMatch, MyRound, my_round, parse_report
from fairpair.web.public.pages import frame_of
from fairpair.web.ranks import player_results
from fairpair.web.site import PageRequest, Site

_KEPT_NOWHERE = {"Cache-Control": "no-store"}


def router(site: Site) -> APIRouter:
    """The routes."""
    routes = page_router()

    @routes.get("/t/{tournament}/player/{token}")
    def enter(request: Request, tournament: str, token: str) -> Response:
        """The personal address: a cookie for the token, which does not stay in the address bar."""
        return _log_in(site, request, TournamentId(tournament), token)

    def page(visit: PageRequest, **data: Any) -> Response:
        grant = _player(site, visit.request, visit.here)
        if grant is None or grant.player is None or grant.player not in visit.t.entries:
            return _unknown_player(site, visit.request, visit.here)
        seen = replace(visit, grant=grant)
        answer = site.page(seen, "public/me.html", **_data(site, seen, grant.player), **data)
        answer.headers["Cache-Control"] = "private, no-cache"
        return answer

    @routes.get("/t/{tournament}/me")
    def me(request: Request, tournament: str) -> Response:
        """What to do now, and everything about the player's tournament."""
        if _player(site, request, TournamentId(tournament)) is None:
            return _unknown_player(site, request, TournamentId(tournament))
        return page(site.visit(request, Role.PUBLIC))

    def add(name: str, command_of: Callable[[PageRequest, PlayerId], c.Command]) -> None:
        def act(visit: PageRequest) -> str:
            _run(site, visit, command_of)
            return f"/t/{visit.here}/me"

        @routes.post(f"/t/{{tournament}}/me/{name}")
        async def route(request: Request) -> Response:
            return await site.act(request, Role.PLAYER, act, page)

    add("report", _report)
    add("request", lambda visit, me: c.MakeRequest(me, read_number(visit, "round")))
    add("withdraw", lambda visit, me: c.WithdrawRequest(me, read_number(visit, "round")))

    return routes


def _log_in(site: Site, request: Request, here: TournamentId, token: str) -> Response:
    try:
        grant = site.guard.verify_key(request, token)
    except UnauthorizedError:
        return _unknown_player(site, request, here)
    if grant.tournament != here or grant.player is None:
        return _unknown_player(site, request, here)
    present = site.guard.authenticate(request, here)
    if present is not None and present.may(Role.SCOREKEEPER, here):
        # The staff looks at the page; their own login stays as it is.
        return RedirectResponse(f"/t/{here}/players/{grant.player}", 303, _KEPT_NOWHERE)
    answer = RedirectResponse(f"/t/{here}/me", 303, _KEPT_NOWHERE)
    remember_login(request, answer, site.guard.access.log_in(grant))
    return answer


def _player(site: Site, request: Request, here: TournamentId) -> Grant | None:
    """Who is logged in here as a player: also if they are the administrator as well."""
    cookie = request.cookies.get(cookie_name(here))
    grant = site.guard.access.verify(cookie) if cookie else None
    grant = grant or site.guard.authenticate(request, here)
    mine = grant is not None and grant.tournament == here and grant.player is not None
    return grant if mine else None


def _unknown_player(site: Site, request: Request, here: TournamentId) -> Response:
    """How to get in; nothing is told of the event, which may be hidden."""
    visit = PageRequest(request, NOBODY)
    known = {"place": here, "tried": "player" in request.url.path.split("/")}
    answer = site.page(visit, "public/me_unknown.html", 401, **known)
    answer.headers.update(_KEPT_NOWHERE)
    return answer


def _data(site: Site, visit: PageRequest, player: PlayerId) -> dict[str, Any]:
    t = _redact_for_player(visit.t)
    mine = my_round(t, player)
    standings = site.views.get_or_build(
        ("player", visit.here, "standings"), visit.version, lambda: standings_of(t)
    )
    shown = player_results(t, standings, player, partial(site.ranks_after, visit.here, visit.t))
    own = [standings.by_player[player]] if t.rounds else []
    return {
        "frame": frame_of(t, visit.version),
        "player": player_view(t, visit.version, player, standings),
        "rating": shown_rating(visit.t, visit.version, player),
        **shown,
        "line": rank_line(shown["line"].ranks, len(standings.ranks), 84, 28),
        "own_result": _own_result(t, mine.match),
        "mine": mine,
        **_chances(site, visit, player),
        "row": next(iter(table_view(t, visit.version, standings, own).players), None),
        "field": len(t.entries),
        "requests": requests_of(visit.t, player),
        "ask_rounds": rounds_to_ask_for(visit.t, player),
        **_time(t, mine),
        **_report_fields(t, mine.match),
    }


def _chances(site: Site, visit: PageRequest, player: PlayerId) -> Mapping[str, Any]:
    """Guarantees and odds of the player, as everybody may see them."""
    public = (visit.here, redact_for_public(visit.t), visit.version)
    odds = public_odds(site.odds, *public)
    return chances_of(public_guarantees(site.views, *public), odds, player)


def _own_result(t: Tournament, match: MyMatch | None) -> Callable[[Result], Message | str]:
    """A function that shows a result of the player's match with their score first."""
    side = match.side if match else 0
    return lambda result: result_text(own_side_first(result, side), t.rules)


def _redact_for_player(t: Tournament) -> Tournament:
    """What a player sees: published rounds, not as they are edited, and reports of their own match
    only.
    """
    return replace(t, rounds={ref: one.as_shown for ref, one in t.published_rounds.items()})


def _time(t: Tournament, mine: MyRound) -> dict[str, Any]:
    """The round clock while the player's match is open, and the table's extra minutes."""
    if mine.ref is None or mine.match is None or mine.match.result is not None:
        return {"clock": None, "extra": 0}
    round_ = t.rounds[mine.ref]
    own_table = round_.pairings[mine.match.match.table]
    return {"clock": clock_view(round_), "extra": own_table.extra_minutes}


def _report_fields(t: Tournament, match: MyMatch | None) -> dict[str, Any]:
    if match is None:
        return {"choices": (), "way": "", "rules": t.rules}
    rules = rules_at(t, match.match)
    stage = match.match.stage
    return {
        "choices": choices_of(rules, stage=stage, side=match.side),
        "way": result_entry_mode(rules),
        "rules": rules,
    }


def _run(
    site: Site, visit: PageRequest, command_of: Callable[[PageRequest, PlayerId], c.Command]
) -> Outcome:
    grant = _player(site, visit.request, visit.here)
    if grant is None or grant.player is None:
        raise ForbiddenError("not-a-player.on-page")
    command = command_of(visit, grant.player)
    order = CommandContext(
        visit.here, CommandId(visit.command_context.command_id), grant.audit_name
    )
    return site.service.run_command(order, command)


def _report(visit: PageRequest, me: PlayerId) -> c.ReportResult:
    """The report of the player's own match, or the confirmation of the opponent's report."""
    match = my_round(_redact_for_player(visit.t), me).match
    if match is None:
        raise NotFoundError("no-match.at-the-moment")
    if visit.form.get("confirm"):
        if match.theirs is None or str(match.theirs) != visit.form["confirm"]:
            raise ForbiddenError("report-changed", name=match.opponent.name)
        result = match.theirs
    else:
        result = parse_report(visit.form, rules_at(visit.t, match.match), match.side)
    shown = visit.form.get("seats", "").split()
    seats = tuple(PlayerId(int(n)) for n in shown if n.isdecimal() and len(n) < 10)
    return c.ReportResult(match.match, me, result, seats or tuple(match.seats))
