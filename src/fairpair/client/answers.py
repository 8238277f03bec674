"""What a server answers, as values. Fields that these classes do not name are left out."""

from collections.abc import Mapping
from dataclasses import field
from fractions import Fraction
from typing import Any

from fairpair.core.dataclass import dataclass


@dataclass(frozen=True, slots=True)
class CreatedTournament:
    """A new tournament; its key is returned only once. `notes` say what an import left out."""

    id: str
    organiser_key: str = field(repr=False)
    version: int
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class TournamentLine:
    """A tournament in a list; `phase` is `coming`, `running` or `finished`."""

    id: str
    name: str
    phase: str
    players: int
    version: int


@dataclass(frozen=True, slots=True)
class TournamentPage:
    """A part of the list of tournaments; `next` is where the next part begins."""

    tournaments: tuple[TournamentLine, ...]
    next: int | None


@dataclass(frozen=True, slots=True)
class Change:
    """What a request did: in words, and as types of events.

    `action` is the number to undo it by; `None` if nothing had to be done.
    """

    version: int
    action: int | None
    done: tuple[str, ...]
    events: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class UndoneChange(Change):
    """The same with the action that was undone or redone, and everything it had done."""

    target: int
    effects: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class AddedPlayer:
    """A new player or team."""

    id: int
    name: str


@dataclass(frozen=True, slots=True)
class AddedPlayers(Change):
    """The same with the new players."""

    players: tuple[AddedPlayer, ...]


@dataclass(frozen=True, slots=True)
class Player:
    """A player or team; `status` is `active` or `dropped`."""

    id: int
    name: str
    rating: int | None
    club: str
    status: str
    rank: int | None
    points: Fraction


@dataclass(frozen=True, slots=True)
class PlayerList:
    """All players, in order of registration."""

    version: int
    players: tuple[Player, ...]


@dataclass(frozen=True, slots=True)
class Seat:
    """A player at a table, with the points before the round; `outcome` is `win`, `draw`, `loss`."""

    id: int
    name: str
    rating: int | None
    points: Fraction
    colour: str | None
    outcome: str | None


@dataclass(frozen=True, slots=True)
class Result:
    """The result of a match, in the order of its players."""

    text: str
    kind: str
    winner: int | None
    games: tuple[int, ...] | None = None
    scores: tuple[Mapping[str, str], ...] | None = None
    boards: tuple[str, ...] | None = None


@dataclass(frozen=True, slots=True)
class Pairing:
    """A match. The first of its players has White, or starts."""

    id: str
    table: int
    players: tuple[Seat, ...]
    result: Result | None
    disputed: bool = False


@dataclass(frozen=True, slots=True)
class Bye:
    """A player without a match; `kind` is `pairing`, `full`, `half`, `zero` or `loss`."""

    id: int
    name: str
    kind: str


@dataclass(frozen=True, slots=True)
class Round:
    """A round; `pending` are the IDs of the pairings without a result.

    `number` counts through all stages, `round` within the stage.
    """

    version: int
    number: int
    stage: int
    round: int
    title: str
    status: str
    pairings: tuple[Pairing, ...]
    byes: tuple[Bye, ...]
    pending: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class RoundLine:
    """A round in a list; `status` is `locked`, `draft`, `published` or `complete`."""

    number: int
    stage: int
    round: int
    title: str
    status: str
    matches: int = 0
    pending: int = 0
    byes: int = 0


@dataclass(frozen=True, slots=True)
class RoundList:
    """All planned rounds."""

    version: int
    rounds: tuple[RoundLine, ...]


@dataclass(frozen=True, slots=True)
class RoundChange(Change):
    """What a request did, with the round as it was right after it."""

    round: Round


@dataclass(frozen=True, slots=True)
class NextStep:
    """The next step as a request. `body` is `None` where it depends on what happened."""

    code: str
    method: str
    path: str
    body: Mapping[str, Any] | None


@dataclass(frozen=True, slots=True)
class Status:
    """Where the tournament is; `state` is `setup`, `running` or `finished`."""

    version: int
    name: str
    state: str
    current_round: int
    total_rounds: int
    players: int
    pending: tuple[str, ...]
    message: str
    next: NextStep | None


@dataclass(frozen=True, slots=True)
class Tiebreak:
    """A tie-break of a player: `value` is exact, or `None` if undefined; `display` is rounded."""

    code: str
    name: str
    value: Fraction | None
    display: str


@dataclass(frozen=True, slots=True)
class Record:
    """Matches by outcome."""

    wins: int
    draws: int
    losses: int


@dataclass(frozen=True, slots=True)
class StandingsRow:
    """A player in the standings; an expelled player has no rank."""

    id: int
    name: str
    rank: int | None
    points: Fraction
    record: Record
    tiebreaks: tuple[Tiebreak, ...]
    opponents: tuple[int, ...]
    dropped: bool


@dataclass(frozen=True, slots=True)
class Standings:
    """The standings after `round`; `complete` if that round has all its results."""

    version: int
    round: int
    complete: bool
    players: tuple[StandingsRow, ...]


@dataclass(frozen=True, slots=True)
class RankedPlayer:
    """A player in the ranking, and the reason for the rank."""

    id: int
    name: str
    rank: int | None
    why: str


@dataclass(frozen=True, slots=True)
class Ranking:
    """The ranking, best first, knockout included; `final` once the tournament is finished."""

    version: int
    final: bool
    players: tuple[RankedPlayer, ...]


@dataclass(frozen=True, slots=True)
class HistoryEntry:
    """One event; `action` is the number to undo it by. Undone events no longer count."""

    seq: int
    action: int
    at: str
    by: str
    type: str
    what: str
    reason: str
    undone: bool


@dataclass(frozen=True, slots=True)
class HistoryPart:
    """A part of the history; `next` is the number after which the next part begins."""

    next: int | None
    entries: tuple[HistoryEntry, ...]
