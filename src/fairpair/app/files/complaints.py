"""What `check` finds in a file, as data and as text."""

from dataclasses import field

from fairpair.core.dataclass import dataclass
from fairpair.core.ids import PlayerId
from fairpair.core.rounds import RoundRef
from fairpair.engine.pairing.explanation.found_round import Objection
from fairpair.engine.pairing.explanation.reason_wording import (
    UNPLAYED,
    UNPLAYED_WIN,
    round_text,
    worse_text,
)
from fairpair.engine.pairing.explanation.reasons import FORBIDDEN, ORDER
from fairpair.language.message import Message

Pair = tuple[int, int]
"""White and Black by their numbers; the bye is against 0."""


class Complaint:
    """One thing that is wrong in a file."""

    __slots__ = ()

    @property
    def text(self) -> Message:
        """What is wrong."""
        raise NotImplementedError

    def __str__(self) -> str:
        return str(self.text)


@dataclass(frozen=True, slots=True)
class WrongPair(Complaint):
    """A board that should be in a round but is not, and the boards its players have instead."""

    round_no: int
    board: int
    expected: Pair
    found: tuple[Pair, ...]
    reasons: tuple[Message, ...] = field(default=(), compare=False)
    """What is against the boards that were found."""

    @property
    def has_wrong_colours(self) -> bool:
        """Whether the two players meet with swapped colours."""
        return self.found == (self.expected[::-1],)

    @property
    def text(self) -> Message:
        """What is wrong, and why."""
        text = Message(
            "check.wrong-colours" if self.has_wrong_colours else "check.wrong-pair",
            round=RoundRef(1, self.round_no).name,
            board=self.board,
            expected=_pair_text(self.expected),
            found=list(map(_pair_text, self.found)),
        )
        if not self.reasons:
            return text
        return Message("check.with-reasons", finding=text, reasons=self.reasons)


@dataclass(frozen=True, slots=True)
class NoPairing(Complaint):
    """A round of the file that could not be paired after the rounds before it."""

    round_no: int
    reason: Message

    @property
    def text(self) -> Message:
        """Why there is no pairing."""
        name = RoundRef(1, self.round_no).name
        return Message("check.no-pairing", round=name, reason=self.reason)


@dataclass(frozen=True, slots=True)
class WrongRank(Complaint):
    """A rank that the file's own tie-breaks do not give; `expected` has several for a tie."""

    player: int
    expected: range
    found: int

    @property
    def text(self) -> Message:
        """What is wrong."""
        first, last = self.expected[0], self.expected[-1]
        values = {"player": self.player, "found": self.found}
        if first == last:
            return Message("check.wrong-rank", expected=first, **values)
        return Message("check.wrong-shared-rank", first=first, last=last, **values)


@dataclass(frozen=True, slots=True)
class WrongPoints(Complaint):
    """Points of a player that are not the sum of the results."""

    player: int
    expected: str
    found: str

    @property
    def text(self) -> Message:
        """What is wrong."""
        values = {"player": self.player, "expected": self.expected, "found": self.found}
        return Message("check.wrong-points", **values)


@dataclass(frozen=True, slots=True)
class Verdict:
    """The errors in a file, how much was checked, and notes about the file."""

    rounds: int
    ranks: int
    pairs: tuple[WrongPair, ...]
    unpairable: tuple[NoPairing, ...]
    wrong_ranks: tuple[WrongRank, ...]
    notes: tuple[Message, ...] = ()
    wrong_points: tuple[WrongPoints, ...] = ()

    @property
    def is_right(self) -> bool:
        """Whether there is no complaint."""
        return not self.complaints

    @property
    def complaints(self) -> list[Complaint]:
        """All of them, round by round, then points and ranks."""
        rounds: list[WrongPair | NoPairing] = [*self.pairs, *self.unpairable]
        by_round = sorted(rounds, key=lambda one: one.round_no)
        return [*by_round, *self.wrong_points, *self.wrong_ranks]


def reason_text(one: Objection) -> Message:
    """What is against a round that was found; players by their numbers."""
    why = one.ruled_out
    players = [str(player) for player in sorted(one.players)]
    if why.by == "C2":
        unplayed = UNPLAYED.get(why.kind, UNPLAYED_WIN) if why.kind else UNPLAYED_WIN
        values = {"player": players[0], "unplayed": unplayed, "round": round_text(why)}
        return Message("check.why-second-bye", **values)
    if why.by in _PAIR_REASONS:
        return Message(_PAIR_REASONS[why.by], players=players, round=round_text(why))
    if why.by == ORDER:
        return Message("check.why-order")
    return Message("check.why-worse", consequence=worse_text(why, _number_of))


_PAIR_REASONS = {
    "C1": "check.why-met",
    "C3": "check.why-same-colour",
    FORBIDDEN: "check.why-forbidden",
}


def _number_of(player: PlayerId) -> str:
    return str(player)


def _pair_text(pair: Pair) -> Message:
    white, black = pair
    if not black:
        return Message("check.bye", player=white)
    return Message("check.pair", white=white, black=black)
