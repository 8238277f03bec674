"""Turns: the requests to one tournament are decided one after the other, and made durable together.

A request is decided on what those before it lead to, even while these are on their way to the disk.
Nobody hears of it before it is durable itself. If one of them is lost, the store refuses whatever
continues it, and that is decided again on what is durable.
"""

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from fairpair.app.ports import LockedLog
from fairpair.core.dataclass import dataclass
from fairpair.log.journal import Journal

_LARGEST_GROUP = 100
"""The number of requests decided under one lock; then other processes have their turn."""


@dataclass(slots=True)
class Submitted:
    """A request that was decided and given to the store; `journal` is the log after it."""

    journal: Journal
    wait: Callable[[], None]
    """Waits until it is durable, or raises why it is not."""
    lost: bool = False


class Turn:
    """The right to decide on one tournament; it exists as long as somebody needs it.

    While other processes write to it as well, its log is locked for all who wait for their turn,
    so that none of them decides in vain.
    """

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._counting = threading.Lock()
        self._waiting = 0
        self._last: Submitted | None = None
        self._group = 0
        self.log: LockedLog | None = None
        """The log, as long as it is locked."""
        self.contended = False
        """Another process was faster: the log is to be locked before anything is decided."""

    @contextmanager
    def taken(self) -> Iterator[None]:
        """Have the turn for the block; everything else here is only for its holder."""
        with self._counting:
            self._waiting += 1
        try:
            self._lock.acquire()
        finally:
            with self._counting:
                self._waiting -= 1
        try:
            yield
        finally:
            try:
                if self.log is not None and (not self._waiting or self._group >= _LARGEST_GROUP):
                    self.commit()
            finally:
                self._lock.release()

    def newest(self, durable: Journal | None) -> Journal | None:
        """The log to decide on, at least as new as this one."""
        last = self._last
        if last is None or last.lost or (durable and durable.version > last.journal.version):
            return durable
        return last.journal

    def submit(self, new: Submitted) -> None:
        """Make the log after this request the one that the next is decided on."""
        self._last = new
        self._group += 1

    def settle(self) -> None:
        """Wait until all that was submitted is durable or lost; the next one starts from that."""
        self.commit()
        self._last = None

    def commit(self) -> None:
        """Wait until all that was submitted is durable or lost; others may write again."""
        log, self.log, self._group = self.log, None, 0
        if log is not None:
            log.commit()
        if self._last is not None:
            try:
                self._last.wait()
            except Exception:  # noqa: BLE001  whoever sent it hears of it
                self._last = None
