"""The log of one tournament on PostgreSQL under its lock, and appends that are written together."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from functools import partial
from itertools import chain
from typing import TYPE_CHECKING

import psycopg

from fairpair.core.errors import CommandRepeatedError, InvalidStateError, VersionConflictError
from fairpair.log.stored import Append, PersonChanges, StoredEvent, StoredPerson
from fairpair.storage.appends import check_append, has_additions, receipts_of
from fairpair.storage.group_commit import Entry, refuse_all, tell_versions
from fairpair.storage.persons import persons_of
from fairpair.storage.script import Script, check_inserted

if TYPE_CHECKING:
    from sqlalchemy import Connection

    from fairpair.core.ids import TournamentId
    from fairpair.core.stored import VersionCallback
    from fairpair.storage.postgresql import PostgresStore


class LockedLog:
    """What `EventStore.lock` gives; it has a connection of its own until `commit`."""

    def __init__(
        self, store: PostgresStore, tournament: TournamentId, after: int, told: VersionCallback
    ) -> None:
        """`told` hears of the new version before those who submitted it."""
        self._store = store
        self._told = told
        self._after = after
        self._group: list[Entry] = []
        self._done = threading.Event()
        self._failure: BaseException | None = None
        script = Script()
        store.begin(script, tournament)
        where = script.load(tournament, after)
        with ExitStack() as opening:
            self._connection = opening.enter_context(store.lease())
            self._new = store.send(self._connection, script)[where]
            self._ending = opening.pop_all()

    def load(self, tournament: TournamentId, after: int = 0) -> list[StoredEvent]:
        """The events above `after`, in order; they came with the lock if it is the same number."""
        found = self._new
        if after != self._after:
            script = Script()
            where = script.load(tournament, after)
            with self._reading():
                found = self._store.send(self._connection, script)[where]
        return [StoredEvent(*row) for row in found]

    def persons(self, tournament: TournamentId, after: int = 0) -> list[StoredPerson]:
        """The personal data of the events above `after`, in order."""
        with self._reading():
            found = self._connection.execute(persons_of(tournament, after)).all()
        return [StoredPerson(*row) for row in found]

    @contextmanager
    def _reading(self) -> Iterator[None]:
        """If it fails the transaction is gone, and so may be the lock: nothing can be written."""
        self._check()
        try:
            with self._store.translated():
                yield
        except BaseException as error:
            self._failure = error
            raise

    def _check(self) -> None:
        if self._failure is not None:
            raise self._failure

    def submit(self, new: Append) -> Callable[[], None]:
        """Have it written by `commit`; what comes back waits for that."""
        check_append(new)
        entry = Entry(new)
        self._group.append(entry)
        return partial(self._wait, entry)

    def commit(self) -> None:
        """Write what was submitted and let go of the lock; nothing is raised here."""
        try:
            with self._ending:
                if self._group:
                    self._check()
                    write_merged(self._store, self._connection, self._group, begun=True)
        except BaseException as error:  # noqa: BLE001  all who wait hear of it
            refuse_all(self._group, error)
        finally:
            tell_versions(self._group, self._told)
            self._done.set()

    def _wait(self, entry: Entry) -> None:
        self._done.wait()
        entry.check()


def write_merged(
    store: PostgresStore, connection: Connection, group: Sequence[Entry], *, begun: bool = False
) -> None:
    """Write appends to one log; each has its refusal afterwards, if any.

    Those that continue each other share a transaction, unless one of them is refused.
    """
    for part in _continued(group):
        _write_part(store, connection, part, begun=begun)
        begun = False


def write_shared(store: PostgresStore, connection: Connection, group: Sequence[Entry]) -> None:
    """Write appends to any logs in one transaction.

    One whose log somebody else has locked is moved, so that the others do not wait for it; so is
    what needs more than one statement, and everything if something fails.
    """
    parts, apart = _shareable(group)
    if parts:
        appends = [_merge([entry.new for entry in part]) for part in parts]
        try:
            said = store.write_free(connection, appends)
        except psycopg.Error:
            stored = [store.is_stored(connection, new) for new in appends]
            said = [(there, (0, None, there)) for there in stored]
        for part, new, one in zip(parts, appends, said, strict=True):
            if not _settle_part(part, new, *one):
                apart += part
    for entry in apart:
        entry.moved = store.submit_apart(entry.new)


def _shareable(group: Sequence[Entry]) -> tuple[list[list[Entry]], list[Entry]]:
    """The appends to each log that continue each other, and those that cannot share a message."""
    logs: dict[TournamentId, list[Entry]] = {}
    for entry in group:
        logs.setdefault(entry.new.tournament, []).append(entry)
    parts: list[list[Entry]] = []
    apart: list[Entry] = []
    for log in logs.values():
        whole = len(_continued(log)) == 1 and not any(has_additions(entry.new) for entry in log)
        parts += [log] if whole else []
        apart += [] if whole else log
    return parts, apart


def _settle_part(
    part: Sequence[Entry], new: Append, locked: bool, said: tuple[int, str | None, bool]
) -> bool:
    """Whether these are written or refused for good; a repeat refuses only itself."""
    try:
        check_inserted(new, said)
    except (VersionConflictError, CommandRepeatedError) as refusal:
        if not locked or len(part) > 1:
            return False
        part[0].refusal = refusal
    else:
        for entry in part:
            entry.durable = True
    return True


def _write_part(
    store: PostgresStore, connection: Connection, part: Sequence[Entry], *, begun: bool
) -> None:
    try:
        store.write(connection, _merge([entry.new for entry in part]), begun=begun)
    except VersionConflictError as refusal:
        for entry in part:
            entry.refusal = VersionConflictError(entry.new.expected, refusal.found)
    except (CommandRepeatedError, InvalidStateError) as refusal:
        if len(part) == 1:
            part[0].refusal = refusal
            return
        for entry in part:
            _write_part(store, connection, [entry], begun=False)
    except BaseException as error:  # noqa: BLE001  all who wait hear of it
        refuse_all(part, error)
    else:
        for entry in part:
            entry.durable = True


def _continued(group: Sequence[Entry]) -> list[list[Entry]]:
    """The group in pieces, in each of which every append continues the one before."""
    parts: list[list[Entry]] = []
    end: int | None = None
    for entry in group:
        if entry.new.expected != end:
            parts.append([])
        parts[-1].append(entry)
        end = entry.new.version or entry.new.expected
    return parts


def _merge(parts: Sequence[Append]) -> Append:
    """One append that does what these do one after the other."""
    if len(parts) == 1:
        return parts[0]
    joined = chain.from_iterable
    return replace(
        parts[0],
        events=list(joined(part.events for part in parts)),
        receipts=list(joined((*receipts_of(part), *part.receipts) for part in parts)),
        keys=list(joined(part.keys for part in parts)),
        persons=PersonChanges(
            tuple(joined(part.persons.added for part in parts)),
            tuple(joined(part.persons.erased for part in parts)),
        ),
        pictures=list(joined(part.pictures for part in parts)),
    )
