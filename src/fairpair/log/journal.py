"""A tournament's log as it is read: the events, which of them count, and the state they give."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from fairpair.core.ids import PlayerId
from fairpair.core.tournament import Tournament
from fairpair.log.events import (
    ActionUndone,
    Event,
    PlayerErased,
    PlayerRegistered,
)
from fairpair.log.fold import apply, fold
from fairpair.log.stored import ErasedPerson


@dataclass(frozen=True, slots=True)
class Record:
    """An event with its number; `action` is the number of the first event of its command."""

    seq: int
    action: int
    event: Event


@dataclass(frozen=True, slots=True)
class Journal:
    """The log up to a version. `undone` are the actions that do not count at present.

    `hash` is the one of the last stored event: what is stored next continues from it.
    """

    records: tuple[Record, ...] = ()
    undone: frozenset[int] = frozenset()
    tournament: Tournament = Tournament()
    hash: str = ""

    @property
    def version(self) -> int:
        """The number of the last event."""
        return self.records[-1].seq if self.records else 0

    @property
    def next_player(self) -> PlayerId:
        """The number of the next player; those of undone registrations do not come again."""
        given = (r.event.player for r in self.records if isinstance(r.event, PlayerRegistered))
        return PlayerId(max(given, default=0) + 1)

    def effective_records(self) -> list[Record]:
        """The facts that count, undoings left out."""
        return [r for r in self.records if counts(r, self.undone)]

    def extend(self, new: Sequence[Record]) -> "Journal":
        """The journal with further events; only an undo makes it fold everything again."""
        if any(isinstance(r.event, ActionUndone) for r in new):
            return read_journal((*self.records, *new))
        tournament = apply(self.tournament, [r.event for r in new])
        return Journal((*self.records, *new), self.undone, tournament)


def read_journal(records: Iterable[Record]) -> Journal:
    """The journal of a whole log."""
    all_records = tuple(records)
    undone = undone_actions(all_records)
    return Journal(all_records, undone, fold(r.event for r in all_records if counts(r, undone)))


def counts(record: Record, undone: frozenset[int]) -> bool:
    """Whether a record makes a difference to the state."""
    return record.action not in undone and not isinstance(record.event, ActionUndone)


def undone_actions(records: Sequence[Record]) -> frozenset[int]:
    """The actions that are undone, by an undo that is not undone itself.

    An undo names an earlier action, so the last one is settled first.
    """
    undone: set[int] = set()
    for record in reversed(records):
        if isinstance(record.event, ActionUndone) and record.action not in undone:
            undone.add(record.event.action)
    return frozenset(undone)


def erased_persons(records: Iterable[Record]) -> tuple[ErasedPerson, ...]:
    """Whose personal data these events erase."""
    return tuple(
        ErasedPerson(r.seq, r.event.player, r.event.member)
        for r in records
        if isinstance(r.event, PlayerErased)
    )
