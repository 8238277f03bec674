"""The way in and out of a store that may be closed while others use it."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager

from fairpair.core.errors import StorageError


class Gate:
    """Lets nobody in after `shut`, which waits for those inside."""

    def __init__(self) -> None:
        self._changed = threading.Condition()
        self._inside = 0
        self._open = True

    @contextmanager
    def inside(self) -> Iterator[None]:
        """Be inside for the block; raises `StorageError` once the store is closed."""
        with self._changed:
            if not self._open:
                raise StorageError("database-closed", "The database is closed.", "Open it again.")
            self._inside += 1
        try:
            yield
        finally:
            with self._changed:
                self._inside -= 1
                self._changed.notify_all()

    def shut(self, wait: float) -> None:
        """Close for good. Those inside get `wait` seconds to finish."""
        with self._changed:
            self._open = False
            self._changed.wait_for(lambda: self._inside == 0, wait)
