"""Rules as callers pass them: a preset or a system, points, tie-breaks, and rules by name."""

import re
from collections.abc import Iterable, Mapping, Sequence, Set
from fractions import Fraction
from typing import Any

from fairpair.app.files.results_files import DEFAULT_PRESET
from fairpair.core.arguments import list_of, shown_value, text_of, wrong_type
from fairpair.core.errors import FieldProblem, NotFoundError
from fairpair.core.rules import OTHER_NAMES, RULES, Rules, bad_rules
from fairpair.core.suggestions import add_suggestion, nearest
from fairpair.engine.pairing.systems import SYSTEMS
from fairpair.engine.standings.names import meant_by
from fairpair.engine.standings.registry import find_tiebreak
from fairpair.engine.standings.tiebreak import Tiebreak
from fairpair.language.message import Message
from fairpair.library.arguments import name_of
from fairpair.library.error_hints import python_hints
from fairpair.presets import names, rules_of

PointsLike = Mapping[str, Any] | Sequence[int | float | str | Fraction]
"""`{"win": 3, "draw": 1, "loss": 0}`, or the three numbers in this order."""
PRESETS = {"dutch": "fide_dutch", "swiss": DEFAULT_PRESET, "round_robin": "chess_style"}
"""The preset of each pairing system where none is named."""
_KNOCKOUTS = ("knockout", "elimination", "single_elimination", "ko")
"""What people call a tournament that is a knockout from the start."""
_ELSEWHERE = {"players": Message("argument.players", call="add_players(...)")}
"""What is said of names that belong to another call."""


def preset_for(system: object, preset: object, usual: str = DEFAULT_PRESET) -> str:
    """The preset that is named, else that of the system, else the usual one."""
    if preset is not None:
        named = text_of("preset", preset)
        _refuse_knockout("preset", named)
        if named in SYSTEMS and named not in names():
            raise NotFoundError("no-preset.system", preset=repr(named))
        return named
    return usual if system is None else PRESETS.get(system_of(system), usual)


def system_of(given: object) -> str:
    """The name of a pairing system."""
    _refuse_knockout("system", given)
    return name_of(SYSTEMS, "system", given)


def _refuse_knockout(argument: str, given: object) -> None:
    """A knockout is a mode: say how it is asked for, unless a package has one of this name."""
    wanted = re.sub("[ -]", "_", given.casefold()) if isinstance(given, str) else ""
    if wanted in _KNOCKOUTS and given not in (SYSTEMS if argument == "system" else names()):
        raise NotFoundError(
            "no-system.knockout",
            argument=argument,
            given=repr(given),
            knockout="mode='elimination'",
            cut="cut=8",
        )


def rules_for(
    system: object, preset: object, changes: Mapping[str, Any], usual: str = DEFAULT_PRESET
) -> Rules:
    """The rules of a preset, or else those that suit the system, with changes by name."""
    base = preset_for(system, preset, usual)
    if system is not None and rules_of(base, {}).system != system_of(system):
        changes = {**changes, "system": system}
    with python_hints():
        return rules_of(base, changes)


class NamedRules(dict[str, Any]):
    """Rules by name, also by the other names that calls take."""

    def __missing__(self, name: object) -> Any:
        others = {"tiebreaks": "standings_tiebreakers", **OTHER_NAMES}
        if name in others:
            return self[others[str(name)]]
        near = nearest(str(name), (*self, *others))
        hint = Message("library.did-you-mean", name=near) if near else None
        raise NotFoundError("unknown-choice", hint=hint, argument="rule", given=shown_value(name))


def changes_of(
    rules: Mapping[str, Any],
    points: PointsLike | None = None,
    tiebreaks: Iterable[str] | str | None = None,
    *,
    arguments: Iterable[str] = (),
    **named: Any,
) -> dict[str, Any]:
    """The rules to change, by their names; what is None is as the preset has it.

    For a name that is none, an error names the nearest rule or other argument of the call.
    """
    rest = dict(rules)
    codes = rest.pop("tiebreaks", None) if tiebreaks is None else tiebreaks
    _require_rules(rest, arguments)
    found = rest | {key: value for key, value in named.items() if value is not None}
    if points is not None:
        found["points"] = _points(points)
    if codes is not None:
        found["standings_tiebreakers"] = list(codes_of(codes))
    return {key: list(v) if isinstance(v, tuple | set) else v for key, v in found.items()}


def codes_of(tiebreaks: object) -> tuple[str, ...]:
    """The codes of tie-breaks, also in one text."""
    found = _listed(tiebreaks) if isinstance(tiebreaks, str) else tiebreaks
    if isinstance(found, Mapping | Set):  # their order would be lost
        raise wrong_type("tiebreaks", "tiebreaks", tiebreaks)
    listed = list_of("tiebreaks", "tiebreaks", found)
    return tuple(_code(text_of("tiebreaks", one)) for one in listed)


def _listed(text: str) -> list[str]:
    """The codes in one text, with commas or spaces between them; names keep their spaces."""
    found: list[str] = []
    for part in text.split(","):
        words = part.split()
        is_name = len(words) > 1 and not all(map(_known, words)) and meant_by(part)
        found.extend([part.strip()] if is_name else words)
    return found


def _known(code: str) -> Tiebreak | None:
    return find_tiebreak(re.split("[/:]", code)[0].upper())


def _code(text: str) -> str:
    """The code as lists have it, whatever its capitals: `bh/c1` is `BH/C1`."""
    head, slash, rest = text.strip().partition("/")
    known = find_tiebreak(head.upper())
    if known is None or known.code.casefold() != head.casefold():
        return text
    return known.code + slash + (rest.upper() if known.code.isupper() else rest)


def _require_rules(given: Iterable[str], arguments: Iterable[str]) -> None:
    known = ("tiebreaks", *arguments, *RULES, *OTHER_NAMES)
    unknown = [
        FieldProblem(name, _not_a_rule(name, known))
        for name in given
        if name not in RULES and name not in OTHER_NAMES
    ]
    if unknown:
        raise bad_rules(unknown)


def _not_a_rule(name: str, known: Iterable[str]) -> Message:
    if name in _ELSEWHERE:
        return _ELSEWHERE[name]
    return add_suggestion(Message("rule.unknown"), name, known)


def _points(given: PointsLike) -> Any:
    if isinstance(given, Mapping):
        return dict(given)
    names = ("win", "draw", "loss")
    if isinstance(given, str) or not isinstance(given, Sequence) or len(given) != len(names):
        raise wrong_type("points", "points", given)
    return dict(zip(names, given, strict=True))
