"""The point system in words: 162, and the BB and XXS records of the engines.

| | TRF26 | TRF16 |
|---|---|---|
| wins, draws, losses | 162 `W D L` | 162, BBW BBD BBL and XXS |
| pairing-allocated bye | 162 `P` | 162, BBU and XXS |
| zero-point bye, forfeit loss | 162 `A` | BBZ, BBF and XXS: bbpPairings stops at `A` |
| unknown result | 162 `X` | 162 |
| members of a group that differ | XXS | XXS |

TRF16 says it three times because each engine reads another record (bbpPairings BB, JaVaFo XXS,
programs that know TRF26 162). What has its default is left out.
"""

from collections.abc import Iterable, Mapping
from fractions import Fraction

from fairpair.formats.trf.columns import Sheet, decimal_text
from fairpair.formats.trf.dialects import Dialect
from fairpair.formats.trf.scoring import GROUPS, HALF, ONE, ZERO, PointSystem

_WIDTH = 4
_ANY_WIDTH = 20
_DEFAULTS = {"W": ONE, "D": HALF, "L": ZERO, "A": ZERO}
_BB = {"W": "BBW", "D": "BBD", "L": "BBL", "ZPB": "BBZ", "FL": "BBF", "PAB": "BBU"}
_XXS_GROUPS = {"W": ("W",), "D": ("D",), "L": GROUPS["L"]}


def write_points(sheet: Sheet, points: PointSystem, dialect: Dialect) -> None:
    """All records of the point system; none for 1, 1/2 and 0."""
    values = _by_code(points)
    groups = _uniform(values)
    spread = [group for group in GROUPS if group not in groups]
    codes = {code: values[code] for group in spread for code in GROUPS[group]}
    groups = {group: value for group, value in groups.items() if value != _DEFAULTS[group]}
    unknown = {"X": points.unknown} if points.unknown != points.draw else {}
    if dialect == "trf16":
        _write_16(sheet, groups, codes, points.pairing_bye, unknown)
    else:
        _write_26(sheet, groups, codes, points.pairing_bye, unknown)


def _by_code(points: PointSystem) -> dict[str, Fraction]:
    return {
        "WW": points.win,
        "BW": points.black_win,
        "FW": points.forfeit_win,
        "FPB": points.full_point_bye,
        "WD": points.draw,
        "BD": points.black_draw,
        "HPB": points.half_point_bye,
        "WL": points.loss,
        "BL": points.black_loss,
        "ZPB": points.zero_point_bye,
        "FL": points.forfeit_loss,
    }


def _uniform(values: Mapping[str, Fraction]) -> dict[str, Fraction]:
    """Groups whose members are all worth the same, if 162 has the columns for it."""
    groups = {}
    for group, members in GROUPS.items():
        worth = {values[code] for code in members}
        if len(worth) == 1 and _fits(*worth):
            groups[group] = worth.pop()
    return groups


def _fits(value: Fraction) -> bool:
    return decimal_text(value, _WIDTH) is not None


def _write_26(
    sheet: Sheet,
    groups: dict[str, Fraction],
    codes: dict[str, Fraction],
    bye: Fraction,
    unknown: dict[str, Fraction],
) -> None:
    symbols = dict(groups)
    if bye != groups.get("W", ONE):
        if _fits(bye):
            symbols["P"] = bye
        else:
            codes["PAB"] = bye
    _write_162(sheet, symbols | unknown)
    _write_xxs(sheet, codes)


def _write_16(
    sheet: Sheet,
    groups: dict[str, Fraction],
    codes: dict[str, Fraction],
    bye: Fraction,
    unknown: dict[str, Fraction],
) -> None:
    absence = groups.pop("A", None)
    if absence is not None:
        codes |= dict.fromkeys(GROUPS["A"], absence)
    symbols = dict(groups)
    # JaVaFo's W leaves out the bye, so it is said wherever one of the two is not worth 1.
    if bye != ONE or "W" in groups:
        codes["PAB"] = bye
        symbols |= {"P": bye} if _fits(bye) else {}
    _write_162(sheet, symbols | unknown)
    for code, value in (groups | codes).items():
        if code in _BB and _fits(value):
            sheet.row(_BB[code]).exact(5, 8, value, "value")
    _write_xxs(sheet, {one: groups[g] for g in groups for one in _XXS_GROUPS[g]} | codes)


def _write_162(sheet: Sheet, symbols: Mapping[str, Fraction]) -> None:
    if symbols:
        row = sheet.row("162")
        for column, (symbol, value) in _every_nine(6, symbols):
            row.put(column, symbol)
            row.exact(column + 1, column + 4, value, f"value of {symbol}")


def write_match_points(sheet: Sheet, symbols: Mapping[str, Fraction]) -> None:
    """362: `TW`, `TD`, `TL` in columns 5-6, value in 7-10; the next ones nine further."""
    if symbols:
        row = sheet.row("362")
        for column, (symbol, value) in _every_nine(5, symbols):
            row.put(column, symbol)
            row.exact(column + 2, column + 5, value, f"value of {symbol}")


def _every_nine(
    first: int, symbols: Mapping[str, Fraction]
) -> Iterable[tuple[int, tuple[str, Fraction]]]:
    return zip(range(first, first + 9 * len(symbols), 9), symbols.items(), strict=True)


def _write_xxs(sheet: Sheet, codes: Mapping[str, Fraction]) -> None:
    if not codes:
        return
    row = sheet.row("XXS")
    texts = {code: decimal_text(value, _ANY_WIDTH) for code, value in codes.items()}
    for code, text in texts.items():
        if text is None:
            row.tell(f"the value {codes[code]} of {code} is no decimal number")
    row.put(5, " ".join(f"{code}={text}" for code, text in texts.items()))
