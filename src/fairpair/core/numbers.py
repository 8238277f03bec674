"""Exact numbers: points and scores are integers or fractions, never floats."""

import re
from fractions import Fraction

from fairpair.core.errors import InvalidValueError
from fairpair.language.message import Message

# Short on purpose: "1e999999999" is a number too, and would fill the memory.
_NUMBER = re.compile(r"[+-]?[0-9]{1,40}(\.[0-9]{1,40}|/[0-9]{1,40})?")


def parse_number(value: object) -> Fraction:
    """The number meant by an int, a fraction, a float or a text; `ValueError` for anything else.

    A float stands for its shortest decimal form, which is what its author typed.

    >>> parse_number(0.33), parse_number("1/2"), parse_number("0.5"), parse_number(3)
    (Fraction(33, 100), Fraction(1, 2), Fraction(1, 2), Fraction(3, 1))
    """
    if isinstance(value, bool) or not isinstance(value, int | float | str | Fraction):
        raise InvalidValueError(Message("value.not-a-number", value=f"{value!r:.200}"))
    text = str(value).strip()
    if not _NUMBER.fullmatch(text) or int(text.partition("/")[2] or 1) == 0:
        raise InvalidValueError(Message("value.not-a-number", value=f"{value!r:.200}"))
    return Fraction(text)


def encode_number(value: Fraction) -> int | str:
    """The form in files and events: an integer, or `"1/2"`.

    >>> encode_number(Fraction(3)), encode_number(Fraction(1, 2))
    (3, '1/2')
    """
    return value.numerator if value.denominator == 1 else str(value)


def format_number(value: Fraction) -> str:
    """The form for people: a decimal where that is exact and short, else the fraction.

    >>> tuple(map(format_number, map(Fraction, ("7/2", "4", "-1/20", "1/3"))))
    ('3.5', '4', '-0.05', '1/3')
    """
    units, parts = value.numerator, value.denominator
    for places in range(4):
        if 10**places % parts == 0:
            return format_decimal(units * 10**places // parts, places)
    return str(value)


def format_decimal(scaled: int, places: int) -> str:
    """The decimal number with this many units of its last place.

    >>> format_decimal(-5, 2), format_decimal(125, 1), format_decimal(7, 0)
    ('-0.05', '12.5', '7')
    """
    sign, digits = "-" * (scaled < 0), f"{abs(scaled):0{places + 1}d}"
    return f"{sign}{digits[:-places]}.{digits[-places:]}" if places else f"{sign}{digits}"
