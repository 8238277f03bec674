"""The thread that notices what other processes have written into an SQLite file."""

import logging
import sqlite3
import threading
from collections.abc import Callable, Mapping
from contextlib import closing

from fairpair.core.errors import StorageError
from fairpair.core.ids import TournamentId

_logger = logging.getLogger(__name__)

_PAUSE = 0.25
_PAUSE_IN_TROUBLE = 2.0


class Watcher:
    """Looks four times a second at a number that SQLite changes with every commit of others.

    It holds one read-only connection and reads nothing else until that number moves.
    """

    def __init__(
        self,
        connect: Callable[[], sqlite3.Connection],
        versions: Callable[[], Mapping[TournamentId, int]],
        tell: Callable[[TournamentId, int], None],
    ) -> None:
        self._connect = connect
        self._versions = versions
        self._tell = tell
        self._stopping = threading.Event()
        self.looking = False
        """Whether the last look went well."""
        self._thread = threading.Thread(target=self._run, name="fairpair-watcher", daemon=True)
        self._thread.start()

    def stop(self) -> None:
        """End the thread, which may be the one that asks."""
        self._stopping.set()
        if threading.current_thread() is not self._thread:
            self._thread.join(timeout=2)

    def _run(self) -> None:
        while not self._stopping.is_set():
            try:
                with closing(self._connect()) as connection:
                    self._look(connection)
            except (sqlite3.Error, OSError, StorageError) as error:
                if self._stopping.is_set():
                    return
                self.looking = False
                _logger.warning("Cannot watch the database for others' changes: %s", error)
            self._stopping.wait(_PAUSE_IN_TROUBLE)

    def _look(self, connection: sqlite3.Connection) -> None:
        seen: object = None
        while not self._stopping.is_set():
            [(moved,)] = connection.execute("PRAGMA data_version").fetchall()
            if moved != seen:
                seen = moved
                for tournament, version in self._versions().items():
                    self._tell(tournament, version)
            self.looking = True
            self._stopping.wait(_PAUSE)
