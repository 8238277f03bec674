"""Access keys that end with the process."""

import threading
from collections.abc import Sequence
from dataclasses import replace

from fairpair.core.ids import TournamentId
from fairpair.core.keys import StoredKey
from fairpair.storage.gate import Gate


class MemoryKeys:
    """A `KeyStore` in a dictionary."""

    def __init__(self, gate: Gate) -> None:
        self._gate = gate
        self._writing = threading.Lock()
        self._keys: dict[str, StoredKey] = {}

    def add(self, keys: Sequence[StoredKey]) -> None:
        """Keep new keys, all or none; sessions and links that have expired by then go."""
        if not keys:
            return
        now = max(key.created_at for key in keys)
        with self._gate.inside(), self._writing:
            kept = {d: key for d, key in self._keys.items() if not _stale(key, now)}
            self._keys = kept | {key.digest: key for key in keys}

    def find(self, digest: str) -> StoredKey | None:
        """The key with this digest, living or not."""
        with self._gate.inside():
            return self._keys.get(digest)

    def of(self, tournament: TournamentId | None) -> list[StoredKey]:
        """The keys of a tournament, or of the server with None, oldest first."""
        with self._gate.inside():
            found = [
                key
                for key in self._keys.copy().values()
                if key.kind == "key" and key.tournament == tournament
            ]
        return sorted(found, key=lambda key: (key.created_at, key.digest))

    def revoke(self, digests: Sequence[str], at: str) -> int:
        """End keys, all or none; says how many of them were not ended before."""
        with self._gate.inside(), self._writing:
            living = [self._keys[d] for d in dict.fromkeys(digests) if self._lives(d)]
            self._keys |= {key.digest: replace(key, revoked_at=at) for key in living}
            return len(living)

    def _lives(self, digest: str) -> bool:
        key = self._keys.get(digest)
        return key is not None and key.revoked_at is None


def _stale(key: StoredKey, now: str) -> bool:
    return key.kind != "key" and key.expires_at is not None and key.expires_at <= now
