"""The hash chain: every stored event has the hash of itself and of all events before it.

Who changes, removes or inserts an event has to change every later hash as well, and whoever has
noted one of these hashes sees it. The id of the tournament is not part of it: a log that is
restored under another id keeps its hashes.
"""

import hashlib
import json
from collections.abc import Iterable
from dataclasses import replace

from fairpair.log.stored import StoredEvent


def link(previous: str, row: StoredEvent) -> str:
    """The hash of an event that follows the event with the hash `previous`; the first has ""."""
    fields = (row.seq, row.command_id, row.part, row.digest, row.type, row.version)
    text = json.dumps((previous, *fields, row.payload, row.at, row.by), separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()


def chain(rows: Iterable[StoredEvent], previous: str = "") -> list[StoredEvent]:
    """The events with their hashes, continuing the log that ends with the hash `previous`."""
    linked = []
    for row in rows:
        previous = link(previous, row)
        linked.append(replace(row, hash=previous))
    return linked


def first_break(rows: Iterable[StoredEvent]) -> int | None:
    """The number of the first event that does not have the hash it should have."""
    previous = ""
    for number, row in enumerate(rows, 1):
        if row.seq != number or row.hash != link(previous, row):
            return number
        previous = row.hash
    return None
