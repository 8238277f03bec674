"""The logs of a store as they are read: the newest of each tournament is kept in memory."""

import threading
from collections.abc import Sequence
from dataclasses import replace

from fairpair.app.ports import EventStore, LogReader
from fairpair.core.errors import DomainError, InvalidInputError, NotFoundError
from fairpair.core.ids import TournamentId
from fairpair.language.message import Message
from fairpair.log.chain import link
from fairpair.log.codec import Codec, read_records
from fairpair.log.journal import Journal, read_journal
from fairpair.log.persons import ERASED, WITH_PERSONS
from fairpair.log.stored import DELETED, StoredEvent

_KEPT_EVENTS = 250_000
"""The number of events kept in memory; other tournaments are read again when they are asked for."""


class Journals:
    """Reads the tournaments of one store. Safe to use from threads."""

    def __init__(self, store: EventStore) -> None:
        self.store = store
        self._codec = Codec()
        self._journals: dict[TournamentId, Journal] = {}
        self._events = 0
        self._lock = threading.Lock()

    def journal(self, tournament: TournamentId) -> Journal:
        """The tournament's log as it is now; empty when there is none.

        Raises `NotFoundError` when it was deleted.
        """
        found = self.uncached_journal(tournament)
        if found.version:
            self._cache_journal(tournament, found)
        return found

    def uncached_journal(self, tournament: TournamentId) -> Journal:
        """The same for a pass through all tournaments: nothing is kept in memory."""
        return self._read_on(tournament, self._journals.get(tournament, Journal()), self.store)

    def _read_on(self, tournament: TournamentId, kept: Journal, source: LogReader) -> Journal:
        rows = source.load(tournament, after=kept.version)
        if rows and rows[-1].type == DELETED:
            self._drop_cached(tournament)
            raise no_tournament(tournament)
        if kept.version and rows and not _can_extend(kept, rows):
            kept, rows = Journal(), source.load(tournament)
        return self._extend_journal(tournament, kept, rows, source) if rows else kept

    def _checked_journal(self, tournament: TournamentId) -> Journal:
        """The log as it is now, even if an older copy was put in place of what is in memory."""
        kept = self._journals.get(tournament)
        if kept:
            last = self.store.load(tournament, after=kept.version - 1)
            if not last or last[0].hash != kept.hash:
                self._drop_cached(tournament)
        return self.journal(tournament)

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
            return replace(longer, hash=rows[-1].hash, begun=journal.begun or rows[0].at)
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


def _can_extend(kept: Journal, rows: Sequence[StoredEvent]) -> bool:
    """Whether these are the next events of this log, not of a copy that was put in its place.

    What is erased has to be erased in memory, too.
    """
    first = rows[0]
    follows = first.hash == link(kept.hash, first) or not (first.hash or kept.hash)
    return follows and not any(row.type == ERASED for row in rows)


def _cause(error: Exception) -> Message | str:
    return error.text if isinstance(error, DomainError) else f"{error}."


def no_tournament(wanted: str) -> NotFoundError:
    """The error for an ID that no tournament has."""
    return NotFoundError("no-tournament.with-id", tournament=f"{wanted!r:.100}")
