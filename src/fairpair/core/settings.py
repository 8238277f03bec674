"""How a setting is declared, and the kinds of values it can have.

What JSON or TOML holds becomes an exact value, or is refused with a text that goes on after the
setting's name ("must be a whole number between 1 and 99").
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import field, replace
from enum import Enum
from fractions import Fraction
from typing import Any

from fairpair.core.dataclass import dataclass
from fairpair.core.errors import InvalidValueError
from fairpair.core.numbers import encode_number, parse_number
from fairpair.core.registry import Registry
from fairpair.core.suggestions import add_suggestion
from fairpair.core.texts import text_problem
from fairpair.language.message import Message

MOST = 200
"""Entries of any list or table."""
_LONGEST_TEXT = 100
_TEXT = Message("kind.text")


def _no_problems(_value: Any) -> Iterator[Message]:
    yield from ()


@dataclass(frozen=True, slots=True)
class Setting:
    """A kind of values.

    `form` is how a page asks for it: `flag`, `choice`, `number`, `fraction`, `words`, `tiebreaks`,
    `text`, `points`, `table` or `data`. `about` describes the values, `schema` does so as JSON
    Schema. `read` returns the value or raises `InvalidValueError`. `problems` says what is wrong
    with a value that can be read: logs of any age may hold it, but nobody can set it any more.
    `options` are the words of a choice with their titles.
    """

    form: str
    about: Message
    read: Callable[[object], Any]
    schema: Mapping[str, Any]
    problems: Callable[[Any], Iterator[Message]] = _no_problems
    options: Mapping[str, str] = field(default_factory=dict)


class Locked(Enum):
    """Until when a rule may change."""

    NEVER = "while the tournament runs"
    AFTER_START = "until round 1 is published"


@dataclass(frozen=True, slots=True, kw_only=True)
class Declaration:
    """Everything about a rule.

    Other `systems` than those named ignore it, and if it is `exclusive`, it cannot be set with
    them; it matters in these `games` only. Without names it is for all. Hardly anybody changes one
    that is `rare`. `title`, `help` and the
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
    rare: bool = False
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
    about = Message("kind.whole-number", low=low, high=high)

    def read(value: object) -> int:
        if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
            raise _wrong(about, value)
        return value

    return Setting("number", about, read, {"type": "integer", "minimum": low, "maximum": high})


def number(low: int, high: int) -> Setting:
    """An exact number within limits."""

    def read(value: object) -> Fraction:
        found = parse_number(value)
        if not low <= found <= high:
            text = Message("value.out-of-range", low=low, high=high, value=_shorten(value))
            raise InvalidValueError(text)
        return found

    typed = {"type": "number", "minimum": low, "maximum": high}
    written = {"type": "string", "maxLength": 90, "examples": ["1/2"]}
    about = Message("kind.number", low=low, high=high)
    return Setting("fraction", about, read, {"anyOf": [typed, written]})


def flag() -> Setting:
    """True or false, and nothing that only looks like it."""
    about = Message("kind.flag")

    def read(value: object) -> bool:
        if not isinstance(value, bool):
            raise _wrong(about, value)
        return value

    return Setting("flag", about, read, {"type": "boolean"})


def read_text(value: object) -> str:
    """A short text of one line."""
    if not isinstance(value, str):
        raise _wrong(_TEXT, value)
    if problem := text_problem(value, _LONGEST_TEXT):
        raise InvalidValueError(problem)
    return value


def text() -> Setting:
    """A short text of one line."""
    return Setting("text", _TEXT, read_text, {"type": "string", "maxLength": _LONGEST_TEXT})


def choice(
    options: Mapping[str, str], *, lenient: bool = False, made: Callable[[str], Any] = str
) -> Setting:
    """One of a few words, each with a title for people.

    Logs may hold other words where the choice was once free, or where an extension was installed
    (`lenient`). What is said of the kind names the built-in words only.
    """
    declared = tuple(options.built_in if isinstance(options, Registry) else options)
    about = Message("kind.choice", options=declared)

    def problem_of(value: object) -> Message:
        known = Message("kind.choice", options=tuple(options))
        return add_suggestion(_wrong(known, value).text, value, options)

    def read(value: object) -> Any:
        if lenient:
            return read_text(value)
        if not isinstance(value, str) or value not in options:
            raise InvalidValueError(problem_of(value))
        return made(value)

    def problems(value: str) -> Iterator[Message]:
        if value not in options:
            yield problem_of(value)

    schema = {"type": "string", "enum": list(declared)}
    return Setting("choice", about, read, schema, problems, options)


def words(known: tuple[str, ...] = (), *, unique: bool = False, form: str = "words") -> Setting:
    """A list of words in an order that matters; `known` if only these make sense."""

    def read(value: object) -> tuple[str, ...]:
        if not isinstance(value, list | tuple) or not all(isinstance(v, str) for v in value):
            raise _wrong(Message("kind.names"), value)
        if len(value) > MOST:
            text = Message("value.too-many-names", count=len(value), most=MOST)
            raise InvalidValueError(text)
        found = tuple(map(read_text, value))
        if unique and len(set(found)) != len(found):
            raise InvalidValueError(Message("value.duplicate"))
        return found

    def problems(value: tuple[str, ...]) -> Iterator[Message]:
        for word in value:
            if word not in known:
                text = Message("value.unknown-name", name=repr(word), known=known)
                yield add_suggestion(text, word, known)
        if len(set(value)) < len(value):
            yield Message("value.duplicate")

    about = Message("kind.names-of", names=known) if known else Message("kind.names")
    word = {"type": "string", "enum": list(known)} if known else text().schema
    schema = {"type": "array", "items": word, "maxItems": MOST}
    return Setting(form, about, read, schema, problems if known else _no_problems)


def table(keys: Setting, values: Setting) -> Setting:
    """A table with any number of keys; each key and each value is read."""

    def read(value: object) -> dict[str, Any]:
        if not isinstance(value, Mapping) or len(value) > MOST:
            raise InvalidValueError(Message("value.too-large-object", most=MOST))
        return {keys.read(k): values.read(v) for k, v in value.items()}

    code = "kind.table-of" if keys.options else "kind.table"
    about = Message(code, keys=tuple(keys.options), kind=values.about)
    schema = {
        "type": "object",
        "maxProperties": MOST,
        "propertyNames": keys.schema,
        "additionalProperties": values.schema,
    }
    return Setting("table", about, read, schema)


def tables() -> Setting:
    """A list of tables of plain data."""
    about = Message("kind.tables")

    def read(value: object) -> tuple[Mapping[str, Any], ...]:
        if not isinstance(value, list | tuple) or not all(isinstance(v, Mapping) for v in value):
            raise _wrong(about, value)
        return tuple(_plain_data(value))

    schema = {"type": "array", "items": {"type": "object"}, "maxItems": MOST}
    return Setting("data", about, read, schema)


def optional(kind: Setting) -> Setting:
    """The same, or none."""

    def read(value: object) -> Any:
        return None if value is None else kind.read(value)

    schema = {"anyOf": [kind.schema, {"type": "null"}]}
    return replace(kind, about=Message("kind.optional", kind=kind.about), read=read, schema=schema)


def exactly(value: object, kinds: Mapping[str, Setting]) -> dict[str, Any]:
    """A small table whose keys are known; all of them are needed."""
    if not isinstance(value, Mapping) or set(value) != set(kinds):
        text = Message("value.exact-keys", keys=tuple(kinds), value=_shorten(value))
        raise InvalidValueError(text)
    return {key: kind.read(value[key]) for key, kind in kinds.items()}


def _wrong(kind: Message, value: object) -> InvalidValueError:
    return InvalidValueError(Message("value.wrong", kind=kind, value=_shorten(value)))


def _shorten(value: object) -> str:
    return f"{value!r:.200}"


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
            text = Message("value.too-many-entries", count=len(value), most=MOST)
            raise InvalidValueError(text)
        case list() | tuple() if depth:
            return [_plain_data(v, depth - 1) for v in value]
        case Mapping() if depth:
            return {read_text(k): _plain_data(v, depth - 1) for k, v in value.items()}
        case _:
            raise InvalidValueError(Message("value.not-plain"))
