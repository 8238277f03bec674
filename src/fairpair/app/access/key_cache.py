"""Keys that were looked up a moment ago."""

import threading
import time
from collections.abc import Callable

from fairpair.app.ports import KeyStore
from fairpair.core.stored import StoredKey

TRUSTED_SECONDS = 1.0
_MOST = 10_000


class KeyCache:
    """Keeps each key for a second. Safe to use from threads.

    A key that this process ends stops working at once: whoever ends one calls `clear`. One that
    another process ends stops working here within a second. Unknown keys are not kept, so that
    nobody can fill the memory with them.
    """

    def __init__(self, keys: KeyStore, clock: Callable[[], float] = time.monotonic) -> None:
        self._keys = keys
        self._clock = clock
        self._lock = threading.Lock()
        self._kept: dict[str, tuple[float, list[StoredKey]]] = {}

    def with_parent(self, digest: str) -> list[StoredKey]:
        """The key with this digest, and behind it the one it stands for; empty if there is none."""
        now, kept = self._clock(), self._kept
        found = self.kept(digest)
        if found:
            return found
        found = self._keys.with_parent(digest)
        with self._lock:
            # What was read before a `clear` may have ended since.
            if found and kept is self._kept:
                if len(kept) >= _MOST:
                    kept.clear()
                kept[digest] = (now + TRUSTED_SECONDS, found)
        return found

    def kept(self, digest: str) -> list[StoredKey]:
        """The same without asking the store: empty too if it was not looked up a moment ago."""
        until, found = self._kept.get(digest, (0.0, []))
        return found if self._clock() < until else []

    def clear(self) -> None:
        """Forget all of them, because keys have changed."""
        with self._lock:
            self._kept = {}
