"""Rounds of programs that keep their own data: matches and byes in every form callers pass."""

from collections.abc import Mapping
from typing import Any

from fairpair.core.arguments import list_of, wrong_type
from fairpair.core.errors import DomainError, FieldProblem, NotFoundError
from fairpair.core.rounds import ByeKind
from fairpair.core.rules import Rules
from fairpair.core.suggestions import list_available, nearest
from fairpair.formats.results import result_fields
from fairpair.language.message import Message
from fairpair.library.arguments import choice_of, result_of, unknown_choice
from fairpair.library.entrants import not_gap
from fairpair.library.rounds import Bye, Match, Round

_KEYS = ("white", "black", "player", "opponent", "result", "kind")
"""The keys of a match or bye that is a dictionary."""
_OTHER_KEYS = ("players", "p1", "p2", "w1", "w2", "draws", "scores", "bye")
"""Those of `Match.to_dict` and of a results file."""
_FIRST = ("white", "player", "players", "p1", "bye")
"""One of them says who plays."""
_OUTCOMES = ("winner", "score", "scores", "outcome", "points", "games", "w1", "w2", "draws")
"""Keys that speak of a result: beside `white` and `black` they are not read."""
_MISTYPED = 0.75
"""How near a key must be to be taken for a mistake."""


def matches_of(given: object) -> list[Any]:
    """The matches and byes of a round."""
    if isinstance(given, Round):
        return [*given.matches, *given.byes]
    if isinstance(given, Mapping) and "matches" in given:  # as `Round.to_dict` has it
        return [*given["matches"], *given.get("byes", ())]
    found = list_of("rounds", "rounds", given)
    if isinstance(given, Mapping) or any(isinstance(one, str) for one in found):  # a match
        raise wrong_type("rounds", "rounds", given)
    return found


def match_of(
    given: object, rules: Rules, place: tuple[int, int], problems: list[FieldProblem]
) -> Mapping[str, Any]:
    """A match or bye as a results file has it; what is wrong is noted with its place."""
    try:
        return _read_match(given, rules)
    except DomainError as error:
        where = Message("place.match", round=place[0], match=place[1])
        problems.append(FieldProblem(where, _with_hint(error)))
        return {}


def _with_hint(error: DomainError) -> Message:
    """What is wrong, and what to write instead."""
    if error.remedy is None or error.code == "wrong-argument":  # which says what was expected
        return error.text
    return Message("library.with-hint", lines=[error.text, error.remedy])


def _require_keys(match: Mapping[Any, Any]) -> None:
    """Refuse what is meant for a key that is missing; other keys are the caller's own."""
    missing = [key for key in _KEYS if key not in match]
    other = [key for key in match if isinstance(key, str) and key not in _KEYS + _OTHER_KEYS]
    for key in other:
        if nearest(key, missing, cutoff=_MISTYPED) or not any(one in match for one in _FIRST):
            raise unknown_choice("key", key, _KEYS)
    for key in _OUTCOMES:
        if key in match and "result" in missing and ("white" in match or "opponent" in match):
            hint = list_available(key, _KEYS, meant="result")
            raise NotFoundError("unknown-choice", hint=hint, argument="key", given=repr(key))


def _as_history(given: object) -> Any:
    """A match or bye as a tuple, also one that was returned, or its `to_dict`."""
    match given:
        case Match() | Bye():
            return given.as_history
        case {"players": [first, second], "result": result}:
            return first, second, result
        case {"white": first, "black": second, **rest}:
            return _of_row(first, second, rest.get("result"))
        case {"player": first, "opponent": second, **rest}:
            return _of_row(first, second, rest.get("result"))
        case {"player": player, "kind": kind}:
            return player, None, kind
    return given


def _of_row(*cells: object) -> tuple[Any, ...]:
    """The same of a row of a table, also one that `Round.to_csv` wrote: empty cells are gaps."""
    first, second, result = (one if not_gap(one) and one != "" else None for one in cells)
    if second is None and isinstance(result, str):
        words = {str(Message(f"cli.bye.{kind.value}")): kind.value for kind in ByeKind}
        result = words.get(result, result)
    return first, second, result


def _read_match(given: object, rules: Rules) -> Mapping[str, Any]:
    if isinstance(given, Mapping):
        _require_keys(given)
    found = _as_history(given)
    match found:
        case Mapping() if not all(isinstance(key, str) for key in found):
            pass
        case {"white": _} | {"black": _} | {"player": _} | {"opponent": _}:  # and not the other
            pass
        case Mapping() if isinstance(found.get("result"), str):
            rest = {key: value for key, value in found.items() if key != "result"}
            return {**rest, **result_fields(result_of(found["result"], rules))}
        case Mapping():
            return dict(found)
        case (player, None) | (player, None, None):
            return {"bye": player}
        case (player, None, kind):
            return {"bye": player, "kind": choice_of(ByeKind, "bye", kind).value}
        case (str() as first, str() as second) | (str() as first, str() as second, None):
            return {"p1": first, "p2": second}
        case (str() as first, str() as second, result):
            return {"p1": first, "p2": second, **result_fields(result_of(result, rules))}
    raise wrong_type("match", "match", given)
