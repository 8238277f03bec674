"""What results are worth in the file: 162, XXS and the BB records.

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

from dataclasses import dataclass
from fractions import Fraction

HALF = Fraction(1, 2)
ONE = Fraction(1)
ZERO = Fraction(0)

GROUPS = {
    "W": ("WW", "BW", "FW", "FPB"),
    "D": ("WD", "BD", "HPB"),
    "L": ("WL", "BL"),
    "A": ("ZPB", "FL"),
}


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


def point_system(explicit: dict[str, Fraction]) -> PointSystem:
    """The whole system from what is explicit: W D L A P X and the codes of XXS."""

    def value(code: str, group: str, default: Fraction) -> Fraction:
        return explicit.get(code, explicit.get(group, default))

    draw = value("WD", "D", HALF)
    return PointSystem(
        win=value("WW", "W", ONE),
        draw=draw,
        loss=value("WL", "L", ZERO),
        black_win=value("BW", "W", ONE),
        black_draw=value("BD", "D", HALF),
        black_loss=value("BL", "L", ZERO),
        zero_point_bye=value("ZPB", "A", ZERO),
        half_point_bye=value("HPB", "D", HALF),
        full_point_bye=value("FPB", "W", ONE),
        pairing_bye=value("PAB", "W", ONE),
        forfeit_win=value("FW", "W", ONE),
        forfeit_loss=value("FL", "A", ZERO),
        unknown=value("X", "D", draw),
    )
