"""The knock-out tree as a drawing: where each box, line and word goes. Pure geometry."""

import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from fairpair.app.views.bracket import (
    BracketMatch,
    BracketRound,
    BracketSeat,
    BracketView,
    scores_of,
)
from fairpair.language.message import Message

THIRD_PLACE = "third_place"
_WIDTH, _ACROSS = 264, 40
_LINE, _PAD, _GAP, _HEAD, _TITLE = 19, 6, 18, 20, 34
_NAME_AT, _NAME_WIDTH = 36, 186


@dataclass(frozen=True, slots=True)
class Line:
    """A line of a text; `rtl` if it is written from the right."""

    text: str
    x: int
    y: int
    rtl: bool


@dataclass(frozen=True, slots=True)
class SeatBox:
    """One side of a match. `state` is `won`, `lost`, `waiting`, `vacant` or nothing."""

    x: int
    y: int
    width: int
    height: int
    seed: int | None
    lines: Sequence[Line]
    score: str
    state: str


@dataclass(frozen=True, slots=True)
class MatchBox:
    """A match: its label above, its two sides below each other. `rest` is what of the result does
    not stand behind the sides.
    """

    round: BracketRound
    match: BracketMatch
    rest: Message | str
    x: int
    y: int
    width: int
    height: int
    seats: Sequence[SeatBox]

    @property
    def middle(self) -> int:
        """Where lines come in and go out."""
        return self.y + _HEAD + (self.height - _HEAD) // 2


@dataclass(frozen=True, slots=True)
class Column:
    """The title above a round."""

    title: Message
    x: int


@dataclass(frozen=True, slots=True)
class Tree:
    """The whole drawing; `paths` are the lines between matches, as SVG draws them."""

    width: int
    height: int
    columns: Sequence[Column]
    matches: Sequence[MatchBox]
    paths: Sequence[str]


RoundMatches = Sequence[tuple[BracketRound, BracketMatch]]


def tree_of(view: BracketView, *, reseeded: bool = False) -> Tree:
    """The tree from left to right.

    `reseeded`: who meets whom follows from the seeds that are left, so there are no lines.
    """
    main = [r for r in view.rounds if r.type != THIRD_PLACE]
    small = [(r, m) for r in view.rounds for m in r.matches if m.type == THIRD_PLACE]
    drawing = _BoxLayout()
    boxes: list[list[MatchBox]] = []
    for number, round_ in enumerate(main):
        matches = [(round_, m) for m in round_.matches if m.type != THIRD_PLACE]
        x = number * (_WIDTH + _ACROSS)
        made = drawing.place_after(matches, x, boxes[-1]) if boxes else drawing.stack(matches, x)
        boxes.append(made)
    if small and boxes:
        below = max(box.y + box.height for box in boxes[-1]) + 2 * _GAP
        x = (len(boxes) - 1) * (_WIDTH + _ACROSS)
        boxes.append(drawing.stack(small, x, below))
    found = [box for column in boxes for box in column]
    titles = [Column(r.title, n * (_WIDTH + _ACROSS)) for n, r in enumerate(main)]
    width = max(1, len(main)) * (_WIDTH + _ACROSS) - _ACROSS + 2
    height = max((box.y + box.height for box in found), default=_TITLE) + _GAP
    paths = [] if reseeded else _paths(boxes[: len(main)])
    return Tree(width, height, titles, found, paths)


def _paths(columns: Sequence[Sequence[MatchBox]]) -> list[str]:
    paths = []
    for before, after in pairwise(columns):
        for n, box in enumerate(after):
            for one in before[2 * n : 2 * n + 2]:
                bend = one.x + _WIDTH + _ACROSS // 2
                paths.append(f"M{one.x + _WIDTH} {one.middle}H{bend}V{box.middle}H{box.x}")
    return paths


class _BoxLayout:
    """Puts matches into boxes."""

    def stack(self, matches: RoundMatches, x: int, y: int = _TITLE) -> list[MatchBox]:
        boxes = []
        for round_, match in matches:
            boxes.append(self._box(round_, match, x, y))
            y = boxes[-1].y + boxes[-1].height + _GAP
        return boxes

    def place_after(
        self, matches: RoundMatches, x: int, before: Sequence[MatchBox]
    ) -> list[MatchBox]:
        """Each match in the middle of the two it follows from, below the one above it."""
        boxes: list[MatchBox] = []
        for n, (round_, match) in enumerate(matches):
            box = self._box(round_, match, x, 0)
            feeders = before[2 * n : 2 * n + 2]
            middle = sum(one.middle for one in feeders) // max(1, len(feeders))
            least = boxes[-1].y + boxes[-1].height + _GAP if boxes else _TITLE
            boxes.append(self._box(round_, match, x, max(least, middle - box.middle)))
        return boxes

    def _box(self, round_: BracketRound, match: BracketMatch, x: int, y: int) -> MatchBox:
        scores, rest = scores_of(match)
        seats: list[SeatBox] = []
        below = y + _HEAD
        for seat, score in zip(match.seats, scores, strict=True):
            seats.append(self._seat(match, seat, score, x, below))
            below += seats[-1].height
        return MatchBox(round_, match, rest, x, y, _WIDTH, below - y, seats)

    def _seat(self, match: BracketMatch, seat: BracketSeat, score: str, x: int, y: int) -> SeatBox:
        if seat.player is not None:
            text = seat.player.name
            lost = match.winner is not None and seat.player.id != match.winner
            state = "won" if seat.player.id == match.winner else "lost" if lost else ""
        else:
            text = "" if seat.vacant else str(seat.waiting)
            state = "vacant" if seat.vacant else "waiting"
        lines = wrap_text(text or "-", _NAME_WIDTH)
        height = len(lines) * _LINE + 2 * _PAD
        placed = [
            Line(line, x + _NAME_AT, y + _PAD + _LINE * n + 14, _is_rtl(text))
            for n, line in enumerate(lines)
        ]
        return SeatBox(x, y, _WIDTH, height, seat.seed, placed, score, state)


def wrap_text(text: str, width: int) -> list[str]:
    """The text in lines that are not wider than that; a long word is broken, nothing is lost.

    >>> wrap_text("Anna Schmidt", 60)
    ['Anna', 'Schmidt']
    """
    lines: list[str] = []
    line = ""
    for word in text.split():
        whole = f"{line} {word}" if line else word
        if _width(whole) <= width:
            line = whole
            continue
        lines += [line] if line else []
        line = word
        while _width(line) > width:
            cut = _fitting_length(line, width)
            lines.append(line[:cut])
            line = line[cut:]
    return [*lines, line] if line else lines or [""]


def _fitting_length(word: str, width: int) -> int:
    cut = len(word)
    while cut > 1 and _width(word[:cut]) > width:
        cut -= 1
    while 1 < cut < len(word) and unicodedata.combining(word[cut]):
        cut -= 1  # an accent stays with its letter
    return cut


def _width(text: str) -> float:
    return sum(map(_letter_width, text))


def _letter_width(letter: str) -> float:
    """About how wide a letter of 14 px is; rather too wide."""
    if unicodedata.combining(letter):
        return 0
    if unicodedata.east_asian_width(letter) in "WF":
        return 14.5
    if letter in "MWmw@%":
        return 12.5
    if letter.isupper():
        return 10
    return 5 if letter in " ilIjtf.,:;'|!()[]-" else 8.3


def _is_rtl(text: str) -> bool:
    kinds = (unicodedata.bidirectional(letter) for letter in text)
    return next((kind for kind in kinds if kind in ("L", "R", "AL")), "L") != "L"
