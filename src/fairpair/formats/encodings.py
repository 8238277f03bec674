"""The text of a file, whatever program wrote it."""

from fairpair.core.errors import InvalidInputError
from fairpair.language.message import Message


def decode_text(data: bytes) -> tuple[str, tuple[Message, ...]]:
    """The text; what is not in UTF-8 is read as Windows writes it, and a note says so."""
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        return data.decode("utf-16", "replace"), ()
    if b"\x00" in data:
        raise InvalidInputError("no-list")
    try:
        return data.decode("utf-8-sig"), ()
    except UnicodeDecodeError:
        return data.decode("cp1252", "replace"), (Message("list.not-utf8"),)
