"""Every fact we store. Names and fields are for ever: add, never rename (see `codec.py`).

Facts are decisions of people and of the draw. What can be computed from them is not here.
Rounds, matches and players are named, never positions in lists that could move.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from fairpair.core.ids import PlayerId
from fairpair.core.players import DropKind, Entrant
from fairpair.core.results import Result
from fairpair.core.rounds import Bye, ByeKind, MatchRef, RoundRef, Table
from fairpair.core.tournament import Admission


class Event:
    """A fact of a tournament's log."""

    __slots__ = ()


# --- the tournament ------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class TournamentCreated(Event):
    """The tournament exists; `rules` are complete, so that no later default can change them."""

    name: str
    rules: Mapping[str, Any]
    draw_seed: str


@dataclass(frozen=True, slots=True)
class TournamentRenamed(Event):
    """It has another name now."""

    name: str


@dataclass(frozen=True, slots=True)
class RulesChanged(Event):
    """Some rules are different from here on; only the changed keys are kept."""

    changes: Mapping[str, Any]
    reason: str = ""


@dataclass(frozen=True, slots=True)
class CutMade(Event):
    """These players, best seed first, go on to the next stage.

    `basis` is the version of the log from which they were found.
    """

    stage: int
    seeds: tuple[PlayerId, ...]
    basis: int
    admission: Admission = Admission()


@dataclass(frozen=True, slots=True)
class MatchVoided(Event):
    """A match after a cut does not count, and has no place any more: others are to play it.

    Without a table it is the bye of somebody whose opponent was missing.
    """

    round: RoundRef
    table: int | None
    players: tuple[PlayerId, ...]


@dataclass(frozen=True, slots=True)
class TournamentFinished(Event):
    """It is over; `early` when matches were left open or rounds not played."""

    early: bool = False
    reason: str = ""


@dataclass(frozen=True, slots=True)
class TournamentReopened(Event):
    """It is not over after all."""

    reason: str


# --- players -------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class PlayerRegistered(Event):
    """A player or team is in, from `first_round` on; earlier rounds count as `missed` says."""

    player: PlayerId
    entrant: Entrant
    first_round: RoundRef
    missed: ByeKind


@dataclass(frozen=True, slots=True)
class PlayerEdited(Event):
    """The public data of a player or team were put right."""

    player: PlayerId
    entrant: Entrant


@dataclass(frozen=True, slots=True)
class PlayerCheckedIn(Event):
    """The player is present."""

    player: PlayerId


@dataclass(frozen=True, slots=True)
class PlayerCheckedOut(Event):
    """The player is not present after all."""

    player: PlayerId


@dataclass(frozen=True, slots=True)
class PlayerDropped(Event):
    """The player has left; `after` is the last round that was theirs (round 0: none was)."""

    player: PlayerId
    after: RoundRef
    kind: DropKind = DropKind.WITHDRAWN
    reason: str = ""


@dataclass(frozen=True, slots=True)
class PlayerReinstated(Event):
    """The player is back from `first_round` on; the rounds between count as `missed` says."""

    player: PlayerId
    first_round: RoundRef
    missed: ByeKind


@dataclass(frozen=True, slots=True)
class MissedRoundsSet(Event):
    """All rounds that the player was not there for count as this kind of bye."""

    player: PlayerId
    kind: ByeKind
    reason: str = ""


@dataclass(frozen=True, slots=True)
class ByeRequested(Event):
    """The player will not play in this round of stage 1."""

    player: PlayerId
    round_no: int
    kind: ByeKind


@dataclass(frozen=True, slots=True)
class ByeRequestWithdrawn(Event):
    """The player will play in this round after all."""

    player: PlayerId
    round_no: int


@dataclass(frozen=True, slots=True)
class TableFixed(Event):
    """The player always sits at this table; `None` sets them free."""

    player: PlayerId
    table: int | None


@dataclass(frozen=True, slots=True)
class PairAvoided(Event):
    """Two players shall not meet: `hard` never, else if it can be helped."""

    a: PlayerId
    b: PlayerId
    hard: bool
    from_round: int = 1
    until_round: int | None = None


@dataclass(frozen=True, slots=True)
class PairAllowed(Event):
    """Two players may meet after all."""

    a: PlayerId
    b: PlayerId


# --- rounds --------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class RoundDrafted(Event):
    """A round was paired and waits for the organiser's eye.

    `system`, `engine`, `draw_seed` and `basis`, the version of the log it was paired from, are
    what is needed to make the same pairing again.
    """

    round: RoundRef
    tables: tuple[Table, ...]
    byes: tuple[Bye, ...]
    system: str
    engine: str
    draw_seed: str
    basis: int
    confirmed: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class DraftDiscarded(Event):
    """The draft is gone; nobody had seen it."""

    round: RoundRef


@dataclass(frozen=True, slots=True)
class PlayersSwapped(Event):
    """Two players changed places, be it two seats of one table or a seat and a bye."""

    round: RoundRef
    a: PlayerId
    b: PlayerId
    reason: str = ""
    confirmed: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class PlayerReplaced(Event):
    """A player without a match took another's seat; the other has a bye of this kind."""

    round: RoundRef
    out: PlayerId
    by: PlayerId
    bye: ByeKind
    reason: str = ""
    confirmed: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class TableAdded(Event):
    """Players without a match (a bye, a late entry) play each other."""

    round: RoundRef
    table: Table
    confirmed: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class ByeGiven(Event):
    """A player without a match has this kind of bye in a round, whatever it was before."""

    round: RoundRef
    player: PlayerId
    kind: ByeKind
    reason: str = ""
    confirmed: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class TableMoved(Event):
    """A match went to another table; if somebody sat there, they went to the first one."""

    round: RoundRef
    table: int
    to: int


@dataclass(frozen=True, slots=True)
class RoundPublished(Event):
    """From here players see the round; `as_it_is` although a result changed since the draft."""

    round: RoundRef
    as_it_is: bool = False
    confirmed: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class RoundCompleted(Event):
    """All results are in and the round is closed."""

    round: RoundRef


@dataclass(frozen=True, slots=True)
class ClockSet(Event):
    """The clock of a round was started, paused or set: `seconds_left` at that moment, of `length`
    seconds in all. Below 0 the time is over.
    """

    round: RoundRef
    running: bool
    seconds_left: int
    at: str
    length: int


@dataclass(frozen=True, slots=True)
class TimeExtended(Event):
    """A match may be played so many minutes longer than the clock says, whatever it was before."""

    match: MatchRef
    minutes: int


# --- results -------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class ResultRecorded(Event):
    """A match ended, or an adjourned one did; it names its players and can never go to others."""

    match: MatchRef
    players: tuple[PlayerId, ...]
    result: Result


@dataclass(frozen=True, slots=True)
class ResultCorrected(Event):
    """The recorded result was wrong; standings move, published pairings do not."""

    match: MatchRef
    players: tuple[PlayerId, ...]
    result: Result
    reason: str


@dataclass(frozen=True, slots=True)
class ResultCleared(Event):
    """The match has no result again."""

    match: MatchRef
    players: tuple[PlayerId, ...]
    reason: str = ""


@dataclass(frozen=True, slots=True)
class ResultReported(Event):
    """One of the players says how the match ended; it counts when the others say the same."""

    match: MatchRef
    players: tuple[PlayerId, ...]
    player: PlayerId
    result: Result


# --- undo ----------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class ActionUndone(Event):
    """The events of one command, known by the number of its first, count no more.

    The command may itself have been an undo: then what it took away counts again.
    """

    action: int
    reason: str = ""
