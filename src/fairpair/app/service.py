"""One way for every action: load, decide, append, and again if somebody else was faster."""

import logging
import re
import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from fairpair.app.ports import Clock, EventStore, KeepBackup
from fairpair.core.errors import (
    CommandRepeatedError,
    ConflictError,
    DomainError,
    InvalidInputError,
    NotFoundError,
    VersionConflictError,
)
from fairpair.core.ids import CommandId, TournamentId
from fairpair.log.codec import Codec, checked
from fairpair.log.commands import Command
from fairpair.log.decide import decide
from fairpair.log.events import Event, RoundCompleted
from fairpair.log.journal import Journal, Record, read
from fairpair.log.stored import StoredEvent

_LOG = logging.getLogger(__name__)
_KEPT_EVENTS = 250_000
"""So many events are kept in memory; other tournaments are read again when they are asked for."""
_TURNS = 64


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a command did: its events, and the version after the last of them."""

    version: int
    events: tuple[Event, ...]
    repeated: bool = False
    """It had been carried out before; nothing was written this time."""


FollowUp = Callable[["Service", TournamentId, CommandId, str, Outcome], None]
"""What may be done after a command: given its id, who gave it, and what it did."""


class Service:
    """Everything that can be done with the tournaments of one store. Safe to use from threads."""

    def __init__(
        self,
        store: EventStore,
        clock: Clock,
        keep_backup: KeepBackup | None = None,
        follow_up: FollowUp | None = None,
    ) -> None:
        """`follow_up` is called after each command, and may give others."""
        self.store = store
        self._follow_up = follow_up
        self._keep_backup = keep_backup
        self._clock = clock
        self._codec = Codec()
        self._journals: dict[TournamentId, Journal] = {}
        self._events = 0
        self._lock = threading.Lock()
        # Threads of one process wait here instead of losing races in the store.
        self._turns = [threading.Lock() for _ in range(_TURNS)]
        self.noticed: Callable[[str, str], None] = lambda _command, _outcome: None
        """Hears of every command and what became of it: done, repeated, or the refusal's kind."""

    def execute(
        self,
        tournament: TournamentId,
        command: Command,
        command_id: CommandId,
        by: str = "",
        expected: int | None = None,
    ) -> Outcome:
        """Carry out a command; it is durable when this returns.

        The same `command_id` again gets the first answer and writes nothing, so a client may
        repeat whatever it had no answer to. With `expected` it is only carried out on that version
        of the tournament: for who wants to change just what they saw.
        """
        name, outcome = type(command).__name__, "failed"
        try:
            done = self._carry_out(tournament, command, command_id, by, expected)
            outcome = "repeated" if done.repeated else "done"
        except DomainError as refusal:
            outcome = type(refusal).__name__
            raise
        finally:
            self.noticed(name, outcome)
        if self._follow_up:
            self._follow_up(self, tournament, command_id, by, done)
        return done

    def journal(self, tournament: TournamentId) -> Journal:
        """The tournament's log as it is now; empty when there is none."""
        found = self.passing(tournament)
        if found.version:
            self._keep(tournament, found)
        return found

    def passing(self, tournament: TournamentId) -> Journal:
        """The same for who goes through all tournaments: nothing is kept in memory for it."""
        kept = self._journals.get(tournament, Journal())
        rows = self.store.load(tournament, after=kept.version)
        return self._extended(kept, rows) if rows else kept

    def existing(self, tournament: TournamentId) -> Journal:
        """The log of a tournament that is there; `NotFoundError` if there is none."""
        journal = self.journal(tournament)
        if not journal.version:
            raise no_tournament(tournament)
        return journal

    def answered(self, tournament: TournamentId, command_id: CommandId) -> Outcome | None:
        """The first answer to whatever command had this id; none if there was none."""
        _check_line("command-id", command_id, needed=True)
        rows = self.store.command(tournament, command_id)
        return Outcome(rows[-1].seq, self._decoded(rows), repeated=True) if rows else None

    def repeated(
        self, tournament: TournamentId, command: Command, command_id: CommandId
    ) -> Outcome | None:
        """The first answer to this very command.

        Raises `ConflictError` if the id stands for another one.
        """
        _check_line("command-id", command_id, needed=True)
        return self._done_before(tournament, command_id, checked(command)[1])

    @property
    def now(self) -> str:
        """The moment, as its events have it: ISO 8601 in UTC."""
        return self._clock()

    def close(self) -> None:
        """Let go of the store."""
        self.store.close()

    def _carry_out(
        self,
        tournament: TournamentId,
        command: Command,
        command_id: CommandId,
        by: str,
        expected: int | None,
    ) -> Outcome:
        command, fingerprint = checked(command)
        check_tournament_id(tournament)
        _check_line("command-id", command_id, needed=True)
        _check_line("by", by)
        with self._turns[hash(tournament) % _TURNS]:
            while True:
                journal = self.journal(tournament)
                done = self._done_before(tournament, command_id, fingerprint)
                if done:
                    return done
                if expected not in (None, journal.version):
                    raise VersionConflictError(expected or 0, journal.version)
                rows = self._rows(journal, command, command_id, fingerprint, by)
                try:
                    self.store.append(tournament, journal.version, rows)
                except CommandRepeatedError:
                    continue  # another process carried it out: its answer is there now
                except VersionConflictError as conflict:
                    if conflict.found < journal.version:  # an older copy was put in place
                        self._forget(tournament)
                    continue  # another process was faster: look again, decide again
                return self._appended(tournament, journal, rows)

    def _back_up(self, events: Sequence[Event], at: str) -> None:
        """After a completed round; trouble with it is no trouble with the command."""
        if self._keep_backup and any(isinstance(event, RoundCompleted) for event in events):
            try:
                self._keep_backup(at)
            except DomainError as error:
                _LOG.warning("No backup was made after the round: %s", error)

    def _done_before(
        self, tournament: TournamentId, command_id: CommandId, fingerprint: str
    ) -> Outcome | None:
        rows = self.store.command(tournament, command_id)
        if not rows:
            return None
        if rows[0].digest != fingerprint:
            raise id_reused(command_id)
        return Outcome(rows[-1].seq, self._decoded(rows), repeated=True)

    def _rows(
        self, journal: Journal, command: Command, command_id: CommandId, fingerprint: str, by: str
    ) -> list[StoredEvent]:
        """What is decided, in its stored form."""
        at = self._clock()
        return [
            StoredEvent(
                journal.version + 1 + part,
                command_id,
                part,
                fingerprint,
                *self._codec.encode(event),
                at=at,
                by=by,
            )
            for part, event in enumerate(decide(journal, command))
        ]

    def _appended(
        self, tournament: TournamentId, journal: Journal, rows: Sequence[StoredEvent]
    ) -> Outcome:
        """What was stored counts, so it is read back from its stored form."""
        events = self._decoded(rows)
        self._keep(tournament, journal.extended(_records(rows, events)))
        self._back_up(events, rows[0].at)
        return Outcome(rows[-1].seq, events)

    def _extended(self, journal: Journal, rows: Sequence[StoredEvent]) -> Journal:
        new = _records(rows, self._decoded(rows))
        try:
            return journal.extended(new) if journal.version else read(new)
        except (LookupError, ValueError, TypeError, DomainError) as error:
            raise InvalidInputError(
                "log-unreadable",
                f"The events up to {rows[-1].seq} do not fit together: {error}.",
                "Update Fairpair if a newer one wrote them, else take a backup.",
            ) from error

    def _decoded(self, rows: Sequence[StoredEvent]) -> tuple[Event, ...]:
        return tuple(self._codec.decode(r.type, r.version, r.payload) for r in rows)

    def _keep(self, tournament: TournamentId, journal: Journal) -> None:
        """Remember the newest journal; the one not used for longest makes room."""
        with self._lock:
            kept = self._journals.pop(tournament, None)
            newest = kept if kept and kept.version > journal.version else journal
            self._journals[tournament] = newest
            self._events += newest.version - (kept.version if kept else 0)
            while self._events > _KEPT_EVENTS and len(self._journals) > 1:
                self._events -= self._journals.pop(next(iter(self._journals))).version

    def _forget(self, tournament: TournamentId) -> None:
        with self._lock:
            kept = self._journals.pop(tournament, None)
            self._events -= kept.version if kept else 0


def no_tournament(wanted: str) -> NotFoundError:
    """The refusal of an id that no tournament has."""
    return NotFoundError(
        "no-tournament",
        f"There is no tournament {wanted!r:.100}.",
        "The list of tournaments has their ids.",
    )


def id_reused(command_id: CommandId) -> ConflictError:
    """The refusal of an id that stands for something else already."""
    return ConflictError(
        "command-id-reused",
        f"The command id {command_id!r} stands for another command.",
        "Make a new id for every new command.",
    )


def _records(rows: Sequence[StoredEvent], events: Sequence[Event]) -> list[Record]:
    return [Record(r.seq, r.action, event) for r, event in zip(rows, events, strict=True)]


def check_tournament_id(tournament: str) -> None:
    """Refuse what cannot stand in an address and in a file name."""
    if not re.fullmatch(r"[a-z0-9][a-z0-9-]{0,79}", tournament):
        raise InvalidInputError(
            "bad-tournament-id",
            f"{tournament!r} cannot be the id of a tournament.",
            "Use 1 to 80 small letters, digits and hyphens.",
        )


def _check_line(name: str, text: str, *, needed: bool = False) -> None:
    """Refuse what cannot stand in every database as a short line."""
    fine = isinstance(text, str) and text.isprintable() and len(text) <= 200
    if not fine or (needed and not text):
        raise InvalidInputError(
            f"bad-{name}",
            f"{name.capitalize()} cannot be {text!r:.80}.",
            "Use up to 200 printable characters.",
        )
