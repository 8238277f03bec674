"""A whole tournament in one JSON file: its log, bit for bit, with a checksum over it.

One event stands on a line, so that two archives can be compared with ordinary tools.
"""

import hashlib
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from datetime import datetime

import msgspec

from fairpair.core.errors import InvalidInputError
from fairpair.core.ids import TournamentId
from fairpair.log.stored import StoredEvent

FORMAT = "fairpair-archive"
VERSION = 1
_ANOTHER_COPY = "Take another copy of the file, or export the tournament again."


@dataclass(frozen=True, slots=True)
class Archive:
    """What a file holds."""

    tournament: TournamentId
    rows: tuple[StoredEvent, ...]


class _Row(msgspec.Struct, forbid_unknown_fields=True):
    seq: int
    command_id: str
    part: int
    digest: str
    type: str
    version: int
    at: str
    by: str
    payload: msgspec.Raw


class _Head(msgspec.Struct):
    format: str = ""
    version: int = 0


class _File(msgspec.Struct):
    format: str
    version: int
    tournament: str
    checksum: str
    events: list[_Row]


def write(archive: Archive) -> str:
    """The text of the file; the same log gives the same text."""
    head = {
        "format": FORMAT,
        "version": VERSION,
        "tournament": archive.tournament,
        "checksum": _checksum(archive.rows),
    }
    fields = ",\n".join(f"{_json(key)}:{_json(value)}" for key, value in head.items())
    events = ",\n".join(_json(_to_row(row)) for row in archive.rows)
    return f'{{{fields},\n"events":[\n{events}\n]}}\n'


def read(text: bytes) -> Archive:
    """The archive in a file; `InvalidInputError` says what is wrong with any other file."""
    file = _parse(text)
    try:
        rows = tuple(_from_row(row) for row in file.events)
    except UnicodeDecodeError as error:
        why = f"An event is not in UTF-8: {error}."
        raise InvalidInputError("archive-damaged", why, _ANOTHER_COPY) from error
    if _checksum(rows) != file.checksum:
        raise InvalidInputError(
            "archive-damaged",
            "The file is damaged or was changed: its checksum does not fit its events.",
            _ANOTHER_COPY,
        )
    _require_whole(rows)
    return Archive(TournamentId(file.tournament), rows)


# Made once, before there are threads: see `fairpair.log.codec`.
_HEAD = msgspec.json.Decoder(_Head)
_FILE = msgspec.json.Decoder(_File)


def _parse(text: bytes) -> _File:
    try:
        head = _HEAD.decode(text)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise InvalidInputError(
            "not-an-archive", f"The file is no complete JSON file: {error!s:.300}.", _ANOTHER_COPY
        ) from error
    if head.format != FORMAT:
        raise InvalidInputError(
            "not-an-archive",
            "The file is JSON, but no tournament exported by Fairpair.",
            "Choose a file that was made with: fairpair export NAME",
        )
    if head.version > VERSION:
        raise InvalidInputError(
            "archive-newer",
            f"The file was written by a newer Fairpair (archive version {head.version}).",
            "Update Fairpair and import it again.",
        )
    try:
        return _FILE.decode(text)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise InvalidInputError(
            "archive-damaged",
            f"The file does not have the right shape: {error!s:.300}.",
            _ANOTHER_COPY,
        ) from error


def _require_whole(rows: Sequence[StoredEvent]) -> None:
    """Numbers without gaps, every command once and from its first part on, printable texts."""
    previous, commands = ("", -1), set()
    for number, row in enumerate(rows, 1):
        follows = (row.command_id, row.part) == (previous[0], previous[1] + 1)
        begins = row.part == 0 and row.command_id not in commands
        texts = (row.command_id, row.digest, row.type, row.at, row.by)
        if row.seq != number or not (begins or follows) or not all(map(str.isprintable, texts)):
            raise InvalidInputError(
                "archive-damaged", f"Event {number} is out of place.", _ANOTHER_COPY
            )
        if not _is_moment(row.at):
            raise InvalidInputError(
                "archive-damaged", f"Event {number} has no time.", _ANOTHER_COPY
            )
        previous = (row.command_id, row.part)
        commands.add(row.command_id)
    if not rows:
        raise InvalidInputError("archive-damaged", "The file has no events.", _ANOTHER_COPY)


def _is_moment(text: str) -> bool:
    try:
        datetime.fromisoformat(text)
    except ValueError:
        return False
    return True


def _to_row(row: StoredEvent) -> _Row:
    return _Row(**{**asdict(row), "payload": msgspec.Raw(row.payload.encode())})


def _from_row(row: _Row) -> StoredEvent:
    """The payload is freed of white space, in case the file was laid out anew."""
    payload = msgspec.json.format(bytes(row.payload), indent=-1).decode()
    return StoredEvent(**{**msgspec.structs.asdict(row), "payload": payload})


def _checksum(rows: Iterable[StoredEvent]) -> str:
    total = hashlib.sha256()
    for row in rows:
        total.update(_json(_to_row(row)).encode() + b"\n")
    return total.hexdigest()


def _json(value: object) -> str:
    return msgspec.json.encode(value).decode()
