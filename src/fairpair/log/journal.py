"""A tournament's log as it is read: the events, which of them count, and the state they give."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import field
from itertools import islice
from typing import overload

from fairpair.core.dataclass import dataclass
from fairpair.core.ids import PlayerId
from fairpair.core.tournament import Tournament
from fairpair.log.events import (
    ActionUndone,
    Event,
    FideModeLeft,
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


class Records(Sequence[Record]):
    """The first `length` records of a list that only grows, which longer journals share.

    Only the first that goes on from here adds to the list; another one goes on in a copy.
    """

    __slots__ = ("_length", "_right_to_add", "_shared")

    def __init__(self, records: Iterable[Record] = ()) -> None:
        self._shared = list(records)
        self._length = len(self._shared)
        self._right_to_add = [True]

    def followed_by(self, new: Sequence[Record]) -> "Records":
        """These records and further ones."""
        try:
            self._right_to_add.pop()  # of two threads only one succeeds
        except IndexError:
            return Records([*self, *new])
        self._shared.extend(new)
        longer = Records()
        longer._shared, longer._length = self._shared, self._length + len(new)
        return longer

    @overload
    def __getitem__(self, where: int) -> Record: ...
    @overload
    def __getitem__(self, where: slice) -> tuple[Record, ...]: ...
    def __getitem__(self, where: int | slice) -> Record | tuple[Record, ...]:
        here = range(self._length)[where]
        if isinstance(here, int):
            return self._shared[here]
        if here.step == 1:
            return tuple(self._shared[here.start : max(here.start, here.stop)])
        return tuple(self._shared[n] for n in here)

    def __len__(self) -> int:
        return self._length

    def __iter__(self) -> Iterator[Record]:
        return islice(self._shared, self._length)

    def __reversed__(self) -> Iterator[Record]:
        return reversed(self[:])

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Records | tuple) and self[:] == other[:]

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return f"Records({self[:]!r})"


@dataclass(frozen=True, slots=True)
class Journal:
    """The log up to a version. `undone` are the actions that do not count at present.

    `hash` is the one of the last stored event: what is stored next continues from it.
    """

    records: Records = field(default_factory=Records)
    undone: frozenset[int] = frozenset()
    tournament: Tournament = Tournament()
    last_player: PlayerId = PlayerId(0)
    """The highest number that a player ever had, also by a registration that is undone."""
    hash: str = ""
    begun: str = ""
    """The time of the first stored event."""

    @property
    def version(self) -> int:
        """The number of the last event: they are numbered from 1 without a gap."""
        return len(self.records)

    @property
    def next_player(self) -> PlayerId:
        """The number of the next player; those of undone registrations do not come again."""
        return PlayerId(self.last_player + 1)

    def effective_records(self) -> list[Record]:
        """The facts that count, undoings left out."""
        return [r for r in self.records if counts(r, self.undone)]

    def extend(self, new: Sequence[Record], after: Tournament | None = None) -> "Journal":
        """The journal with further events; only an undo makes it fold everything again.

        `after` is the state that the events lead to, if it is known.
        """
        if any(isinstance(r.event, ActionUndone) for r in new):
            return read_journal((*self.records, *new))
        if after is None:
            after = apply(self.tournament, [r.event for r in new])
        return Journal(
            self.records.followed_by(new), self.undone, after, _last_player(new, self.last_player)
        )


def read_journal(records: Iterable[Record]) -> Journal:
    """The journal of a whole log."""
    whole = Records(records)
    undone = undone_actions(whole)
    state = fold(r.event for r in whole if counts(r, undone))
    return Journal(whole, undone, state, _last_player(whole, PlayerId(0)))


def _last_player(records: Iterable[Record], known: PlayerId) -> PlayerId:
    given = (r.event.player for r in records if isinstance(r.event, PlayerRegistered))
    return max(known, max(given, default=known))


def counts(record: Record, undone: frozenset[int]) -> bool:
    """Whether a record makes a difference to the state; to have left FIDE mode always does."""
    if isinstance(record.event, FideModeLeft):
        return True
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
