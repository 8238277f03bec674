"""What people and programs can ask for; `decide` answers with events or an error.

Many events inherit their fields from here (see `events.py`): names and order are stored for ever.
"""

from collections.abc import Mapping
from dataclasses import field
from typing import Any

from fairpair.core.action_warnings import ActionWarning
from fairpair.core.dataclass import dataclass
from fairpair.core.ids import PlayerId
from fairpair.core.players import DropKind, Entrant, ExternalValue
from fairpair.core.results import Result
from fairpair.core.rounds import Bye, ByeKind, MatchRef, Table
from fairpair.core.tournament import Admission


class Command:
    """A request to change a tournament."""

    __slots__ = ()


# --- the tournament ------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class CreateTournament(Command):
    """Create a tournament; settings that are not given have their defaults."""

    name: str
    draw_seed: str
    rules: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class RenameTournament(Command):
    """Rename the tournament."""

    name: str


@dataclass(frozen=True, slots=True)
class CommitDraw(Command):
    """Publish the hash of the draw seed, and which public value will be mixed in, if any."""

    beacon: str = ""
    """`nist`, `drand`, `other`, or none."""
    source: str = ""
    """Which value of the beacon, in words: the pulse, round or drawing, and its time."""


@dataclass(frozen=True, slots=True)
class EnterBeacon(Command):
    """Enter the value of the announced public source."""

    value: str


@dataclass(frozen=True, slots=True)
class ChangeRules(Command):
    """Change rules: any before the start, afterwards only some and with a reason."""

    changes: Mapping[str, Any]
    reason: str = ""


@dataclass(frozen=True, slots=True)
class ChangeHeader(Command):
    """Change fields of the header, at any time; an empty value clears a field."""

    changes: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class MakeCut(Command):
    """Send these players, best seed first, to the next stage.

    `basis` is the version of the log they were computed from; the cut is rejected if anything
    relevant has changed since.
    """

    seeds: tuple[PlayerId, ...]
    basis: int | None = None
    admission: Admission = Admission()


@dataclass(frozen=True, slots=True)
class FinishTournament(Command):
    """Finish the tournament; `early` if matches are unfinished or rounds remain."""

    early: bool = False
    reason: str = ""


@dataclass(frozen=True, slots=True)
class ReopenTournament(Command):
    """Reopen a finished tournament."""

    reason: str


@dataclass(frozen=True, slots=True)
class LeaveFideMode(Command):
    """Leave FIDE mode for ever. Without `round_no` it is the round in preparation or in progress;
    `cause` is the code of what is done next and is not possible in FIDE mode.
    """

    reason: str = ""
    cause: str = ""
    round_no: int | None = None


@dataclass(frozen=True, slots=True)
class RecordWarnings(Command):
    """Record the warnings that were given or confirmed for the action."""

    warnings: tuple[ActionWarning, ...]


@dataclass(frozen=True, slots=True)
class ArchiveTournament(Command):
    """Put the tournament away: lists show it apart from the others."""


@dataclass(frozen=True, slots=True)
class UnarchiveTournament(Command):
    """Take an archived tournament back into the usual lists."""


@dataclass(frozen=True, slots=True)
class DeleteTournament(Command):
    """Delete the tournament for good, whatever state it is in."""


# --- players -------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class RegisterPlayers(Command):
    """Add players or teams before the start, all or none; from a later round if requested.

    Without `missed` the rules decide how the rounds before that count.
    """

    entrants: tuple[Entrant, ...]
    from_round: int = 1
    missed: ByeKind | None = None


@dataclass(frozen=True, slots=True)
class EnterLate(Command):
    """Add players or teams after the start, all or none.

    Without `from_round` they play from the next unpublished round; without `missed` the rules
    decide how the rounds before count.
    """

    entrants: tuple[Entrant, ...]
    from_round: int | None = None
    missed: ByeKind | None = None


@dataclass(frozen=True, slots=True)
class EditPlayer(Command):
    """Edit the public data of a player or team."""

    player: PlayerId
    entrant: Entrant


@dataclass(frozen=True, slots=True)
class ErasePerson(Command):
    """Erase the personal data of a player, of a whole team, or of one member of a team.

    With a `replacement` the person has this name from now on. With `former` only those are erased
    who had this place in the team before; whoever has it now stays. It cannot be undone.
    """

    player: PlayerId
    member: int = 0
    replacement: str = ""
    former: bool = False


@dataclass(frozen=True, slots=True)
class RenumberPlayers(Command):
    """Give the players pairing numbers in this order, or by rating and title without one.

    `last_accelerated` is the last player of the accelerated half, where a file says it.
    """

    order: tuple[PlayerId, ...] = ()
    last_accelerated: PlayerId | None = None


@dataclass(frozen=True, slots=True)
class ExchangeNumbers(Command):
    """Give two players the pairing numbers of each other."""

    a: PlayerId
    b: PlayerId


@dataclass(frozen=True, slots=True)
class SetLaterRating(Command):
    """Set the rating of a player from a round on; `None` removes what was set for that round."""

    player: PlayerId
    round_no: int
    rating: int | None


@dataclass(frozen=True, slots=True)
class SetExternalValues(Command):
    """Set the external values of players, by which the tie-break `EXT` ranks; `None` removes one.

    `meaning` says what they are; without one it stays.
    """

    values: tuple[ExternalValue, ...]
    meaning: str = ""


@dataclass(frozen=True, slots=True)
class OrderTied(Command):
    """Rank players in this order who are tied after the whole list of tie-breaks, with a reason.

    All who are tied with each other are named. It counts in the standings after one main round,
    without `round_no` the last published one.
    """

    players: tuple[PlayerId, ...]
    reason: str
    round_no: int | None = None


@dataclass(frozen=True, slots=True)
class CheckIn(Command):
    """Check in a player."""

    player: PlayerId


@dataclass(frozen=True, slots=True)
class CheckInAll(Command):
    """Check in all players who have not dropped."""


@dataclass(frozen=True, slots=True)
class CheckOut(Command):
    """Undo a check-in."""

    player: PlayerId


@dataclass(frozen=True, slots=True)
class DropPlayer(Command):
    """Drop a player; the opponent wins an unfinished match.

    With `forfeit=False` the match is still played, and the player drops after it.
    """

    player: PlayerId
    kind: DropKind = DropKind.WITHDRAWN
    forfeit: bool = True
    reason: str = ""


@dataclass(frozen=True, slots=True)
class ReinstatePlayer(Command):
    """Reinstate a dropped player, without `from_round` in the next unpublished round.

    Without `missed` the rules decide how the rounds in between count.
    """

    player: PlayerId
    from_round: int | None = None
    missed: ByeKind | None = None


@dataclass(frozen=True, slots=True)
class SetMissedRounds(Command):
    """Change how the missed rounds of a player count; after the start with a reason."""

    player: PlayerId
    kind: ByeKind
    reason: str = ""


@dataclass(frozen=True, slots=True)
class RequestBye(Command):
    """Request a bye for a player in a later round."""

    player: PlayerId
    round_no: int
    kind: ByeKind = ByeKind.HALF


@dataclass(frozen=True, slots=True)
class WithdrawByeRequest(Command):
    """Withdraw a bye request."""

    player: PlayerId
    round_no: int


@dataclass(frozen=True, slots=True)
class MakeRequest(Command):
    """Ask as a player for a bye in a later round; without a round, to leave the tournament."""

    player: PlayerId
    round_no: int | None = None


@dataclass(frozen=True, slots=True)
class WithdrawRequest(Command):
    """Withdraw one's own request while it is open."""

    player: PlayerId
    round_no: int | None = None


@dataclass(frozen=True, slots=True)
class AnswerRequest(Command):
    """Decline the request of a player, or accept it: they get a bye of this kind, or drop.

    A match in progress is still played by a player who leaves.
    """

    player: PlayerId
    round_no: int | None = None
    accept: bool = True
    kind: ByeKind = ByeKind.HALF


@dataclass(frozen=True, slots=True)
class FixTable(Command):
    """Assign a fixed table to a player; `None` releases it."""

    player: PlayerId
    table: int | None


@dataclass(frozen=True, slots=True)
class BarHalfByes(Command):
    """Let a player have no half-point byes, or let them have one again; those asked for stay."""

    player: PlayerId
    barred: bool = True


@dataclass(frozen=True, slots=True)
class AvoidPair(Command):
    """Add a pairing restriction for two players."""

    a: PlayerId
    b: PlayerId
    hard: bool = True
    from_round: int = 1
    until_round: int | None = None


@dataclass(frozen=True, slots=True)
class AllowPair(Command):
    """Remove a pairing restriction."""

    a: PlayerId
    b: PlayerId


# --- rounds --------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class DraftRound(Command):
    """Store a pairing for the next round; `confirmed` names the soft rules it may break.

    Without a `draw_seed` the one of the tournament was used. `basis` is the version of the log it
    was paired from; the draft is rejected if players or results have changed since.
    """

    tables: tuple[Table, ...]
    byes: tuple[Bye, ...] = ()
    system: str = "manual"
    engine: str = ""
    draw_seed: str = ""
    basis: int | None = None
    confirmed: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class OpenMatches(Command):
    """Start matches of a knockout whose players are known, while others still play; they are
    published at once.
    """

    round_no: int
    tables: tuple[Table, ...]
    byes: tuple[Bye, ...] = ()
    system: str = "manual"
    engine: str = ""
    basis: int | None = None


@dataclass(frozen=True, slots=True)
class DiscardDraft(Command):
    """Discard the unpublished round."""


@dataclass(frozen=True, slots=True)
class EditPairings(Command):
    """Begin to edit the pairings of the current round, published or not; publishing it ends that.

    Until then players see the round as it was, and no results can be entered.
    """


@dataclass(frozen=True, slots=True)
class CancelEditing(Command):
    """End the editing of pairings, with the round as it was before."""


@dataclass(frozen=True, slots=True)
class SwapPlayers(Command):
    """Swap two players in the current round.

    Their new games get the colours of the rules, unless both are to have the other's colour.
    """

    a: PlayerId
    b: PlayerId
    reason: str = ""
    confirmed: tuple[str, ...] = ()
    keep_colours: bool = False


@dataclass(frozen=True, slots=True)
class ReplacePlayer(Command):
    """Replace a player in the current round with somebody who has no match."""

    out: PlayerId
    by: PlayerId
    bye: ByeKind = ByeKind.ZERO
    reason: str = ""
    confirmed: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class AddTable(Command):
    """Pair players without a match with each other in the current round.

    Without `table` they get the first free one of `table_ranges`, else the one after the last.
    """

    seats: tuple[PlayerId, ...]
    table: int | None = None
    confirmed: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class GiveBye(Command):
    """Give a player without a match a bye, or another kind of bye, in any round.

    Without `round_no` it is the current round, without `stage` one of the current stage. In a
    complete round it needs a reason.
    """

    player: PlayerId
    kind: ByeKind
    round_no: int | None = None
    stage: int | None = None
    reason: str = ""
    confirmed: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class RepairRound(Command):
    """Change the current round as little as possible: some tables end, and others are new.

    Players who are missing get a bye in `byes`; at a new table White is first by the rules.
    """

    ended: tuple[int, ...]
    tables: tuple[Table, ...]
    byes: tuple[Bye, ...] = ()
    reason: str = ""
    confirmed: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class MoveTable(Command):
    """Move a match of the current round to another table."""

    table: int
    to: int


@dataclass(frozen=True, slots=True)
class PublishRound(Command):
    """Publish the draft; `as_it_is` even if a result has changed since it was paired. `reason` says
    why a rule may be broken.
    """

    as_it_is: bool = False
    confirmed: tuple[str, ...] = ()
    reason: str = ""


@dataclass(frozen=True, slots=True)
class CompleteRound(Command):
    """Complete the round in progress."""


@dataclass(frozen=True, slots=True)
class SetClock(Command):
    """Start, pause or set the clock of a round in progress: `seconds_left` at the time `at` (ISO
    8601). Without `length` the round is as long as it was; without `round_no` it is the current
    one.
    """

    running: bool
    seconds_left: int
    at: str
    length: int | None = None
    round_no: int | None = None
    stage: int | None = None


@dataclass(frozen=True, slots=True)
class ExtendTime(Command):
    """Set the total extra minutes of a match beyond the clock of the round."""

    match: MatchRef
    minutes: int


# --- results -------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class RecordResult(Command):
    """Enter the result of a match in the current round, or of an adjourned one.

    With `players` it is rejected if others play there now, so it cannot go to the wrong match.
    """

    match: MatchRef
    result: Result
    players: tuple[PlayerId, ...] = ()


@dataclass(frozen=True, slots=True)
class CorrectResult(Command):
    """Replace a recorded result, in any round, with a reason.

    With `void_later` the later knockout matches that would have had other players are voided;
    without it the correction is rejected if there are any.
    """

    match: MatchRef
    result: Result
    reason: str
    players: tuple[PlayerId, ...] = ()
    void_later: bool = False


@dataclass(frozen=True, slots=True)
class CorrectColours(Command):
    """Exchange White and Black of a game, with a reason; its result stays for both players."""

    match: MatchRef
    reason: str
    players: tuple[PlayerId, ...] = ()


@dataclass(frozen=True, slots=True)
class CorrectForRating(Command):
    """Correct a game for the rating report only, with a reason: points and pairings stay.

    The result is written from the side of the first player; without one it stays, and only the
    colours are exchanged.
    """

    match: MatchRef
    result: Result | None
    reason: str
    swap_colours: bool = False
    players: tuple[PlayerId, ...] = ()


@dataclass(frozen=True, slots=True)
class ClearResult(Command):
    """Clear a result of the current round; `void_later` as for a correction."""

    match: MatchRef
    reason: str = ""
    players: tuple[PlayerId, ...] = ()
    void_later: bool = False


@dataclass(frozen=True, slots=True)
class ReportResult(Command):
    """Report the result of one's own match as a player; without a result, confirm the opponent's.

    When all players of the table agree, the result is recorded at once.
    """

    match: MatchRef
    player: PlayerId
    result: Result | None = None
    players: tuple[PlayerId, ...] = ()


# --- undo ----------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Undo(Command):
    """Undo one action by the number of its first event; without a number, the last one."""

    action: int | None = None
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Redo(Command):
    """Redo one undone action; without a number, the one that was undone last."""

    action: int | None = None
