"""Personal data, separated from the events so that it can be erased.

The stored payload of an event has `person` in place of the personal data of a player, team or team
member: the SHA-256 hash of a random salt and the data. Without the salt nobody can find out what it
was made from, not even by trying out names. So the log never changes when somebody is erased, and
as long as the data is there, the hash proves that it is what was recorded.

In a log of 0.1.0 the data is in the events; it is separated when it is read or upgraded.
"""

import hashlib
import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from fairpair.core.players import ERASABLE, placeholder_name
from fairpair.log.stored import StoredEvent, StoredPerson

WITH_PERSONS = frozenset({"player_registered", "player_edited", "player_erased"})
"""The types of events with an entrant."""

ERASED = "player_erased"
"""The type of event after which personal data of earlier events is gone."""

_NUMBERS = range(1, 2**31)
_Data = dict[str, Any]


def separate(
    rows: Sequence[StoredEvent], new_salt: Callable[[], str]
) -> tuple[list[StoredEvent], list[StoredPerson]]:
    """The events without personal data, and the data; events that have none already stay.

    The fingerprint of a request is made from its names, so those rows keep only its beginning.
    """
    found: dict[int, StoredEvent] = {}
    persons: list[StoredPerson] = []
    for row in rows:
        payload = _payload_of(row)
        if payload and "person" not in payload["entrant"]:
            persons += _take_persons(row.seq, payload, new_salt)
            found[row.seq] = replace(row, payload=to_json(payload))
    requests = {row.digest for row in found.values()}
    return [
        replace(one, digest=without_hash(one.digest)) if one.digest in requests else one
        for row in rows
        for one in [found.get(row.seq, row)]
    ], persons


def without_hash(fingerprint: str) -> str:
    """What a fingerprint says without the hash of the request: its name."""
    name, colon, _ = fingerprint.partition(":")
    return f"{name}{colon}" if colon else ""


def with_persons(row: StoredEvent, persons: Mapping[int, StoredPerson]) -> str:
    """The payload with personal data by member; erased data is replaced by a neutral name."""
    payload = _payload_of(row)
    if payload is None:
        return row.payload
    for member, entrant in entrants_in(payload):
        if entrant.pop("person", None) is not None:
            known = persons.get(member)
            name = {"name": placeholder_name(payload["player"], member)}
            entrant.update(name if known is None else json.loads(known.data))
    return to_json(payload)


def commitments(row: StoredEvent) -> dict[tuple[int, int], str]:
    """The commitments of an event by player and member."""
    payload = _payload_of(row)
    if payload is None:
        return {}
    return {
        (payload["player"], member): entrant["person"]
        for member, entrant in entrants_in(payload)
        if "person" in entrant
    }


def commitment(person: StoredPerson) -> str:
    """The hash that stands for personal data in an event."""
    return hashlib.sha256(f"{person.salt}{person.data}".encode()).hexdigest()


def by_event(persons: Iterable[StoredPerson]) -> dict[int, dict[int, StoredPerson]]:
    """Personal data by the number of the event and by member."""
    found: dict[int, dict[int, StoredPerson]] = {}
    for person in persons:
        found.setdefault(person.seq, {})[person.member] = person
    return found


def entrants_in(payload: _Data) -> Iterator[tuple[int, _Data]]:
    """The entrant of a payload, and the members of a team, numbered from 0."""
    entrant = payload["entrant"]
    yield from enumerate([entrant, *entrant.get("members", ())])


def _payload_of(row: StoredEvent) -> _Data | None:
    """The payload of an event with an entrant; none if it is damaged: the codec will say so."""
    if row.type not in WITH_PERSONS:
        return None
    try:
        row.payload.encode()
        payload = json.loads(row.payload)
        whole = isinstance(payload["player"], int) and payload["player"] in _NUMBERS
        sound = all(isinstance(entrant, dict) for _, entrant in entrants_in(payload))
    except (ValueError, LookupError, TypeError, AttributeError, RecursionError):
        return None
    return payload if whole and sound else None


def _take_persons(seq: int, payload: _Data, new_salt: Callable[[], str]) -> Iterator[StoredPerson]:
    """Take the personal data out of a payload and put commitments in its place."""
    for member, entrant in entrants_in(payload):
        data = {key: entrant.pop(key) for key in ERASABLE if key in entrant}
        person = StoredPerson(seq, member, payload["player"], new_salt(), to_json(data))
        entrant["person"] = commitment(person)
        yield person


def to_json(value: object) -> str:
    """Compact JSON."""
    text = json.dumps(value, separators=(",", ":"), ensure_ascii=False)
    return text if text.isascii() else text.encode("utf-8", "replace").decode()
