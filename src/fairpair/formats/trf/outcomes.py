"""The codes of 001 cells in the tournament's own words; equal outcomes are one shared value."""

from itertools import product

from fairpair.core.results import Decided, Forfeit, Mark, Result
from fairpair.core.rounds import ByeKind

RATED = {Mark.WIN: "1", Mark.DRAW: "=", Mark.LOSS: "0"}
UNRATED = {Mark.WIN: "W", Mark.DRAW: "D", Mark.LOSS: "L"}
FORFEITED = {Mark.WIN: "+", Mark.LOSS: "-"}
"""The codes of one side of a game: rated, not rated, not played."""
KINDS = {code: UNRATED[mark] for codes in (RATED, UNRATED) for mark, code in codes.items()}
"""The kind that 299 has for a game with this code."""
BYE_CODES = {
    ByeKind.PAIRING: "U",
    ByeKind.FULL: "F",
    ByeKind.HALF: "H",
    ByeKind.ZERO: "Z",
    ByeKind.LOSS: "Z",
}
BYES = {code: kind for kind, code in BYE_CODES.items() if kind is not ByeKind.LOSS}
REQUESTED = ("F", "H", "Z")
"""The byes that can be asked for (240)."""
LONE_FORFEITS = {"+": "F", "-": "Z"}
"""Forfeits without an opponent (old team files), and the byes that they are taken for: C.07 counts
a full-point bye and a forfeit win alike, and an absence is a zero-point bye."""

_RATED = {code: mark for mark, code in RATED.items()} | {"?": Mark.DRAW}
_UNRATED = {code: mark for mark, code in UNRATED.items()}
_FORFEITED = {code: mark for mark, code in FORFEITED.items()}


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
    pairs = product(_FORFEITED.items(), repeat=2)
    table = {(white, black): Forfeit((mine, theirs)) for (white, mine), (black, theirs) in pairs}
    return {codes: forfeit for codes, forfeit in table.items() if not forfeit.problem}


OUTCOMES: dict[tuple[str, str], Result | None] = {("", ""): None, **_played(), **_forfeited()}
"""The result of a game by the codes of its two sides; none where there is no result yet."""
