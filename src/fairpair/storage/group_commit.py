"""Group commit: all appends that wait when a commit starts share it, and its sync.

Nobody waits for company: whoever waits first writes all that is there. Those who come while that
is on its way to the disk are the next group.
"""

import logging
import threading
import time
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager

from sqlalchemy import Connection

from fairpair.core.errors import CommandRepeatedError, VersionConflictError
from fairpair.core.ids import TournamentId
from fairpair.core.stored import VersionCallback
from fairpair.log.stored import Append
from fairpair.storage.appends import write_append
from fairpair.storage.prepared import Statements

_logger = logging.getLogger(__name__)


class Entry:
    """An append that was submitted; once `settled` it is `durable`, or `refusal` says why not.

    Nobody hears of either before the commit of the group: a refusal may be due to another entry.
    """

    def __init__(self, new: Append) -> None:
        self.new = new
        self.since = time.monotonic()
        self.settled = False
        self.durable = False
        self.refusal: BaseException | None = None
        self.moved: Callable[[], None] | None = None
        """Waits for it where it is written instead, apart from the group."""

    def check(self) -> None:
        """Raise why it is not durable."""
        if self.moved is not None:
            self.moved()
        elif not self.durable:
            raise self.refusal or AssertionError("an append was neither written nor refused")


class _SpoiledGroupError(Exception):
    """One of several entries failed when a part of it was written."""


class GroupCommit:
    """The entries that are not written yet. Safe to use from threads.

    `write` makes each entry of a group durable or gives it a refusal; `told` hears of the new
    versions before those who submitted them.
    """

    def __init__(self, write: Callable[[Sequence[Entry]], None], told: VersionCallback) -> None:
        self._write = write
        self._told = told
        self._waiting: list[Entry] = []
        self._changing = threading.Lock()
        self._writing = threading.Lock()

    def add(self, new: Append) -> Entry:
        """Have it written behind those that were added before, when somebody waits for it."""
        entry = Entry(new)
        with self._changing:
            self._waiting.append(entry)
        return entry

    def settle(self, entry: Entry) -> None:
        """Wait until it is durable, or raise why it is not; any number of threads may wait."""
        if not entry.settled:
            with self._writing:
                if not entry.settled:
                    self._write_all()
        entry.check()

    def _write_all(self) -> None:
        with self._changing:
            group, self._waiting = self._waiting, []
        try:
            self._write(group)
        except BaseException as error:  # noqa: BLE001  all who wait hear of it
            refuse_all(group, error)
        finally:
            tell_versions(group, self._told)
            for entry in group:
                entry.settled = True


def refuse_all(group: Sequence[Entry], error: BaseException) -> None:
    """Let all hear of an error whose append is not durable."""
    for entry in group:
        if not entry.durable:
            entry.refusal = error


def tell_versions(group: Sequence[Entry], told: VersionCallback) -> None:
    """Of several versions of one tournament only the last is told; those who wrote hear first.

    Nothing is raised: what is durable is acknowledged.
    """
    reached: dict[TournamentId, int] = {}
    for entry in group:
        if entry.durable:
            tell_writer(entry.new)
            if entry.new.version is not None:
                reached[entry.new.tournament] = entry.new.version
    for tournament, version in reached.items():
        told(tournament, version)


def tell_writer(new: Append) -> None:
    """Say that it is durable; the writer must not hear otherwise if that fails."""
    try:
        new.on_durable()
    except Exception:
        _logger.exception("What follows an append to %s failed", new.tournament)


def write_group(
    transaction: Callable[[], AbstractContextManager[Connection]],
    statements: Statements,
    group: Sequence[Entry],
) -> None:
    """Write them in one transaction; if one of several fails in it each gets its own.

    Nobody else can write beside a transaction, which is durable after its block.
    """
    try:
        with transaction() as connection:
            for entry in group:
                _write(connection, statements, entry, alone=len(group) == 1)
    except _SpoiledGroupError:
        for entry in group:
            write_group(transaction, statements, [entry])
    except BaseException as error:  # noqa: BLE001  all who wait hear of it
        refuse_all(group, error)
    else:
        for entry in group:
            entry.durable = entry.refusal is None


def _write(connection: Connection, statements: Statements, entry: Entry, *, alone: bool) -> None:
    entry.refusal = None
    try:
        write_append(connection, entry.new, statements)
    except (CommandRepeatedError, VersionConflictError) as refusal:
        entry.refusal = refusal  # before anything was written
    except Exception as error:
        if alone:
            raise
        raise _SpoiledGroupError from error
