"""Logs that end with the process: for tests and for trying things out."""

import threading
from collections.abc import Callable, Sequence

from fairpair.core.errors import CommandRepeatedError, VersionConflictError
from fairpair.core.ids import CommandId, TournamentId
from fairpair.log.stored import StoredEvent
from fairpair.storage.gate import Gate
from fairpair.storage.memory_keys import MemoryKeys
from fairpair.storage.memory_summaries import MemorySummaries
from fairpair.storage.memory_webhooks import MemoryWebhooks
from fairpair.storage.numbering import check_numbering
from fairpair.storage.subscribers import Subscribers, Told


class MemoryStore:
    """An `EventStore` in dictionaries."""

    def __init__(self) -> None:
        self._gate = Gate()
        self.keys = MemoryKeys(self._gate)
        self.webhooks = MemoryWebhooks(self._gate, self.version)
        self.summaries = MemorySummaries(self._gate)
        self._writing = threading.Lock()
        self._logs: dict[TournamentId, tuple[StoredEvent, ...]] = {}
        self._subscribers = Subscribers()

    def tournaments(self) -> dict[TournamentId, int]:
        """Every tournament with its version, ordered by id."""
        with self._gate.inside():
            return {tournament: len(log) for tournament, log in sorted(self._logs.copy().items())}

    def version(self, tournament: TournamentId) -> int:
        """The number of the last event, 0 if there is none."""
        with self._gate.inside():
            return len(self._logs.get(tournament, ()))

    def load(self, tournament: TournamentId, after: int = 0) -> list[StoredEvent]:
        """The events above `after`, in order."""
        with self._gate.inside():
            return list(self._logs.get(tournament, ())[after:])

    def command(self, tournament: TournamentId, command_id: CommandId) -> list[StoredEvent]:
        """The events of one command, in order."""
        return [event for event in self.load(tournament) if event.command_id == command_id]

    def append(
        self, tournament: TournamentId, expected: int, events: Sequence[StoredEvent]
    ) -> None:
        """Add all or none, as `EventStore.append` says."""
        check_numbering(expected, events)
        with self._gate.inside(), self._writing:
            log = self._logs.get(tournament, ())
            known = {event.command_id for event in log}
            for event in events:
                if event.command_id in known:
                    raise CommandRepeatedError(event.command_id)
            if len(log) != expected:
                raise VersionConflictError(expected, len(log))
            self._logs[tournament] = (*log, *events)
        self._subscribers.tell(tournament, events[-1].seq)

    def subscribe(self, told: Told) -> Callable[[], None]:
        """Call `told` in the writer's thread after each append."""
        with self._gate.inside():
            return self._subscribers.add(told)

    def check(self) -> None:
        """Raise `StorageError` once it is closed."""
        with self._gate.inside():
            pass

    def close(self) -> None:
        """Forget everything."""
        self._gate.shut(wait=10)
        self._logs.clear()
