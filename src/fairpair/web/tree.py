"""The knock-out tree in columns: which match stands where, who sits in it, what came out of it."""

from collections.abc import Sequence

from fairpair.app.views.bracket import (
    BracketMatch,
    BracketRound,
    BracketSeat,
    BracketView,
    scores_of,
)
from fairpair.core.dataclass import dataclass
from fairpair.language.message import Message

THIRD_PLACE = "third_place"


@dataclass(frozen=True, slots=True)
class SeatLine:
    """One side of a match. `state` is `won`, `lost`, `waiting`, `vacant` or nothing."""

    seat: BracketSeat
    score: str
    state: str


@dataclass(frozen=True, slots=True)
class MatchBox:
    """A match with its two sides; `rest` is what of the result does not stand behind them."""

    round: BracketRound
    match: BracketMatch
    rest: Message | str
    sides: Sequence[SeatLine]


@dataclass(frozen=True, slots=True)
class Column:
    """A round with its matches from top to bottom; `apart` if nobody comes to it from the left."""

    title: Message
    matches: Sequence[MatchBox]
    apart: bool = False


@dataclass(frozen=True, slots=True)
class Tree:
    """All rounds from left to right. `joined` if each match follows from the two beside it."""

    columns: Sequence[Column]
    joined: bool


def tree_of(view: BracketView, *, reseeded: bool = False) -> Tree:
    """The tree, and a match for the third place behind it.

    `reseeded`: who meets whom follows from the seeds that are left, so there are no lines.
    """
    columns = [
        Column(round_.title, [_box(round_, m) for m in round_.matches if m.type != THIRD_PLACE])
        for round_ in view.rounds
        if round_.type != THIRD_PLACE
    ]
    small = [(r, m) for r in view.rounds for m in r.matches if m.type == THIRD_PLACE]
    columns += [Column(match.title, [_box(round_, match)], apart=True) for round_, match in small]
    return Tree(columns, joined=not reseeded)


def _box(round_: BracketRound, match: BracketMatch) -> MatchBox:
    scores, rest = scores_of(match)
    sides = [
        SeatLine(seat, score, _state(match, seat))
        for seat, score in zip(match.seats, scores, strict=True)
    ]
    return MatchBox(round_, match, rest, sides)


def _state(match: BracketMatch, seat: BracketSeat) -> str:
    if seat.player is None:
        return "vacant" if seat.vacant else "waiting"
    if match.winner is None:
        return ""
    return "won" if seat.player.id == match.winner else "lost"
