"""How a setting is declared, and the kinds of values it can have.

What JSON or TOML holds becomes an exact value, or is refused with words that go on after the
setting's name ("must be a whole number from 1 to 99").
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from difflib import get_close_matches
from enum import Enum
from fractions import Fraction
from typing import Any

from fairpair.core.numbers import encode_number, parse_number
from fairpair.core.texts import text_problem

MOST = 200
"""Entries of any list or table."""
_LONGEST_TEXT = 100


def _no_problems(_value: Any) -> Iterator[str]:
    yield from ()


@dataclass(frozen=True, slots=True)
class Setting:
    """A kind of values.

    `form` is how a page asks for it: `flag`, `choice`, `number`, `fraction`, `words`, `text`,
    `points`, `table` or `data`. `about` says what can be set, `schema` says it as JSON Schema.
    `read` returns the value or raises `ValueError`. `problems` says what is wrong with a value
    that can be read: logs of any age may hold it, but nobody can set it any more. `options` are
    the words of a choice with their titles.
    """

    form: str
    about: str
    read: Callable[[object], Any]
    schema: Mapping[str, Any]
    problems: Callable[[Any], Iterator[str]] = _no_problems
    options: Mapping[str, str] = field(default_factory=dict)


class Locked(Enum):
    """Until when a rule may change."""

    NEVER = "while the tournament runs"
    AFTER_START = "until round 1 is published"


@dataclass(frozen=True, slots=True, kw_only=True)
class Declaration:
    """Everything about a rule.

    Other `systems` than those named ignore it, and if it is `exclusive`, it cannot be set with
    them; it matters in these `games` only. Without names it is for all. `title`, `help` and the
    titles of choices are English, for shells to translate.
    """

    kind: Setting
    default: Any
    group: str
    title: str
    help: str
    locked: Locked = Locked.NEVER
    systems: tuple[str, ...] = ()
    exclusive: bool = False
    games: tuple[str, ...] = ()
    affects_pairing: bool = True
    key: str = ""

    @property
    def texts(self) -> Iterator[str]:
        """All that is to be translated."""
        yield from (self.title, self.help)
        yield from (title for word, title in self.kind.options.items() if title != word)


def rule(kind: Setting, **declared: Any) -> Any:
    """A key of `Rules` with its declaration."""
    made = Declaration(kind=kind, **declared)
    metadata = {"rule": made}
    if isinstance(made.default, dict):
        return field(default_factory=lambda: dict(made.default), metadata=metadata)
    return field(default=made.default, metadata=metadata)


def whole_number(low: int, high: int) -> Setting:
    """A whole number within limits."""
    about = f"a whole number from {low} to {high}"

    def read(value: object) -> int:
        if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
            raise _refusal(about, value)
        return value

    return Setting("number", about, read, {"type": "integer", "minimum": low, "maximum": high})


def number(low: int, high: int) -> Setting:
    """An exact number within limits."""

    def read(value: object) -> Fraction:
        found = parse_number(value)
        if not low <= found <= high:
            raise ValueError(f"must be from {low} to {high}, not {value!r}")
        return found

    typed = {"type": "number", "minimum": low, "maximum": high}
    written = {"type": "string", "maxLength": 90, "examples": ["1/2"]}
    about = f"a number from {low} to {high}"
    return Setting("fraction", about, read, {"anyOf": [typed, written]})


def flag() -> Setting:
    """True or false, and nothing that only looks like it."""

    def read(value: object) -> bool:
        if not isinstance(value, bool):
            raise _refusal("true or false", value)
        return value

    return Setting("flag", "true or false", read, {"type": "boolean"})


def read_text(value: object) -> str:
    """A short text of one line."""
    if not isinstance(value, str):
        raise _refusal("a text", value)
    if wrong := text_problem(value, _LONGEST_TEXT):
        raise ValueError(wrong)
    return value


def text() -> Setting:
    """A short text of one line."""
    return Setting("text", "a text", read_text, {"type": "string", "maxLength": _LONGEST_TEXT})


def choice(
    options: Mapping[str, str], *, lenient: bool = False, made: Callable[[str], Any] = str
) -> Setting:
    """One of a few words, each with a title for people.

    Logs may hold other words where the choice was once free (`lenient`).
    """
    about = f"one of {', '.join(options)}"

    def told(value: object) -> ValueError:
        return ValueError(f"{_refusal(about, value)}{did_you_mean(value, options)}")

    def read(value: object) -> Any:
        if lenient:
            return read_text(value)
        if not isinstance(value, str) or value not in options:
            raise told(value)
        return made(value)

    def problems(value: str) -> Iterator[str]:
        if value not in options:
            yield str(told(value))

    schema = {"type": "string", "enum": list(options)}
    return Setting("choice", about, read, schema, problems, options)


def words(known: tuple[str, ...] = (), *, unique: bool = False) -> Setting:
    """A list of words in an order that matters; `known` if only these make sense."""

    def read(value: object) -> tuple[str, ...]:
        if not isinstance(value, list | tuple) or not all(isinstance(v, str) for v in value):
            raise _refusal("a list of names", value)
        if len(value) > MOST:
            raise ValueError(f"has {len(value)} names, at most {MOST} are possible")
        found = tuple(map(read_text, value))
        if unique and len(set(found)) != len(found):
            raise ValueError("names something twice")
        return found

    def problems(value: tuple[str, ...]) -> Iterator[str]:
        for word in value:
            if word not in known:
                near = did_you_mean(word, known)
                yield f"{word!r} is none of: {', '.join(known)}{near}"
        if len(set(value)) < len(value):
            yield "names something twice"

    about = f"a list of names ({', '.join(known)})" if known else "a list of names"
    word = {"type": "string", "enum": list(known)} if known else text().schema
    schema = {"type": "array", "items": word, "maxItems": MOST}
    return Setting("words", about, read, schema, problems if known else _no_problems)


def table(keys: Setting, values: Setting) -> Setting:
    """A table with any number of keys, each read and each value read."""

    def read(value: object) -> dict[str, Any]:
        if not isinstance(value, Mapping) or len(value) > MOST:
            raise ValueError(f"must be a table of at most {MOST} entries")
        return {keys.read(k): values.read(v) for k, v in value.items()}

    known = f" with some of {', '.join(keys.options)}" if keys.options else ""
    about = f"a table{known}, each value {values.about}"
    schema = {
        "type": "object",
        "maxProperties": MOST,
        "propertyNames": keys.schema,
        "additionalProperties": values.schema,
    }
    return Setting("table", about, read, schema)


def tables() -> Setting:
    """A list of tables of plain data."""

    def read(value: object) -> tuple[Mapping[str, Any], ...]:
        if not isinstance(value, list | tuple) or not all(isinstance(v, Mapping) for v in value):
            raise _refusal("a list of tables", value)
        return tuple(_plain_data(value))

    schema = {"type": "array", "items": {"type": "object"}, "maxItems": MOST}
    return Setting("data", "a list of tables", read, schema)


def optional(kind: Setting) -> Setting:
    """The same, or none."""

    def read(value: object) -> Any:
        return None if value is None else kind.read(value)

    schema = {"anyOf": [kind.schema, {"type": "null"}]}
    return replace(kind, about=f"{kind.about}; or none", read=read, schema=schema)


def exactly(value: object, kinds: Mapping[str, Setting]) -> dict[str, Any]:
    """A small table whose keys are known; all of them are needed."""
    if not isinstance(value, Mapping) or set(value) != set(kinds):
        raise ValueError(f"must have exactly {', '.join(kinds)}, not {value!r}")
    return {key: kind.read(value[key]) for key, kind in kinds.items()}


def did_you_mean(given: object, known: Iterable[str]) -> str:
    """The nearest of what is known, to be put behind a refusal; nothing if none is near.

    >>> did_you_mean("dutchy", ["swiss", "dutch"])
    '; did you mean dutch?'
    """
    near = get_close_matches(str(given), list(known), n=1)
    return f"; did you mean {near[0]}?" if near else ""


def _refusal(about: str, value: object) -> ValueError:
    return ValueError(f"must be {about}, not {value!r}")


def _plain_data(value: object, depth: int = 5) -> Any:
    """Any plain data, numbers made exact; not too deep."""
    match value:
        case None | bool():
            return value
        case int():
            return whole_number(-(10**9), 10**9).read(value)
        case str():
            return read_text(value)
        case float():
            return encode_number(parse_number(value))
        case list() | tuple() | Mapping() if len(value) > MOST:
            raise ValueError(f"has {len(value)} entries in one place, at most {MOST} are possible")
        case list() | tuple() if depth:
            return [_plain_data(v, depth - 1) for v in value]
        case Mapping() if depth:
            return {read_text(k): _plain_data(v, depth - 1) for k, v in value.items()}
        case _:
            raise ValueError("must be plain data: texts, numbers, lists and tables")
