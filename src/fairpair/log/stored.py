"""The stored form of one event: what every storage keeps and gives back bit for bit."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class StoredEvent:
    """A row of the log.

    The events of one command share its `command_id` and are numbered by `part` from 0. `digest`
    is the command's own fingerprint: the same id with another digest is a mistake of the client.
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

    @property
    def action(self) -> int:
        """The number of the first event of the same command."""
        return self.seq - self.part
