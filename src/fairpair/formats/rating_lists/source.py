"""The file of a list as a stream: plain or zipped, within limits, with how much of it was read."""

import io
import re
import zipfile
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO

from fairpair.core.errors import InvalidInputError
from fairpair.formats.sheets import is_sheet

MOST_BYTES = 100 * 1024 * 1024
"""Of a file that is zipped."""
MOST_UNPACKED = 1024 * 1024 * 1024
MOST_RATIO = 40
_BUFFER = 1024 * 1024
_DAMAGED = (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, RuntimeError)


class ListSource:
    """A list to read: its stream, its size, how much was read, and what its file is called.

    `dated` is the day of the file in an archive, `2026-10-09`, or nothing.
    """

    def __init__(self, raw: BinaryIO, name: str, size: int, dated: str = "") -> None:
        self.name, self.size, self.dated = name, size, dated
        self._counted = _CountedStream(raw)
        self.stream = io.BufferedReader(self._counted, _BUFFER)

    @property
    def read(self) -> int:
        """The bytes that were read so far."""
        return self._counted.count

    @property
    def is_sheet(self) -> bool:
        """Whether it is a spreadsheet."""
        return is_sheet(self.stream.peek(4)[:4])


class _CountedStream(io.RawIOBase):
    """Counts what is read, and stops above the limit: sizes in an archive may be wrong."""

    def __init__(self, raw: BinaryIO) -> None:
        self._raw = raw
        self.count = 0

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: memoryview) -> int:  # type: ignore[override]
        try:
            data = self._raw.read(len(buffer))
        except _DAMAGED as error:
            raise InvalidInputError("bad-rating-list.damaged") from error
        self.count += len(data)
        if self.count > MOST_UNPACKED:
            raise _too_large()
        buffer[: len(data)] = data
        return len(data)


@contextmanager
def open_list(path: Path, name: str = "") -> Iterator[ListSource]:
    """The list in a file, taken out of its archive as it is read."""
    name = name or path.name
    size = path.stat().st_size
    if not size:
        raise InvalidInputError("empty-file")
    with path.open("rb") as file:
        if not file.read(4).startswith(b"PK\x03\x04") or _is_workbook(path):
            if size > MOST_UNPACKED:
                raise _too_large()
            file.seek(0)
            yield ListSource(file, name, size)
            return
    with _archive(path, size) as archive:
        member = _only_member(archive)
        year, month, day = member.date_time[:3]
        dated = f"{year}-{month:02}-{day:02}" if year > 1980 else ""
        with archive.open(member) as opened:
            yield ListSource(opened, member.filename, member.file_size, dated)  # type: ignore[arg-type]


@contextmanager
def _archive(path: Path, size: int) -> Iterator[zipfile.ZipFile]:
    if size > MOST_BYTES:
        raise InvalidInputError("bad-rating-list.zip-too-large", most=MOST_BYTES // 2**20)
    try:
        archive = zipfile.ZipFile(path)
    except _DAMAGED as error:
        raise InvalidInputError("bad-rating-list.damaged") from error
    with archive:
        yield archive


def _only_member(archive: zipfile.ZipFile) -> zipfile.ZipInfo:
    """The one file of an archive; refused before it is unpacked if it would be too large."""
    members = [one for one in archive.infolist() if not one.is_dir()]
    if len(members) != 1:
        raise InvalidInputError("bad-rating-list.members", n=len(members))
    member = members[0]
    ratio = member.file_size / max(1, member.compress_size)
    if member.file_size > MOST_UNPACKED or ratio > MOST_RATIO:
        raise _too_large()
    return member


def _is_workbook(path: Path) -> bool:
    try:
        with zipfile.ZipFile(path) as archive:
            return bool({"xl/workbook.xml", "content.xml"} & set(archive.namelist()))
    except _DAMAGED:
        return False


def _too_large() -> InvalidInputError:
    return InvalidInputError("bad-rating-list.too-large", most=MOST_UNPACKED // 2**20)


def type_in_name(name: str) -> str:
    """The rating that a file has by its name: `rapid` for `rapid_sep26frl.zip`; else nothing."""
    found = re.search(r"(standard|rapid|blitz)", name.lower())
    return found[1] if found else ""
