"""A process that writes to a database, and everything that SQLite does to its files meanwhile.

    python recorder.py DATABASE COMMANDS

Prints the operations as a pickle, in order. SQLite's own functions for opening and writing files
are replaced through its public interface (`sqlite3_vfs`, `sqlite3_io_methods`), so nothing has to
be compiled. This needs the SQLite library that Python uses to be a shared one.
"""

import ctypes
import ctypes.util
import pickle
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

from fairpair.core.ids import TournamentId
from fairpair.log.chain import chain
from fairpair.storage.sqlite import SqliteStore
from fairpair.storage.wal import CheckpointTimes
from storage.writer import written

_POINTER, _INT, _LONG = ctypes.c_void_p, ctypes.c_int, ctypes.c_int64
# SQLite keeps the address of the path, so it is passed on as an address and never copied.
_OPEN = ctypes.CFUNCTYPE(_INT, _POINTER, _POINTER, _POINTER, _INT, _POINTER)
_DELETE = ctypes.CFUNCTYPE(_INT, _POINTER, ctypes.c_char_p, _INT)
_WRITE = ctypes.CFUNCTYPE(_INT, _POINTER, _POINTER, _INT, _LONG)
_TRUNCATE = ctypes.CFUNCTYPE(_INT, _POINTER, _LONG)
_SYNC = ctypes.CFUNCTYPE(_INT, _POINTER, _INT)


class Operation(NamedTuple):
    """One thing that was done: write, truncate, sync and delete of a file; or a command is done."""

    kind: str
    name: str
    offset: int = 0
    data: bytes = b""


class _Vfs(ctypes.Structure):
    _fields_ = (
        ("version", _INT),
        ("file_size", _INT),
        ("longest", _INT),
        ("next", _POINTER),
        ("name", ctypes.c_char_p),
        ("data", _POINTER),
        ("open", _POINTER),
        ("delete", _POINTER),
    )


class _Methods(ctypes.Structure):
    _fields_ = (
        ("version", _INT),
        ("close", _POINTER),
        ("read", _POINTER),
        ("write", _POINTER),
        ("truncate", _POINTER),
        ("sync", _POINTER),
        ("rest", _POINTER * 13),
    )


class Recorder:
    """Records what is done to files from now on."""

    def __init__(self) -> None:
        self.operations: list[Operation] = []
        self._names: dict[int, str] = {}
        self._kept: list[Any] = []
        library = ctypes.CDLL(ctypes.util.find_library("sqlite3"))
        library.sqlite3_vfs_find.restype = ctypes.POINTER(_Vfs)
        self._vfs = library.sqlite3_vfs_find(None).contents
        self._open, self._delete = _OPEN(self._vfs.open), _DELETE(self._vfs.delete)
        self._vfs.open = self._pointer(_OPEN(self._opened))
        self._vfs.delete = self._pointer(_DELETE(self._deleted))

    def _pointer(self, function: Any) -> int | None:
        self._kept.append(function)
        return ctypes.cast(function, _POINTER).value

    def _opened(self, vfs: int, path: int | None, file: int, flags: int, out: int) -> int:
        found = int(self._open(vfs, path, file, flags, out))
        where = ctypes.cast(file, ctypes.POINTER(ctypes.POINTER(_Methods)))
        if found == 0 and path:
            self._names[file] = Path(ctypes.string_at(path).decode()).name
            own = _Methods.from_buffer_copy(where.contents.contents)
            own.write = self._pointer(_WRITE(self._write(_WRITE(own.write))))
            own.truncate = self._pointer(_TRUNCATE(self._truncate(_TRUNCATE(own.truncate))))
            own.sync = self._pointer(_SYNC(self._sync(_SYNC(own.sync))))
            self._kept.append(own)
            where[0] = ctypes.pointer(own)
        return found

    def _deleted(self, vfs: int, path: bytes, flag: int) -> int:
        self.operations.append(Operation("delete", Path(path.decode()).name))
        return int(self._delete(vfs, path, flag))

    def _write(self, original: Any) -> Callable[[int, int, int, int], int]:
        def write(file: int, data: int, size: int, offset: int) -> int:
            content = ctypes.string_at(data, size)
            self.operations.append(Operation("write", self._names[file], offset, content))
            return int(original(file, data, size, offset))

        return write

    def _truncate(self, original: Any) -> Callable[[int, int], int]:
        def truncate(file: int, size: int) -> int:
            self.operations.append(Operation("truncate", self._names[file], size))
            return int(original(file, size))

        return truncate

    def _sync(self, original: Any) -> Callable[[int, int], int]:
        def sync(file: int, flags: int) -> int:
            self.operations.append(Operation("sync", self._names[file]))
            return int(original(file, flags))

        return sync


def record(database: Path, commands: int) -> list[Operation]:
    """What SQLite does to the files of a new database while so many commands are written."""
    recorder = Recorder()
    times = CheckpointTimes(pages=20, idle=0.01)
    store = SqliteStore(database, checkpoints=times)
    here, version, last = TournamentId("cup"), 0, ""
    for number in range(commands):
        rows = chain(written(f"command-{number}", version + 1), last)
        store.append(here, version, rows)
        recorder.operations.append(Operation("done", f"command-{number}"))
        version, last = rows[-1].seq, rows[-1].hash
    store.close()
    return recorder.operations


if __name__ == "__main__":
    done = record(Path(sys.argv[1]), int(sys.argv[2]))
    sys.stdout.buffer.write(pickle.dumps([tuple(one) for one in done]))
