"""The settings: all rules as forms, checked while they are typed; what is fixed says so.

How a rule is filled in, its title and its group are in its declaration.
"""

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from fastapi import APIRouter, Request, Response

from fairpair.app import game_choices
from fairpair.app.access.grants import Role
from fairpair.app.requests import Outcome
from fairpair.app.service import Service
from fairpair.app.use_cases.edits import configure
from fairpair.app.views.recommendation import recommendation_view
from fairpair.app.views.rules import Rule, rules_view, usual_settings
from fairpair.core.errors import DomainError, InvalidStateError
from fairpair.core.numbers import format_number, parse_number
from fairpair.core.rules import GROUPS, RULES
from fairpair.core.tournament import Phase
from fairpair.core.vocabulary import conventions_of
from fairpair.engine.standings.registry import catalogue
from fairpair.language.message import Message
from fairpair.log.commands import ChangeRules
from fairpair.log.decide import decide
from fairpair.presets import rules_of
from fairpair.web.desk.event_form import event_fields, save_event
from fairpair.web.site import PageRequest, Site

_PARTS = ("win", "draw", "loss")


def router(site: Site) -> APIRouter:
    """The routes of the settings."""
    routes = APIRouter(include_in_schema=False)

    def page(visit: PageRequest, **data: Any) -> Response:
        t, form = visit.t, visit.form
        usual = usual_settings(t.rules)
        rules = [
            replace(rule, default=usual[rule.key]) for rule in rules_view(t, visit.version).rules
        ]
        typed = form if "settings" in form else {}
        return site.page(
            visit,
            "desk/settings.html",
            groups=fields_of(rules, typed, conventions_of(t.rules).rules),
            group_titles=GROUPS,
            event_fields=event_fields(t, form),
            name=typed.get("name", t.name),
            reason=typed.get("reason", ""),
            wrong=_errors_by_field(data.get("refusal")),
            started=t.phase is not Phase.SETUP,
            finished=t.finished,
            planned=recommendation_view(t, visit.version),
            offers=game_choices.game_choices(),
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
    add("/event", save_event)
    add("/recommended", _apply_recommendation)
    add("/preset", _apply_preset)

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
    return service.run(
        visit.command_context, configure, new_name, changes or None, visit.form.get("reason", "")
    )


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
    kept = {key: getattr(visit.t.rules, key) for key in ("hidden", "player_reports")}
    return service.run(visit.command_context, configure, None, {**rules, **kept})


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


# Rules as fields


@dataclass(frozen=True, slots=True)
class RuleField:
    """A rule to fill in. `form` is how, as its declaration says: a `table` has lines of
    `key = value`, `data` is JSON; `text` is what stands in it.
    """

    key: str
    title: Message
    form: str
    text: str
    default: str
    about: Message
    changeable: bool
    options: Mapping[str, str]
    parts: Mapping[str, str]
    changed: bool
    """It is not the default."""
    special: bool
    """It is for other games than this one, and not set."""


def fields_of(
    rules: Sequence[Rule], typed: Mapping[str, str], games: frozenset[str]
) -> dict[str, list[RuleField]]:
    """All rules as fields, by subject, with what was typed in place of what is set; `games` are
    those whose special rules apply.
    """
    return {
        group: [_field(rule, typed, games) for rule in rules if rule.group == group]
        for group in GROUPS
    }


def settings_of(rules: Sequence[Rule], typed: Mapping[str, str]) -> dict[str, Any]:
    """The settings that a form changes: those it has fields for, as far as they differ."""
    found: dict[str, Any] = {}
    for rule in rules:
        if f"has-{rule.key}" not in typed:
            continue
        value = _value(rule.key, typed)
        if not _is_same_value(rule.key, value, rule.value):
            found[rule.key] = value
    return found


def _field(rule: Rule, typed: Mapping[str, str], games: frozenset[str]) -> RuleField:
    kind, special_for = RULES[rule.key].kind, RULES[rule.key].games
    text = _text(kind.form, rule.value)
    if f"has-{rule.key}" in typed:
        text = typed.get(rule.key, "" if kind.form != "flag" else "no")
    parts = {}
    if kind.form == "points":
        parts = {p: typed.get(f"points-{p}", _number_text(rule.value[p])) for p in _PARTS}
    return RuleField(
        key=rule.key,
        title=rule.title,
        form=kind.form,
        text=text,
        default=_text(kind.form, rule.default),
        about=rule.about,
        changeable=rule.changeable,
        options=kind.options,
        parts=parts,
        changed=rule.value != rule.default,
        special=bool(special_for) and games.isdisjoint(special_for) and rule.value == rule.default,
    )


def _text(form: str, value: Any) -> str:
    if value is None:
        return ""
    match form:
        case "flag":
            return "yes" if value else "no"
        case "words":
            return ", ".join(value)
        case "fraction":
            return _number_text(value)
        case "table":
            if not isinstance(value, Mapping):
                return _number_text(value)
            return "\n".join(f"{key} = {_number_text(v)}" for key, v in value.items())
        case "points":
            return ", ".join(_number_text(value[part]) for part in _PARTS)
        case "data":
            return json.dumps(value, indent=1, ensure_ascii=False) if value else ""
        case _:
            return str(value)


def _value(key: str, typed: Mapping[str, str]) -> Any:
    """What was typed, as a setting; what makes no sense is left to the rules to refuse."""
    text = typed.get(key, "").strip()
    match RULES[key].kind.form:
        case "flag":
            return text == "yes"
        case "number":
            return None if not text else int(text) if _is_whole(text) else text
        case "fraction":
            return text or None
        case "words":
            return [word for word in (w.strip() for w in text.split(",")) if word]
        case "table":
            return _table(text)
        case "points":
            return {part: typed.get(f"points-{part}", "").strip() for part in _PARTS}
        case "data":
            return _data(text)
        case _:
            return text


def _table(text: str) -> Any:
    """`wins = 2` in lines; a line without a sign is one value for all."""
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    if not lines:
        return None
    if len(lines) == 1 and "=" not in lines[0] and ":" not in lines[0]:
        return lines[0]
    found: dict[str, Any] = {}
    for line in lines:
        name, _, value = line.partition("=" if "=" in line else ":")
        said = value.strip()
        found[name.strip()] = int(said) if _is_whole(said) else said
    return found


def _data(text: str) -> Any:
    if not text:
        return []
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return text


def _is_same_value(key: str, typed: Any, value: Any) -> bool:
    """Whether that is what is set already; `0.5` is `1/2`."""
    if typed is None and RULES[key].kind.form == "table":
        return value in (None, {})
    return bool(_plain(typed) == _plain(value))


def _plain(value: Any) -> Any:
    match value:
        case Mapping():
            return {key: _plain(v) for key, v in value.items()}
        case list() | tuple():
            return [_plain(v) for v in value]
        case bool() | None:
            return value
        case _:
            try:
                return parse_number(value)
            except ValueError:
                return value


def _number_text(value: Any) -> str:
    try:
        return format_number(Fraction(parse_number(value)))
    except ValueError:
        return str(value)


def _is_whole(text: str) -> bool:
    return text.isascii() and text.isdigit() and len(text) < 10
