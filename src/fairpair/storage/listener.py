"""Hears of what other processes write to PostgreSQL, over a connection of its own."""

import logging
import selectors
import socket
import threading
import time
from collections.abc import Callable, Mapping
from contextlib import suppress

import psycopg

from fairpair.core.errors import StorageError
from fairpair.core.ids import TournamentId
from fairpair.core.stored import VersionCallback
from fairpair.storage.script import CHANNEL, Driver

_logger = logging.getLogger(__name__)

_FIRST_PAUSE = 0.1
_LONGEST_PAUSE = 5.0
_LOOK_SECONDS = 5.0
"""How often to look, because a server can die between a commit and its announcement."""
_LOOK_SHARE = 50
"""At most one part in this many of the time is spent on that."""
_MOST_DIGITS = 18
"""The length of the longest number that is a version."""


class Listener:
    """Listens until `stop`, over its own connection, through any number of losses.

    Once made it listens already, unless that took more than `wait` seconds.
    """

    def __init__(
        self,
        wait: float,
        connect: Callable[[], Driver],
        versions: Callable[[], Mapping[TournamentId, int]],
        tell: VersionCallback,
    ) -> None:
        self._connect = connect
        self._versions = versions
        self._tell = tell
        self._listening = threading.Event()
        self.connections = 0
        """How often it began to listen: what was announced between two of them it has missed."""
        self._stopping = threading.Event()
        self._wake, self._woken = socket.socketpair()
        self._thread = threading.Thread(target=self._run, name="fairpair-listener", daemon=True)
        self._thread.start()
        self._listening.wait(wait)

    @property
    def listening(self) -> bool:
        """Whether the connection stands."""
        return self._listening.is_set()

    def stop(self) -> None:
        """End the thread, which may be the one that asks; if it is busy connecting, do not wait."""
        if self._stopping.is_set():
            return
        self._stopping.set()
        with suppress(BrokenPipeError):  # the thread saw it already
            self._wake.send(b".")
        if threading.current_thread() is not self._thread:
            self._thread.join(timeout=2)
        self._wake.close()

    def _run(self) -> None:
        pause = _FIRST_PAUSE
        while not self._stopping.is_set():
            try:
                with self._connect() as connection:
                    connection.execute(f"LISTEN {CHANNEL}")
                    self.connections += 1
                    self._catch_up()
                    self._listening.set()
                    pause = _FIRST_PAUSE
                    self._listen(connection)
            except (psycopg.Error, StorageError) as error:
                _logger.warning("Not listening to the database, again in %g s: %s", pause, error)
            finally:
                self._listening.clear()
            self._stopping.wait(pause)
            pause = min(2 * pause, _LONGEST_PAUSE)
        self._woken.close()

    def _catch_up(self) -> None:
        """What was not announced to us; the subscribers leave out what they know."""
        for tournament, version in self._versions().items():
            self._tell(tournament, version)

    def _listen(self, connection: Driver) -> None:
        due = time.monotonic() + _LOOK_SECONDS
        with selectors.DefaultSelector() as selector:
            selector.register(connection.fileno(), selectors.EVENT_READ)
            selector.register(self._woken, selectors.EVENT_READ)
            while not self._stopping.is_set():
                for note in connection.notifies(timeout=0):
                    self._pass_on(note.payload)
                selector.select(max(0.0, due - time.monotonic()))
                now = time.monotonic()
                if now >= due:
                    self._catch_up()
                    spent = time.monotonic() - now
                    due = now + max(_LOOK_SECONDS, _LOOK_SHARE * spent)

    def _pass_on(self, payload: str) -> None:
        """Anybody in the database can send something else, which is nothing to us."""
        tournament, _, version = payload.rpartition(":")
        if tournament and version.isdecimal() and len(version) <= _MOST_DIGITS:
            self._tell(TournamentId(tournament), int(version))
