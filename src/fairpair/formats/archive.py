"""A whole tournament in one JSON file: its log, bit for bit, with a checksum.

Every event has its own line, so that ordinary tools can compare two archives.
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
        raise InvalidInputError("archive-damaged.encoding", error=str(error)) from error
    if _checksum(rows) != file.checksum:
        raise InvalidInputError("archive-damaged")
    _require_whole(rows)
    return Archive(TournamentId(file.tournament), rows)


# Made once, before there are threads: see `fairpair.log.codec`.
_HEAD = msgspec.json.Decoder(_Head)
_FILE = msgspec.json.Decoder(_File)


def _parse(text: bytes) -> _File:
    try:
        head = _HEAD.decode(text)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise InvalidInputError("not-an-archive.json", error=f"{error!s:.300}") from error
    if head.format != FORMAT:
        raise InvalidInputError("not-an-archive")
    if head.version > VERSION:
        raise InvalidInputError("archive-newer", version=head.version)
    try:
        return _FILE.decode(text)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise InvalidInputError("archive-damaged.structure", error=f"{error!s:.300}") from error


def _require_whole(rows: Sequence[StoredEvent]) -> None:
    """Numbers without gaps, every command once and from its first part on, printable texts."""
    previous, commands = ("", -1), set()
    for number, row in enumerate(rows, 1):
        follows = (row.command_id, row.part) == (previous[0], previous[1] + 1)
        begins = row.part == 0 and row.command_id not in commands
        texts = (row.command_id, row.digest, row.type, row.at, row.by)
        if row.seq != number or not (begins or follows) or not all(map(str.isprintable, texts)):
            raise InvalidInputError("archive-damaged.order", number=number)
        if not _is_moment(row.at):
            raise InvalidInputError("archive-damaged.time", number=number)
        previous = (row.command_id, row.part)
        commands.add(row.command_id)
    if not rows:
        raise InvalidInputError("archive-damaged.empty")


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
