"""The stored form of a log: what every storage keeps and gives back bit for bit."""

from dataclasses import dataclass


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
