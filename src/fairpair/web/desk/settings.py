"""The settings: how the tournament looks, all rules, its details, checked while they are typed."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from fastapi import APIRouter, Request, Response

from fairpair.app import game_choices
from fairpair.app.access.grants import Role
from fairpair.app.pictures import read_pictures
from fairpair.app.requests import Outcome
from fairpair.app.service import Service
from fairpair.app.use_cases.edits import configure
from fairpair.app.views.recommendation import recommendation_view
from fairpair.app.views.rules import rules_view, usual_settings
from fairpair.core.errors import DomainError, InvalidStateError
from fairpair.core.rules import GROUPS
from fairpair.core.tournament import Phase, Tournament
from fairpair.engine.standings.registry import catalogue
from fairpair.http.late_route import page_router
from fairpair.log.commands import ChangeRules, LeaveFideMode
from fairpair.log.decide import decide
from fairpair.presets import rules_of
from fairpair.web.desk.event_form import event_changes, event_fields
from fairpair.web.desk.identity import identity_changes, identity_fields
from fairpair.web.desk.rule_fields import RuleField, fields_of, settings_of
from fairpair.web.desk.tiebreak_order import clear_places, codes_in, orders_of, press
from fairpair.web.site import PageRequest, Site


def router(site: Site) -> APIRouter:
    """The routes of the settings."""
    routes = page_router()

    def page(visit: PageRequest, **data: Any) -> Response:
        shown = _page_data(visit, data.get("refusal"))
        return site.page(visit, "desk/settings.html", **shown, **data)

    @routes.get("/desk/{tournament}/settings")
    def settings(request: Request) -> Response:
        """All rules."""
        return page(site.visit(request, Role.ORGANISER))

    def add(path: str, doing: Callable[[Service, PageRequest], Outcome]) -> None:
        @routes.post(f"/desk/{{tournament}}/settings{path}")
        async def route(request: Request) -> Response:
            def act(visit: PageRequest) -> Outcome:
                return doing(site.service, visit)

            return await site.act(request, Role.ORGANISER, act, page)

    add("", _save)
    add("/recommended", _apply_recommendation)
    add("/preset", _apply_preset)
    add("/leave-fide", _leave_fide_mode)

    @routes.post("/desk/{tournament}/settings/check")
    async def check(request: Request) -> Response:
        """What would be refused of it, or the list of tie-breaks moved; nothing is changed."""

        def act(visit: PageRequest) -> Response:
            moved = replace(visit, form=press(visit.form))
            return page(moved, refusal=_refusal(site.service, moved))

        return await site.act(request, Role.ORGANISER, act, page)

    return routes


def _page_data(visit: PageRequest, refusal: DomainError | None) -> dict[str, Any]:
    """What the page shows: what is set, or what was typed in its place."""
    t = visit.t
    typed = visit.form if "settings" in visit.form else {}
    fields = _fields(visit, typed)
    every = (one for group in fields.values() for one in group)
    lists = {one.key: one.text for one in every if one.form == "tiebreaks"}
    return {
        "groups": fields,
        "group_titles": GROUPS,
        "orders": orders_of(t.rules, lists),
        "clear": clear_places(t, codes_in(lists["standings_tiebreakers"])),
        "event_fields": event_fields(t, typed),
        "identity": identity_fields(t, typed, visit.files),
        "name": typed.get("name", t.name),
        "reason": typed.get("reason", ""),
        "seen": typed.get("settings", visit.version),
        "unsaved": bool(typed),
        "wrong": _errors_by_field(refusal),
        "started": t.phase is not Phase.SETUP,
        "finished": t.finished,
        "in_fide_mode": t.is_in_fide_mode,
        "planned": recommendation_view(t, visit.version),
        "offers": game_choices.game_choices(),
        "tiebreaks": catalogue(),
    }


def _save(service: Service, visit: PageRequest) -> Outcome:
    """Change what was changed in the form, all as one action."""
    seen, form = _seen(service, visit), visit.form
    name, rules = form.get("name", seen.name), _changes(seen, form)
    look, files = identity_changes(seen, visit)
    changes = {**event_changes(seen, form), **look}
    header, pictures = read_pictures(service, visit.here, changes, files)
    return service.run(
        replace(visit.command_context, pictures=pictures),
        configure,
        name if name != seen.name else None,
        rules or None,
        form.get("reason", ""),
        header or None,
    )


def _seen(service: Service, visit: PageRequest) -> Tournament:
    """The tournament as the form showed it: what others have changed since then stays."""
    version = visit.form.get("settings", "")
    if version.isdecimal() and len(version) < 10 and 0 < int(version) < visit.version:
        return service.journal_at(visit.here, int(version)).tournament
    return visit.t


def _apply_recommendation(service: Service, visit: PageRequest) -> Outcome:
    """Rounds and finals as recommended for the field."""
    found = recommendation_view(visit.t, visit.version)
    if found.rounds is None:
        raise InvalidStateError("too-few-players.for-plan")
    changes = {"rounds": found.rounds, "cut": found.cut}
    return service.run(
        visit.command_context, configure, None, changes, visit.form.get("reason", "")
    )


def _apply_preset(service: Service, visit: PageRequest) -> Outcome:
    """All rules of another game, but who may see and report; before the start only."""
    players = len(visit.t.entrants_in(visit.t.upcoming))
    found = game_choices.game_setup(visit.form.get("preset", ""), players)
    rules = rules_of(found.preset, found.config).as_settings()
    kept = {key: getattr(visit.t.rules, key) for key in _KEPT}
    return service.run(visit.command_context, configure, None, {**rules, **kept})


_KEPT = ("hidden", "show_outlook", "show_odds", "player_reports")


def _leave_fide_mode(service: Service, visit: PageRequest) -> Outcome:
    """For ever, and confirmed twice."""
    command = LeaveFideMode(visit.form.get("reason", ""))
    return service.run_command(visit.command_context, command)


def _fields(visit: PageRequest, typed: Mapping[str, str]) -> dict[str, list[RuleField]]:
    """All rules as fields; the default of each is what is usual for the game."""
    usual = usual_settings(visit.t.rules)
    shown = [replace(one, default=usual[one.key]) for one in rules_view(visit.t, 0).rules]
    return fields_of(shown, typed, visit.t)


def _changes(seen: Tournament, typed: Mapping[str, str]) -> dict[str, Any]:
    return settings_of(rules_view(seen, 0).rules, typed)


def _refusal(service: Service, visit: PageRequest) -> DomainError | None:
    """Why it could not be saved; that a reason is missing is not told before it is saved."""
    changes = _changes(_seen(service, visit), visit.form)
    if not changes:
        return None
    try:
        decide(visit.journal, ChangeRules(changes, visit.form.get("reason") or "checked"))
    except DomainError as refusal:
        return refusal
    return None


def _errors_by_field(refusal: DomainError | None) -> Mapping[str, str]:
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
