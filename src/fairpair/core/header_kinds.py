"""The kinds of values that fields of a header can have."""

import re
from collections.abc import Callable
from dataclasses import replace
from datetime import date, time
from typing import Any

from fairpair.core.accents import ACCENTS
from fairpair.core.errors import InvalidValueError
from fairpair.core.federations import FEDERATIONS, nearest_federations
from fairpair.core.ratings import EFFECTIVE, is_list_key
from fairpair.core.rounds import MOST_ROUNDS
from fairpair.core.settings import Setting, choice, whole_number
from fairpair.core.stored import PICTURE_TYPES
from fairpair.core.texts import normalise_text, text_problem
from fairpair.core.time_control import LONGEST, TimeControl
from fairpair.language.message import Message

LONGEST_LINE, LONGEST_TEXT = 300, 10_000
_LONGEST_NUMBER = 10
_START = re.compile(r"(\d{4}-\d{2}-\d{2})(?:[T ](\d{1,2}:\d{2}))?")
_ADDRESS = re.compile(r"https?://[^\s<>\"']+\.?[^\s<>\"']*", re.IGNORECASE)
_PICTURE = re.compile(rf"[0-9a-f]{{64}}\.({'|'.join(PICTURE_TYPES)})")
_EMAIL = re.compile(r"[^\s@<>\"']+@[^\s@<>\"']+\.[^\s@<>\"']+")


def line(longest: int = LONGEST_LINE) -> Setting:
    """A text of one line."""
    return _text("text", Message("kind.text"), lambda value: _line(value, longest), longest)


def paragraphs() -> Setting:
    """A text of several lines."""

    def read(value: object) -> str:
        written = _string(value).replace("\r\n", "\n").replace("\r", "\n").strip()
        if len(written) > LONGEST_TEXT:
            text = Message("text.too-long", length=len(written), most=LONGEST_TEXT)
            raise InvalidValueError(text)
        for part in written.split("\n"):
            if problem := text_problem(part.replace("\t", " "), LONGEST_TEXT):
                raise InvalidValueError(problem)
        return written

    return _text("paragraphs", Message("kind.text"), read, LONGEST_TEXT)


def federation() -> Setting:
    """The code of a federation."""

    def read(value: object) -> str:
        code = _line(value, LONGEST_LINE).upper()
        if code not in FEDERATIONS:
            near = nearest_federations(code)
            raise InvalidValueError(Message("header.federation", code=f"{code:.20}", near=near))
        return code

    return _text("text", Message("kind.federation"), read, 3)


def time_control() -> Setting:
    """The code of a time control."""

    def read(value: object) -> str:
        code = _line(value, LONGEST)
        TimeControl.read(code)
        return code

    return _text("text", Message("kind.time-control"), read, LONGEST)


def web_address() -> Setting:
    """An address of the web."""
    return _pattern(_ADDRESS, Message("kind.web-address"))


def email() -> Setting:
    """An e-mail address."""
    return _pattern(_EMAIL, Message("kind.email"))


def accent() -> Setting:
    """The name of a colour."""
    kind = choice({name: one.title for name, one in ACCENTS.items()})
    return replace(kind, schema={"type": "string", "enum": ["", *ACCENTS]})


def is_picture_name(text: str) -> bool:
    """Whether a stored picture could have this name."""
    return _PICTURE.fullmatch(text) is not None


def picture() -> Setting:
    """The name of a picture that was uploaded: the SHA-256 of its content, and its type."""
    kind = _pattern(_PICTURE, Message("kind.picture"))
    return replace(kind, form="picture")


def day() -> Setting:
    """A day, `2026-11-20`."""
    about = Message("kind.day")

    def read(value: object) -> str:
        return _day(_line(value, LONGEST_LINE), about)

    return _text("date", about, read, 10)


def round_starts() -> Setting:
    """A list with the day of each round, and the time where it is known; empty if neither is."""
    about = Message("kind.round-starts")

    def read_one(value: object) -> str:
        written = _line(value, LONGEST_LINE)
        if not written:
            return ""
        found = _START.fullmatch(written)
        if found is None:
            raise InvalidValueError(Message("header.round-start", value=f"{written:.40}"))
        day_ = _day(found[1], Message("kind.day"))
        return f"{day_}T{_time(found[2])}" if found[2] else day_

    def read(value: object) -> tuple[str, ...]:
        starts = [read_one(one) for one in _list(value, about, MOST_ROUNDS)]
        while starts and not starts[-1]:
            starts.pop()
        return tuple(starts)

    return Setting("lines", about, read, _list_schema(MOST_ROUNDS))


def amount(low: int, high: int) -> Setting:
    """A whole number within limits; forms and command lines send it as a text."""
    kind = whole_number(low, high)

    def read(value: object) -> int:
        written = value.strip() if isinstance(value, str) else ""
        is_number = written.isascii() and written.isdecimal() and len(written) < _LONGEST_NUMBER
        found: int = kind.read(int(written) if is_number else value)
        return found

    return replace(kind, read=read)


def lines(most: int) -> Setting:
    """A list of texts of one line."""
    about = Message("kind.lines")

    def read(value: object) -> tuple[str, ...]:
        found = (_line(one, LONGEST_LINE) for one in _list(value, about, most))
        return tuple(filter(None, found))

    return Setting("lines", about, read, _list_schema(most))


def rating_lists() -> Setting:
    """The keys of rating lists in the order in which they count, each once."""
    about = Message("kind.rating-lists")

    def read(value: object) -> tuple[str, ...]:
        found = tuple(filter(None, (_line(one, LONGEST_LINE) for one in _list(value, about, 12))))
        wrong = next((one for one in found if one not in EFFECTIVE and not is_list_key(one)), None)
        if wrong is not None or len(set(found)) < len(found):
            raise _wrong(about, wrong or found)
        return found

    return Setting("lines", about, read, _list_schema(12))


def _text(form: str, about: Message, read: Callable[[object], str], longest: int) -> Setting:
    schema: dict[str, Any] = {"type": "string", "maxLength": longest}
    return Setting(form, about, read, schema)


def _pattern(pattern: re.Pattern[str], about: Message) -> Setting:
    def read(value: object) -> str:
        written = _line(value, LONGEST_LINE)
        if not pattern.fullmatch(written):
            raise _wrong(about, written)
        return written

    return _text("text", about, read, LONGEST_LINE)


def _list_schema(most: int) -> dict[str, Any]:
    return {"type": "array", "items": {"type": "string"}, "maxItems": most}


def _line(value: object, longest: int) -> str:
    written = normalise_text(_string(value))
    if problem := text_problem(written, longest):
        raise InvalidValueError(problem)
    return written


def _string(value: object) -> str:
    if not isinstance(value, str):
        raise _wrong(Message("kind.text"), value)
    return value


def _list(value: object, about: Message, most: int) -> list[object]:
    if not isinstance(value, list | tuple):
        raise _wrong(about, value)
    if len(value) > most:
        raise InvalidValueError(Message("value.too-many", count=len(value), most=most))
    return list(value)


def _day(written: str, about: Message) -> str:
    try:
        known = date.fromisoformat(written).isoformat()
    except ValueError:
        known = ""
    if not known or known != written:
        raise _wrong(about, written)
    return known


def _time(written: str) -> str:
    try:
        return time.fromisoformat(f"{written:0>5}").isoformat("minutes")
    except ValueError:
        raise _wrong(Message("kind.time"), written) from None


def _wrong(kind: Message, value: object) -> InvalidValueError:
    return InvalidValueError(Message("value.wrong", kind=kind, value=f"{value!r:.200}"))
