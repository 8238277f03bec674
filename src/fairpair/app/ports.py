"""What the application needs from the outside; `bootstrap` picks who provides it."""

from collections.abc import Callable, Sequence
from typing import Protocol

from fairpair.core.ids import CommandId, TournamentId
from fairpair.log.stored import StoredEvent


class EventStore(Protocol):
    """One append-only log per tournament. Every method may raise `StorageError`."""

    def tournaments(self) -> dict[TournamentId, int]:
        """Every tournament with its version (the number of its last event), ordered by id."""

    def version(self, tournament: TournamentId) -> int:
        """The number of the last event; 0 for a tournament that is not there."""

    def load(self, tournament: TournamentId, after: int = 0) -> list[StoredEvent]:
        """The events with a number above `after`, in order; empty when there are none."""

    def command(self, tournament: TournamentId, command_id: CommandId) -> list[StoredEvent]:
        """The events of one command, in order; empty when it was never recorded."""

    def append(
        self, tournament: TournamentId, expected: int, events: Sequence[StoredEvent]
    ) -> None:
        """Add all events or none; they are durable when this returns.

        They must be numbered on from `expected`. Raises `VersionConflict` when the log has another
        version by now, and `CommandRepeated` when one of the commands is in it already.
        """

    def subscribe(self, told: Callable[[TournamentId, int], None]) -> Callable[[], None]:
        """Call `told` with tournament and version after every append; returns the way to stop.

        `told` runs in a thread of the store or of the writer: it must be quick and not raise.
        """

    def close(self) -> None:
        """Let go of files and connections; the store cannot be used afterwards."""


class Clock(Protocol):
    """Tells the time; a test has its own."""

    def __call__(self) -> str:
        """Now, as ISO 8601 in UTC."""


class KeepBackup(Protocol):
    """Copies the whole database somewhere safe, if the storage can."""

    def __call__(self, at: str) -> None:
        """Make a copy named after this moment."""
