"""The codes of 001 cells in the tournament's own words; equal outcomes are one shared value."""

from itertools import product

from fairpair.core.results import Decided, Forfeit, Mark, Result
from fairpair.core.rounds import ByeKind

_RATED = {"1": Mark.WIN, "=": Mark.DRAW, "0": Mark.LOSS, "?": Mark.DRAW}
_UNRATED = {"W": Mark.WIN, "D": Mark.DRAW, "L": Mark.LOSS}
_FORFEITS = {"+": Mark.WIN, "-": Mark.LOSS}

BYES = {
    "H": ByeKind.HALF,
    "F": ByeKind.FULL,
    "U": ByeKind.PAIRING,
    "Z": ByeKind.ZERO,
}
LONE_FORFEITS = {"+": "F", "-": "Z"}
"""Forfeits without an opponent (old team files), and the byes that they are taken for: C.07 counts
a full-point bye and a forfeit win alike, and an absence is a zero-point bye."""


def _played() -> dict[tuple[str, str], Result]:
    """A game is rated only if both sides say so; an unknown result counts as a draw for now."""
    known: dict[tuple[tuple[Mark, Mark], bool], Decided] = {}
    table: dict[tuple[str, str], Result] = {}
    for (white, mine), (black, theirs) in product((_RATED | _UNRATED).items(), repeat=2):
        rated = white in _RATED and black in _RATED
        marks = (mine, theirs)
        decided = known.setdefault((marks, rated), Decided(marks, rated))
        if not decided.problem:
            table[white, black] = decided
    return table


def _forfeited() -> dict[tuple[str, str], Result]:
    pairs = product(_FORFEITS.items(), repeat=2)
    table = {(white, black): Forfeit((mine, theirs)) for (white, mine), (black, theirs) in pairs}
    return {codes: forfeit for codes, forfeit in table.items() if not forfeit.problem}


OUTCOMES: dict[tuple[str, str], Result | None] = {("", ""): None, **_played(), **_forfeited()}
"""The result of a game by the codes of its two sides; none where there is no result yet."""
