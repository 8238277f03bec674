"""One writer at a time, across processes: SQLite's own locks are not enough.

SQLite before 3.51.3 can damage a WAL database when one connection checkpoints while another
commits (https://www.sqlite.org/wal.html#walresetbug), and many systems ship an older one.
"""

import os
import secrets
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from fairpair.storage.errors import busy_error

if sys.platform == "win32":
    import msvcrt

    def _take(descriptor: int) -> None:
        msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)

    def _release(descriptor: int) -> None:
        msvcrt.locking(descriptor, msvcrt.LK_UNLCK, 1)
else:
    import fcntl

    def _take(descriptor: int) -> None:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)

    def _release(descriptor: int) -> None:
        fcntl.flock(descriptor, fcntl.LOCK_UN)


class FileLock:
    """The lock beside a database, `<database>.lock`; the file stays there when nobody holds it.

    The system lets go of it when a process dies, so a lock is never left behind. The file names
    the last holder.
    """

    def __init__(self, database: Path, wait: float) -> None:
        self._database = database
        self._path = database.with_name(f"{database.name}.lock")
        self._wait = wait
        self._thread = threading.Lock()
        self._name = secrets.token_bytes(16)
        self.is_again_ours = False
        """Whether nobody else has held it since this object did; for its holder."""

    @contextmanager
    def held(self, since: float | None = None) -> Iterator[None]:
        """Hold it for the block, or raise `StorageError` when the wait is over.

        It began at the moment `since` of the monotonic clock, or now.
        """
        now = time.monotonic()
        deadline = self._wait + (now if since is None else since)
        if not self._thread.acquire(timeout=max(0.0, deadline - now)):
            raise busy_error(str(self._database), self._wait)
        try:
            descriptor = self._acquire(deadline)
            try:
                self.is_again_ours = self._sign(descriptor)
                yield
            finally:
                # By name, not only by closing: a forked child may have the descriptor too.
                _release(descriptor)
                os.close(descriptor)
        finally:
            self._thread.release()

    def _acquire(self, deadline: float) -> int:
        pause = 0.001
        while (descriptor := self._try()) is None:
            if time.monotonic() >= deadline:
                raise busy_error(str(self._database), self._wait)
            time.sleep(pause)
            pause = min(2 * pause, 0.01)
        return descriptor

    def _sign(self, descriptor: int) -> bool:
        """Write who holds it now; whether it stands there already."""
        if os.read(descriptor, len(self._name) + 1) == self._name:
            return True
        os.ftruncate(descriptor, 0)  # no room for the name: then nobody's name stands there
        os.lseek(descriptor, 0, os.SEEK_SET)
        with suppress(OSError):
            os.write(descriptor, self._name)
        return False

    def _try(self) -> int | None:
        descriptor = self._open()
        try:
            _take(descriptor)
            # Somebody may have deleted the file: then this lock is one nobody else sees.
            if os.path.samestat(os.fstat(descriptor), self._path.stat()):
                return descriptor
            os.close(descriptor)
        except OSError as error:
            os.close(descriptor)
            if not isinstance(error, BlockingIOError | PermissionError | FileNotFoundError):
                raise
        return None

    def _open(self) -> int:
        try:
            return os.open(self._path, os.O_RDWR)
        except FileNotFoundError:
            descriptor = os.open(self._path, os.O_RDWR | os.O_CREAT, 0o600)
        self._give_to_owner(descriptor)
        return descriptor

    def _give_to_owner(self, descriptor: int) -> None:
        """Give a lock made by root to the owner of the database, as SQLite does with its files."""
        if sys.platform != "win32" and os.geteuid() == 0 and self._database.exists():
            owner = self._database.stat()
            os.fchown(descriptor, owner.st_uid, owner.st_gid)
