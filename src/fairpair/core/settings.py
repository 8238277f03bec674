"""How one setting is read: from what JSON or TOML holds to an exact value, or a complaint.

A reader is a function that returns the value or raises `ValueError` with words that go on after
the setting's name ("must be a whole number from 1 to 99").
"""

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any

from fairpair.core.numbers import exact, stored
from fairpair.core.texts import problem

Reader = Callable[[object], Any]
MOST = 200
"""Entries of any list or table."""


def whole(low: int, high: int) -> Reader:
    """A whole number within limits."""

    def read(value: object) -> int:
        if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
            raise ValueError(f"must be a whole number from {low} to {high}, not {value!r}")
        return value

    return read


def maybe(reader: Reader) -> Reader:
    """The same, or none."""
    return lambda value: None if value is None else reader(value)


def flag(value: object) -> bool:
    """True or false, and nothing that only looks like it."""
    if not isinstance(value, bool):
        raise ValueError(f"must be true or false, not {value!r}")
    return value


def text(value: object) -> str:
    """A short text of one line."""
    if not isinstance(value, str):
        raise ValueError(f"must be a text, not {value!r}")
    if problem(value, 100):
        raise ValueError(problem(value, 100))
    return value


def choice(*options: str) -> Reader:
    """One of a few words."""

    def read(value: object) -> str:
        if not isinstance(value, str) or value not in options:
            raise ValueError(f"must be one of {', '.join(options)}, not {value!r}")
        return str(value)

    return read


def texts(value: object) -> tuple[str, ...]:
    """A list of different words, in an order that matters."""
    words = words_in_order(value)
    if len(set(words)) != len(words):
        raise ValueError("names something twice")
    return words


def words_in_order(value: object) -> tuple[str, ...]:
    """A list of words, in an order that matters; a word may come again."""
    if not isinstance(value, list | tuple) or not all(isinstance(v, str) for v in value):
        raise ValueError(f"must be a list of names, not {value!r}")
    if len(value) > MOST:
        raise ValueError(f"has {len(value)} names, at most {MOST} are possible")
    return tuple(map(text, value))


def fraction(low: int, high: int) -> Reader:
    """An exact number within limits."""

    def read(value: object) -> Fraction:
        number = exact(value)
        if not low <= number <= high:
            raise ValueError(f"must be from {low} to {high}, not {value!r}")
        return number

    return read


def data(value: object, depth: int = 5) -> Any:
    """Any plain data, numbers made exact; not too deep."""
    match value:
        case None | bool():
            return value
        case int():
            return whole(-(10**9), 10**9)(value)
        case str():
            return text(value)
        case float():
            return stored(exact(value))
        case list() | tuple() | Mapping() if len(value) > MOST:
            raise ValueError(f"has {len(value)} entries in one place, at most {MOST} are possible")
        case list() | tuple() if depth:
            return [data(v, depth - 1) for v in value]
        case Mapping() if depth:
            return {text(k): data(v, depth - 1) for k, v in value.items()}
        case _:
            raise ValueError("must be plain data: texts, numbers, lists and tables")


def table(**readers: Reader) -> Reader:
    """A small table whose keys are known; all of them are needed."""

    def read(value: object) -> dict[str, Any]:
        if not isinstance(value, Mapping) or set(value) != set(readers):
            raise ValueError(f"must have exactly {', '.join(readers)}, not {value!r}")
        return {key: reader(value[key]) for key, reader in readers.items()}

    return read


def table_of(key: Reader, reader: Reader) -> Reader:
    """A table with any number of keys, each read and each value read."""

    def read(value: object) -> dict[str, Any]:
        if not isinstance(value, Mapping) or len(value) > MOST:
            raise ValueError(f"must be a table of at most {MOST} entries")
        return {key(k): reader(v) for k, v in value.items()}

    return read
