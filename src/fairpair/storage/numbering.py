"""What every store asks of the events handed to it, before it touches anything."""

from collections.abc import Sequence

from fairpair.log.stored import StoredEvent


def check_numbering(expected: int, events: Sequence[StoredEvent]) -> None:
    """Raise `ValueError` unless the events continue `expected` without a gap.

    Each command must be whole: its parts 0, 1, 2, ... one after the other. A break of this is a
    mistake in the program, not of a person, so there is no polite sentence for it.
    """
    if not events:
        raise ValueError("there is no event to append")
    begun: set[str] = set()
    last: StoredEvent | None = None
    for seq, event in enumerate(events, expected + 1):
        if event.seq != seq:
            raise ValueError(f"event {event.seq} stands where {seq} belongs")
        if event.part == 0:
            follows = event.command_id not in begun
            begun.add(event.command_id)
        else:
            follows = last is not None and _next_part(last) == (event.command_id, event.part)
        if not follows:
            raise ValueError(f"part {event.part} of {event.command_id!r} is out of order at {seq}")
        _check_text(event)
        last = event


def _next_part(event: StoredEvent) -> tuple[str, int]:
    return event.command_id, event.part + 1


def _check_text(event: StoredEvent) -> None:
    """Refuse what PostgreSQL cannot keep (NUL) and what is no text (half a surrogate pair)."""
    text = "".join((event.command_id, event.digest, event.type, event.payload, event.at, event.by))
    if "\0" in text:
        raise ValueError(f"event {event.seq} holds a NUL character")
    text.encode()
