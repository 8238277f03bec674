"""What drivers and the operating system say, as a sentence with a code and a way out."""

import errno
import os
import sqlite3
from collections.abc import Callable
from pathlib import Path

from fairpair.core.errors import StorageError

_REPEAT = "Then repeat the command with the same id."


def busy_error(place: str, wait: float) -> StorageError:
    """Somebody else has been writing for too long."""
    return StorageError(
        "database-busy",
        f"{place} is in use: no turn to write came within {wait:g} seconds.",
        "Try again in a moment. If it stays, stop the other Fairpair or tool that holds it.",
    )


def damaged_error(place: str) -> StorageError:
    """The content is not what was written."""
    return StorageError(
        "database-damaged",
        f"{place} is damaged.",
        "Keep a copy of it, and go on with the newest backup.",
    )


def read_only_error(place: str) -> StorageError:
    """It can be read at best."""
    return StorageError(
        "database-read-only",
        f"{place} cannot be written.",
        "Nothing was changed. Allow the user of Fairpair to write it; a file needs that for its"
        " directory too, and for the files -wal and -shm beside it.",
    )


def full_error(place: str) -> StorageError:
    """No room."""
    return StorageError(
        "disk-full",
        f"There is no room left for {place}. Nothing was changed.",
        f"Free some space. {_REPEAT}",
    )


def disk_error(place: str, said: str) -> StorageError:
    """The disk failed, or a limit on the size of files was met."""
    return StorageError(
        "disk-error",
        f"The disk refused to read or write {place}: {said}.",
        f"Check the free space, limits and health of the disk. {_REPEAT}",
    )


def unreachable_error(place: str, why: str, hint: str) -> StorageError:
    """It cannot be opened at all."""
    return StorageError("database-unreachable", f"{place} cannot be opened: {why}.", hint)


def unexpected_error(place: str, said: str) -> StorageError:
    """Something no rule here foresees."""
    return StorageError(
        "database-error", f"{place} reported: {said}.", "Nothing was changed by this command."
    )


def schema_mismatch_error(found: str | None, known: str) -> StorageError:
    """Somebody brought the database to another schema while we work with it."""
    return StorageError(
        "schema-changed",
        f"The database has schema {found} by now, and this Fairpair works with {known}.",
        "Start Fairpair again, in its newest version.",
    )


def notifications_unavailable() -> StorageError:
    """What others write is not heard of."""
    return StorageError(
        "not-listening",
        "What other processes write is not heard of at the moment.",
        "It is tried again by itself. If it stays, look at the connection to the database.",
    )


def from_file(path: Path, wait: float, error: BaseException) -> StorageError:
    """What went wrong with an SQLite file."""
    if isinstance(error, sqlite3.Error):
        return _from_sqlite(path, wait, error)
    if isinstance(error, OSError):
        return _from_system(path, error)
    return busy_error(str(path), wait)


def _from_sqlite(path: Path, wait: float, error: sqlite3.Error) -> StorageError:
    """By the primary result code; SQLite's own sentences name neither file nor way out."""
    place = str(path)
    match getattr(error, "sqlite_errorcode", None):
        case int(extended):
            code = extended & 0xFF
        case _ if isinstance(error, sqlite3.OperationalError):
            # The only one Python raises on its own here: stored text that is not UTF-8.
            code = sqlite3.SQLITE_CORRUPT
        case _:
            code = sqlite3.SQLITE_ERROR
    match code:
        case sqlite3.SQLITE_BUSY | sqlite3.SQLITE_LOCKED:
            return busy_error(place, wait)
        case sqlite3.SQLITE_CORRUPT:
            return damaged_error(place)
        case sqlite3.SQLITE_NOTADB:
            return StorageError(
                "not-a-database",
                f"{place} is not an SQLite database.",
                "Name another file; this one was not changed.",
            )
        case sqlite3.SQLITE_READONLY:
            return read_only_error(place)
        case sqlite3.SQLITE_FULL:
            return full_error(place)
        case sqlite3.SQLITE_IOERR:
            return disk_error(place, str(error))
        case sqlite3.SQLITE_CANTOPEN | sqlite3.SQLITE_PERM | sqlite3.SQLITE_AUTH:
            return _cannot_open(path, str(error))
        case _:
            return unexpected_error(place, str(error))


def _from_system(path: Path, error: OSError) -> StorageError:
    """By errno, for what we do to files ourselves."""
    said = error.strerror or str(error)
    match error.errno:
        case errno.EACCES | errno.EPERM | errno.ENOENT | errno.ENOTDIR | errno.EISDIR:
            return _cannot_open(path, said)
        case errno.EROFS:
            return read_only_error(str(path))
        case errno.ENOSPC | errno.EDQUOT:
            return full_error(str(path))
        case errno.EIO | errno.EFBIG:
            return disk_error(str(path), said)
        case _:
            return unreachable_error(str(path), said, "Name another file.")


def _cannot_open(path: Path, said: str) -> StorageError:
    """Looks at the file system, because "unable to open database file" has many causes."""
    if _holds(path.is_dir):
        return unreachable_error(str(path), "it is a directory", "Name a file in it.")
    if not _holds(path.parent.is_dir):
        why = f"the directory {path.parent} is not there or not open to this user"
        return unreachable_error(str(path), why, "Make the directory, or name another one.")
    if _holds(path.exists) and os.access(path, os.R_OK) and not os.access(path.parent, os.W_OK):
        return read_only_error(str(path))
    return unreachable_error(
        str(path), said, "Allow the user of Fairpair to use it, or name another."
    )


def _holds(question: Callable[[], bool]) -> bool:
    try:
        return question()
    except OSError:
        return False
