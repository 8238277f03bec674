"""The stored form of a tournament's line in the list: it saves reading the whole log."""

from dataclasses import dataclass

from fairpair.core.ids import TournamentId


@dataclass(frozen=True, slots=True)
class StoredSummary:
    """What a log said in short when it had this version; `edition` is of who wrote it down.

    It follows from the log, so it may be lost at any time, and counts for no other version.
    """

    tournament: TournamentId
    version: int
    edition: str
    text: str
