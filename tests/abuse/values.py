"""What nobody types, and somebody sends."""

import json
from random import Random
from typing import Any

MARK = "abuse-run"
"""The name of an element that only our own texts could bring into a page."""

TEXTS = (
    "",
    " ",
    "'",
    'O\'Brien "the" Rook; DROP TABLE events;--',
    "Zoë Ångström-Łukasiewicz",
    f"<script>{MARK}()</script>",
    f'"><{MARK} onclick=x>',
    f"' onmouseover='{MARK}()",
    f"</textarea></title><{MARK}>",
    f"javascript:{MARK}()",
    "{{ 7 * 7 }}{% raw %}${7*7}#{7*7}",
    '=HYPERLINK("http://x")',
    "a\x00b",
    "\ud800",
    "a\udfffb",
    "\u202egnihtemos\u2066",
    "\u200b\u200d\ufeff",
    "🏆👩‍👩‍👧‍👦",
    "e" + "\u0301" * 300,
    "two\nlines\r\nthree\u2028four\x85five",
    "\x1b[2J\x07\x08",
    "x" * 300,
    "ﷺ" * 90,
    "../../../../etc/passwd",
    "..\\..\\x",
    "%00%0a%0d%s%n",
    '#typst(read("/etc/passwd")) *b* _i_ $x$ @y <label> \\ // /*',
    "null",
    "true",
    "1-0",
    "2-0",
    "1/2",
    "-",
)
LONG = "y" * 100_000
NUMBERS = (
    *("0", "-0", "-1", "1", "2", "99", "100", "2147483648", "9223372036854775807"),
    *("9223372036854775808", "18446744073709551616", "1" + "0" * 400, "9" * 5000),
    *("1e3", "1e308", "1e400", "-1e-400", "0.1", "1.0", "NaN", "Infinity", "-Infinity"),
    *(
        "٣",
        "३",
        "²",
        "½",
        " 1 ",
        "1_000",
        "+1",
        "01",
        "0x1",
        "1,5",
        "1.",
        ".5",
        "1/0",
        "1/3",
        "--1",
    ),
)
JSON_NUMBERS = (0, -1, 1, 2, 2**31, 2**53 + 1, 2**63, 2**64, 10**400, 0.5, 1e308, -1e-300)
RAW_NUMBERS = (
    "NaN",
    "Infinity",
    "1e400",
    "-0",
    "-0.0",
    "1E+2",
    "1" + "0" * 4999,
    "01",
    "+1",
    "0x1",
)
"""As they stand in JSON, or in what somebody takes for JSON."""


def text(dice: Random) -> str:
    """A hostile text; now and then a very long one."""
    if dice.random() < 0.02:
        return LONG
    return dice.choice(NUMBERS if dice.random() < 0.3 else TEXTS)


def plain(dice: Random) -> str:
    """The same without half characters, which only JSON can carry."""
    return text(dice).encode("utf-8", "replace").decode()


def anything(dice: Random, depth: int = 0) -> Any:
    """A JSON value of a type that nobody expects."""
    kind = dice.randrange(8 if depth < 3 else 5)
    match kind:
        case 0 | 1:
            return text(dice)
        case 2:
            return dice.choice(JSON_NUMBERS)
        case 3:
            return dice.choice((None, True, False))
        case 4:
            return dice.choice(([], {}, [[]], {"": None}, [None], "1-1-1"))
        case 5:
            return [anything(dice, depth + 1) for _ in range(dice.randrange(4))]
        case 6:
            return [dice.randrange(1, 10)] * dice.choice((1, 2, 300))
        case _:
            return {text(dice)[:50]: anything(dice, depth + 1) for _ in range(dice.randrange(3))}


def changed(dice: Random, value: Any) -> Any:
    """The value with one place in it spoilt."""
    match value:
        case dict() if value and dice.random() < 0.85:
            name = dice.choice(list(value))
            match dice.randrange(6):
                case 0:
                    return {k: v for k, v in value.items() if k != name}
                case 1:
                    return {**value, text(dice)[:60]: anything(dice)}
                case _:
                    return {**value, name: changed(dice, value[name])}
        case list() if value and dice.random() < 0.85:
            at = dice.randrange(len(value))
            match dice.randrange(4):
                case 0:
                    return value * dice.choice((2, 50))
                case 1:
                    return value[:at]
                case _:
                    return [*value[:at], changed(dice, value[at]), *value[at + 1 :]]
        case _:
            return anything(dice)


def as_json(value: Any) -> bytes:
    """As JSON; half characters stay as they are written: `\\ud800`."""
    return json.dumps(value).encode()


def broken_json(dice: Random, value: Any) -> bytes:
    """Bytes that are no JSON, or JSON of a kind that breaks readers."""
    good = as_json(value)
    number = dice.choice(RAW_NUMBERS).encode()
    ways = (
        good[: dice.randrange(len(good))],
        b"[" * 10_000 + b"]" * 10_000,
        b'{"a":' * 10_000 + b"1" + b"}" * 10_000,
        b"\xff\xfe" + good,
        good.replace(b'"', b'"\xc3\x28', 1),
        b"\xef\xbb\xbf" + good,
        good.decode().encode("utf-16"),
        good + good,
        b'{"name": "a", "name": "b", ' + good[1:] if good[:1] == b"{" else b"{,}",
        b'{"a": ' + number + b', "rating": ' + number + b', "table": ' + number + b"}",
        dice.randbytes(dice.randrange(1, 400)),
        b'{"name": "' + b"z" * 1_100_000 + b'"}',
        b'"\\ud800' + good,
    )
    return dice.choice(ways)
