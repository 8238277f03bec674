"""JSON taken apart with care: every fault has a place, and something harmless comes back."""

import json
from collections.abc import Mapping
from difflib import get_close_matches
from typing import NoReturn

from fairpair.core import texts
from fairpair.core.errors import FieldProblem, InvalidInputError

Object = Mapping[str, object]
MOST_TOLD = 1000


def parse_json(data: bytes) -> object:
    """The plain data in these bytes; `InvalidInputError` for anything that is no JSON."""
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        before = data[: error.start].decode("utf-8-sig", "replace")
        raise bad_results(
            [_problem_at_end(before, "is no UTF-8 text: save the file as UTF-8")]
        ) from error
    try:
        return json.loads(text, parse_constant=_no_number, object_pairs_hook=_object)
    except json.JSONDecodeError as error:
        raise bad_results(
            [_problem_at_end(text[: error.pos], f"is no JSON: {error.msg}")]
        ) from error
    except _JsonFaultError as error:
        raise bad_results([FieldProblem("file", str(error))]) from error
    except RecursionError as error:
        raise bad_results([FieldProblem("file", "is nested too deeply")]) from error
    except ValueError as error:  # Python reads no longer ones, so as not to be kept busy
        raise bad_results([FieldProblem("file", "has a number of too many digits")]) from error


def bad_results(problems: list[FieldProblem], more: str = "") -> InvalidInputError:
    """The refusal of a file with all its problems."""
    count = "a problem" if len(problems) == 1 else f"{len(problems)} problems"
    return InvalidInputError(
        "bad-results",
        f"The results file has {count}{more}.",
        "Correct these places and read it again.",
        problems,
    )


class _JsonFaultError(ValueError):
    """Something that other programs take for JSON."""


def _problem_at_end(before: str, message: str) -> FieldProblem:
    """A problem at the end of a text; lines and columns count from 1."""
    lines = before.split("\n")
    return FieldProblem(f"line {len(lines)}, column {len(lines[-1]) + 1}", message)


def _no_number(name: str) -> NoReturn:
    raise _JsonFaultError(f"{name} is no number")


def _object(pairs: list[tuple[str, object]]) -> dict[str, object]:
    """JSON lets the last of two equal keys win, which loses what stands at the first."""
    value = dict(pairs)
    if len(value) < len(pairs):
        keys = [key for key, _ in pairs]
        twice = next(key for key in keys if keys.count(key) > 1)
        raise _JsonFaultError(f"the key {twice[:40]!r} stands twice in one object")
    return value


class Fields:
    """Reads fields and keeps the problems, up to so many that nobody would read more."""

    def __init__(self) -> None:
        self.problems: list[FieldProblem] = []

    def add_problem(self, where: str, message: str) -> None:
        """Keep a problem."""
        if len(self.problems) < MOST_TOLD:
            self.problems.append(FieldProblem(where, message))

    def read_object(self, where: str, value: object, known: tuple[str, ...] = ()) -> Object | None:
        """The object, None instead of anything else; `known` are all keys it may have."""
        if not isinstance(value, dict):
            self.add_problem(where, f"must be an object, not {format_value(value)}")
            return None
        for key in value:
            if known and key not in known:
                near = nearest(key, known)
                hint = f"; did you mean {near}?" if near else f"; known are {', '.join(known)}"
                self.add_problem(where, f"{format_value(key)} is no key here{hint}")
        return value

    def read_list(self, where: str, value: object, most: int) -> list[object]:
        """The list, shortened if it is too long; an empty one instead of anything else."""
        if value is None:
            self.add_problem(where, "are missing")
            return []
        if not isinstance(value, list):
            self.add_problem(where, f"must be a list, not {format_value(value)}")
            return []
        if len(value) > most:
            self.add_problem(where, f"are {len(value)}, at most {most} are possible")
        return value[:most]

    def read_text(self, where: str, key: str, value: object) -> str:
        """A text of one line that says something; a number will do."""
        if isinstance(value, bool) or not isinstance(value, str | int):
            self.add_problem(where, f"{key} must be a text, not {format_value(value)}")
            return ""
        tidied = texts.normalise_text(str(value))
        fault = texts.name_problem(tidied)
        if fault:
            self.add_problem(where, f"{key} {fault}")
        return tidied

    def read_integer(self, where: str, key: str, value: object, low: int, high: int) -> int | None:
        """A whole number within limits."""
        if isinstance(value, int) and not isinstance(value, bool) and low <= value <= high:
            return value
        self.add_problem(
            where, f"{key} must be a whole number from {low} to {high}, not {format_value(value)}"
        )
        return None


def nearest(given: str, known: tuple[str, ...]) -> str:
    """The known key that is meant by a misspelt one, or nothing ("").

    >>> nearest("bestOf", ("rounds", "best_of"))
    'best_of'
    """
    by_lower = {key.lower(): key for key in known}
    near = get_close_matches(given[:40].lower(), by_lower, n=1, cutoff=0.8)
    return by_lower[near[0]] if near else ""


def format_value(value: object) -> str:
    """A value of a file in a message: short, whatever it is.

    >>> format_value(True), format_value(None), format_value([1, 2]), format_value("x" * 50)
    ('true', 'null', 'a list', "'xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx'...")
    """
    match value:
        case None:
            return "null"
        case bool():
            return str(value).lower()
        case int():
            return str(value) if abs(value) < 10**18 else "a very large number"
        case float():
            return repr(value)
        case str():
            return repr(value) if len(value) <= 40 else f"{value[:40]!r}..."
        case list():
            return "a list"
        case _:
            return "an object"
