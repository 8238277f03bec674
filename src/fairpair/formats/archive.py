"""A whole tournament in one JSON file: its log and personal data, bit for bit, with a checksum.

Every event has its own line, so that ordinary tools can compare two archives. Archives of 0.1.0
(version 1) have the personal data in the events and no hashes: they are upgraded when read.
"""

import hashlib
import secrets
from collections.abc import Sequence
from dataclasses import asdict
from datetime import datetime
from functools import partial

import msgspec

from fairpair.core.dataclass import dataclass
from fairpair.core.errors import InvalidInputError
from fairpair.core.ids import TournamentId
from fairpair.core.stored import MOST_PICTURES, StoredPicture
from fairpair.formats.encodings import utf8_of
from fairpair.formats.kinds import ARCHIVE_FORMAT
from fairpair.formats.pictures import is_stored_picture
from fairpair.log.chain import chain, first_break
from fairpair.log.persons import commitment, commitments, separate
from fairpair.log.stored import StoredEvent, StoredPerson

FORMAT = ARCHIVE_FORMAT
VERSION = 2


@dataclass(frozen=True, slots=True)
class Archive:
    """What a file holds."""

    tournament: TournamentId
    rows: tuple[StoredEvent, ...]
    persons: tuple[StoredPerson, ...] = ()
    pictures: tuple[StoredPicture, ...] = ()


@dataclass(frozen=True, slots=True)
class UncheckedArchive:
    """An archive as it is in a file, whether its checksum is right, and whether it had hashes or
    got new ones when it was read.
    """

    archive: Archive
    is_right: bool
    has_hashes: bool


class _Picture(msgspec.Struct, forbid_unknown_fields=True):
    name: str
    data: bytes


class _Person(msgspec.Struct, forbid_unknown_fields=True):
    seq: int
    member: int
    player: int
    salt: str
    data: msgspec.Raw


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
    hash: str = ""


class _Head(msgspec.Struct):
    format: str = ""
    version: int = 0


class _File(msgspec.Struct):
    format: str
    version: int
    tournament: str
    checksum: str
    events: list[_Row]
    persons: list[_Person] = []
    pictures: list[_Picture] = []


def write(archive: Archive) -> str:
    """The text of the file; the same log gives the same text."""
    head = {
        "format": FORMAT,
        "version": VERSION,
        "tournament": archive.tournament,
        "checksum": _checksum(archive),
    }
    fields = ",\n".join(f"{_json(key)}:{_json(value)}" for key, value in head.items())
    persons = ",\n".join(_json(_to_person(one)) for one in archive.persons)
    events = ",\n".join(_json(_to_row(row)) for row in archive.rows)
    pictures = ",\n".join(_json(_Picture(one.name, one.data)) for one in archive.pictures)
    if pictures:
        fields += f',\n"pictures":[\n{pictures}\n]'
    return f'{{{fields},\n"persons":[\n{persons}\n],\n"events":[\n{events}\n]}}\n'


def read(text: bytes) -> Archive:
    """The archive in a file; `InvalidInputError` says what is wrong with any other file."""
    file = _parse(text)
    found = _content(file)
    if _checksum(found, file.version) != file.checksum:
        raise InvalidInputError("archive-damaged")
    require_whole(found.rows)
    if file.version == 1:
        return upgraded(found)
    _require_persons(found)
    _require_pictures(found)
    if number := first_break(found.rows):
        raise InvalidInputError("archive-damaged.chain", number=number)
    return found


def read_unchecked(text: bytes) -> UncheckedArchive:
    """The archive in a file as it is, and what can be said of the file."""
    file = _parse(text)
    found = _content(file)
    is_right = _checksum(found, file.version) == file.checksum
    if file.version == 1:
        return UncheckedArchive(upgraded(found), is_right, has_hashes=False)
    return UncheckedArchive(found, is_right, has_hashes=True)


def upgraded(old: Archive) -> Archive:
    """An archive with hashes, and with the personal data separated from the events."""
    rows, persons = separate(old.rows, partial(secrets.token_hex, 16))
    return Archive(old.tournament, tuple(chain(rows)), tuple(persons))


def _content(file: _File) -> Archive:
    try:
        rows = tuple(_from_row(row) for row in file.events)
        persons = tuple(_from_person(one) for one in file.persons)
    except UnicodeDecodeError as error:
        raise InvalidInputError("archive-damaged.encoding", error=str(error)) from error
    here = TournamentId(file.tournament)
    pictures = tuple(StoredPicture(here, one.name, one.data) for one in file.pictures)
    return Archive(here, rows, persons, pictures)


# Made once, before there are threads: see `fairpair.log.codec`.
_HEAD = msgspec.json.Decoder(_Head)
_FILE = msgspec.json.Decoder(_File)


def _parse(text: bytes) -> _File:
    text = utf8_of(text)
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


def require_whole(rows: Sequence[StoredEvent]) -> None:
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


def _require_persons(found: Archive) -> None:
    """Personal data is what an event has a commitment to."""
    known = {
        (row.seq, *person): promised
        for row in found.rows
        for person, promised in commitments(row).items()
    }
    for one in found.persons:
        promised = known.pop((one.seq, one.player, one.member), "")
        if commitment(one) != promised or not one.salt.isprintable():
            raise InvalidInputError("archive-damaged.persons", number=one.seq)


def _require_pictures(found: Archive) -> None:
    """Pictures have no part in the checksum: their names say what is in them."""
    if len(found.pictures) > MOST_PICTURES:
        raise InvalidInputError("archive-damaged.pictures", most=MOST_PICTURES)
    for one in found.pictures:
        if not is_stored_picture(one.name, one.data):
            raise InvalidInputError("archive-damaged.picture", name=f"{one.name:.80}")


def _to_row(row: StoredEvent) -> _Row:
    return _Row(**{**asdict(row), "payload": msgspec.Raw(row.payload.encode())})


def _from_row(row: _Row) -> StoredEvent:
    return StoredEvent(**{**msgspec.structs.asdict(row), "payload": _compact(row.payload)})


def _to_person(one: StoredPerson) -> _Person:
    return _Person(**{**asdict(one), "data": msgspec.Raw(one.data.encode())})


def _from_person(one: _Person) -> StoredPerson:
    return StoredPerson(**{**msgspec.structs.asdict(one), "data": _compact(one.data)})


def _compact(text: msgspec.Raw) -> str:
    """Without white space, in case the file was laid out anew."""
    return msgspec.json.format(bytes(text), indent=-1).decode()


def _checksum(archive: Archive, version: int = VERSION) -> str:
    total = hashlib.sha256()
    for one in archive.persons:
        total.update(_json(_to_person(one)).encode() + b"\n")
    for row in archive.rows:
        line = _to_row(row)
        text = _json(line) if version > 1 else _json(_first_form(line))
        total.update(text.encode() + b"\n")
    return total.hexdigest()


def _first_form(row: _Row) -> dict[str, object]:
    """A row as version 1 had it."""
    return {key: value for key, value in msgspec.structs.asdict(row).items() if key != "hash"}


def _json(value: object) -> str:
    return msgspec.json.encode(value).decode()
