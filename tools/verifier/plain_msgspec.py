"""The part of msgspec that verifying a proof needs, in plain Python, for use in a browser.

It takes the place of msgspec in the page that `verifier.py` makes. It reads what msgspec reads; it
need not be quick, and it need not refuse everything that msgspec refuses: the hashes and the
signature do that.
"""

import json as plain
import types
import typing
from collections.abc import Callable, Mapping, Sequence
from dataclasses import MISSING, fields, is_dataclass
from enum import Enum
from json.decoder import scanstring  # type: ignore[attr-defined]
from typing import Any, Generic, TypeVar, Union

T = TypeVar("T")
Hook = Callable[[type, Any], Any]


class MsgspecError(Exception):
    """Anything that is wrong with a text."""


class DecodeError(MsgspecError):
    """It is not JSON."""


class ValidationError(DecodeError):
    """It is JSON of another form."""


class Raw(bytes):
    """A value as it stands in the text."""


class Struct:
    """A class whose objects are made from a JSON object."""

    def __init_subclass__(cls, **_options: bool) -> None:
        """The options only make msgspec stricter."""

    def __init__(self, *values: Any, **named: Any) -> None:
        for name, value in (*zip(_hints(type(self)), values, strict=False), *named.items()):
            setattr(self, name, value)


_HINTS: dict[Any, dict[str, Any]] = {}


def _hints(kind: Any) -> dict[str, Any]:
    """The types of its fields."""
    if kind not in _HINTS:
        _HINTS[kind] = typing.get_type_hints(kind)
    return _HINTS[kind]


class _Reader:
    """Reads one text; a value that is to be raw is only skipped."""

    _JSON = plain.JSONDecoder()

    def __init__(self, text: str, hook: Hook | None) -> None:
        self._text = text
        self._hook = hook
        self._at = 0

    def whole(self, kind: Any) -> Any:
        found = self._value(kind)
        self._skip()
        if self._at != len(self._text):
            raise DecodeError(f"more text at {self._at}")
        return found

    def _value(self, kind: Any) -> Any:
        self._skip()
        if kind is Raw:
            start = self._at
            self._plain()
            return Raw(self._text[start : self._at].encode())
        if isinstance(kind, type) and issubclass(kind, Struct):
            return self._struct(kind)
        if typing.get_origin(kind) is list:
            return self._list(typing.get_args(kind)[0])
        return convert(self._plain(), kind, dec_hook=self._hook)

    def _plain(self) -> Any:
        value, self._at = self._JSON.raw_decode(self._text, self._at)
        return value

    def _struct(self, kind: type) -> Any:
        hints, found = _hints(kind), {}
        for name in self._items("{", "}", self._name):
            found[name] = self._value(hints[name]) if name in hints else self._plain_after()
        missing = [x for x in hints if x not in found and not hasattr(kind, x)]
        if missing:
            raise ValidationError(f"{missing[0]} is missing")
        defaults = {x: getattr(kind, x) for x in hints if x not in found}
        return kind(**defaults, **found)

    def _plain_after(self) -> Any:
        self._skip()
        return self._plain()

    def _list(self, kind: Any) -> list[Any]:
        return [self._value(kind) for _ in self._items("[", "]", lambda: "")]

    def _items(self, first: str, last: str, name: Callable[[], str]) -> typing.Iterator[str]:
        """The name of each item, up to its value."""
        self._take(first)
        self._skip()
        if self._text[self._at : self._at + 1] == last:
            self._at += 1
            return
        while True:
            yield name()
            self._skip()
            if self._text[self._at : self._at + 1] != ",":
                break
            self._at += 1
        self._take(last)

    def _name(self) -> str:
        self._take('"')
        found, self._at = scanstring(self._text, self._at, True)
        self._take(":")
        return str(found)

    def _take(self, sign: str) -> None:
        self._skip()
        if not self._text.startswith(sign, self._at):
            raise DecodeError(f"{sign} is missing at {self._at}")
        self._at += len(sign)

    def _skip(self) -> None:
        while self._text[self._at : self._at + 1] in {" ", "\t", "\n", "\r"}:
            self._at += 1


def convert(value: Any, type: Any, *, dec_hook: Hook | None = None) -> Any:  # noqa: A002
    """The value as this type, or a `ValidationError`."""
    kind = getattr(type, "__supertype__", type)
    if kind is Any:
        return value
    origin, inner = typing.get_origin(kind), typing.get_args(kind)
    if origin in {Union, types.UnionType}:
        return _convert_any(value, inner, dec_hook)
    if origin is tuple:
        _require(value, list)
        each = [inner[0]] * len(value) if inner[1:] == (...,) else inner
        return tuple(convert(x, t, dec_hook=dec_hook) for x, t in zip(value, each, strict=True))
    if origin in {list, Sequence}:
        _require(value, list)
        return [convert(one, inner[0], dec_hook=dec_hook) for one in value]
    if origin in {dict, Mapping}:
        _require(value, dict)
        return {
            _key(k, inner[0]): convert(x, inner[1], dec_hook=dec_hook) for k, x in value.items()
        }
    if origin is typing.Literal:
        return value
    return _convert_one(value, kind, dec_hook)


def _key(key: str, kind: Any) -> Any:
    return convert(int(key) if getattr(kind, "__supertype__", kind) is int else key, kind)


def _convert_any(value: Any, kinds: Sequence[Any], hook: Hook | None) -> Any:
    if value is None and types.NoneType in kinds:
        return None
    for kind in kinds:
        try:
            return convert(value, kind, dec_hook=hook)
        except (MsgspecError, ValueError, TypeError):
            continue
    raise ValidationError(f"{value!r:.40} does not fit")


def _convert_one(value: Any, kind: Any, hook: Hook | None) -> Any:
    if kind in {str, bool}:
        return _require(value, kind)
    if kind in {int, float}:
        if isinstance(value, bool) or not isinstance(value, int | float):
            raise ValidationError(f"{value!r:.40} is not a number")
        return value
    if isinstance(kind, type) and issubclass(kind, Enum):
        try:
            return kind(value)
        except ValueError as error:
            raise ValidationError(str(error)) from error
    if is_dataclass(kind):
        return _convert_dataclass(value, kind, hook)
    if hook is None:
        raise ValidationError(f"{kind} is unknown")
    return hook(kind, value)


def _convert_dataclass(value: Any, kind: Any, hook: Hook | None) -> Any:
    _require(value, dict)
    hints, found = _hints(kind), {}
    for one in fields(kind):
        if one.name in value:
            found[one.name] = convert(value[one.name], hints[one.name], dec_hook=hook)
        elif one.default is MISSING and one.default_factory is MISSING:
            raise ValidationError(f"{one.name} is missing")
    return kind(**found)


def _require(value: Any, kind: Any) -> Any:
    if not isinstance(value, kind):
        raise ValidationError(f"{value!r:.40} is not {kind.__name__}")
    return value


class Decoder(Generic[T]):
    """Reads texts of one type."""

    def __init__(self, type: Any = Any, *, dec_hook: Hook | None = None) -> None:  # noqa: A002
        self._type = type
        self._hook = dec_hook

    def decode(self, text: str | bytes) -> Any:
        """The value of a text."""
        try:
            said = text if isinstance(text, str) else text.decode()
            return _Reader(said, self._hook).whole(self._type)
        except (plain.JSONDecodeError, RecursionError, StopIteration) as error:
            raise DecodeError(str(error)) from error


def _encoded(value: Any, hook: Callable[[Any], Any] | None) -> str:
    if isinstance(value, Raw):
        return value.decode()
    if isinstance(value, Struct):
        value = asdict(value)
    elif is_dataclass(value):
        value = {one.name: getattr(value, one.name) for one in fields(value)}
    if isinstance(value, dict):
        items = (f"{_encoded(str(k), hook)}:{_encoded(x, hook)}" for k, x in value.items())
        return "{" + ",".join(items) + "}"
    if isinstance(value, list | tuple):
        return "[" + ",".join(_encoded(one, hook) for one in value) + "]"
    if value is None or isinstance(value, str | int | float):
        return plain.dumps(value, ensure_ascii=False)
    if hook is None:
        raise TypeError(f"{value!r} has no form as JSON")
    return _encoded(hook(value), hook)


def asdict(struct: Struct) -> dict[str, Any]:
    """The fields of a struct."""
    return {name: getattr(struct, name) for name in _hints(type(struct))}


def _encode(
    value: Any,
    *,
    enc_hook: Callable[[Any], Any] | None = None,
    order: str | None = None,  # noqa: ARG001  fields have the order of their classes
) -> bytes:
    return _encoded(value, enc_hook).encode()


def _decode(text: str | bytes, *, type: Any = Any) -> Any:  # noqa: A002
    return Decoder(type).decode(text)


def _format(text: bytes, *, indent: int = 2) -> bytes:  # noqa: ARG001
    """Only without white space; a text that has none stays as it is."""
    if not any(sign in text for sign in (b" ", b"\n", b"\t", b"\r")):
        return text
    out, inside, escaped = bytearray(), False, False
    for byte in text:
        if inside or byte not in b" \n\t\r":
            out.append(byte)
        if byte == ord('"') and not escaped:
            inside = not inside
        escaped = inside and byte == ord("\\") and not escaped
    return bytes(out)


json = types.SimpleNamespace(Decoder=Decoder, encode=_encode, decode=_decode, format=_format)
structs = types.SimpleNamespace(asdict=asdict)
