"""The first pages: all tournaments, the login, and how a visitor likes to see pages."""

from functools import partial
from typing import Any

from fastapi import APIRouter, Request, Response
from fastapi.responses import RedirectResponse

from fairpair.app.access.grants import NOBODY, Grant, Role
from fairpair.app.views.tournament_index import TournamentIndex
from fairpair.app.views.tournaments import ListState, Summary
from fairpair.core.dataclass import dataclass
from fairpair.core.ids import TournamentId
from fairpair.core.rules import Rules
from fairpair.http.language import COOKIE as LANGUAGE_COOKIE
from fairpair.http.late_route import page_router
from fairpair.http.sessions import all_session_keys, forget_logins, remember_login
from fairpair.language.languages import LANGUAGES
from fairpair.web.identity import pattern_of
from fairpair.web.site import THEME, THEMES, PageRequest, Site, local_address

_A_YEAR = 365 * 24 * 3600
_PER_PAGE = 60


@dataclass(frozen=True, slots=True)
class Line:
    """A tournament in the list, and where it is for the visitor."""

    tournament: Summary
    address: str

    @property
    def id(self) -> TournamentId:
        """What the line is about."""
        return self.tournament.id


def router(site: Site) -> APIRouter:
    """The routes of this site."""
    routes = page_router()

    @routes.get("/")
    def index(request: Request, offset: int = 0, q: str = "", state: str = "") -> Response:
        """All tournaments that may be seen."""
        grant = site.guard.authenticate(request, None) or NOBODY
        logins = {} if grant.role == Role.ADMIN else _logins(site, request)
        who = next(iter(logins.values()), grant)
        first, query = max(0, offset), q.strip()[:100]
        seen = None if grant.role == Role.ADMIN else list(logins)
        tournaments: TournamentIndex = request.app.state.listing
        chosen = ListState(state) if state in list(ListState) else ListState.CURRENT
        found = tournaments.page(_PER_PAGE, first, seen, query, chosen)
        visit = PageRequest(request, grant)
        return site.page(
            visit,
            "index.html",
            found=found,
            offset=first,
            query=query,
            state=chosen.value,
            who=who,
            lines=[_line(one, grant, logins.get(one.id)) for one in found.tournaments],
            pattern_of=lambda one: pattern_of(Rules(game=one.game)),
        )

    def login_page(visit: PageRequest, **data: Any) -> Response:
        following = visit.form.get("next") or visit.request.query_params.get("next", "")
        return site.page(visit, "login.html", next=local_address(following), **data)

    @routes.get("/login")
    def login(request: Request) -> Response:
        """Where a key is typed in."""
        return login_page(PageRequest(request, NOBODY))

    @routes.api_route("/login/{code}", methods=["GET", "HEAD"])
    def login_link(request: Request, code: str) -> Response:
        """A button that uses a login link; the link is checked when it is pressed."""
        answer = site.page(PageRequest(request, NOBODY), "login_link.html", code=code)
        answer.headers["Cache-Control"] = "no-store"
        answer.headers["Referrer-Policy"] = "no-referrer"
        return answer

    @routes.post("/login")
    async def log_in(request: Request) -> Response:
        """The key for a cookie."""
        return await site.act(request, Role.PUBLIC, partial(_log_in, site), login_page)

    @routes.post("/logout")
    async def log_out(request: Request) -> Response:
        """End all logins of this browser."""
        return await site.act(request, Role.PUBLIC, partial(_log_out, site), login_page)

    @routes.post("/preferences")
    async def preferences(request: Request) -> Response:
        """Language, light or dark: kept in the browser."""
        return await site.act(request, Role.PUBLIC, _prefer, login_page)

    return routes


def _logins(site: Site, request: Request) -> dict[TournamentId, Grant]:
    """What this browser is logged in for, tournament by tournament."""
    found = [site.guard.access.verify(key) for key in all_session_keys(request)]
    return {one.tournament: one for one in found if one and one.tournament}


def _line(one: Summary, grant: Grant, login: Grant | None) -> Line:
    """Where the tournament is for them: the desk, their own page, or the public one."""
    if grant.role == Role.ADMIN or (login and login.role != Role.PLAYER):
        return Line(one, f"/desk/{one.id}")
    return Line(one, f"/t/{one.id}/me" if login else f"/t/{one.id}")


def _log_in(site: Site, visit: PageRequest) -> Response:
    key = visit.form.get("key", "").strip()
    login = site.guard.access.log_in(site.guard.verify_key(visit.request, key))
    here = login.grant.tournament
    place = local_address(visit.form.get("next", "")) or (f"/desk/{here}" if here else "/")
    answer = RedirectResponse(place, 303, {"Cache-Control": "no-store"})
    remember_login(visit.request, answer, login)
    return answer


def _log_out(site: Site, visit: PageRequest) -> Response:
    answer = RedirectResponse("/", 303)
    forget_logins(site.guard.access, visit.request, answer)
    return answer


def _prefer(visit: PageRequest) -> Response:
    answer = RedirectResponse(local_address(visit.form.get("back", "")) or "/", 303)
    for name, cookie, known in (
        ("lang", LANGUAGE_COOKIE, tuple(LANGUAGES)),
        ("theme", THEME, THEMES),
    ):
        if visit.form.get(name) in known:
            value = visit.form[name]
            answer.set_cookie(cookie, value, _A_YEAR, samesite="lax", httponly=True)
    return answer
