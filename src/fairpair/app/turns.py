"""Turns: the requests to one tournament are decided one after the other, and made durable together.

A request is decided on what those before it lead to, even while these are on their way to the disk.
Nobody hears of it before it is durable itself. If one of them is lost, the store refuses whatever
continues it, and that is decided again on what is durable.
"""

import threading
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass

from fairpair.core.errors import DomainError
from fairpair.log.journal import Journal


@dataclass(slots=True)
class Submitted:
    """A request that was decided and given to the store; `journal` is the log after it."""

    journal: Journal
    wait: Callable[[], None]
    """Waits until it is durable, or raises why it is not."""
    lost: bool = False


class Turn:
    """The right to decide on one tournament; it exists as long as somebody needs it."""

    def __init__(self) -> None:
        self.lock = threading.Lock()
        """To be held for everything else here."""
        self._last: Submitted | None = None

    def newest(self, durable: Journal | None) -> Journal | None:
        """The log to decide on, at least as new as this one."""
        last = self._last
        if last is None or last.lost or (durable and durable.version > last.journal.version):
            return durable
        return last.journal

    def submit(self, new: Submitted) -> None:
        """Let the next request be decided on the log after this one."""
        self._last = new

    def settle(self) -> None:
        """Wait until all that was submitted is durable or lost."""
        if self._last is not None:
            with suppress(DomainError):
                self._last.wait()
        self._last = None
