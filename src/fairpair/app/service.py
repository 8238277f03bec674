"""One way for every request: decide its commands on the state, append, and again if it moved.

A request is a use case with its parameters. All its events are appended in one transaction under
one id, so it is one action in the history and one undo, and it leaves a receipt. Its repeat gets
the first answer, whatever happened since.
"""

import hashlib
import inspect
import logging
import re
import secrets
import threading
import weakref
from collections.abc import Callable, Generator, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache, partial
from typing import Any, Concatenate, ParamSpec, TypeAlias

from fairpair.app.ports import Clock, EventStore, KeepBackup, LogReader
from fairpair.app.turns import Submitted, Turn
from fairpair.core.errors import (
    CommandRepeatedError,
    ConflictError,
    DomainError,
    InvalidInputError,
    NotFoundError,
    StorageError,
    VersionConflictError,
)
from fairpair.core.ids import CommandId, TournamentId
from fairpair.core.stored import Receipt, StoredKey
from fairpair.core.tournament import Tournament
from fairpair.language.message import Message
from fairpair.log.chain import chain
from fairpair.log.codec import Codec, checked, fingerprint, read_records
from fairpair.log.commands import Command
from fairpair.log.decide import carry_out
from fairpair.log.events import Event, RoundCompleted
from fairpair.log.journal import Journal, Record, erased_persons, read_journal
from fairpair.log.persons import ERASED, WITH_PERSONS, separate, without_hash
from fairpair.log.stored import Append, PersonChanges, StoredEvent

_LOG = logging.getLogger(__name__)
_KEPT_EVENTS = 250_000
"""So many events are kept in memory; other tournaments are read again when they are asked for."""

P = ParamSpec("P")
new_salt = partial(secrets.token_hex, 16)
"""Makes the salts that personal data is stored with."""
Steps: TypeAlias = Generator[Command, Tournament, None]
"""The commands of a use case: each `yield` gives back the tournament as it is after the command,
or raises the refusal of it.
"""
FollowUp = Callable[[Tournament, Sequence[Event]], Steps]
"""What happens by itself after these events, each command as an action of its own."""


@dataclass(frozen=True, slots=True)
class CommandContext:
    """Where to act, for whom, and the ID by which a repeat is recognised.

    With `expected` it applies only to that version of the tournament. `receipts` and `keys` are
    stored in the same transaction.
    """

    tournament: TournamentId
    command_id: CommandId
    by: str = ""
    expected: int | None = None
    receipts: tuple[Receipt, ...] = ()
    keys: tuple[StoredKey, ...] = ()


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a request did: its events, and the version after the last of them."""

    version: int
    events: tuple[Event, ...]
    repeated: bool = False
    """It had been carried out before; nothing was written this time."""
    before: Tournament | None = field(default=None, repr=False, compare=False)
    """The tournament before it; none if it is a repeat."""
    journal: Journal | None = field(default=None, repr=False, compare=False)
    """The log right after it, if it is at hand."""

    @property
    def action(self) -> int | None:
        """The number to undo it by; None if nothing had to be done."""
        return self.version - len(self.events) + 1 if self.events else None


@dataclass(frozen=True, slots=True)
class _Request:
    """A use case with its parameters."""

    name: str
    fingerprint: str
    steps: Callable[[Tournament], Steps]

    def is_repeated(self, receipt: Receipt) -> bool:
        """Whether the receipt is of this very request.

        Receipts without a name are of logs from before there were receipts: these had the last
        command of a use case only, so nothing else than the id can be compared.
        """
        if without_hash(receipt.fingerprint) == receipt.fingerprint:  # it had personal data
            return receipt.fingerprint in ("", f"{self.name}:")
        if ":" in receipt.fingerprint:
            return receipt.fingerprint == self.fingerprint
        of_one_command = self.name[0].isupper()
        return not of_one_command or self.fingerprint.endswith(f":{receipt.fingerprint}")


@dataclass(frozen=True, slots=True)
class _Attempt:
    """A request that was decided and given to the store."""

    submitted: Submitted
    outcome: Outcome
    records: Sequence[Record]
    at: str
    erases: bool


class Service:
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
        self.new_salt = new_salt
        self.store = store
        self._follow_up = follow_up
        self._keep_backup = keep_backup
        self._clock = clock
        self._codec = Codec()
        self._journals: dict[TournamentId, Journal] = {}
        self._events = 0
        self._lock = threading.Lock()
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
        name, parameters = _parameters(use_case, args, kwargs)
        request = _Request(
            name, fingerprint(name, parameters), lambda t: use_case(t, *args, **kwargs)
        )
        return self._run_reported(context, request)

    def run_command(self, context: CommandContext, command: Command) -> Outcome:
        """Carry out a request that is one command, as it is."""
        command, digest = checked(command)
        name = type(command).__name__
        request = _Request(name, f"{name}:{digest}", lambda _t: _single_step(command))
        return self._run_reported(context, request)

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

    def journal(self, tournament: TournamentId) -> Journal:
        """The tournament's log as it is now; empty when there is none."""
        found = self.uncached_journal(tournament)
        if found.version:
            self._cache_journal(tournament, found)
        return found

    def uncached_journal(self, tournament: TournamentId) -> Journal:
        """The same for a pass through all tournaments: nothing is kept in memory."""
        return self._read_on(tournament, self._journals.get(tournament, Journal()), self.store)

    def _read_on(self, tournament: TournamentId, kept: Journal, source: LogReader) -> Journal:
        rows = source.load(tournament, after=kept.version)
        if kept.version and any(row.type == ERASED for row in rows):
            kept, rows = Journal(), source.load(tournament)  # names in memory are erased, too
        return self._extend_journal(tournament, kept, rows, source) if rows else kept

    def existing_journal(self, tournament: TournamentId, least: int = 0) -> Journal:
        """The log of a tournament that is there; `NotFoundError` if there is none.

        With a `least` version the store is asked only if the log in memory is older.
        """
        kept = self._journals.get(tournament)
        if least and kept and kept.version >= least:
            return kept
        journal = self.journal(tournament)
        if not journal.version:
            raise no_tournament(tournament)
        return journal

    def journal_at(self, tournament: TournamentId, version: int) -> Journal:
        """The log up to a version, whatever happened since; without asking the store if it can."""
        kept = self._journals.get(tournament)
        journal = kept if kept and kept.version >= version else self.journal(tournament)
        return journal if journal.version == version else read_journal(journal.records[:version])

    def journal_before(self, context: CommandContext) -> Journal | None:
        """The log as it was before the request with this id was carried out; none if it was not."""
        _check_line("command-id", context.command_id, needed=True)
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
        _check_line("command-id", command_id, needed=True)
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

    def _run_reported(self, context: CommandContext, request: _Request) -> Outcome:
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

    def _carry_out(self, context: CommandContext, request: _Request) -> Outcome:
        """Try it on the state in memory; only if that fails the store is asked for more.

        A refusal is final when the state was the newest and the request was not carried out before.
        """
        here = context.tournament
        check_tournament_id(here)
        _check_line("command-id", context.command_id, needed=True)
        _check_line("by", context.by)
        turn = self._turn(here)  # it lasts as long as this name
        for _ in range(2):  # the second time under the lock of the log, if it has one
            with turn.taken():
                journal = self._decidable(turn, here)
                tried = self._try(context, request, turn, journal)
            try:
                return tried if isinstance(tried, Outcome) else self._finish(here, tried)
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
        self, context: CommandContext, request: _Request, turn: Turn, journal: Journal
    ) -> Outcome | _Attempt:
        """Decide on this log, and let the next request go on from there."""
        try:
            attempt = self._submit(context, request, turn, journal)
            if attempt.erases:  # nobody may go on from a log with the names in it
                turn.settle()
                return self._finish(context.tournament, attempt)
        except StorageError:
            raise
        except DomainError as refusal:
            return self._try_again(context, request, turn, journal, refusal)
        turn.submit(attempt.submitted)
        return attempt

    def _try_again(
        self,
        context: CommandContext,
        request: _Request,
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
            before, journal = journal, self._newest(here, journal, refusal)
            if (journal.version, journal.hash) == (before.version, before.hash):
                raise refusal
            try:
                return self._finish(here, self._submit(context, request, turn, journal))
            except StorageError:
                raise
            except DomainError as again:
                refusal = again

    def _submit(
        self, context: CommandContext, request: _Request, turn: Turn, journal: Journal
    ) -> _Attempt:
        """Decide on this log, and let the store continue it with what comes of that."""
        here, before = context.tournament, journal.version
        if context.expected not in (None, before):
            raise VersionConflictError(context.expected or 0, before)
        decided = _decide_all(journal, request.steps(journal.tournament), together=True)
        events = tuple(record.event for record in decided.records[before:])
        after = decided
        if self._follow_up and events:
            steps = self._follow_up(decided.tournament, events)
            after = _decide_all(decided, steps, together=False)
        at, records = self._clock(), after.records[before:]
        receipts = context.receipts
        separated, persons = separate(self._rows(context, request, records, at), self.new_salt)
        if persons or not events:  # names are in the fingerprint, which is then not in the log
            own = Receipt(
                here, context.command_id, request.fingerprint, decided.version, len(events), at=at
            )
            receipts = (own, *receipts)
        stored = chain(separated, journal.hash)
        changes = PersonChanges(tuple(persons), erased_persons(records))
        now = None if changes.erased else decided
        wait = (turn.log or self.store).submit(
            Append(here, before, stored, receipts, context.keys, changes, journal.hash)
        )
        return _Attempt(
            Submitted(replace(after, hash=stored[-1].hash if stored else journal.hash), wait),
            Outcome(decided.version, events, before=journal.tournament, journal=now),
            records,
            at,
            erases=bool(changes.erased),
        )

    def _finish(self, here: TournamentId, attempt: _Attempt) -> Outcome:
        """Wait until it is durable; `VersionConflictError` if the log has grown otherwise."""
        try:
            attempt.submitted.wait()
        except BaseException:
            attempt.submitted.lost = True
            raise
        if attempt.erases:
            self._drop_cached(here)
        else:
            self._cache_journal(here, attempt.submitted.journal)
        self._back_up(attempt.records, attempt.at)
        return attempt.outcome

    def _rows(
        self, context: CommandContext, request: _Request, records: Sequence[Record], at: str
    ) -> list[StoredEvent]:
        """The stored form; what followed by itself has ids made from the request's own."""
        rows = []
        for record in records:
            command_id, by = context.command_id, context.by
            later = record.action - records[0].action
            if later:
                made = hashlib.sha256(f"{command_id} {later}".encode()).hexdigest()
                command_id, by = CommandId(made), f"{by} (automatic)".strip()
            part, stored = record.seq - record.action, self._codec.encode(record.event)
            rows.append(
                StoredEvent(
                    record.seq, command_id, part, request.fingerprint, *stored, at=at, by=by
                )
            )
        return rows

    def _first_answer(self, receipt: Receipt, request: _Request) -> Outcome:
        if not request.is_repeated(receipt):
            raise id_reused(CommandId(receipt.command_id))
        return self.outcome_of(receipt)

    def outcome_of(self, receipt: Receipt) -> Outcome:
        """What the request did that left the receipt."""
        journal = self.journal_at(TournamentId(receipt.tournament), receipt.version)
        records = journal.records[receipt.version - receipt.events :]
        return Outcome(receipt.version, tuple(r.event for r in records), repeated=True)

    def _newest(self, tournament: TournamentId, journal: Journal, refusal: DomainError) -> Journal:
        if isinstance(refusal, VersionConflictError) and (
            refusal.found < journal.version or refusal.found == refusal.expected
        ):
            self._drop_cached(tournament)  # another copy was put in place
        return self.journal(tournament)

    def _back_up(self, records: Sequence[Record], at: str) -> None:
        """After a completed round; the request does not wait for it."""
        if self._keep_backup and any(isinstance(r.event, RoundCompleted) for r in records):
            self._keep_backup(at, self._report_backup)

    def _report_backup(self, failure: DomainError | None) -> None:
        if failure:
            _LOG.warning("The automatic backup after the round failed: %s", failure)
        self.backed_up("failed" if failure else "done")

    def _extend_journal(
        self,
        tournament: TournamentId,
        journal: Journal,
        rows: Sequence[StoredEvent],
        source: LogReader,
    ) -> Journal:
        named = any(row.type in WITH_PERSONS for row in rows)
        found = source.persons(tournament, after=journal.version) if named else ()
        new = read_records(self._codec, rows, found)
        try:
            longer = journal.extend(new) if journal.version else read_journal(new)
            return replace(longer, hash=rows[-1].hash)
        except (LookupError, ValueError, TypeError, DomainError) as error:
            raise InvalidInputError(
                "log-unreadable", event=rows[-1].seq, problem=_cause(error)
            ) from error

    def _cache_journal(self, tournament: TournamentId, journal: Journal) -> None:
        """Remember the newest journal; the one not used for longest makes room."""
        with self._lock:
            kept = self._journals.pop(tournament, None)
            newest = kept if kept and kept.version > journal.version else journal
            self._journals[tournament] = newest
            self._events += newest.version - (kept.version if kept else 0)
            while self._events > _KEPT_EVENTS and len(self._journals) > 1:
                self._events -= self._journals.pop(next(iter(self._journals))).version

    def _drop_cached(self, tournament: TournamentId) -> None:
        with self._lock:
            kept = self._journals.pop(tournament, None)
            self._events -= kept.version if kept else 0

    def _turn(self, tournament: TournamentId) -> Turn:
        with self._lock:
            return self._turns.setdefault(tournament, Turn())


def _decide_all(journal: Journal, steps: Steps, *, together: bool) -> Journal:
    """The journal after these commands, each decided on the state that those before it lead to.

    They are one action `together`, or else an action each.
    """
    first = journal.version + 1
    try:
        command = next(steps)
        while True:
            try:
                journal = carry_out(journal, checked(command)[0], first if together else None)
            except DomainError as refusal:
                command = steps.throw(refusal)
                continue
            command = steps.send(journal.tournament)
    except StopIteration:
        return journal


def _single_step(command: Command) -> Steps:
    yield command


def _parameters(
    use_case: Callable[..., Steps], args: tuple[Any, ...], kwargs: dict[str, Any]
) -> tuple[str, dict[str, Any]]:
    """The name of a use case and all its parameters by name, without those that are bound."""
    bound: dict[str, Any] = {}
    if isinstance(use_case, partial):
        bound, use_case = use_case.keywords, use_case.func
    given = _signature(use_case).bind_partial(None, *args, **kwargs)
    given.apply_defaults()
    _tournament, *names = given.arguments
    return use_case.__name__, {name: given.arguments[name] for name in names if name not in bound}


_signature = lru_cache(maxsize=256)(inspect.signature)
"""It takes longer to look at a use case than to bind its parameters."""


def _cause(error: Exception) -> Message | str:
    return error.text if isinstance(error, DomainError) else f"{error}."


def no_tournament(wanted: str) -> NotFoundError:
    """The error for an ID that no tournament has."""
    return NotFoundError("no-tournament.with-id", tournament=f"{wanted!r:.100}")


def id_reused(command_id: CommandId) -> ConflictError:
    """The error for an ID that was used for a different command."""
    return ConflictError("command-id-reused", command=repr(command_id))


def check_tournament_id(tournament: str) -> None:
    """Reject an ID that cannot be part of an address and of a file name."""
    if not re.fullmatch(r"[a-z0-9][a-z0-9-]{0,79}", tournament):
        raise InvalidInputError("bad-tournament-id", tournament=repr(tournament))


def _check_line(name: str, text: str, *, needed: bool = False) -> None:
    """Reject a text that cannot be stored in every database as a short line."""
    fine = isinstance(text, str) and text.isprintable() and len(text) <= 200
    if not fine or (needed and not text):
        raise InvalidInputError(f"bad-{name}", text=f"{text!r:.80}")
