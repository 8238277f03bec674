"""`fairpair` as a program that counts its SQLite statements and syncs.

    python _counted.py FILE serve ...

Both counts stand in the file at any time, as JSON: statements by their first word, syncs as `sync`.
"""

import json
import mmap
import sqlite3
import sys
from collections import Counter
from functools import partial
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parent.parent / "tests"))

from fairpair.__main__ import main
from storage.recorder import Recorder

SIZE = 4096


class Counts:
    """Counts that another process can read."""

    def __init__(self, file: Path) -> None:
        file.write_bytes(b" " * SIZE)
        with file.open("r+b") as opened:
            self._map = mmap.mmap(opened.fileno(), SIZE)
        self._counts: Counter[str] = Counter()

    def add(self, word: str) -> None:
        """One more."""
        self._counts[word] += 1
        text = json.dumps(self._counts).encode()
        self._map[: len(text)] = text


class CountedConnection(sqlite3.Connection):
    """A connection whose statements are counted."""

    def __init__(self, counts: Counts, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self._counts, self._last = counts, ""
        self.set_trace_callback(self._count)

    def _count(self, statement: str) -> None:
        if statement != self._last or not statement.startswith("INSERT"):  # or it set off a trigger
            self._counts.add(statement.split(None, 1)[0].upper())
        self._last = statement


class CountedSyncs(Recorder):
    """Counts syncs and remembers nothing else."""

    def __init__(self, counts: Counts) -> None:
        super().__init__()
        self.operations = _Syncs(counts)


class _Syncs(list[Any]):
    def __init__(self, counts: Counts) -> None:
        super().__init__()
        self._add = counts.add

    def append(self, operation: Any) -> None:
        """Count it if it is a sync."""
        if operation.kind == "sync":
            self._add("sync")


if __name__ == "__main__":
    counts = Counts(Path(sys.argv.pop(1)))
    counting = CountedSyncs(counts)
    sqlite3.connect = partial(  # type: ignore[assignment]
        sqlite3.connect, factory=partial(CountedConnection, counts)
    )
    main()
