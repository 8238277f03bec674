"""Copies a live SQLite database, completely or not at all."""

import glob
import os
import re
import secrets
import sqlite3
import sys
from contextlib import closing, suppress
from pathlib import Path

from sqlalchemy import Engine

from fairpair.core.errors import ConflictError
from fairpair.storage.wal import mark_complete

if sys.platform == "darwin":
    import fcntl

_ABANDONED = 3600.0


def copy(reading: Engine, database: Path, target: Path, *, overwrite: bool = False) -> None:
    """Write the database as it is at one moment to `target`; others can write meanwhile.

    The copy gets its name when it is complete and on disk. Errors of the driver and the system
    are not translated here.
    """
    _check_free(database, target, overwrite)
    part = target.with_name(f".{target.name}.{secrets.token_hex(4)}.part")
    try:
        # SQLite fills an empty file that is there, so the copy has our mode from the start.
        os.close(os.open(part, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
        with reading.connect() as connection:
            connection.exec_driver_sql("VACUUM INTO ?", (str(part),))
        mark_complete(part)
        _sync(part, os.O_RDWR)
        _publish(part, target, overwrite)
    finally:
        part.unlink(missing_ok=True)
    if os.name != "nt":
        _sync(target.parent, os.O_RDONLY)


def write_rotating_backup(reading: Engine, database: Path, at: str, kept: int) -> None:
    """Write a copy named after the moment to the folder `backups` beside the database.

    The last `kept` of these copies are kept.
    """
    folder = database.with_name("backups")
    folder.mkdir(mode=0o700, exist_ok=True)
    moment = "".join(c for c in at if c.isdigit())[:20]
    made = free_name(folder / f"{database.stem}-{moment}.db")
    copy(reading, database, made)
    ours = re.compile(re.escape(database.stem) + r"-\d{20}\.db(-\d+)?")
    found = (path for path in folder.iterdir() if ours.fullmatch(path.name))
    # None is newer than the one just made: a later name is from a clock that was ahead.
    copies = sorted(found, key=lambda path: (path.name <= made.name, path.name))
    for old in copies[:-kept]:
        # A copy with files next to it is in use: it is no longer ours.
        if not any(old.with_name(old.name + end).exists() for end in (".lock", "-wal")):
            old.unlink(missing_ok=True)
    _clear(folder, database.stem, made)


def list_copies(database: Path) -> list[Path]:
    """The rotating backups of a database and the copies that were kept before upgrades."""
    folder = database.with_name("backups")
    ours = folder.glob(f"{glob.escape(database.stem)}-*.db*") if folder.is_dir() else ()
    before = database.parent.glob(f"{glob.escape(database.name)}.before-*")
    return [path for path in sorted([*ours, *before]) if path.suffix not in (".lock", ".part")]


def has_person(copy: Path, tournament: str, player: int) -> bool:
    """Whether a copy may have personal data of a player; older ones have it in the events."""
    place = f"{copy.as_uri()}?mode=ro&immutable=1"
    try:
        with closing(sqlite3.connect(place, uri=True)) as connection:
            tables = connection.execute("SELECT 1 FROM sqlite_master WHERE name = 'persons'")
            if tables.fetchone():
                found = connection.execute(_PERSON, (tournament, player, f"N.N. {player}%"))
            else:
                found = connection.execute(_EVENT, (tournament,))
            return found.fetchone() is not None
    except sqlite3.Error:  # unreadable: it may have it
        return True


_PERSON = """
    SELECT 1 FROM persons WHERE tournament = ? AND player = ?
    AND json_extract(data, '$.name') NOT LIKE ? LIMIT 1
    """
_EVENT = "SELECT 1 FROM events WHERE tournament = ? LIMIT 1"


def _clear(folder: Path, stem: str, made: Path) -> None:
    """Delete partial copies whose writers were killed: no copy takes an hour."""
    halves = re.compile(rf"\.{re.escape(stem)}-\d{{20}}\.db(-\d+)?\.[0-9a-f]+\.part")
    with suppress(FileNotFoundError):  # another process clears up here as well
        newest = made.stat().st_mtime
        for half in folder.iterdir():
            if halves.fullmatch(half.name) and half.stat().st_mtime < newest - _ABANDONED:
                half.unlink(missing_ok=True)


def free_name(wanted: Path) -> Path:
    """This name, or the first free one with -2, -3, ... after it."""
    number = 1
    name = wanted
    while name.exists():
        number += 1
        name = wanted.with_name(f"{wanted.name}-{number}")
    return name


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
