"""The results of commands; repeating a request returns the same result."""

from collections.abc import Iterable, Iterator
from dataclasses import field

from fairpair.app.requests import Outcome
from fairpair.app.service import Service
from fairpair.app.views.changed_pairings import changed_pairings
from fairpair.app.views.history import event_texts, undone_texts
from fairpair.app.views.people import fields_of
from fairpair.app.views.rounds import RoundView, round_view
from fairpair.core.action_warnings import ActionWarning, Level
from fairpair.core.dataclass import dataclass
from fairpair.core.ids import PlayerId, TournamentId
from fairpair.core.rounds import MatchRef, RoundRef
from fairpair.core.tournament import Tournament
from fairpair.language.message import Message
from fairpair.log.codec import type_of
from fairpair.log.events import ActionUndone, PlayerRegistered
from fairpair.log.journal import Journal, Record


@dataclass(frozen=True, slots=True)
class Execution:
    """What a request did, and the tournament as it was right after it."""

    outcome: Outcome
    journal: Journal

    @property
    def tournament(self) -> Tournament:
        """The tournament after the request."""
        return self.journal.tournament

    @property
    def records(self) -> tuple[Record, ...]:
        """The records of the request."""
        return self.journal.records[self.outcome.version - len(self.outcome.events) :]


@dataclass(frozen=True, slots=True)
class Notice:
    """Something to know about what was done; the history has it from level 2 on."""

    code: str
    level: int
    text: Message


@dataclass(frozen=True, slots=True)
class CommandResult:
    """What was done, in words, and as types of `events` as the history has them.

    `action` is the number to undo it by; null if nothing had to be done.
    """

    version: int
    action: int | None
    done: tuple[Message, ...]
    events: tuple[str, ...]
    notices: tuple[Notice, ...]


@dataclass(frozen=True, slots=True)
class UndoResult(CommandResult):
    """`target` is the action that was undone or redone, `effects` everything it had done."""

    target: int
    effects: tuple[Message, ...]


@dataclass(frozen=True, slots=True)
class PlayerRef:
    """A player or team by number and name."""

    id: PlayerId
    name: str


@dataclass(frozen=True, slots=True)
class AddedPlayers(CommandResult):
    """The new players or teams with their numbers."""

    players: tuple[PlayerRef, ...]


@dataclass(frozen=True, slots=True)
class RoundCommandResult(CommandResult):
    """The round as it was right after the change."""

    round: RoundView


@dataclass(frozen=True, slots=True)
class ReportedResult(CommandResult):
    """`waiting` for the opponent, `disputed` if the reports differ, otherwise `recorded`."""

    state: str


@dataclass(frozen=True, slots=True)
class CreatedTournament:
    """A new tournament; its key is returned only once."""

    id: TournamentId
    organiser_key: str = field(repr=False)
    version: int
    links: dict[str, str]
    notes: tuple[str, ...] = ()
    """What was left out of the file, or guessed."""


def build_execution(service: Service, tournament: TournamentId, outcome: Outcome) -> Execution:
    """An outcome with the tournament as it was then, whatever happened since."""
    journal = outcome.journal or service.journal_at(tournament, outcome.version)
    return Execution(outcome, journal)


def command_result(done: Execution) -> CommandResult:
    """What a request did, in words."""
    outcome = done.outcome
    return CommandResult(
        version=outcome.version,
        action=outcome.action,
        done=tuple(event_texts(done.journal, done.records, outcome.before)),
        events=tuple(type_of(event) for event in outcome.events),
        notices=tuple(
            notices_of(
                (*outcome.notices, *changed_pairings(done.tournament, outcome.events)),
                done.tournament,
            )
        ),
    )


def notices_of(found: Iterable[ActionWarning], t: Tournament) -> Iterator[Notice]:
    """What is to be told, in words; what was confirmed is known already."""
    for one in found:
        if one.level <= Level.NOTICE:
            names = {player: t.name_of(player) for player in one.players}
            yield Notice(one.code, one.level, one.text(names))


def undo_result(done: Execution) -> UndoResult:
    """The same with what was undone or redone."""
    target, event = 0, done.outcome.events[0]
    while isinstance(event, ActionUndone):
        target = event.action
        event = done.journal.records[target - 1].event
    effects = tuple(undone_texts(done.journal, target))
    return UndoResult(**fields_of(command_result(done)), target=target, effects=effects)


def added_players(done: Execution) -> AddedPlayers:
    """The same with the numbers of new players."""
    new = (x for x in done.outcome.events if isinstance(x, PlayerRegistered))
    players = tuple(PlayerRef(x.player, x.entrant.name) for x in new)
    return AddedPlayers(**fields_of(command_result(done)), players=players)


def round_result(done: Execution, ref: RoundRef) -> RoundCommandResult:
    """The same with the round."""
    view = round_view(done.tournament, done.outcome.version, ref.stage, ref.round_no)
    return RoundCommandResult(**fields_of(command_result(done)), round=view)


def reported_result(done: Execution, match: MatchRef) -> ReportedResult:
    """The same with how the match stands."""
    here = done.tournament.match_with_id(match) or match
    pairing = done.tournament.rounds[here.round].pairings[here.table]
    state = "disputed" if pairing.disputed else "waiting"
    state = state if pairing.result is None else "recorded"
    return ReportedResult(**fields_of(command_result(done)), state=state)
