"""What Python callers pass: the checks of its types, and the error that says what was expected."""

from collections.abc import Iterable
from operator import index
from typing import Any

from fairpair.core.errors import InvalidInputError
from fairpair.language.message import Message

ANY = 10**15
"""No number is higher."""


def wrong_type(
    argument: str, expected: str, given: object, **values: int | str
) -> InvalidInputError:
    """The error for a value that cannot be understood: what was expected, and what came."""
    shown = f"{shown_value(given)} ({type(given).__name__})"
    wanted = Message(f"expected.{expected}", **values)
    return InvalidInputError("wrong-argument", argument=argument, expected=wanted, given=shown)


def shown_value(given: object) -> str:
    """The value as Python writes it, shortened."""
    return f"{given!r:.60}"


def text_of(argument: str, given: object) -> str:
    """A text, and nothing else."""
    if isinstance(given, str):
        return given
    raise wrong_type(argument, "text", given)


def flag_of(argument: str, given: object) -> bool:
    """True or False, and nothing that only counts as one of them."""
    if isinstance(given, bool):
        return given
    raise wrong_type(argument, "flag", given)


def number_of(argument: str, given: object, low: int = 0, high: int = ANY) -> int:
    """A whole number within limits."""
    try:
        if not isinstance(given, bool) and low <= index(given) <= high:  # type: ignore[arg-type]
            return index(given)  # type: ignore[arg-type]
    except TypeError:
        pass
    expected = "number-between"
    if high == ANY:
        expected = "number-from" if low > 0 or isinstance(given, int) else "whole-number"
    raise wrong_type(argument, expected, given, low=low, high=high)


def maybe_number(argument: str, given: object, low: int = 0, high: int = ANY) -> int | None:
    """A whole number within limits, or nothing."""
    return None if given is None else number_of(argument, given, low, high)


def list_of(argument: str, expected: str, given: object) -> list[Any]:
    """The items of any iterable but a text."""
    if isinstance(given, Iterable) and not isinstance(given, str | bytes):
        return list(given)
    raise wrong_type(argument, expected, given)
