"""Who may do what: keys for helpers, links for players, and ending them."""

from typing import Any

from fastapi import APIRouter, Request, Response

from fairpair.app.access import key_issuer
from fairpair.app.access.grants import Role, grant_of
from fairpair.app.access.key_text import digest
from fairpair.app.access.keys import LOGIN_MINUTES, KeySpec
from fairpair.app.views.people import player_in
from fairpair.core.dataclass import dataclass
from fairpair.http.late_route import page_router
from fairpair.http.reach import reach_of
from fairpair.language.message import Message
from fairpair.web import qr
from fairpair.web.forms import field_error, read_number
from fairpair.web.site import Page, PageRequest, Site

_YEAR = 365 * 24


@dataclass(frozen=True, slots=True)
class CreatedKey:
    """A key that was just made: shown this once, with the address that uses it."""

    role: str
    name: str
    key: str
    address: str
    picture: str
    minutes: int | None = None
    """How long the address works, if it is a login link."""


def router(site: Site) -> APIRouter:
    """The routes; all are for organisers."""
    routes = page_router()

    def page(visit: PageRequest, **data: Any) -> Response:
        keys = key_issuer.list_keys(site.service, site.guard.access, visit.here)
        staff = [key for key in keys if key.role != Role.PLAYER]
        tokens = [key for key in keys if key.role == Role.PLAYER]
        playing = sum(not entry.dropped for entry in visit.t.entries.values())
        answer = site.page(
            visit,
            "desk/access.html",
            staff_keys=staff,
            tokens=tokens,
            missing=playing - len({key.player for key in tokens}),
            playing=playing,
            players=[(p, e.entrant.name) for p, e in visit.t.entries.items() if not e.dropped],
            reports=visit.t.rules.player_reports,
            form=visit.form,
            logins=site.guard.access.logins(visit.grant),
            this_login=digest(visit.grant.secret),
            reach=reach_of(visit.request),
            **{"made": [], **data},
        )
        answer.headers["Cache-Control"] = "no-store"
        return answer

    @routes.get("/desk/{tournament}/access")
    def access(request: Request) -> Response:
        """All keys that work now."""
        return page(site.visit(request, Role.ORGANISER))

    for name, doing in (
        ("make", _make),
        ("players", _for_players),
        ("player", _for_player),
        ("link", _link),
        ("revoke", _revoke),
        ("logout", _log_out_everywhere),
    ):
        _add(routes, site, page, name, doing)
    return routes


def _add(routes: APIRouter, site: Site, page: Page, name: str, doing: Any) -> None:
    @routes.post(f"/desk/{{tournament}}/access/{name}")
    async def route(request: Request) -> Response:
        return await site.act(request, Role.ORGANISER, lambda visit: doing(site, page, visit), page)


def _make(site: Site, page: Page, visit: PageRequest) -> Response:
    """A key for one person, as a key and as a login link."""
    role = visit.form.get("role", "")
    if role not in (Role.SCOREKEEPER, Role.ORGANISER):
        raise field_error("role", Message("field-problem.required"))
    hours = read_number(visit, "hours")
    if hours is not None and not 1 <= hours <= _YEAR:
        raise field_error("hours", Message("field-problem.range", low=1, high=_YEAR))
    minutes = None if hours is None else 60 * hours
    label = visit.form.get("label", "").strip()
    wanted = KeySpec(Role(role), visit.here, None, label, minutes)
    made = _issuer(site, visit).issue(wanted)
    return page(visit, made=[_login_link(site, visit, made.id, made.key)])


def _for_players(site: Site, page: Page, visit: PageRequest) -> Response:
    """A link for each player, to print and hand out."""
    everybody = visit.form.get("to") == "all"
    made = _issuer(site, visit).issue_to_players(everybody=everybody, some=True)
    return page(visit, made=[_player_link(visit, one) for one in made])


def _for_player(site: Site, page: Page, visit: PageRequest) -> Response:
    """A new link for one player, in place of one that is lost."""
    player = player_in(visit.t, visit.form.get("player", ""))
    made = _issuer(site, visit).replace_player_key(player)
    return page(visit, made=[_player_link(visit, made)])


def _link(site: Site, page: Page, visit: PageRequest) -> Response:
    """One more login link for a key that is there."""
    return page(visit, made=[_login_link(site, visit, visit.form.get("key", ""), "")])


def _revoke(site: Site, _page: Page, visit: PageRequest) -> str:
    """End keys: one, or all links of players."""
    access = site.guard.access
    if visit.form.get("key") == "players":
        access.revoke([key for key in access.of(visit.here) if key.role == Role.PLAYER])
    else:
        _issuer(site, visit).revoke(visit.form.get("key", ""))
    return f"/desk/{visit.here}/access"


def _log_out_everywhere(site: Site, _page: Page, visit: PageRequest) -> str:
    """End every login with the key of this visitor; the key itself stays valid."""
    site.guard.access.end_logins(visit.grant)
    return "/login"


def _issuer(site: Site, visit: PageRequest) -> key_issuer.KeyIssuer:
    return key_issuer.KeyIssuer(site.service, site.guard.access, visit.command_context, visit.grant)


def _login_link(site: Site, visit: PageRequest, key_id: str, text: str) -> CreatedKey:
    access = site.guard.access
    key = access.get_key(visit.here, key_id)
    reach, path = reach_of(visit.request), f"/login/{access.login_code(grant_of(key))}"
    picture = qr.qr_data(reach, path)
    return CreatedKey(key.role, key.label, text, reach.url(path), picture, LOGIN_MINUTES)


def _player_link(visit: PageRequest, one: key_issuer.NewKeyView) -> CreatedKey:
    reach, path = reach_of(visit.request), f"/t/{visit.here}/player/{one.key}"
    name = f"{one.player}. {one.name}"
    return CreatedKey(one.role, name, "", reach.url(path), qr.qr_data(reach, path))
