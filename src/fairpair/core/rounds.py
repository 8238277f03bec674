"""Rounds as they were paired: tables with seats, byes, and the results so far."""

from collections.abc import Mapping
from collections.abc import Set as AbstractSet
from enum import StrEnum

from fairpair.core.dataclass import dataclass
from fairpair.core.ids import PlayerId
from fairpair.core.results import Result
from fairpair.language.message import Message

MOST_ROUNDS = 99
"""The most rounds a stage can have."""
HIGHEST_TABLE = 99_999
"""Tables are numbered from 1 to this."""


class ByeKind(StrEnum):
    """How a round without an opponent counts.

    | kind    | given when                                | counts as                 |
    |---------|-------------------------------------------|---------------------------|
    | PAIRING | nobody is left to play                    | the rules' `bye_points`   |
    | FULL    | awarded or requested, worth a win         | a win, not played         |
    | HALF    | requested                                 | a draw, not played        |
    | ZERO    | requested, or absent                      | nothing, not played       |
    | LOSS    | missed by a late entry that is to lose it | a lost match              |
    """

    PAIRING = "pairing"
    FULL = "full"
    HALF = "half"
    ZERO = "zero"
    LOSS = "loss"


REQUESTABLE = (ByeKind.HALF, ByeKind.ZERO, ByeKind.FULL)
FOR_MISSED_ROUNDS = (ByeKind.LOSS, ByeKind.ZERO, ByeKind.HALF, ByeKind.FULL)


class RoundStatus(StrEnum):
    """The status of a round: only staff see a draft; a complete round has every result."""

    DRAFT = "draft"
    PUBLISHED = "published"
    COMPLETE = "complete"


@dataclass(frozen=True, slots=True, order=True)
class RoundRef:
    """A round of a stage: stage 1 are the main rounds, each cut starts the next stage."""

    stage: int
    round_no: int

    def __str__(self) -> str:
        return str(self.name)

    @property
    def name(self) -> Message:
        """What it is called within a sentence: `round 3`; `{round:cap}` starts one with it."""
        if self.stage == 1:
            return Message("round.numbered", number=self.round_no)
        return Message("round.of-stage", stage=self.stage, number=self.round_no)

    @property
    def title(self) -> Message:
        """What it is called in headings: `Round 3`."""
        return title_of(self.name)

    @property
    def next(self) -> "RoundRef":
        """The round after this one in the same stage."""
        return RoundRef(self.stage, self.round_no + 1)

    def at(self, table: int) -> "MatchRef":
        """The match at this table."""
        return MatchRef(self.stage, self.round_no, table)


FIRST_ROUND = RoundRef(1, 1)


def title_of(name: Message) -> Message:
    """The heading for what is called this within a sentence: `Final` for `the final`."""
    return Message(f"{name.code}.title", **name.values)


@dataclass(frozen=True, slots=True, order=True)
class MatchRef:
    """A match, identified by its table in a round."""

    stage: int
    round_no: int
    table: int

    @property
    def round(self) -> RoundRef:
        """The round it belongs to."""
        return RoundRef(self.stage, self.round_no)

    @property
    def id(self) -> str:
        """Its id in URLs if it has not been moved: `1-3-12` is stage 1, round 3, table 12."""
        return f"{self.stage}-{self.round_no}-{self.table}"


@dataclass(frozen=True, slots=True)
class Table:
    """The players at one table, be it two or a pod of four: the pairing system says how many.

    The order of the seats is the side: White, or the player who begins, comes first.
    """

    number: int
    seats: tuple[PlayerId, ...]


@dataclass(frozen=True, slots=True)
class Bye:
    """One player's round without an opponent."""

    player: PlayerId
    kind: ByeKind


@dataclass(frozen=True, slots=True)
class Report:
    """What a player reported about their match; it counts when all players agree."""

    player: PlayerId
    result: Result


@dataclass(frozen=True, slots=True)
class Pairing:
    """A table of a round with its result, and until there is one with the players' reports."""

    seats: tuple[PlayerId, ...]
    result: Result | None = None
    reports: tuple[Report, ...] = ()
    extra_minutes: int = 0
    """The extra time beyond the clock of the round."""
    number: int | None = None
    """Its number in the round, where that is not the number of its table: it has been moved."""
    adjourned_until: int | None = None
    """The last round of stage 1 that was published while it was adjourned, if there is one."""
    for_rating: "Pairing | None" = None
    """The game as the rating report has it, if a correction is for that only."""

    @property
    def rated(self) -> "Pairing":
        """The game as the rating report has it."""
        return self.for_rating or self

    def report_of(self, player: PlayerId) -> Result | None:
        """What this player reported, if anything."""
        return next((r.result for r in self.reports if r.player == player), None)

    @property
    def disputed(self) -> bool:
        """Whether the reports differ: then the staff must settle it."""
        reports = self.reports
        return len(reports) > 1 and any(r.result != reports[0].result for r in reports)


@dataclass(frozen=True, slots=True)
class Clock:
    """The clock of a round: `seconds_left` at the time `at`, and it runs on from there.

    Below 0 the round is over time. `length` is its total time.
    """

    running: bool
    seconds_left: int
    at: str
    length: int


@dataclass(frozen=True, slots=True)
class Round:
    """The current state of a round: pairings by table number, byes by player."""

    status: RoundStatus
    pairings: Mapping[int, Pairing]
    byes: Mapping[PlayerId, ByeKind]
    system: str
    engine: str
    draw_seed: str
    stale: bool = False
    """Results, byes or rules it was paired from have changed since."""
    confirmed: frozenset[str] = frozenset()
    """The soft rules it may break."""
    clock: Clock | None = None
    order: tuple[PlayerId, ...] = ()
    """The players by the pairing numbers that they had in it."""
    unedited: "Round | None" = None
    """The round as it was before somebody began to edit its pairings, while they do."""

    @property
    def as_shown(self) -> "Round":
        """The round as players see it: without what is being edited."""
        return self if self.unedited is None else self.unedited

    def table_of(self, player: PlayerId) -> int | None:
        """The number of the table where the player plays."""
        return next((n for n, p in self.pairings.items() if player in p.seats), None)

    @property
    def seated(self) -> dict[PlayerId, Pairing]:
        """Everybody who has a table, with their pairing, for questions about many players."""
        return {player: one for one in self.pairings.values() for player in one.seats}

    @property
    def placed(self) -> AbstractSet[PlayerId]:
        """Everybody who has a seat or a bye, for questions about many players."""
        return self.seated.keys() | self.byes.keys()

    def number_at(self, table: int) -> int:
        """The number of the match at a table, which it keeps when it is moved."""
        there = self.pairings.get(table)
        return table if there is None or there.number is None else there.number

    def table_with(self, number: int) -> int | None:
        """The table of the match with this number."""
        if number in self.pairings and self.number_at(number) == number:
            return number
        return next((table for table in self.pairings if self.number_at(table) == number), None)

    def has(self, player: PlayerId) -> bool:
        """Whether the player has a seat or a bye."""
        return player in self.byes or self.table_of(player) is not None

    @property
    def pending(self) -> tuple[int, ...]:
        """The tables without a result, in order."""
        return tuple(sorted(n for n, p in self.pairings.items() if p.result is None))

    @property
    def disputed(self) -> tuple[int, ...]:
        """The tables with different reports, in order."""
        return tuple(sorted(n for n, p in self.pairings.items() if p.disputed))
