"""Every event we store. Names and fields are for ever: add, never rename (see `codec.py`).

Events are decisions of people and random draws. What can be computed from them is not stored.
They refer to rounds, matches and players, never to positions in lists that could change.

An event that records what its command asked for inherits its fields, `round` before them. Where
the command has a default and the event must not, the field is declared again.
"""

from collections.abc import Mapping
from typing import Any

from fairpair.core.dataclass import dataclass
from fairpair.core.ids import PlayerId
from fairpair.core.players import DropKind, Entrant, RequestState
from fairpair.core.results import Result
from fairpair.core.rounds import Bye, ByeKind, MatchRef, RoundRef, Table
from fairpair.core.tournament import Admission
from fairpair.log import commands as c


class Event:
    """An entry in the log of a tournament."""

    __slots__ = ()


@dataclass(frozen=True)
class RoundEvent(Event):
    """An event in one round."""

    __slots__ = ()
    round: RoundRef


@dataclass(frozen=True)
class ResultEvent(Event):
    """An event in one match; it names the players, so it can never apply to others."""

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
    """The tournament was renamed."""


@dataclass(frozen=True, slots=True)
class DrawCommitted(Event):
    """The hash of the draw seed was published; it and the source can no longer change."""

    commitment: str
    beacon: str = ""
    source: str = ""


@dataclass(frozen=True, slots=True)
class BeaconEntered(c.EnterBeacon, Event):
    """The value of the announced source was entered; the draw seed includes it from then on."""


@dataclass(frozen=True, slots=True)
class RulesChanged(c.ChangeRules, Event):
    """Rules were changed; only the changed keys are stored."""


@dataclass(frozen=True, slots=True)
class HeaderChanged(c.ChangeHeader, Event):
    """Fields of the header were changed; only the changed ones are stored."""


@dataclass(frozen=True, slots=True)
class CutMade(Event):
    """These players, best seed first, advance to the next stage.

    `basis` is the version of the log from which they were computed.
    """

    stage: int
    seeds: tuple[PlayerId, ...]
    basis: int
    admission: Admission = Admission()


@dataclass(frozen=True, slots=True)
class MatchVoided(RoundEvent):
    """A match after a cut was voided and removed: others are to play it.

    Without a table it is the bye of a player whose opponent was missing.
    """

    table: int | None
    players: tuple[PlayerId, ...]


@dataclass(frozen=True, slots=True)
class TournamentFinished(c.FinishTournament, Event):
    """The tournament was finished; `early` if matches were unfinished or rounds remained."""


@dataclass(frozen=True, slots=True)
class TournamentReopened(c.ReopenTournament, Event):
    """The tournament was reopened."""


@dataclass(frozen=True, slots=True)
class FideModeLeft(Event):
    """The tournament left FIDE mode in this round, 0 before the first. No undo takes it back.

    `cause` is the code of what was done next and is not possible in FIDE mode, if anything was.
    """

    round_no: int
    cause: str = ""
    reason: str = ""


@dataclass(frozen=True, slots=True)
class WarningsRecorded(c.RecordWarnings, Event):
    """These warnings were given or confirmed for the action; nothing depends on them."""


@dataclass(frozen=True, slots=True)
class TournamentArchived(c.ArchiveTournament, Event):
    """The tournament was archived."""


@dataclass(frozen=True, slots=True)
class TournamentUnarchived(c.UnarchiveTournament, Event):
    """The tournament was taken back from the archive."""


@dataclass(frozen=True, slots=True)
class TournamentDeleted(Event):
    """The tournament called so was deleted: nothing but this event can be read of its log."""

    name: str


@dataclass(frozen=True, slots=True)
class TournamentRestored(Event):
    """The deleted tournament is there again, as it was."""


# --- players -------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class PlayerRegistered(Event):
    """A player or team was added from `first_round` on; earlier rounds count as `missed`."""

    player: PlayerId
    entrant: Entrant
    first_round: RoundRef
    missed: ByeKind


@dataclass(frozen=True, slots=True)
class PlayerEdited(c.EditPlayer, Event):
    """The public data of a player or team was edited."""


@dataclass(frozen=True, slots=True)
class PlayerErased(Event):
    """The personal data of all earlier events was erased: of a player or team, or of a `member`.

    `entrant` is what remains of it. The event always counts: data that is gone cannot come back.
    """

    player: PlayerId
    entrant: Entrant
    member: int = 0


@dataclass(frozen=True, slots=True)
class PlayersRenumbered(c.RenumberPlayers, Event):
    """The players have these pairing numbers from the next round on."""


@dataclass(frozen=True, slots=True)
class NumbersExchanged(c.ExchangeNumbers, Event):
    """Two players have the numbers of each other from the next round on; `order` is that of all."""

    order: tuple[PlayerId, ...]


@dataclass(frozen=True, slots=True)
class LaterRatingSet(c.SetLaterRating, Event):
    """The player has this rating from a round on; `None` removes it."""


@dataclass(frozen=True, slots=True)
class ExternalValuesSet(c.SetExternalValues, Event):
    """These players have these external values; `None` removes one."""


@dataclass(frozen=True, slots=True)
class TiedOrdered(c.OrderTied, Event):
    """These players are ranked in this order after this main round, as long as they are tied."""

    round_no: int


@dataclass(frozen=True, slots=True)
class PlayerCheckedIn(c.CheckIn, Event):
    """The player was checked in."""


@dataclass(frozen=True, slots=True)
class PlayerCheckedOut(c.CheckOut, Event):
    """The check-in of the player was undone."""


@dataclass(frozen=True, slots=True)
class PlayerDropped(Event):
    """The player dropped; `after` is their last round (round 0: before the first)."""

    player: PlayerId
    after: RoundRef
    kind: DropKind = DropKind.WITHDRAWN
    reason: str = ""


@dataclass(frozen=True, slots=True)
class PlayerReinstated(Event):
    """The player was reinstated from `first_round` on; missed rounds count as `missed`."""

    player: PlayerId
    first_round: RoundRef
    missed: ByeKind


@dataclass(frozen=True, slots=True)
class MissedRoundsSet(c.SetMissedRounds, Event):
    """All rounds that the player missed count as this kind of bye."""


@dataclass(frozen=True, slots=True)
class ByeRequested(c.RequestBye, Event):
    """The player will not play in this round of stage 1."""

    kind: ByeKind


@dataclass(frozen=True, slots=True)
class ByeRequestWithdrawn(c.WithdrawByeRequest, Event):
    """The player will play in this round after all."""


@dataclass(frozen=True, slots=True)
class PlayerRequested(c.MakeRequest, Event):
    """A player asked for a bye in a round or, without one, to leave the tournament."""


@dataclass(frozen=True, slots=True)
class RequestClosed(Event):
    """A request was withdrawn by the player, or answered by the staff."""

    player: PlayerId
    round_no: int | None
    outcome: RequestState


@dataclass(frozen=True, slots=True)
class TableFixed(c.FixTable, Event):
    """The player always plays at this table; `None` releases it."""


@dataclass(frozen=True, slots=True)
class HalfByesBarred(c.BarHalfByes, Event):
    """The player may have no half-point byes, or may again."""

    barred: bool


@dataclass(frozen=True, slots=True)
class PairAvoided(c.AvoidPair, Event):
    """Two players must not be paired (`hard`), or should not be if possible."""

    hard: bool


@dataclass(frozen=True, slots=True)
class PairAllowed(c.AllowPair, Event):
    """Two players may be paired again."""


# --- rounds --------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class RoundDrafted(RoundEvent):
    """A round was paired and is not published yet.

    `system`, `engine`, `draw_seed` and `basis`, the version of the log it was paired from, are
    needed to reproduce the pairings.
    """

    tables: tuple[Table, ...]
    byes: tuple[Bye, ...]
    system: str
    engine: str
    draw_seed: str
    basis: int
    confirmed: tuple[str, ...] = ()
    order: tuple[PlayerId, ...] = ()
    """The players by pairing number; empty if they have the numbers of the round before."""


@dataclass(frozen=True, slots=True)
class DraftDiscarded(RoundEvent):
    """The unpublished round was discarded."""


@dataclass(frozen=True, slots=True)
class PairingsOpened(RoundEvent):
    """Somebody began to edit the pairings of the round; publishing it ends that."""


@dataclass(frozen=True, slots=True)
class EditingCancelled(RoundEvent):
    """The pairings are again as they were before somebody began to edit them."""


@dataclass(frozen=True, slots=True)
class PlayersSwapped(c.SwapPlayers, RoundEvent):
    """Two players were swapped: two seats, even of one table, or a seat and a bye.

    `turned` are the tables at which White and Black changed seats then.
    """

    turned: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class PlayerReplaced(c.ReplacePlayer, RoundEvent):
    """A player without a match replaced another, who has a bye of this kind."""

    bye: ByeKind


@dataclass(frozen=True, slots=True)
class TableAdded(RoundEvent):
    """Players without a match (a bye, a late entry) were paired with each other."""

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
class RoundRepaired(c.RepairRound, RoundEvent):
    """Some tables ended, and the players without one are at new tables or have byes."""

    byes: tuple[Bye, ...]


@dataclass(frozen=True, slots=True)
class TableMoved(c.MoveTable, RoundEvent):
    """A match was moved to another table; a match there was moved to the first table."""


@dataclass(frozen=True, slots=True)
class RoundPublished(c.PublishRound, RoundEvent):
    """The round was published; `as_it_is` although a result had changed since it was paired."""


@dataclass(frozen=True, slots=True)
class RoundCompleted(RoundEvent):
    """All results are in and the round is complete."""


@dataclass(frozen=True, slots=True)
class ClockSet(RoundEvent):
    """The clock of a round was started, paused or set: `seconds_left` at that moment, of `length`
    seconds in total. Below 0 the round is over time.
    """

    running: bool
    seconds_left: int
    at: str
    length: int


@dataclass(frozen=True, slots=True)
class TimeExtended(c.ExtendTime, Event):
    """A match has this many extra minutes in total beyond the clock of the round."""


# --- results -------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class ResultRecorded(ResultEvent):
    """The result of a match was entered, possibly of an adjourned one."""

    result: Result


@dataclass(frozen=True, slots=True)
class ResultCorrected(ResultEvent):
    """A wrong result was corrected; standings change, published pairings do not."""

    result: Result
    reason: str


@dataclass(frozen=True, slots=True)
class ColoursCorrected(ResultEvent):
    """White and Black of a game were exchanged; its result is the same for both players."""

    reason: str


@dataclass(frozen=True, slots=True)
class RatedGameSet(ResultEvent):
    """The rating report has this result of a game, from the side of the first player, and other
    colours if they were `swapped`; nothing else changes.
    """

    result: Result
    swapped: bool
    reason: str


@dataclass(frozen=True, slots=True)
class ResultCleared(ResultEvent):
    """The result of a match was cleared."""

    reason: str = ""


@dataclass(frozen=True, slots=True)
class ResultReported(ResultEvent):
    """A player reported the result; it counts once the others report the same."""

    player: PlayerId
    result: Result


# --- undo ----------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class ActionUndone(Event):
    """The events of one command, known by the number of its first, no longer count.

    The command may itself have been an undo: then what it undid counts again.
    """

    action: int
    reason: str = ""
