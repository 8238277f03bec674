"""What people and programs can ask for; `decide` answers with events or a refusal.

Many events have their fields from here (see `events.py`): names and order are stored for ever.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from fairpair.core.ids import PlayerId
from fairpair.core.players import DropKind, Entrant
from fairpair.core.results import Result
from fairpair.core.rounds import Bye, ByeKind, MatchRef, Table
from fairpair.core.tournament import Admission


class Command:
    """Something somebody wants to happen."""

    __slots__ = ()


# --- the tournament ------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class CreateTournament(Command):
    """Begin a tournament; settings that are not given have their defaults."""

    name: str
    draw_seed: str
    rules: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class RenameTournament(Command):
    """Give it another name."""

    name: str


@dataclass(frozen=True, slots=True)
class ChangeRules(Command):
    """Set some rules anew: any before the start, afterwards only some and with a reason."""

    changes: Mapping[str, Any]
    reason: str = ""


@dataclass(frozen=True, slots=True)
class MakeCut(Command):
    """Send these players, best seed first, to the next stage.

    `basis` is the version of the log they were found from; if anything that counts changed since,
    the cut is refused.
    """

    seeds: tuple[PlayerId, ...]
    basis: int | None = None
    admission: Admission = Admission()


@dataclass(frozen=True, slots=True)
class FinishTournament(Command):
    """End it; `early` with matches open or rounds left."""

    early: bool = False
    reason: str = ""


@dataclass(frozen=True, slots=True)
class ReopenTournament(Command):
    """Go on after the end."""

    reason: str


# --- players -------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class RegisterPlayers(Command):
    """Enter players or teams before the start, all or none; from another round if they say so.

    Without `missed` the rules say how the rounds before that count.
    """

    entrants: tuple[Entrant, ...]
    from_round: int = 1
    missed: ByeKind | None = None


@dataclass(frozen=True, slots=True)
class EnterLate(Command):
    """Enter players or teams after the start, all or none.

    Without `from_round` they play from the next round that is not published yet; without `missed`
    the rules say how the rounds before count.
    """

    entrants: tuple[Entrant, ...]
    from_round: int | None = None
    missed: ByeKind | None = None


@dataclass(frozen=True, slots=True)
class EditPlayer(Command):
    """Put the public data of a player or team right."""

    player: PlayerId
    entrant: Entrant


@dataclass(frozen=True, slots=True)
class CheckIn(Command):
    """Note that a player is present."""

    player: PlayerId


@dataclass(frozen=True, slots=True)
class CheckInAll(Command):
    """Note that everybody is present who has not left."""


@dataclass(frozen=True, slots=True)
class CheckOut(Command):
    """Take a check-in back."""

    player: PlayerId


@dataclass(frozen=True, slots=True)
class DropPlayer(Command):
    """Let a player leave; an open match goes to the opponent.

    Not with `forfeit=False`: then it is still played, and the player leaves after it.
    """

    player: PlayerId
    kind: DropKind = DropKind.WITHDRAWN
    forfeit: bool = True
    reason: str = ""


@dataclass(frozen=True, slots=True)
class ReinstatePlayer(Command):
    """Let a dropped player play on, without `from_round` in the next round not published yet.

    Without `missed` the rules say how the rounds between count.
    """

    player: PlayerId
    from_round: int | None = None
    missed: ByeKind | None = None


@dataclass(frozen=True, slots=True)
class SetMissedRounds(Command):
    """Count all rounds that a player was not there for in another way; then with a reason."""

    player: PlayerId
    kind: ByeKind
    reason: str = ""


@dataclass(frozen=True, slots=True)
class RequestBye(Command):
    """Leave a player out of a coming round."""

    player: PlayerId
    round_no: int
    kind: ByeKind = ByeKind.HALF


@dataclass(frozen=True, slots=True)
class WithdrawByeRequest(Command):
    """Pair the player in that round after all."""

    player: PlayerId
    round_no: int


@dataclass(frozen=True, slots=True)
class FixTable(Command):
    """Keep a player at one table; `None` lets them move again."""

    player: PlayerId
    table: int | None


@dataclass(frozen=True, slots=True)
class AvoidPair(Command):
    """Keep two players apart."""

    a: PlayerId
    b: PlayerId
    hard: bool = True
    from_round: int = 1
    until_round: int | None = None


@dataclass(frozen=True, slots=True)
class AllowPair(Command):
    """Let two players meet again."""

    a: PlayerId
    b: PlayerId


# --- rounds --------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class DraftRound(Command):
    """Store a pairing for the next round; `confirmed` names the soft rules it may break.

    Without a `draw_seed` of its own the tournament's was used. `basis` is the version of the log it
    was paired from; if players or results changed since, the draft is refused.
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
    """Let matches of a knock-out begin whose players are known, while others still play: they are
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
    """Throw the draft away."""


@dataclass(frozen=True, slots=True)
class SwapPlayers(Command):
    """Let two players change places in the present round."""

    a: PlayerId
    b: PlayerId
    reason: str = ""
    confirmed: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class ReplacePlayer(Command):
    """Give a seat in the present round to somebody who has no match."""

    out: PlayerId
    by: PlayerId
    bye: ByeKind = ByeKind.ZERO
    reason: str = ""
    confirmed: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class AddTable(Command):
    """Let players without a match play each other in the present round.

    Without `table` it is the first free one of `table_ranges`, else the one after the last.
    """

    seats: tuple[PlayerId, ...]
    table: int | None = None
    confirmed: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class GiveBye(Command):
    """Give a player without a match a bye, or another kind of bye, in any round.

    Without `round_no` it is the present one, without `stage` one of the present stage. In a round
    that is complete it needs a reason.
    """

    player: PlayerId
    kind: ByeKind
    round_no: int | None = None
    stage: int | None = None
    reason: str = ""
    confirmed: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class MoveTable(Command):
    """Play a match of the present round at another table."""

    table: int
    to: int


@dataclass(frozen=True, slots=True)
class PublishRound(Command):
    """Show the draft to everybody; `as_it_is` although a result changed since it was made."""

    as_it_is: bool = False
    confirmed: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class CompleteRound(Command):
    """Close the running round."""


@dataclass(frozen=True, slots=True)
class SetClock(Command):
    """Start, pause or set the clock of a round that is played: so many seconds are left `at` this
    moment (ISO 8601). Without `length` the round is as long as it was; without `round_no` it is
    the present one.
    """

    running: bool
    seconds_left: int
    at: str
    length: int | None = None
    round_no: int | None = None
    stage: int | None = None


@dataclass(frozen=True, slots=True)
class ExtendTime(Command):
    """Let a match last so many minutes longer than the clock says, in all."""

    match: MatchRef
    minutes: int


# --- results -------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class RecordResult(Command):
    """Enter the result of a match of the running round, or of an adjourned one.

    With `players` it is refused if others sit there by now: say who, and nothing can go wrong.
    """

    match: MatchRef
    result: Result
    players: tuple[PlayerId, ...] = ()


@dataclass(frozen=True, slots=True)
class CorrectResult(Command):
    """Replace a recorded result, in any round, with a reason.

    With `void_later` the later matches of a knock-out that others would have played do not count
    any more; else the correction is refused while there are such.
    """

    match: MatchRef
    result: Result
    reason: str
    players: tuple[PlayerId, ...] = ()
    void_later: bool = False


@dataclass(frozen=True, slots=True)
class ClearResult(Command):
    """Take a result of the running round away; `void_later` as for a correction."""

    match: MatchRef
    reason: str = ""
    players: tuple[PlayerId, ...] = ()
    void_later: bool = False


@dataclass(frozen=True, slots=True)
class ReportResult(Command):
    """Say as a player how the own match ended; without a result: as the opponent said.

    When all players of the table say the same, the result is recorded with that.
    """

    match: MatchRef
    player: PlayerId
    result: Result | None = None
    players: tuple[PlayerId, ...] = ()


# --- undo ----------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Undo(Command):
    """Take back one action, known by the number of its first event; without it, the last one."""

    action: int | None = None
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Redo(Command):
    """Bring back one undone action; without a number, the one that was undone last."""

    action: int | None = None
