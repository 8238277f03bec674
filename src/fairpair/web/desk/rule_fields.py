"""Rules as fields of a form: what stands in them, and what was typed into them as settings.

How a rule is filled in, its title and its group are in its declaration.
"""

import json
from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

from fairpair.app.views.rules import Rule
from fairpair.core.dataclass import dataclass
from fairpair.core.numbers import format_number, parse_number
from fairpair.core.rules import GROUPS, RULES, Rules
from fairpair.core.settings import Declaration
from fairpair.core.tournament import Tournament
from fairpair.core.vocabulary import conventions_of
from fairpair.engine.fide.locks import rule_locks
from fairpair.language.message import Message

_PARTS = ("win", "draw", "loss")


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
    lock: Message | None
    """Why FIDE mode does not allow a change."""
    options: Mapping[str, str]
    parts: Mapping[str, str]
    changed: bool
    """It is not the default."""
    rare: bool
    """Hardly anybody changes it, or it is for other games or pairing systems, and it is not set."""


def fields_of(
    shown: Sequence[Rule], typed: Mapping[str, str], t: Tournament
) -> dict[str, list[RuleField]]:
    """All rules as fields, by subject, with what was typed in place of what is set."""
    locks = {key: Message(f"warning.{code}") for key, code in rule_locks(t).items()}
    return {
        group: [
            _field(rule, typed, t.rules, locks.get(rule.key))
            for rule in shown
            if rule.group == group
        ]
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


def _field(rule: Rule, typed: Mapping[str, str], rules: Rules, lock: Message | None) -> RuleField:
    kind = RULES[rule.key].kind
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
        lock=lock,
        options=kind.options,
        parts=parts,
        changed=rule.value != rule.default,
        rare=rule.value == rule.default and not _is_usual(RULES[rule.key], rules),
    )


def _is_usual(declared: Declaration, rules: Rules) -> bool:
    """Whether a rule is changed now and then in this game, with this pairing system."""
    if declared.rare:
        return False
    games = conventions_of(rules).rules
    right_game = not declared.games or not games.isdisjoint(declared.games)
    return right_game and (not declared.systems or rules.system in declared.systems)


def _text(form: str, value: Any) -> str:
    if value is None:
        return ""
    match form:
        case "flag":
            return "yes" if value else "no"
        case "words" | "tiebreaks":
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
        case "words" | "tiebreaks":
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
