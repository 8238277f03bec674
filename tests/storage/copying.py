"""Copies a database as after a round, and ends: for tests that kill it."""

import sys
from pathlib import Path

from fairpair.storage.sqlite import SqliteStore

if __name__ == "__main__":
    store = SqliteStore(Path(sys.argv[1]))
    store.keep_backup("2026-11-01T10:00:00.000000+00:00", lambda _failure: None)
    store.close()
