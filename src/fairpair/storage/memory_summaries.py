"""Summaries that end with the process."""

from collections.abc import Sequence

from fairpair.core.ids import TournamentId
from fairpair.core.summaries import StoredSummary
from fairpair.storage.gate import Gate


class MemorySummaries:
    """A `SummaryStore` in a dictionary."""

    def __init__(self, gate: Gate) -> None:
        self._gate = gate
        self._kept: dict[TournamentId, StoredSummary] = {}

    def all(self) -> dict[TournamentId, StoredSummary]:
        """Every summary that is kept, of whatever version."""
        with self._gate.inside():
            return self._kept.copy()

    def keep(self, summaries: Sequence[StoredSummary]) -> None:
        """Keep these in place of those before."""
        with self._gate.inside():
            self._kept |= {one.tournament: one for one in summaries}
