"""The copies after completed rounds: made in the background, and limited in number and bytes."""

import errno
import re
import shutil
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import partial
from itertools import accumulate
from pathlib import Path

from sqlalchemy import Engine

from fairpair.core.errors import DomainError, StorageError
from fairpair.storage import backup, errors
from fairpair.storage.filelock import FileLock
from fairpair.storage.sql import translate_errors

CopyCallback = Callable[[DomainError | None], None]
"""Hears that a copy is complete, or why there is none."""

_KEPT = 20
_ROOM, _SIZES = 200_000_000, 10
"""All copies together have this many bytes, or this many times the newest, if that is more."""
_SPARE = 2**20
"""The bytes that a copy must leave free on the disk."""
_PAUSE = 9
"""After a copy comes a pause of this many times its duration, however many rounds end."""
_CLOSING = 5.0
"""The seconds that a copy may still take when the database is closed."""


class RotatingBackups:
    """The folder `backups` beside a database, with copies named after moments.

    One copy is made at a time, also by several processes. A round that ends before the next one
    has begun is covered by it.
    """

    def __init__(self, reading: Engine, database: Path, wait: float, kept: int = _KEPT) -> None:
        self._reading = reading
        self._database = database
        self._kept = kept
        self.folder = database.with_name("backups")
        self._lock = FileLock(self.folder / database.stem, wait)
        self._wait = wait
        self._ours = re.escape(database.stem) + r"-\d{20}\.db(-\d+)?"
        self._turn, self._asking = threading.Lock(), threading.Lock()
        self._next: threading.Thread | None = None
        self._last: threading.Thread | None = None
        self._paused_until = 0.0
        self._closing, self._given_up = threading.Event(), threading.Event()

    def request(self, at: str, ended: CopyCallback) -> None:
        """Have a copy made soon; `ended` hears of it, unless one that is about to begin does."""
        with self._asking:
            if self._next is not None:
                return
            if self._closing.is_set():
                ended(StorageError("database-closed"))
                return
            thread = threading.Thread(
                target=self._make_in_turn, args=(at, ended), name="fairpair-backup", daemon=True
            )
            try:
                thread.start()
            except RuntimeError as error:  # no more threads
                ended(errors.unexpected_error(str(self.folder), str(error)))
            else:
                self._next = self._last = thread

    def finish(self) -> None:
        """Let the copies that were asked for be made, or give them up if they take long."""
        with self._asking:
            self._closing.set()
            last = self._last
        if last is None or threading.current_thread() is last:
            return
        last.join(_CLOSING)
        self._given_up.set()
        last.join(self._wait)

    @contextmanager
    def at_rest(self) -> Iterator[None]:
        """Nobody makes a copy during the block."""
        if self.folder.is_dir():
            with self._lock.held():
                yield
        else:
            yield

    def clear_abandoned(self) -> None:
        """Delete what killed processes left of copies, unless somebody is making one now."""
        with suppress(StorageError, OSError):
            if any(self._halves()):
                with FileLock(self.folder / self._database.stem, 0).held():
                    self._clear()

    def _make_in_turn(self, at: str, ended: CopyCallback) -> None:
        with self._turn:
            self._closing.wait(max(0, self._paused_until - time.monotonic()))
            with self._asking:
                self._next = None
            start = time.monotonic()
            failure: DomainError | None = None
            try:
                trouble = partial(backup.copy_trouble, self._database, self.folder, self._wait)
                with translate_errors(trouble):
                    self._make(at)
            except DomainError as error:
                failure = error
            end = time.monotonic()
            self._paused_until = end + _PAUSE * (end - start)
        ended(failure)

    def _make(self, at: str) -> None:
        self.folder.mkdir(mode=0o700, exist_ok=True)
        with self._lock.held():
            self._clear()
            self._require_room()
            moment = "".join(c for c in at if c.isdigit())[:20]
            made = backup.free_name(self.folder / f"{self._database.stem}-{moment}.db")
            backup.copy(self._reading, self._database, made, is_given_up=self._given_up.is_set)
            self._prune(made)

    def _require_room(self) -> None:
        """Raise `OSError` if a copy would fill the disk that the database needs, too."""
        free = shutil.disk_usage(self.folder).free
        if free < self._database.stat().st_size + _SPARE:
            raise OSError(errno.ENOSPC, "a copy would fill the disk")

    def _prune(self, made: Path) -> None:
        """Delete the oldest copies beyond the limits."""
        found = [path for path in self.folder.iterdir() if re.fullmatch(self._ours, path.name)]
        # A copy with files next to it is in use: it is no longer ours.
        found = [path for path in found if not _in_use(path)]
        # None is newer than the one just made: a later name is from a clock that was ahead.
        found.sort(key=lambda path: (path.name <= made.name, path.name), reverse=True)
        sizes = [path.stat().st_size for path in found]
        room = max(_ROOM, _SIZES * made.stat().st_size)
        for number, (path, total) in enumerate(zip(found, accumulate(sizes), strict=True), 1):
            if number > self._kept or total > room:
                path.unlink(missing_ok=True)

    def _halves(self) -> Iterator[Path]:
        names = re.compile(rf"\.{self._ours}\.[0-9a-f]+\.part(-journal)?")
        if self.folder.is_dir():
            yield from (path for path in self.folder.iterdir() if names.fullmatch(path.name))

    def _clear(self) -> None:
        """Whoever holds the lock is the only one to make copies: what is there was abandoned."""
        for half in list(self._halves()):
            half.unlink(missing_ok=True)


def _in_use(copy: Path) -> bool:
    return any(copy.with_name(copy.name + end).exists() for end in (".lock", "-wal"))
