"""The stored form of a log: what every storage keeps and gives back bit for bit."""

from collections.abc import Callable, Sequence
from dataclasses import field

from fairpair.core.dataclass import dataclass
from fairpair.core.ids import TournamentId
from fairpair.core.stored import Receipt, StoredKey, StoredPicture

DELETED = "tournament_deleted"
"""The type of the last event of a deleted tournament: the only one in its log."""
RESTORED = "tournament_restored"
"""The type of the event after it, with which the log is there again."""


@dataclass(frozen=True, slots=True)
class StoredEvent:
    """A row of the log.

    The events of one command share its `command_id` and are numbered by `part` from 0. `digest`
    is the command's own fingerprint: the same id with another digest is a mistake of the client.
    `hash` covers all other fields and the hash of the event before: see `fairpair.log.chain`.
    """

    seq: int
    command_id: str
    part: int
    digest: str
    type: str
    version: int
    payload: str
    at: str
    by: str
    hash: str = ""

    @property
    def action(self) -> int:
        """The number of the first event of the same command."""
        return self.seq - self.part


@dataclass(frozen=True, slots=True)
class StoredPerson:
    """The personal data of an event, stored beside the log so that it can be erased.

    The event `seq` holds only a commitment to `salt` and `data`: see `fairpair.log.persons`.
    """

    seq: int
    member: int
    """0 for the player or team itself, n for the team's member n."""
    player: int
    salt: str
    data: str


@dataclass(frozen=True, slots=True)
class ErasedPerson:
    """Whose data is erased: of the events before `seq`, of one team member or of everybody (0)."""

    seq: int
    player: int
    member: int = 0

    def covers(self, seq: int, player: int, member: int) -> bool:
        """Whether this personal data of an event is erased."""
        return seq < self.seq and player == self.player and self.member in (0, member)


@dataclass(frozen=True, slots=True)
class PersonChanges:
    """What happens to personal data in the same transaction as the events."""

    added: tuple[StoredPerson, ...] = ()
    erased: tuple[ErasedPerson, ...] = ()


def nothing() -> None:
    """There is nothing to do."""


@dataclass(frozen=True, slots=True)
class Append:
    """What is added to a log in one transaction, all of it or nothing.

    The events are numbered on from `expected`, the version that the log must have. Every command
    of the events leaves a receipt, which may be given; `receipts` are further ones, for a request
    without events the only one.
    """

    tournament: TournamentId
    expected: int
    events: Sequence[StoredEvent]
    receipts: Sequence[Receipt] = ()
    keys: Sequence[StoredKey] = ()
    persons: PersonChanges = PersonChanges()
    pictures: Sequence[StoredPicture] = ()
    """Those that are to be there with it; whose they were before does not matter."""
    previous: str | None = None
    """The hash of the event `expected`, which the log must end with; None if it is not known."""
    on_durable: Callable[[], None] = field(default=nothing, repr=False, compare=False)
    """Called as soon as it is durable, before subscribers hear of its version."""

    @property
    def version(self) -> int | None:
        """The version it leads to; None when it has no events."""
        return self.events[-1].seq if self.events else None

    @property
    def deletes(self) -> bool:
        """Whether the tournament ends with it."""
        return bool(self.events) and self.events[-1].type == DELETED

    @property
    def restores(self) -> bool:
        """Whether a deleted tournament is there again with it."""
        return bool(self.events) and self.events[0].type == RESTORED
