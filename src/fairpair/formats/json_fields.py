"""Fields of a JSON file: every problem is reported with its place, and reading goes on."""

import json
from collections.abc import Mapping
from typing import NoReturn

from fairpair.core import suggestions, texts
from fairpair.core.errors import FieldProblem, InvalidInputError, InvalidValueError
from fairpair.formats.encodings import utf8_of
from fairpair.language.message import Message

Object = Mapping[str, object]
Place = Message | str
MOST_TOLD = 1000
FILE = Message("place.file")


def is_json(data: bytes) -> bool:
    """Whether it looks like JSON."""
    return utf8_of(data[:64]).lstrip(b"\xef\xbb\xbf \t\r\n")[:1] in (b"{", b"[")


def parse_json(data: bytes) -> object:
    """The plain data in these bytes; `InvalidInputError` for anything that is not JSON."""
    data = utf8_of(data)
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        before = data[: error.start].decode("utf-8-sig", "replace")
        raise bad_results([_problem_at_end(before, Message("results-file.not-utf8"))]) from error
    try:
        return json.loads(text, parse_constant=_no_number, object_pairs_hook=_object)
    except json.JSONDecodeError as error:
        fault = Message("results-file.not-json", error=error.msg)
        raise bad_results([_problem_at_end(text[: error.pos], fault)]) from error
    except InvalidValueError as error:
        raise bad_results([FieldProblem(FILE, error.text)]) from error
    except RecursionError as error:
        raise bad_results([FieldProblem(FILE, Message("results-file.nested"))]) from error
    except ValueError as error:  # Python does not read longer numbers, to save time
        raise bad_results([FieldProblem(FILE, Message("results-file.digits"))]) from error


def bad_results(problems: list[FieldProblem]) -> InvalidInputError:
    """The error about a file with all its problems, or as many as are kept."""
    code = "bad-results" if len(problems) < MOST_TOLD else "bad-results.at-least"
    return InvalidInputError(code, problems=problems, n=len(problems))


def _problem_at_end(before: str, fault: Message) -> FieldProblem:
    """A problem at the end of a text; lines and columns count from 1."""
    lines = before.split("\n")
    place = Message("place.line-column", line=len(lines), column=len(lines[-1]) + 1)
    return FieldProblem(place, fault)


def _no_number(name: str) -> NoReturn:
    raise InvalidValueError(Message("value.not-a-number", value=name))


def _object(pairs: list[tuple[str, object]]) -> dict[str, object]:
    """In JSON the last of two equal keys wins, which would lose the value of the first."""
    value = dict(pairs)
    if len(value) < len(pairs):
        keys = [key for key, _ in pairs]
        twice = next(key for key in keys if keys.count(key) > 1)
        raise InvalidValueError(Message("results-file.duplicate-key", key=repr(twice[:40])))
    return value


class Fields:
    """Reads fields and keeps the problems, up to `MOST_TOLD`: nobody would read more."""

    def __init__(self) -> None:
        self.problems: list[FieldProblem] = []

    def add_problem(self, where: Place, text: Message) -> None:
        """Keep a problem."""
        if len(self.problems) < MOST_TOLD:
            self.problems.append(FieldProblem(where, text))

    def read_object(
        self, where: Place, value: object, known: tuple[str, ...] = ()
    ) -> Object | None:
        """The object, None instead of anything else; `known` are all keys it may have."""
        if not isinstance(value, dict):
            self.add_problem(
                where, Message("results-file.not-an-object", value=format_value(value))
            )
            return None
        for key in value:
            if known and key not in known:
                self.add_problem(where, _unknown_key(key, known))
        return value

    def read_list(self, where: Place, value: object, most: int) -> list[object]:
        """The list, shortened if it is too long; an empty one instead of anything else."""
        if value is None:
            self.add_problem(where, Message("results-file.list-missing"))
            return []
        if not isinstance(value, list):
            self.add_problem(where, Message("results-file.not-a-list", value=format_value(value)))
            return []
        if len(value) > most:
            self.add_problem(where, Message("value.too-many", count=len(value), most=most))
        return value[:most]

    def read_text(self, where: Place, key: str, value: object) -> str:
        """A text of one line that says something; a number will do."""
        if isinstance(value, bool) or not isinstance(value, str | int):
            text = Message("results-file.not-text", key=key, value=format_value(value))
            self.add_problem(where, text)
            return ""
        tidied = texts.normalise_text(str(value))
        fault = texts.name_problem(tidied)
        if fault:
            self.add_problem(where, Message("results-file.key", key=key, problem=fault))
        return tidied

    def read_integer(
        self, where: Place, key: str, value: object, low: int, high: int
    ) -> int | None:
        """A whole number within limits."""
        if isinstance(value, int) and not isinstance(value, bool) and low <= value <= high:
            return value
        self.add_problem(where, whole_number_problem(key, value, low, high))
        return None


def whole_number_problem(key: str, value: object, low: int, high: int) -> Message:
    """Why the value of a key is not a whole number within limits."""
    limits = {"low": low, "high": high}
    return Message("results-file.whole-number", key=key, value=format_value(value), **limits)


def _unknown_key(key: str, known: tuple[str, ...]) -> Message:
    if near := nearest(key, known):
        problem = Message("results-file.unknown-key", key=format_value(key))
        return Message("suggestion.after", problem=problem, name=near)
    return Message("results-file.unknown-key-of", key=format_value(key), known=known)


def nearest(given: str, known: tuple[str, ...]) -> str:
    """The known key that is meant by a misspelt one, or nothing ("").

    >>> nearest("bestOf", ("rounds", "best_of"))
    'best_of'
    """
    by_lower = {key.lower(): key for key in known}
    return by_lower.get(suggestions.nearest(given[:40].lower(), by_lower, cutoff=0.8), "")


def format_value(value: object) -> Message | str:
    """A value of a file in a message: short, whatever it is.

    >>> format_value(True), format_value(None), format_value("x" * 50)
    ('true', 'null', "'xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx'...")
    >>> format_value([1, 2])
    Message('value.list')
    """
    match value:
        case None:
            return "null"
        case bool():
            return str(value).lower()
        case int():
            return str(value) if abs(value) < 10**18 else Message("value.large-number")
        case float():
            return repr(value)
        case str():
            return repr(value) if len(value) <= 40 else f"{value[:40]!r}..."
        case list():
            return Message("value.list")
        case _:
            return Message("value.object")
