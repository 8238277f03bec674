"""One way for every request: decide its commands on the state, append, and again if it moved.

A request is a use case with its parameters. All its events are appended in one transaction under
one id, so it is one action in the history and one undo, and it leaves a receipt. Its repeat gets
the first answer, whatever happened since.
"""

import logging
import secrets
import weakref
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from typing import Concatenate, ParamSpec

from fairpair.app.confirmations import Confirmation, decide_confirmed, decide_unwarned
from fairpair.app.journals import Journals
from fairpair.app.ports import Clock, EventStore, KeepBackup
from fairpair.app.requests import (
    CommandContext,
    FollowUp,
    Outcome,
    Request,
    Steps,
    check_line,
    check_tournament_id,
    id_reused,
    request_of,
    request_of_command,
    rows_of,
)
from fairpair.app.turns import Submitted, Turn
from fairpair.core.dataclass import dataclass
from fairpair.core.errors import (
    CommandRepeatedError,
    DomainError,
    StorageError,
    VersionConflictError,
)
from fairpair.core.ids import CommandId, TournamentId
from fairpair.core.stored import Receipt
from fairpair.core.tournament import Tournament
from fairpair.log.chain import chain
from fairpair.log.commands import Command
from fairpair.log.events import RoundCompleted, WarningsRecorded
from fairpair.log.journal import Journal, Record, erased_persons
from fairpair.log.persons import separate, without_hash
from fairpair.log.stored import DELETED, Append, PersonChanges

_LOG = logging.getLogger(__name__)

P = ParamSpec("P")
new_salt = partial(secrets.token_hex, 16)
"""Makes the salts that personal data is stored with."""


@dataclass(frozen=True, slots=True)
class _Attempt:
    """A request that was decided and given to the store."""

    submitted: Submitted
    outcome: Outcome
    records: Sequence[Record]
    at: str
    erases: bool
    """What is in memory of the log must not stay there."""


class Service(Journals):
    """Everything that can be done with the tournaments of one store. Safe to use from threads."""

    def __init__(
        self,
        store: EventStore,
        clock: Clock,
        keep_backup: KeepBackup | None = None,
        follow_up: FollowUp | None = None,
        new_salt: Callable[[], str] = new_salt,
    ) -> None:
        """`follow_up` gives what happens automatically after a request; `new_salt` makes the random
        texts that personal data is stored with.
        """
        super().__init__(store)
        self.new_salt = new_salt
        self._follow_up = follow_up
        self._keep_backup = keep_backup
        self._clock = clock
        # Threads of one process wait here instead of losing races in the store.
        self._turns = weakref.WeakValueDictionary[TournamentId, Turn]()
        self.noticed: Callable[[str, str], None] = lambda _request, _outcome: None
        """Hears of every request and what became of it: done, repeated, or the refusal's kind."""
        self.backed_up: Callable[[str], None] = lambda _outcome: None
        """Hears of every automatic backup: done or failed."""

    def run(
        self,
        context: CommandContext,
        use_case: Callable[Concatenate[Tournament, P], Steps],
        *args: P.args,
        **kwargs: P.kwargs,
    ) -> Outcome:
        """Carry out everything a use case asks for, in one transaction and under one id.

        It is durable when this returns. The same id again gets the first answer and writes
        nothing, so a client may repeat whatever it had no answer to; with other parameters it is
        refused. What a use case needs beside the request, such as the time, is bound to it with
        `partial`: that is not part of the request.
        """
        return self._run_reported(context, request_of(use_case, *args, **kwargs))

    def run_command(self, context: CommandContext, command: Command) -> Outcome:
        """Carry out a request that is one command, as it is."""
        return self._run_reported(context, request_of_command(command))

    def execute(
        self,
        tournament: TournamentId,
        command: Command,
        command_id: CommandId,
        by: str = "",
        expected: int | None = None,
    ) -> Outcome:
        """The same, without a context at hand."""
        return self.run_command(CommandContext(tournament, command_id, by, expected), command)

    def journal_before(self, context: CommandContext) -> Journal | None:
        """The log as it was before the request with this id was carried out; none if it was not."""
        check_line("command-id", context.command_id, needed=True)
        found = self.store.receipt(context.tournament, context.command_id)
        if found is None or not found.version:
            return None
        return self.journal_at(context.tournament, found.version - found.events)

    def receipt(
        self, tournament: TournamentId, command_id: CommandId, request: str
    ) -> Receipt | None:
        """The receipt of the request with this fingerprint.

        Raises `ConflictError` if the id stands for another one.
        """
        check_line("command-id", command_id, needed=True)
        found = self.store.receipt(tournament, command_id)
        if found is not None and found.fingerprint not in (request, without_hash(request)):
            raise id_reused(command_id)
        return found

    @property
    def now(self) -> str:
        """The moment, as its events have it: ISO 8601 in UTC."""
        return self._clock()

    def close(self) -> None:
        """Let go of the store."""
        self.store.close()

    def _run_reported(self, context: CommandContext, request: Request) -> Outcome:
        outcome = "failed"
        try:
            done = self._carry_out(context, request)
            outcome = "repeated" if done.repeated else "done"
        except DomainError as refusal:
            outcome = type(refusal).__name__
            raise
        finally:
            self.noticed(request.name, outcome)
        return done

    def _carry_out(self, context: CommandContext, request: Request) -> Outcome:
        """Try it on the state in memory; only if that fails the store is asked for more.

        A refusal is final when the state was the newest and the request was not carried out before.
        """
        here = context.tournament
        check_tournament_id(here)
        check_line("command-id", context.command_id, needed=True)
        check_line("by", context.by)
        turn = self._turn(here)  # it lasts as long as this name
        for _ in range(2):  # the second time under the lock of the log, if it has one
            with turn.taken():
                journal = self._decidable(turn, here)
                tried = self._try(context, request, turn, journal)
            try:
                return tried if isinstance(tried, Outcome) else self._finish(tried)
            except VersionConflictError as refusal:
                lost: DomainError = refusal
                turn.contended = True
            except CommandRepeatedError as refusal:
                lost = refusal
                break
        with turn.taken():
            return self._try_again(context, request, turn, journal, lost)

    def _decidable(self, turn: Turn, here: TournamentId) -> Journal:
        """The log to decide on: as it is in memory, or under its lock if others write to it."""
        if not turn.contended or turn.log is not None:
            return turn.newest(self._journals.get(here)) or self.journal(here)
        turn.commit()
        kept = turn.newest(self._journals.get(here)) or Journal()
        turn.log = self.store.lock(here, kept.version)
        turn.contended = False
        if turn.log is None:
            return self.journal(here)
        journal = self._read_on(here, kept, turn.log)
        if journal is not kept:
            turn.contended = True
            self._cache_journal(here, journal)
        return journal

    def _try(
        self, context: CommandContext, request: Request, turn: Turn, journal: Journal
    ) -> Outcome | _Attempt:
        """Decide on this log, and let the next request go on from there."""
        try:
            attempt = self._submit(context, request, turn, journal)
            if attempt.erases:  # nobody may go on from a log with the names in it
                turn.settle()
                return self._finish(attempt)
        except StorageError:
            raise
        except DomainError as refusal:
            return self._try_again(context, request, turn, journal, refusal)
        turn.submit(attempt.submitted)
        return attempt

    def _try_again(
        self,
        context: CommandContext,
        request: Request,
        turn: Turn,
        journal: Journal,
        refusal: DomainError,
    ) -> Outcome:
        """Decide anew on what is durable as long as that is not what the refusal came from."""
        here = context.tournament
        turn.settle()
        while True:
            found = self.store.receipt(here, context.command_id)
            if found is not None:
                return self._first_answer(found, request)
            before, journal = journal, self._checked_journal(here)
            if (journal.version, journal.hash) == (before.version, before.hash):
                raise refusal
            try:
                return self._finish(self._submit(context, request, turn, journal))
            except StorageError:
                raise
            except DomainError as again:
                refusal = again

    def _submit(
        self, context: CommandContext, request: Request, turn: Turn, journal: Journal
    ) -> _Attempt:
        """Decide on this log, and let the store continue it with what comes of that."""
        here, before = context.tournament, journal.version
        if context.expected not in (None, before):
            raise VersionConflictError(context.expected or 0, before)
        given = Confirmation(context.confirmed, context.token)
        decided, notices = decide_confirmed(journal, request, given)
        events = tuple(record.event for record in decided.records[before:])
        after = decided
        if self._follow_up and events:
            steps = self._follow_up(decided.tournament, events)
            after = decide_unwarned(decided, steps)
        at, records = self._clock(), after.records[before:]
        receipts = context.receipts
        rows = rows_of(records, context, request, self._codec, at)
        separated, persons = separate(rows, self.new_salt)
        if persons or not events:  # names are in the fingerprint, which is then not in the log
            own = Receipt(
                here, context.command_id, request.fingerprint, decided.version, len(events), at=at
            )
            receipts = (own, *receipts)
        stored = chain(separated, journal.hash)
        changes = PersonChanges(tuple(persons), erased_persons(records))
        erases = bool(changes.erased or (stored and stored[-1].type == DELETED))
        now = None if erases else decided
        last = stored[-1].hash if stored else journal.hash
        longer = replace(after, hash=last, begun=journal.begun or at)
        keep = partial(self._drop_cached, here)
        if not erases:
            keep = partial(self._cache_journal, here, longer)
        beside = (context.keys, changes, context.pictures)
        wait = (turn.log or self.store).submit(
            Append(here, before, stored, receipts, *beside, journal.hash, keep)
        )
        return _Attempt(
            Submitted(longer, wait),
            Outcome(decided.version, events, False, at, journal.tournament, now, notices),
            records,
            at,
            erases=erases,
        )

    def _finish(self, attempt: _Attempt) -> Outcome:
        """Wait until it is durable; `VersionConflictError` if the log has grown otherwise."""
        try:
            attempt.submitted.wait()
        except BaseException:
            attempt.submitted.lost = True
            raise
        self._back_up(attempt.records, attempt.at)
        return attempt.outcome

    def _first_answer(self, receipt: Receipt, request: Request) -> Outcome:
        if not request.is_repeated(receipt):
            raise id_reused(CommandId(receipt.command_id))
        return self.outcome_of(receipt)

    def outcome_of(self, receipt: Receipt) -> Outcome:
        """What the request did that left the receipt."""
        journal = self.journal_at(TournamentId(receipt.tournament), receipt.version)
        records = journal.records[receipt.version - receipt.events :]
        events = tuple(record.event for record in records)
        told = (
            one for event in events if isinstance(event, WarningsRecorded) for one in event.warnings
        )
        return Outcome(receipt.version, events, repeated=True, at=receipt.at, notices=tuple(told))

    def _back_up(self, records: Sequence[Record], at: str) -> None:
        """After a completed round; the request does not wait for it."""
        if self._keep_backup and any(isinstance(r.event, RoundCompleted) for r in records):
            self._keep_backup(at, self._report_backup)

    def _report_backup(self, failure: DomainError | None) -> None:
        if failure:
            _LOG.warning("The automatic backup after the round failed: %s", failure)
        self.backed_up("failed" if failure else "done")

    def _turn(self, tournament: TournamentId) -> Turn:
        with self._lock:
            return self._turns.setdefault(tournament, Turn())
