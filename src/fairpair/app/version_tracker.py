"""The current version of every tournament, kept in memory, with notifications."""

import logging
import threading
from collections.abc import Callable

from fairpair.app.ports import EventStore
from fairpair.core.ids import TournamentId
from fairpair.core.stored import VersionCallback

_logger = logging.getLogger(__name__)


class VersionTracker:
    """The newest versions of one store. Safe to use from threads.

    What this process writes is known before the writer gets its answer; what other processes write
    is known within a second.
    """

    def __init__(self, store: EventStore) -> None:
        self._store = store
        self._lock = threading.Lock()
        self._versions: dict[TournamentId, int] = {}
        self._watchers: dict[object, VersionCallback] = {}
        self._stop = store.subscribe(self._notify_watchers)

    def version(self, tournament: TournamentId) -> int:
        """The newest known version, 0 for none; the store is asked only the first time."""
        known = self._versions.get(tournament)
        if known is not None:
            return known
        found = self._store.version(tournament)
        # What is not there is not kept: names that nobody used would fill the memory.
        return self._known(tournament, found) if found else 0

    def watch(self, told: VersionCallback) -> Callable[[], None]:
        """Call `told` with every new version, rising; what comes back ends it.

        `told` runs in a thread of the store or of the writer: it must be quick.
        """
        key = object()
        with self._lock:
            self._watchers[key] = told

        def stop() -> None:
            with self._lock:
                self._watchers.pop(key, None)

        return stop

    def close(self) -> None:
        """Stop listening."""
        self._stop()
        with self._lock:
            self._watchers.clear()

    def _known(self, tournament: TournamentId, version: int) -> int:
        with self._lock:
            newest = max(version, self._versions.get(tournament, 0))
            self._versions[tournament] = newest
            return newest

    def _notify_watchers(self, tournament: TournamentId, version: int) -> None:
        self._known(tournament, version)
        with self._lock:
            watchers = list(self._watchers.values())
        for told in watchers:
            try:
                told(tournament, version)
            except Exception:  # one that fails must not keep the others from hearing
                _logger.exception("A watcher failed on %s version %d", tournament, version)
