"""The knock-out tree as values: seats, matches, their names, and who wins a match."""

from collections.abc import Mapping, Sequence
from dataclasses import field
from fractions import Fraction

from fairpair.core.dataclass import dataclass
from fairpair.core.ids import PlayerId
from fairpair.core.results import Decided, Forfeit, Mark, Result, Scored, is_adjourned, marks_of
from fairpair.core.rounds import Bye, RoundRef
from fairpair.engine.pairing.proposal import Board
from fairpair.language.message import Message

FINAL, SEMI_FINAL, QUARTER_FINAL, THIRD_PLACE = (
    "final",
    "semi_final",
    "quarter_final",
    "third_place",
)
_SIZES = {FINAL: 2, THIRD_PLACE: 2, SEMI_FINAL: 4, QUARTER_FINAL: 8}
_NAMES = {
    FINAL: "round.final",
    SEMI_FINAL: "round.semi-finals",
    QUARTER_FINAL: "round.quarter-finals",
    THIRD_PLACE: "round.third-place",
}
_MATCHES = {SEMI_FINAL: "semi-final", QUARTER_FINAL: "quarter-final"}


@dataclass(frozen=True, slots=True)
class Seat:
    """One side of a match: a player, or what it waits for; neither if nobody will ever come.

    `seed` is the player's; before the cut it is known where a seed begins.
    """

    player: PlayerId | None = None
    seed: int | None = None
    waiting: Message | None = None

    @property
    def vacant(self) -> bool:
        """Whether nobody will come: the other side goes on without a match."""
        return self.player is None and self.waiting is None


NOBODY = Seat()


@dataclass(frozen=True, slots=True)
class Match:
    """A match of the tree. `slot` is its place among those of its kind, from 1 at the top.

    | winner | over  | means                                                        |
    |--------|-------|--------------------------------------------------------------|
    | none   | no    | to be drafted, to be played, or without a result that counts |
    | a      | yes   | won, or the other side did not exist or had left             |
    | none   | yes   | nobody goes on: both lost, or nobody was there               |

    `result` is by the seats of the table it is played at, which may sit the other way round.
    `expected` are the players that the tree gives, `seats` those who really play.
    """

    round_no: int
    kind: str
    slot: int
    name: Message
    seats: tuple[Seat, Seat]
    result: Result | None = None
    winner: PlayerId | None = None
    loser: PlayerId | None = None
    table: int | None = None
    over: bool = False
    out: tuple[PlayerId, ...] = ()
    """Who can go no further because of it: of a match without a winner perhaps both."""
    expected: frozenset[PlayerId] = frozenset()

    @property
    def players(self) -> tuple[PlayerId, ...]:
        """Those who are known."""
        return tuple(seat.player for seat in self.seats if seat.player is not None)

    @property
    def by_hand(self) -> bool:
        """Whether others play than the tree says."""
        return self.table is not None and self.expected != frozenset(self.players)


@dataclass(frozen=True, slots=True)
class NextBoards:
    """The next round in tree order; without colours the higher seed is first and chooses the side.

    Matches that wait for something are not there.
    """

    ref: RoundRef
    boards: tuple[Board, ...] = ()
    byes: tuple[Bye, ...] = ()
    waiting: tuple[Message, ...] = ()

    @property
    def all_players_dropped(self) -> bool:
        """Whether nobody is left who could play it, or win it without playing."""
        return not (self.boards or self.byes or self.waiting)


@dataclass(frozen=True, slots=True)
class Outcome:
    """What the knock-out brought; rounds are named by their kind, as in the plan."""

    lost_in: Mapping[PlayerId, str] = field(default_factory=dict)
    """For everybody who was knocked out the round (`round_of_16`, `semi_final`). A walkover is a
    loss; who lost the match for third place lost a semi-final."""
    champion: PlayerId | None = None
    third: PlayerId | None = None
    """Who won the match for third place, if there was one: a semi-final loser, or somebody who took
    the place of one. In a knock-out of three who lost the only semi-final."""
    still_in: Mapping[PlayerId, str] = field(default_factory=dict)
    """For everybody else the round they came to; the champion may be among them."""

    @property
    def nobody_won(self) -> bool:
        """Whether all are out, and there is no champion."""
        return self.champion is None and bool(self.lost_in) and not self.still_in

    def __post_init__(self) -> None:
        if self.third is not None and self.lost_in.get(self.third) in (None, FINAL):
            raise AssertionError(f"{self.third} is third, but was not knocked out before the final")
        winners = {self.champion, *self.still_in}
        if winners & set(self.lost_in):
            raise AssertionError("somebody has lost and is still in")


def knock_out_kinds(size: int, *, own_third_place: bool) -> list[str]:
    """The kinds of the rounds of a knock-out of this size, the final last.

    With `own_third_place` the match for third place has a round before it (`third_place.py`).
    """
    kinds = []
    whole = 1 << (size - 1).bit_length()
    while whole > 1:
        kinds.append(_kind_of(whole))
        whole //= 2
    if own_third_place and size > 3:
        kinds.insert(-1, THIRD_PLACE)
    return kinds


def _kind_of(players: int) -> str:
    named = {2: FINAL, 4: SEMI_FINAL, 8: QUARTER_FINAL}
    return named.get(players, f"round_of_{players}")


def players_in(kind: str) -> int:
    """How many can still win when a round of this kind begins."""
    return _SIZES.get(kind) or int(kind.removeprefix("round_of_"))


def round_name(kind: str) -> Message:
    """What a round of this kind is called: `the round of 16`, `the semi-finals`."""
    code = _NAMES.get(kind)
    return Message(code) if code else Message("round.of-size", size=players_in(kind))


def seed_order(size: int) -> tuple[int, ...]:
    """The seeds from top to bottom for a power of two; neighbours meet in the first round.

    Each step puts beside every seed the one that makes the sum of a match
    (`spec/games/formats.md`, 1).

    >>> seed_order(8)
    (1, 8, 4, 5, 2, 7, 3, 6)
    """
    if size < 1 or size & (size - 1):
        raise ValueError(f"a tree has 1, 2, 4, 8 ... places, not {size}")
    order: tuple[int, ...] = (1,)
    while len(order) < size:
        total = 2 * len(order) + 1
        order = tuple(seed for upper in order for seed in (upper, total - upper))
    return order


def decides(result: Result | None, scores: Sequence[str] = ()) -> int | None:
    """The side, 0 or 1, that goes on; none after a draw, a match where both lose or one that is
    to be played on.

    Named scores decide one after the other, in the order of `scores`: somebody has to go on.
    """
    if result is None or is_adjourned(result):
        return None
    if isinstance(result, Scored) and result.winner is None:
        return _first_difference(result, scores)
    marks = marks_of(result)
    return marks.index(Mark.WIN) if Mark.WIN in marks else None


def both_lose(result: Result | None) -> bool:
    """Whether nobody goes on: 0-0, played or not."""
    return isinstance(result, Decided | Forfeit) and set(result.marks) == {Mark.LOSS}


def match_name(kind: str, number: int, of: int) -> Message:
    """What people call match `number` of the matches played in its round."""
    if kind in (FINAL, THIRD_PLACE):
        return Message("match.final" if kind == FINAL else "match.third-place")
    if kind not in _MATCHES:
        return Message("match.round-of-size", size=players_in(kind), number=number)
    if of == 1:
        return Message(f"match.only-{_MATCHES[kind]}")
    return Message(f"match.{_MATCHES[kind]}", number=number)


def rank_left(rank: int, of: int, kind: str) -> Message:
    """Whom a seat waits for if the players are seeded anew after a round of this kind."""
    ends = {1: "seat.highest-seed-left", of: "seat.lowest-seed-left"}
    return Message(ends.get(rank, "seat.seed-left"), rank=rank, round=round_name(kind))


def _first_difference(result: Scored, scores: Sequence[str]) -> int | None:
    one, other = result.scores
    for name in scores or tuple(one):
        a, b = (side.get(name, Fraction(0)) for side in (one, other))
        if a != b:
            return 0 if a > b else 1
    return None
