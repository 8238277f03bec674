"""What results are worth in the file, and which records say it: 162, XXS, BBW and its like.

| explicit | stands for | default |
|---|---|---|
| 162 `W`, BBW | wins of both colours, forfeit win, full-point bye | 1 |
| 162 `D`, BBD | draws of both colours, half-point bye | 1/2 |
| 162 `L`, BBL | losses of both colours | 0 |
| 162 `A` (bbpPairings: `Z`) | zero-point bye and forfeit loss | 0 |
| BBZ / BBF | zero-point bye / forfeit loss | 0 |
| 162 `P`, BBU, XXS PAB | pairing-allocated bye | as 162 `W`, BBW |
| 162 `X` | unknown result | as the draw |
| XXS W / D | WW BW FW FPB / WD BD HPB, but not PAB (JaVaFo's manual) | |
"""

from collections.abc import Mapping
from fractions import Fraction
from functools import lru_cache
from typing import Literal

from fairpair.core.dataclass import dataclass

Dialect = Literal["trf16", "trf26"]

HALF = Fraction(1, 2)
ONE = Fraction(1)
ZERO = Fraction(0)

_PLACES = 6  # more decimals are not read
_WIDTH = 4
_DEFAULTS = {"W": ONE, "D": HALF, "L": ZERO, "A": ZERO}

BB_CODES = {"BBW": "W", "BBD": "D", "BBL": "L", "BBZ": "ZPB", "BBF": "FL", "BBU": "PAB"}
"""What each BB record gives points for."""


@dataclass(frozen=True, slots=True)
class PointSystem:
    """Points by result; `black_*` differ from White's only by XXS (WW BW WD BD WL BL)."""

    win: Fraction = ONE
    draw: Fraction = HALF
    loss: Fraction = ZERO
    black_win: Fraction = ONE
    black_draw: Fraction = HALF
    black_loss: Fraction = ZERO
    zero_point_bye: Fraction = ZERO
    half_point_bye: Fraction = HALF
    full_point_bye: Fraction = ONE
    pairing_bye: Fraction = ONE
    forfeit_win: Fraction = ONE
    forfeit_loss: Fraction = ZERO
    unknown: Fraction = HALF

    def worth(self, result: str, colour: str | None = None) -> Fraction:
        """Points for a result code of a 001 cell; a game without a result yet gives none."""
        return self.table[result, colour == "b"]

    @property
    def table(self) -> dict[tuple[str, bool], Fraction]:
        """Points by result code and whether the player had Black."""
        white = (self.win, self.draw, self.loss)
        black = (self.black_win, self.black_draw, self.black_loss)
        other = {
            "Z": self.zero_point_bye,
            "H": self.half_point_bye,
            "F": self.full_point_bye,
            "U": self.pairing_bye,
            "+": self.forfeit_win,
            "-": self.forfeit_loss,
            "?": self.unknown,
            "": ZERO,
        }
        values = {(code, side): p for code, p in other.items() for side in (False, True)}
        for side, points in ((False, white), (True, black)):
            for codes in ("1=0", "WDL"):
                values |= {(c, side): p for c, p in zip(codes, points, strict=True)}
        return values


_CODES = {
    "win": ("WW", "W"),
    "black_win": ("BW", "W"),
    "forfeit_win": ("FW", "W"),
    "full_point_bye": ("FPB", "W"),
    "draw": ("WD", "D"),
    "black_draw": ("BD", "D"),
    "half_point_bye": ("HPB", "D"),
    "loss": ("WL", "L"),
    "black_loss": ("BL", "L"),
    "zero_point_bye": ("ZPB", "A"),
    "forfeit_loss": ("FL", "A"),
}
"""The code and the group of every attribute but `pairing_bye` and `unknown`."""
GROUPS = {group: tuple(code for code, of in _CODES.values() if of == group) for group in _DEFAULTS}
_XXS_GROUPS = {"W": ("W",), "D": ("D",), "L": GROUPS["L"]}


def point_system(explicit: Mapping[str, Fraction]) -> PointSystem:
    """The whole system from what is explicit: W D L A P X and the codes of XXS."""

    def value(code: str, group: str) -> Fraction:
        return explicit.get(code, explicit.get(group, _DEFAULTS[group]))

    values = {name: value(code, group) for name, (code, group) in _CODES.items()}
    unknown = explicit.get("X", explicit.get("D", values["draw"]))
    return PointSystem(**values, pairing_bye=value("PAB", "W"), unknown=unknown)


@lru_cache(maxsize=4096)
def decimal_text(value: Fraction, width: int) -> str | None:
    """The number as TRF writes it, `11.5` or `1.0`; shorter where it must be, None if nothing fits.

    >>> [decimal_text(Fraction(number), 4) for number in ("1", "100", "0.125", "1/3")]
    ['1.0', '100', '.125', None]
    """
    scaled = abs(value) * 10**_PLACES
    if scaled.denominator != 1:
        return None
    sign = "-" if value < 0 else ""
    whole, rest = divmod(scaled.numerator, 10**_PLACES)
    digits = f"{rest:0{_PLACES}}".rstrip("0")
    texts = [f"{sign}{whole}.{digits or '0'}"]
    if not digits:
        texts.append(f"{sign}{whole}")
    elif not whole:
        texts.append(f"{sign}.{digits}")
    return next((text for text in texts if len(text) <= width), None)


def point_records(
    points: PointSystem, dialect: Dialect, *, has_unknown: bool = False
) -> dict[str, object]:
    """What each record of the point system says, by its key; nothing for 1, 1/2 and 0.

    | | TRF26 | TRF16 |
    |---|---|---|
    | wins, draws, losses | 162 `W D L` | 162, BBW BBD BBL and XXS |
    | pairing-allocated bye | 162 `P` | 162, BBU and XXS |
    | zero-point bye, forfeit loss | 162 `A` | BBZ, BBF and XXS: bbpPairings stops at `A` |
    | unknown result | 162 `X` | 162 |
    | members of a group that differ | XXS | XXS |

    TRF16 says it three times because each engine reads another record (bbpPairings BB, JaVaFo XXS,
    programs that know TRF26 162). What has its default is left out, except `X` in TRF26 where
    there are unknown results: not every program has the same default.
    """
    values = {code: getattr(points, name) for name, (code, _) in _CODES.items()}
    groups = _uniform(values)
    spread = [group for group in GROUPS if group not in groups]
    codes = {code: values[code] for group in spread for code in GROUPS[group]}
    groups = {group: value for group, value in groups.items() if value != _DEFAULTS[group]}
    said = _records_2016 if dialect == "trf16" else _records_2026
    symbols, engines = said(groups, codes, points.pairing_bye)
    tell_unknown = points.unknown != points.draw or (has_unknown and dialect == "trf26")
    unknown = {"X": points.unknown} if tell_unknown else {}
    return {"162": symbols | unknown, **engines}


def _records_2026(
    groups: dict[str, Fraction], codes: dict[str, Fraction], bye: Fraction
) -> tuple[dict[str, Fraction], dict[str, object]]:
    symbols = dict(groups)
    if bye != groups.get("W", ONE):
        if _fits(bye):
            symbols["P"] = bye
        else:
            codes["PAB"] = bye
    return symbols, {"XXS": codes}


def _records_2016(
    groups: dict[str, Fraction], codes: dict[str, Fraction], bye: Fraction
) -> tuple[dict[str, Fraction], dict[str, object]]:
    absence = groups.pop("A", None)
    if absence is not None:
        codes |= dict.fromkeys(GROUPS["A"], absence)
    symbols = dict(groups)
    # JaVaFo's W leaves out the bye, so it is said wherever one of the two is not worth 1.
    if bye != ONE or "W" in groups:
        codes["PAB"] = bye
        symbols |= {"P": bye} if _fits(bye) else {}
    all_codes = groups | codes
    single = {
        key: all_codes[code]
        for key, code in BB_CODES.items()
        if code in all_codes and _fits(all_codes[code])
    }
    xxs = {one: groups[group] for group in groups for one in _XXS_GROUPS[group]} | codes
    return symbols, {**single, "XXS": xxs}


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
