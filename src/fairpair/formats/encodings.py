"""The text of a file, whatever program wrote it."""

from fairpair.core.errors import InvalidInputError
from fairpair.language.message import Message

UTF_16 = (b"\xff\xfe", b"\xfe\xff")
"""How files in UTF-16 begin: PowerShell and some editors write them."""


def utf8_of(data: bytes) -> bytes:
    """The same text in UTF-8, if the first bytes say that it is in UTF-16."""
    return data.decode("utf-16", "replace").encode() if data.startswith(UTF_16) else data


def decode_text(data: bytes) -> tuple[str, tuple[Message, ...]]:
    """The text; what is not in UTF-8 is read as Windows writes it, and a note says so."""
    if data.startswith(UTF_16):
        return data.decode("utf-16", "replace"), ()
    if b"\x00" in data:
        raise InvalidInputError("no-list")
    try:
        return data.decode("utf-8-sig"), ()
    except UnicodeDecodeError:
        return data.decode("cp1252", "replace"), (Message("list.not-utf8"),)
