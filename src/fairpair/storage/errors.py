"""Turns errors of drivers and the operating system into errors with a code and a remedy."""

import errno
import os
import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import Any

from sqlalchemy.exc import TimeoutError as PoolTimeout

from fairpair.core.errors import StorageError


def busy_error(place: str, wait: float) -> StorageError:
    """Another program has been writing for too long."""
    error = StorageError("database-busy", place=place, seconds=f"{wait:g}")
    error.retry_after = 2
    return error


def damaged_error(place: str) -> StorageError:
    """The content is not what was written."""
    return StorageError("database-damaged", place=place)


def read_only_error(place: str) -> StorageError:
    """It can be read at best."""
    return StorageError("database-read-only", place=place)


def full_error(place: str) -> StorageError:
    """There is no space left."""
    return StorageError("disk-full", place=place)


def disk_error(place: str, reason: str) -> StorageError:
    """The disk failed, or a file reached its maximum size."""
    return StorageError("disk-error", place=place, reason=reason)


def unreachable_error(place: str, variant: str, **values: Any) -> StorageError:
    """It cannot be opened at all."""
    return StorageError(f"database-unreachable.{variant}", place=place, **values)


def missing_wal_error(place: str, wal: str) -> StorageError:
    """The newest part of the database is in a file that is not there."""
    return StorageError("wal-missing", place=place, wal=wal)


def unexpected_error(place: str, reason: str) -> StorageError:
    """An error that is not handled here."""
    return StorageError("database-error", place=place, reason=reason)


def schema_mismatch_error(found: str | None, known: str) -> StorageError:
    """Another program upgraded the database while this one is using it."""
    return StorageError("schema-changed", found=found, known=known)


def notifications_unavailable() -> StorageError:
    """Changes by other processes are not received."""
    return StorageError("not-listening")


def from_file(path: Path, wait: float, error: BaseException) -> StorageError:
    """What went wrong with an SQLite file."""
    if isinstance(error, sqlite3.Error):
        return _from_sqlite(path, wait, error)
    if isinstance(error, OSError):
        return _from_system(path, error)
    if isinstance(error, PoolTimeout):
        return busy_error(str(path), wait)
    return unexpected_error(str(path), str(error))


def _from_sqlite(path: Path, wait: float, error: sqlite3.Error) -> StorageError:
    """By the primary result code; SQLite's own texts name neither the file nor a remedy."""
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
            return StorageError("not-a-database", place=place)
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
            return unreachable_error(str(path), "file", reason=said)


def _cannot_open(path: Path, reason: str) -> StorageError:
    """Look at the file system, because "unable to open database file" has many causes."""
    place, parent = str(path), path.parent
    if _holds(path.is_dir):
        return unreachable_error(place, "directory")
    if not _holds(parent.is_dir):
        return unreachable_error(place, "no-directory", directory=str(parent))
    if _holds(path.exists) and os.access(path, os.R_OK) and not os.access(parent, os.W_OK):
        return read_only_error(place)
    return unreachable_error(place, "no-access", reason=reason)


def _holds(question: Callable[[], bool]) -> bool:
    try:
        return question()
    except OSError:
        return False
