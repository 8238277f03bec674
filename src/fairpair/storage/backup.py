"""Copies a live SQLite database, completely or not at all."""

import glob
import os
import secrets
import sqlite3
import sys
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from sqlalchemy import Connection, Engine

from fairpair.core.errors import ConflictError, StorageError
from fairpair.storage import errors
from fairpair.storage.schema import deleted_persons, persons
from fairpair.storage.wal import mark_complete

if sys.platform == "darwin":
    import fcntl

_OPERATIONS = 100_000
"""SQLite looks this often, in steps of its machine, whether a copy was given up."""


def copy(
    reading: Engine,
    database: Path,
    target: Path,
    *,
    overwrite: bool = False,
    is_given_up: Callable[[], bool] | None = None,
) -> None:
    """Write the database as it is at one moment to `target`; others can write meanwhile.

    The copy gets its name when it is complete and on disk. Errors of the driver and the system
    are not translated here; a copy that is given up ends with one.
    """
    _check_free(database, target, overwrite)
    part = target.with_name(f".{target.name}.{secrets.token_hex(4)}.part")
    try:
        # SQLite fills an empty file that is there, so the copy has our mode from the start.
        os.close(os.open(part, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
        with reading.connect() as connection, _watched(connection, is_given_up):
            connection.exec_driver_sql("VACUUM INTO ?", (str(part),))
        mark_complete(part)
        _sync(part, os.O_RDWR)
        _publish(part, target, overwrite)
    finally:
        part.unlink(missing_ok=True)
    if os.name != "nt":
        _sync(target.parent, os.O_RDONLY)


def copy_trouble(database: Path, target: Path, wait: float, error: BaseException) -> StorageError:
    """What went wrong with a copy: the target, unless the database itself is damaged."""
    of_source = errors.from_file(database, wait, error)
    return (
        of_source if of_source.code == "database-damaged" else errors.from_file(target, wait, error)
    )


def list_copies(database: Path) -> list[Path]:
    """The rotating backups of a database and the copies that were kept before upgrades."""
    folder = database.with_name("backups")
    ours = folder.glob(f"{glob.escape(database.stem)}-*.db*") if folder.is_dir() else ()
    before = database.parent.glob(f"{glob.escape(database.name)}.before-*")
    return [path for path in sorted([*ours, *before]) if path.suffix not in (".lock", ".part")]


def has_person(copy: Path, tournament: str, player: int) -> bool:
    """Whether a copy may have personal data of a player; older ones have it in the events."""
    place = f"{copy.as_uri()}?mode=ro&immutable=1"
    erased = f"N.N. {player}%"
    try:
        with closing(sqlite3.connect(place, uri=True)) as connection:
            listed = connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")
            tables = {name for (name,) in listed}
            if persons.name not in tables:
                return bool(connection.execute(_EVENT, (tournament,)).fetchall())
            return any(
                connection.execute(question, (tournament, player, erased)).fetchall()
                for table, question in _PERSON.items()
                if table in tables
            )
    except sqlite3.Error:  # unreadable: it may have it
        return True


_PERSON = {
    table.name: f"""
    SELECT 1 FROM {table.name} WHERE tournament = ? AND player = ?
    AND json_extract(data, '$.name') NOT LIKE ? LIMIT 1
    """  # noqa: S608  our own tables
    for table in (persons, deleted_persons)
}
_EVENT = "SELECT 1 FROM events WHERE tournament = ? LIMIT 1"


def free_name(wanted: Path) -> Path:
    """This name, or the first free one with -2, -3, ... after it."""
    number = 1
    name = wanted
    while name.exists():
        number += 1
        name = wanted.with_name(f"{wanted.name}-{number}")
    return name


@contextmanager
def _watched(connection: Connection, is_given_up: Callable[[], bool] | None) -> Iterator[None]:
    """End what the connection does in the block once this is true."""
    driver = connection.connection.driver_connection
    if not isinstance(driver, sqlite3.Connection):
        raise AssertionError(f"{driver!r} is not a connection to a file")
    driver.set_progress_handler(is_given_up, _OPERATIONS)
    try:
        yield
    finally:
        driver.set_progress_handler(None, 0)


def _check_free(database: Path, target: Path, overwrite: bool) -> None:
    if target.resolve() == database:
        raise ConflictError("file-exists.same", file=str(target))
    # SQLite would play this log into the copy the next time it is opened.
    if target.with_name(f"{target.name}-wal").exists():
        raise ConflictError("file-exists.in-use", file=str(target))
    if target.exists() and not overwrite:
        raise ConflictError("file-exists", file=str(target))


def _sync(path: Path, flags: int) -> None:
    descriptor = os.open(path, flags)
    try:
        sync_fully(descriptor)
    finally:
        os.close(descriptor)


def sync_fully(descriptor: int) -> None:
    """Wait until the data is on the disk itself; macOS needs a call of its own for this."""
    if sys.platform == "darwin":
        fcntl.fcntl(descriptor, fcntl.F_FULLFSYNC)
    else:
        os.fsync(descriptor)


def _publish(part: Path, target: Path, overwrite: bool) -> None:
    if overwrite:
        part.replace(target)
        return
    try:
        target.hardlink_to(part)
    except FileExistsError:
        raise ConflictError("file-exists", file=str(target)) from None
    except OSError:
        # A memory stick without links; a name taken since the check above is overwritten.
        part.replace(target)
