"""The JSON of a results file, strict: every fault of the text has a place, no key stands twice."""

import json
from typing import NoReturn

from fairpair.core.errors import FieldProblem, InvalidInputError


def parsed(data: bytes) -> object:
    """The plain data in these bytes; `InvalidInputError` for anything that is no JSON."""
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        before = data[: error.start].decode("utf-8-sig", "replace")
        raise bad_results([_at(before, "is no UTF-8 text: save the file as UTF-8")]) from error
    try:
        return json.loads(text, parse_constant=_no_number, object_pairs_hook=_object)
    except json.JSONDecodeError as error:
        raise bad_results([_at(text[: error.pos], f"is no JSON: {error.msg}")]) from error
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


def _at(before: str, message: str) -> FieldProblem:
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
