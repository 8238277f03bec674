"""The kinds of stages that can follow a cut. A new kind is a module and a line here.

A kind says which rounds it has for a number of players, and gives the state: what can be
played, who is out, who has won. Nothing else in Fairpair asks which kind it is.
"""

from collections.abc import Callable, Sequence
from typing import Protocol

from fairpair.core.dataclass import dataclass
from fairpair.core.ids import PlayerId
from fairpair.core.results import Result
from fairpair.core.rounds import MatchRef, RoundRef
from fairpair.core.rules import Rules
from fairpair.core.tournament import Tournament
from fairpair.engine.pairing.proposal import Board
from fairpair.engine.stages import elimination, play_in
from fairpair.engine.stages.bracket import Match, NextBoards, Outcome
from fairpair.engine.stages.plan import PLAY_IN, SINGLE_ELIMINATION, PlannedStage, RoundShape
from fairpair.language.message import Message


class StageState(Protocol):
    """A stage as it stands, whatever its kind. Before the cut it has seeds in place of players."""

    @property
    def matches(self) -> tuple[Match, ...]:
        """All of them, round by round and from top to bottom."""

    def in_round(self, round_no: int) -> tuple[Match, ...]:
        """The matches of a round."""

    def match_at(self, match: MatchRef) -> Match | None:
        """The match that is played at a table; none if that has no place in the stage."""

    def open_matches(self) -> tuple[Match, ...]:
        """Every match whose players are known and that is not drafted yet, in any round."""

    def board_of(self, match: Match) -> Board:
        """The match as a board: White first where there are colours, else the higher seed."""

    def next_boards(self) -> NextBoards | None:
        """The first round that is not drafted at all; none if there is no such round."""

    def boards_in(self, ref: RoundRef) -> NextBoards:
        """What can be played in a round and is not drafted yet."""

    def walkovers(self, ref: RoundRef) -> tuple[PlayerId, ...]:
        """Who has won a match of a round that is there without playing, and has no bye for it."""

    def affected(self, match: MatchRef, result: Result | None) -> tuple[Match, ...]:
        """The later matches that would get other players if this match had this result."""

    @property
    def over(self) -> bool:
        """Whether every match is decided."""

    @property
    def winners(self) -> tuple[PlayerId, ...]:
        """Who has won the stage, as far as it is known, best seed first."""

    @property
    def podium(self) -> tuple[PlayerId | None, ...]:
        """First, second, third and fourth, as far as they are known."""

    def outcome(self) -> Outcome:
        """How far everybody came, for the final ranking."""


@dataclass(frozen=True, slots=True)
class StageKind:
    """One kind: its name in the rules, what it is, its rounds and matches, and how it is played."""

    name: str
    about: str
    rounds: Callable[[Rules, int, int], Sequence[RoundShape]]
    """For a number of players, and how many of them advance."""
    matches: Callable[[Rules, int], int]
    """How many there are, if nobody leaves; a bye is none."""
    play: Callable[[Tournament, PlannedStage, Message | None], StageState]
    """The stage as it stands; the message is what the seeds wait for before the cut."""
    table_seats: tuple[int, ...] = (2,)
    """How many players a table may have."""


KINDS: dict[str, StageKind] = {
    kind.name: kind
    for kind in (
        StageKind(
            SINGLE_ELIMINATION,
            "a knock-out: who loses is out",
            elimination.rounds,
            elimination.match_count,
            elimination.KnockOut,
        ),
        StageKind(
            PLAY_IN,
            "players level at the cut play for its last places",
            play_in.rounds,
            play_in.match_count,
            play_in.PlayIn,
        ),
    )
}
