"""A file from which anybody can verify a tournament, without the server that ran it.

Its first line says who signed it, the second has the ranking, and the rest is an archive. What is
not for everybody, birth dates and some numbers, is left out: that person's salt is empty then. The
server signs all bytes after the first line.
"""

import json
from collections.abc import Callable, Sequence
from dataclasses import replace
from hashlib import sha256
from typing import Any

from fairpair.core.dataclass import dataclass
from fairpair.core.errors import InvalidInputError
from fairpair.core.ids import PlayerId
from fairpair.formats import archive
from fairpair.formats.archive import Archive
from fairpair.log.persons import to_json
from fairpair.log.signature import is_signed
from fairpair.log.stored import StoredPerson

FORMAT = "fairpair-proof"
VERSION = 1
_BEGIN = f'{{"format":"{FORMAT}"'.encode()
_LONGEST_HEAD = 1000
Ranking = tuple[tuple[PlayerId, int | None], ...]
"""The players, best first, with their ranks."""


@dataclass(frozen=True, slots=True)
class Proof:
    """What such a file holds."""

    log: Archive
    ranking: Ranking
    key: str
    """The public key of the server, in hexadecimal digits."""
    is_signed: bool
    """Whether it was signed with that key, exactly as it is."""
    is_whole: bool
    """Whether the checksum of the log is right."""


def is_proof(data: bytes) -> bool:
    """Whether a file says that it is one."""
    return data.startswith(_BEGIN)


def write(log: Archive, ranking: Ranking, key: bytes, sign: Callable[[bytes], bytes]) -> bytes:
    """The bytes of the file; `sign` makes the server's signature of a message."""
    public = replace(log, persons=tuple(map(public_person, log.persons)), pictures=())
    body = f"{to_json({'ranking': ranking})}\n{archive.write(public)}".encode()
    head = {
        "format": FORMAT,
        "version": VERSION,
        "key": key.hex(),
        "signature": sign(_message(body)).hex(),
    }
    return f"{to_json(head)}\n".encode() + body


def read(data: bytes) -> Proof:
    """The proof in a file; `InvalidInputError` says what is wrong with any other file."""
    if not is_proof(data):
        raise InvalidInputError("not-a-proof")
    head_line, _, body = data.partition(b"\n")
    ranking_line, _, log = body.partition(b"\n")
    head, ranked = _json(head_line[:_LONGEST_HEAD]), _json(ranking_line)
    if not isinstance(head.get("version"), int) or head["version"] > VERSION:
        raise InvalidInputError("proof-newer", version=str(head.get("version"))[:20])
    try:
        key, signature = bytes.fromhex(head["key"]), bytes.fromhex(head["signature"])
        ranking = _ranking(ranked["ranking"])
    except (KeyError, TypeError, ValueError) as error:
        raise _damaged(error) from error
    try:
        found = archive.read_unchecked(log)
    except InvalidInputError as error:
        raise _damaged(error.text) from error
    if not found.has_hashes:
        raise _damaged(f"{archive.FORMAT} 1")
    signed = is_signed(key, _message(body), signature)
    return Proof(found.archive, ranking, key.hex(), signed, found.is_right)


def public_person(person: StoredPerson) -> StoredPerson:
    """The personal data without what is not for everybody."""
    data = json.loads(person.data)
    ids = {giver: text for giver, text in data.get("ids", {}).items() if giver == "fide"}
    if not data.get("birth") and ids == data.get("ids", {}):
        return person
    shown = {key: value for key, value in data.items() if key != "birth"}
    return replace(person, salt="", data=to_json({**shown, "ids": ids}))


def _message(body: bytes) -> bytes:
    return f"{FORMAT} {VERSION} {sha256(body).hexdigest()}".encode()


def _json(line: bytes) -> dict[str, Any]:
    try:
        found = json.loads(line)
    except (ValueError, RecursionError) as error:
        raise _damaged(error) from error
    if not isinstance(found, dict):
        raise _damaged(f"{line[:40]!r}")
    return found


def _ranking(rows: Sequence[Any]) -> Ranking:
    ranking = tuple((PlayerId(player), rank) for player, rank in rows)
    if not all(isinstance(p, int) and isinstance(r, int | None) for p, r in ranking):
        raise TypeError
    return ranking


def _damaged(reason: object) -> InvalidInputError:
    return InvalidInputError("proof-damaged", reason=f"{reason!s:.200}")
