"""Rules as fields of a form: by subject, each with its kind, and read back as settings."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from fairpair.app.views.rules import Rule
from fairpair.core.numbers import exact, shown
from fairpair.core.rounds import FOR_MISSED_ROUNDS
from fairpair.engine.pairing.systems import SYSTEMS
from fairpair.engine.stages.kinds import KINDS
from fairpair.engine.stages.plan import PLAY_IN

GROUPS: Mapping[str, tuple[str, ...]] = {
    "rounds": ("rounds", "check_in", "late_entry", "advance", "game", "system", "cycles"),
    "finals": (
        *("cut", "third_place", "best_of_rounds", "cut_ties", "cut_declined"),
        *("cut_points", "reseed", "finals", "mode"),
    ),
    "matches": (
        *("points", "best_of", "draws_allowed", "scores", "primary_score", "boards"),
        *("unplayed_points", "unfinished_matches"),
    ),
    "standings": (
        *("standings_tiebreakers", "omw_floor", "gw_floor", "min_games_for_gw"),
        *("draw_win_share", "byes_in_match_win", "dropped_cap", "freeze_dropped"),
        *("buchholz_variant", "fide_edition", "unrated_rating"),
    ),
    "pairing": (
        *("avoid_repeat_pairings", "avoid_same", "avoid_same_rounds", "avoid_same_hard"),
        *("track_pair_downs", "pairing_methods", "pairing_tiebreakers", "pairing_criteria"),
        *("colours", "color_balance_strict", "initial_colour", "acceleration"),
    ),
    "byes": ("bye_points", "bye_assignment", "max_byes_per_player", "prevent_consecutive_byes"),
    "tables": ("table_ranges", "table_order", "avoid_same_table"),
    "people": ("hidden", "player_reports"),
    "plan": ("total_rounds", "structure"),
}
"""Every rule, by subject; what is changed most comes first."""

CHOICES: Mapping[str, tuple[str, ...]] = {
    "system": tuple(SYSTEMS),
    "mode": ("swiss", "swiss_with_elimination", "elimination"),
    "unfinished_matches": ("ignore", "draw"),
    "bye_assignment": ("random", "lowest_tiebreaker", "lowest_rating"),
    "late_entry": tuple(kind.value for kind in FOR_MISSED_ROUNDS),
    "initial_colour": ("lot", "white", "black"),
    "acceleration": ("none", "baku"),
    "finals": tuple(kind for kind in KINDS if kind != PLAY_IN),
    "cut_ties": ("standings", "play_in", "all"),
    "cut_declined": ("next", "walkover"),
    "advance": ("by_hand", "complete", "publish"),
    "table_order": ("rank", "random"),
    "buchholz_variant": ("standard", "median", "modified"),
    "fide_edition": ("2024", "2026"),
}
_NUMBERS = frozenset(
    {
        *("rounds", "total_rounds", "best_of", "boards", "max_byes_per_player"),
        *("avoid_same_rounds", "cycles", "cut", "min_games_for_gw", "unrated_rating"),
    }
)
_FRACTIONS = frozenset({"cut_points", "omw_floor", "gw_floor", "draw_win_share", "dropped_cap"})
_TABLES = frozenset({"pairing_methods", "unplayed_points", "bye_points", "best_of_rounds"})
_PARTS = ("win", "draw", "loss")


@dataclass(frozen=True, slots=True)
class RuleField:
    """A rule to fill in. `kind` is `flag`, `choice`, `number`, `fraction`, `words`, `text`,
    `points`, `table` (lines of `key = value`) or `data` (JSON); `text` is what stands in it.
    """

    key: str
    kind: str
    text: str
    default: str
    about: str
    changeable: bool
    options: tuple[str, ...]
    parts: Mapping[str, str]
    changed: bool
    """It is not the default."""


def fields_of(rules: Sequence[Rule], typed: Mapping[str, str]) -> dict[str, list[RuleField]]:
    """All rules as fields, by subject, with what was typed in place of what is set."""
    by_key = {rule.key: rule for rule in rules}
    return {
        group: [_field(by_key[key], typed) for key in keys if key in by_key]
        for group, keys in GROUPS.items()
    }


def settings_of(rules: Sequence[Rule], typed: Mapping[str, str]) -> dict[str, Any]:
    """The settings that a form changes: those it has fields for, as far as they differ."""
    found: dict[str, Any] = {}
    for rule in rules:
        if f"has-{rule.key}" not in typed:
            continue
        value = _value(rule.key, typed)
        if not _same(rule.key, value, rule.value):
            found[rule.key] = value
    return found


def kind_of(key: str, value: object) -> str:
    """How a rule is filled in."""
    for kind, keys in (
        ("choice", CHOICES),
        ("number", _NUMBERS),
        ("fraction", _FRACTIONS),
        ("table", _TABLES),
        ("points", ("points",)),
        ("data", ("structure",)),
    ):
        if key in keys:
            return kind
    if isinstance(value, bool):
        return "flag"
    return "words" if isinstance(value, list | tuple) else "text"


def _field(rule: Rule, typed: Mapping[str, str]) -> RuleField:
    kind = kind_of(rule.key, rule.default)
    text = _text(kind, rule.value)
    if f"has-{rule.key}" in typed:
        text = typed.get(rule.key, "" if kind != "flag" else "no")
    parts = {}
    if kind == "points":
        parts = {p: typed.get(f"points-{p}", _number_text(rule.value[p])) for p in _PARTS}
    return RuleField(
        rule.key,
        kind,
        text,
        _text(kind, rule.default),
        rule.about,
        rule.changeable,
        CHOICES.get(rule.key, ()),
        parts,
        rule.value != rule.default,
    )


def _text(kind: str, value: Any) -> str:
    if value is None:
        return ""
    match kind:
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
    match kind_of(key, _DEFAULT_SHAPES.get(key, False)):
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


def _same(key: str, typed: Any, value: Any) -> bool:
    """Whether that is what is set already; `0.5` is `1/2`."""
    if key in _TABLES and typed is None:
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
                return exact(value)
            except ValueError:
                return value


def _number_text(value: Any) -> str:
    try:
        return shown(Fraction(exact(value)))
    except ValueError:
        return str(value)


def _is_whole(text: str) -> bool:
    return text.isascii() and text.isdigit() and len(text) < 10


_DEFAULT_SHAPES: Mapping[str, object] = {
    **dict.fromkeys(("game", "primary_score"), ""),
    **dict.fromkeys(
        (
            *("scores", "pairing_tiebreakers", "standings_tiebreakers", "pairing_criteria"),
            *("avoid_same", "table_ranges"),
        ),
        (),
    ),
}
"""The rules that are texts and lists; all others have a kind by name or are yes or no."""
