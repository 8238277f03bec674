"""What the answer to a change says: the same again when the change is asked for again."""

from dataclasses import dataclass, field

from fairpair.app.service import Outcome, Service
from fairpair.core.ids import PlayerId, TournamentId
from fairpair.core.rounds import MatchRef, Round, RoundRef
from fairpair.core.tournament import Tournament
from fairpair.log.describe import describe
from fairpair.log.events import PlayerRegistered


@dataclass(frozen=True, slots=True)
class CommandResult:
    """What was done. `action` is the number to undo it by; none when nothing had to be done."""

    version: int
    action: int | None
    done: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class PlayerRef:
    """A player or team by number and name."""

    id: PlayerId
    name: str


@dataclass(frozen=True, slots=True)
class AddedPlayers(CommandResult):
    """Players or teams are in, with the numbers they have from now on."""

    players: tuple[PlayerRef, ...]


@dataclass(frozen=True, slots=True)
class MadeTable:
    """A table of a round that was just made."""

    id: str
    table: int
    players: tuple[PlayerRef, ...]


@dataclass(frozen=True, slots=True)
class MadeBye:
    """Somebody without an opponent in a round that was just made."""

    player: PlayerRef
    kind: str


@dataclass(frozen=True, slots=True)
class MadeRound:
    """A round as it was made."""

    stage: int
    round: int
    status: str
    pairings: tuple[MadeTable, ...]
    byes: tuple[MadeBye, ...]


@dataclass(frozen=True, slots=True)
class RoundCommandResult(CommandResult):
    """A round was made or shown."""

    round: MadeRound


@dataclass(frozen=True, slots=True)
class ReportedResult(CommandResult):
    """`waiting` for the opponent, `disputed` if they say something else, else `recorded`."""

    state: str


@dataclass(frozen=True, slots=True)
class CreatedTournament:
    """A new tournament; its key is told this once."""

    id: TournamentId
    organiser_key: str = field(repr=False)
    version: int
    links: dict[str, str]
    notes: tuple[str, ...] = ()
    """What was left out or guessed of a file."""


def done(service: Service, tournament: TournamentId, outcome: Outcome) -> CommandResult:
    """What a command did, in words."""
    t = service.at(tournament, outcome.version).tournament
    return CommandResult(outcome.version, outcome.action, _words(t, outcome))


def entered(service: Service, tournament: TournamentId, outcome: Outcome) -> AddedPlayers:
    """The same with the numbers of new players."""
    t = service.at(tournament, outcome.version).tournament
    new = (x for x in outcome.events if isinstance(x, PlayerRegistered))
    players = tuple(PlayerRef(x.player, x.entrant.name) for x in new)
    return AddedPlayers(outcome.version, outcome.action, _words(t, outcome), players)


def round_done(
    service: Service, tournament: TournamentId, outcome: Outcome, ref: RoundRef
) -> RoundCommandResult:
    """The same with the round as it was then."""
    t = service.at(tournament, outcome.version).tournament
    made = _round(t, ref, t.rounds[ref])
    return RoundCommandResult(outcome.version, outcome.action, _words(t, outcome), made)


def reported(
    service: Service, tournament: TournamentId, outcome: Outcome, match: MatchRef
) -> ReportedResult:
    """The same with how the match stands."""
    t = service.at(tournament, outcome.version).tournament
    pairing = t.rounds[match.round].pairings[match.table]
    state = "disputed" if pairing.disputed else "waiting"
    state = state if pairing.result is None else "recorded"
    return ReportedResult(outcome.version, outcome.action, _words(t, outcome), state)


def _words(t: Tournament, outcome: Outcome) -> tuple[str, ...]:
    return tuple(describe(event, t) for event in outcome.events)


def _round(t: Tournament, ref: RoundRef, round_: Round) -> MadeRound:
    tables = tuple(
        MadeTable(ref.at(n).id, n, tuple(PlayerRef(p, t.name_of(p)) for p in pairing.seats))
        for n, pairing in sorted(round_.pairings.items())
    )
    byes = tuple(MadeBye(PlayerRef(p, t.name_of(p)), kind) for p, kind in round_.byes.items())
    return MadeRound(ref.stage, ref.round_no, round_.status, tables, byes)
