"""File formats that extensions add (`fairpair.formats`): files of other programs with rounds."""

from collections.abc import Callable, Iterator
from dataclasses import replace

from fairpair.core.dataclass import dataclass
from fairpair.core.errors import InvalidInputError
from fairpair.core.registry import Extension, Registry, guarded, reason_of, require_kind, warn
from fairpair.formats.imported import ImportedTournament
from fairpair.language.message import Message


@dataclass(frozen=True, slots=True)
class FileFormat:
    """A format: `recognise` says whether a file is of it, `read` makes a tournament of its bytes,
    or raises `InvalidInputError` with what is wrong with the file.

    Files are recognised by their content, after all built-in formats that can be told for sure.
    """

    name: str
    title: str
    recognise: Callable[[bytes], bool]
    read: Callable[[bytes], ImportedTournament]


def _installed(found: Extension) -> FileFormat:
    own: FileFormat = found.value

    def recognise(data: bytes) -> bool:
        try:
            return bool(own.recognise(data))
        except Exception as error:  # noqa: BLE001 - whatever a package does
            facts = {"name": found.name, "package": found.package, "reason": reason_of(error)}
            warn(Message("extension.format-failed", **facts))
            return False

    def read(data: bytes) -> ImportedTournament:
        return require_kind(found, guarded(own.read, found)(data), ImportedTournament)

    return replace(own, recognise=recognise, read=read)


FORMATS = Registry[FileFormat]("fairpair.formats", {}, _installed)
"""By name; all of them are added."""


def is_recognised(data: bytes) -> bool:
    """Whether a file is of a format that an extension adds."""
    return next(_formats_of(data), None) is not None


def read(data: bytes) -> ImportedTournament:
    """The tournament of such a file."""
    found = next(_formats_of(data), None)
    if found is None:
        raise InvalidInputError("no-event")
    return found.read(data)


def _formats_of(data: bytes) -> Iterator[FileFormat]:
    return (one for one in FORMATS.values() if one.recognise(data))
