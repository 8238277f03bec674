"""Every fact we store. Names and fields are for ever: add, never rename (see `codec.py`).

Facts are decisions of people and of the draw. What can be computed from them is not here.
Rounds, matches and players are named, never positions in lists that could move.

An event that says what its command asked for has its fields from there, `round` before them. Where
the command has a default and the event must not, the field is named again.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from fairpair.core.ids import PlayerId
from fairpair.core.players import DropKind, Entrant
from fairpair.core.results import Result
from fairpair.core.rounds import Bye, ByeKind, MatchRef, RoundRef, Table
from fairpair.core.tournament import Admission
from fairpair.log import commands as c


class Event:
    """A fact of a tournament's log."""

    __slots__ = ()


@dataclass(frozen=True)
class RoundEvent(Event):
    """A fact of one round."""

    __slots__ = ()
    round: RoundRef


@dataclass(frozen=True)
class ResultEvent(Event):
    """A fact of one match; it names its players and can never go to others."""

    __slots__ = ()
    match: MatchRef
    players: tuple[PlayerId, ...]


# --- the tournament ------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class TournamentCreated(Event):
    """The tournament exists; `rules` are complete, so that no later default can change them."""

    name: str
    rules: Mapping[str, Any]
    draw_seed: str


@dataclass(frozen=True, slots=True)
class TournamentRenamed(c.RenameTournament, Event):
    """It has another name now."""


@dataclass(frozen=True, slots=True)
class RulesChanged(c.ChangeRules, Event):
    """Some rules are different from here on; only the changed keys are kept."""


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
class MatchVoided(RoundEvent):
    """A match after a cut does not count, and has no place any more: others are to play it.

    Without a table it is the bye of somebody whose opponent was missing.
    """

    table: int | None
    players: tuple[PlayerId, ...]


@dataclass(frozen=True, slots=True)
class TournamentFinished(c.FinishTournament, Event):
    """It is over; `early` when matches were left open or rounds not played."""


@dataclass(frozen=True, slots=True)
class TournamentReopened(c.ReopenTournament, Event):
    """It is not over after all."""


# --- players -------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class PlayerRegistered(Event):
    """A player or team is in, from `first_round` on; earlier rounds count as `missed` says."""

    player: PlayerId
    entrant: Entrant
    first_round: RoundRef
    missed: ByeKind


@dataclass(frozen=True, slots=True)
class PlayerEdited(c.EditPlayer, Event):
    """The public data of a player or team were put right."""


@dataclass(frozen=True, slots=True)
class PlayerCheckedIn(c.CheckIn, Event):
    """The player is present."""


@dataclass(frozen=True, slots=True)
class PlayerCheckedOut(c.CheckOut, Event):
    """The player is not present after all."""


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
class MissedRoundsSet(c.SetMissedRounds, Event):
    """All rounds that the player was not there for count as this kind of bye."""


@dataclass(frozen=True, slots=True)
class ByeRequested(c.RequestBye, Event):
    """The player will not play in this round of stage 1."""

    kind: ByeKind


@dataclass(frozen=True, slots=True)
class ByeRequestWithdrawn(c.WithdrawByeRequest, Event):
    """The player will play in this round after all."""


@dataclass(frozen=True, slots=True)
class TableFixed(c.FixTable, Event):
    """The player always sits at this table; `None` sets them free."""


@dataclass(frozen=True, slots=True)
class PairAvoided(c.AvoidPair, Event):
    """Two players shall not meet: `hard` never, else if it can be helped."""

    hard: bool


@dataclass(frozen=True, slots=True)
class PairAllowed(c.AllowPair, Event):
    """Two players may meet after all."""


# --- rounds --------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class RoundDrafted(RoundEvent):
    """A round was paired and waits for the organiser's eye.

    `system`, `engine`, `draw_seed` and `basis`, the version of the log it was paired from, are
    what is needed to make the same pairing again.
    """

    tables: tuple[Table, ...]
    byes: tuple[Bye, ...]
    system: str
    engine: str
    draw_seed: str
    basis: int
    confirmed: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class DraftDiscarded(RoundEvent):
    """The draft is gone; nobody had seen it."""


@dataclass(frozen=True, slots=True)
class PlayersSwapped(c.SwapPlayers, RoundEvent):
    """Two players changed places, be it two seats of one table or a seat and a bye."""


@dataclass(frozen=True, slots=True)
class PlayerReplaced(c.ReplacePlayer, RoundEvent):
    """A player without a match took another's seat; the other has a bye of this kind."""

    bye: ByeKind


@dataclass(frozen=True, slots=True)
class TableAdded(RoundEvent):
    """Players without a match (a bye, a late entry) play each other."""

    table: Table
    confirmed: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class ByeGiven(RoundEvent):
    """A player without a match has this kind of bye in a round, whatever it was before."""

    player: PlayerId
    kind: ByeKind
    reason: str = ""
    confirmed: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class TableMoved(c.MoveTable, RoundEvent):
    """A match went to another table; if somebody sat there, they went to the first one."""


@dataclass(frozen=True, slots=True)
class RoundPublished(c.PublishRound, RoundEvent):
    """From here players see the round; `as_it_is` although a result changed since the draft."""


@dataclass(frozen=True, slots=True)
class RoundCompleted(RoundEvent):
    """All results are in and the round is closed."""


@dataclass(frozen=True, slots=True)
class ClockSet(RoundEvent):
    """The clock of a round was started, paused or set: `seconds_left` at that moment, of `length`
    seconds in all. Below 0 the time is over.
    """

    running: bool
    seconds_left: int
    at: str
    length: int


@dataclass(frozen=True, slots=True)
class TimeExtended(c.ExtendTime, Event):
    """A match may be played so many minutes longer than the clock says, whatever it was before."""


# --- results -------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class ResultRecorded(ResultEvent):
    """A match ended, or an adjourned one did."""

    result: Result


@dataclass(frozen=True, slots=True)
class ResultCorrected(ResultEvent):
    """The recorded result was wrong; standings move, published pairings do not."""

    result: Result
    reason: str


@dataclass(frozen=True, slots=True)
class ResultCleared(ResultEvent):
    """The match has no result again."""

    reason: str = ""


@dataclass(frozen=True, slots=True)
class ResultReported(ResultEvent):
    """One of the players says how the match ended; it counts when the others say the same."""

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
