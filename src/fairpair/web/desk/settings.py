"""The settings: all rules as forms, checked while they are typed; what is fixed says so."""

from collections.abc import Callable, Mapping
from typing import Any

from fastapi import APIRouter, Request, Response

from fairpair.app import offers
from fairpair.app.access.grants import Role
from fairpair.app.service import Outcome, Service
from fairpair.app.use_cases.edits import configure
from fairpair.app.views.recommendation import recommendation_view
from fairpair.app.views.rules import rules_view
from fairpair.core.errors import DomainError, InvalidStateError
from fairpair.core.tournament import Phase
from fairpair.engine.standings.registry import catalogue
from fairpair.log.commands import ChangeRules
from fairpair.log.decide import decide
from fairpair.presets import rules_of
from fairpair.web.desk.rule_fields import fields_of, settings_of
from fairpair.web.site import PageRequest, Site


def router(site: Site) -> APIRouter:
    """The routes of the settings."""
    routes = APIRouter(include_in_schema=False)

    def page(visit: PageRequest, **data: Any) -> Response:
        t, form = visit.t, visit.form
        rules = rules_view(t, visit.version).rules
        typed = form if "settings" in form else {}
        return site.page(
            visit,
            "desk/settings.html",
            groups=fields_of(rules, typed),
            name=typed.get("name", t.name),
            reason=typed.get("reason", ""),
            wrong=_wrong(data.get("refusal")),
            started=t.phase is not Phase.SETUP,
            finished=t.finished,
            planned=recommendation_view(t, visit.version),
            offers=offers.offers(),
            tiebreaks=catalogue(),
            **data,
        )

    @routes.get("/desk/{tournament}/settings")
    def settings(request: Request) -> Response:
        """All rules."""
        return page(site.visit(request, Role.ORGANISER))

    def add(path: str, doing: Callable[[Service, PageRequest], Outcome | str]) -> None:
        @routes.post(f"/desk/{{tournament}}/settings{path}")
        async def route(request: Request) -> Response:
            def act(visit: PageRequest) -> Outcome | str:
                return doing(site.service, visit)

            return await site.act(request, Role.ORGANISER, act, page)

    add("", _save)
    add("/recommended", _as_recommended)
    add("/preset", _as_preset)

    @routes.post("/desk/{tournament}/settings/check")
    async def check(request: Request) -> Response:
        """What would be refused of it; nothing is changed."""
        return await site.act(
            request, Role.ORGANISER, lambda visit: page(visit, refusal=_refusal(visit)), page
        )

    return routes


def _save(service: Service, visit: PageRequest) -> Outcome | str:
    """Change what was changed in the form."""
    changes, name = _changes(visit), visit.form.get("name", visit.t.name)
    new_name = name if name != visit.t.name else None
    if new_name is None and not changes:
        return f"/desk/{visit.here}/settings"
    return configure(service, visit.order, new_name, changes or None, visit.form.get("reason", ""))


def _as_recommended(service: Service, visit: PageRequest) -> Outcome:
    """Rounds and finals as recommended for the field."""
    found = recommendation_view(visit.t, visit.version)
    if found.rounds is None:
        raise InvalidStateError("too-few-players", found.text, "Enter players first.")
    changes = {"rounds": found.rounds, "cut": found.cut}
    return configure(service, visit.order, None, changes, visit.form.get("reason", ""))


def _as_preset(service: Service, visit: PageRequest) -> Outcome:
    """All rules of another game, but who may see and report; before the start only."""
    players = len(visit.t.entrants_in(visit.t.upcoming))
    found = offers.offered(visit.form.get("preset", ""), players)
    rules = rules_of(found.preset, found.config).as_settings()
    kept = {key: getattr(visit.t.rules, key) for key in ("hidden", "player_reports")}
    return configure(service, visit.order, None, {**rules, **kept})


def _changes(visit: PageRequest) -> dict[str, Any]:
    return settings_of(rules_view(visit.t, visit.version).rules, visit.form)


def _refusal(visit: PageRequest) -> DomainError | None:
    """Why it could not be saved; that a reason is missing is not told before it is saved."""
    changes = _changes(visit)
    if not changes:
        return None
    try:
        decide(visit.journal, ChangeRules(changes, visit.form.get("reason") or "checked"))
    except DomainError as refusal:
        return refusal
    return None


def _wrong(refusal: DomainError | None) -> Mapping[str, str]:
    """What is wrong, by the field it stands beside."""
    if refusal is None:
        return {}
    found: dict[str, str] = {}
    for problem in refusal.problems:
        found[problem.where] = "; ".join(filter(None, (found.get(problem.where), problem.message)))
    if refusal.code == "reason-needed":
        found["reason"] = refusal.message
    if refusal.code == "rounds-played":
        found["rounds"] = refusal.message
    return found
