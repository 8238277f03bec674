"""162, XXS and the BB records into the explicit points of `scoring`."""

import re
from fractions import Fraction

from fairpair.formats.trf.draft import Draft
from fairpair.formats.trf.fields import Record, decimal, quoted
from fairpair.formats.trf.scoring import GROUPS

_OF_162 = {"W": "W", "D": "D", "L": "L", "A": "A", "Z": "A", "P": "PAB", "X": "X"}
_OF_BB = {"BBW": "W", "BBD": "D", "BBL": "L", "BBZ": "ZPB", "BBF": "FL", "BBU": "PAB"}
_OF_XXS = {"WW", "BW", "WD", "BD", "WL", "BL", "ZPB", "HPB", "FPB", "PAB", "FW", "FL"}
_OF_362 = ("TW", "TD", "TL")
_SETTING = re.compile(r"([A-Za-z]+) *= *(\S+)|\S+")


def read_game_points(record: Record, draft: Draft) -> None:
    """162: symbol in column 6, value in 7-10; the next ones nine columns further."""
    for column in range(6, len(record.line.text) + 1, 9):
        symbol = record.line.char(column).upper()
        if (
            record.line.text[column + 4 : column + 8].strip()
            or record.line.cut(column, column) == ""
        ):
            record.bad(column, "symbols stand in columns 6, 15, 24 ...", _LOOKS)
            return
        value = record.exact(column + 1, column + 4, f"value of {symbol}", needed=True)
        if symbol not in _OF_162:
            known = ", ".join(_OF_162)
            record.bad(column, f"{symbol!r} is none of the symbols {known}", _LOOKS)
        elif value is not None:
            _put(record, column, {_OF_162[symbol]: value}, draft)


_LOOKS = "It looks like this: 162  W 3.0    D 1.0    P 3.0"


def read_bb_points(record: Record, draft: Draft) -> None:
    """BBW, BBD, BBL, BBZ, BBF, BBU: `pp.p` from column 5 on."""
    value = record.exact(5, max(5, len(record.line.text)), "value", needed=True)
    if value is not None:
        _put(record, 5, {_OF_BB[record.line.key]: value}, draft)


def read_settings(record: Record, draft: Draft) -> None:
    """XXS: `CODE=value` with blanks between; W and D stand for several codes."""
    for match in _SETTING.finditer(record.line.text, 4):
        column = match.start() + 1
        code = (match.group(1) or "").upper()
        value = decimal(match.group(2) or "")
        codes = GROUPS[code] if code in ("W", "D") else (code,)
        if value is None or not _OF_XXS.issuperset(codes):
            fault = f"{quoted(match.group())} is not CODE=value with one of W, D, "
            record.bad(column, fault + ", ".join(sorted(_OF_XXS)))
            continue
        _put(record, column, dict.fromkeys(codes, value), draft)


def read_match_points(record: Record, draft: Draft) -> None:
    """362: symbols TW, TD, TL in columns 5-6, value in 7-10; the next ones nine further."""
    for column in range(5, len(record.line.text) + 1, 9):
        symbol = record.line.cut(column, column + 1).upper()
        value = record.exact(column + 2, column + 5, f"value of {symbol}", needed=True)
        if symbol not in _OF_362:
            record.bad(column, f"{symbol!r} is none of {', '.join(_OF_362)}")
        elif value is not None:
            draft.match_points[symbol] = value


def _put(record: Record, column: int, values: dict[str, Fraction], draft: Draft) -> None:
    """Store values. Two kinds of records may both say them, but not differently."""
    for code, value in values.items():
        if _differs(record.line.key, code, value, draft):
            record.contradiction(column, f"gives {code} other points than an earlier one")
            return
    draft.points |= values


def _differs(key: str, code: str, value: Fraction, draft: Draft) -> bool:
    """Whether a code, the group it belongs to or a member of it has another value.

    In XXS a later code overrides an earlier one: `W=3.0 BW=4.0`.
    """
    groups = [group for group, members in GROUPS.items() if code in members]
    related = [*groups, *GROUPS.get(code, ())] + ([] if key == "XXS" else [code])
    return any(draft.points.get(one, value) != value for one in related)
