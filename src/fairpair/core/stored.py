"""What is stored beside the log: access keys, receipts of requests, summaries, pictures."""

from collections.abc import Callable

from fairpair.core.dataclass import dataclass
from fairpair.core.ids import TournamentId

MOST_PICTURES = 30
"""Of one tournament: replaced pictures are kept so that a change can be undone."""
PICTURE_TYPES = {"png": "image/png", "jpg": "image/jpeg"}
"""The types of stored pictures, by the ending of their names."""
VersionCallback = Callable[[TournamentId, int], None]
"""Hears of a tournament that its log has reached a version."""


@dataclass(frozen=True, slots=True)
class StoredKey:
    """What is kept of one key; times are ISO 8601 in UTC, all of one length.

    | kind    | what it is                                                            |
    |---------|-----------------------------------------------------------------------|
    | key     | given to a person or program, until it is revoked or expires          |
    | session | in the cookie of a browser                                            |
    | login   | in a login link, good for one use: using it up is revoking it         |
    """

    digest: str
    kind: str
    role: str
    tournament: str | None
    player: int | None
    label: str
    created_at: str
    expires_at: str | None = None
    revoked_at: str | None = None
    parent: str | None = None
    """The digest of the key a session or login link stands for: it ends with that key."""

    def is_valid_at(self, at: str) -> bool:
        """Whether it is neither revoked nor expired at this moment."""
        return self.revoked_at is None and (self.expires_at is None or at < self.expires_at)


@dataclass(frozen=True, slots=True)
class Receipt:
    """That a request was carried out, also one that had nothing to change.

    The request left the log of `tournament` at `version`; the last `events` events up to there are
    its own. `fingerprint` tells its repeat from another request with the same id. For requests to
    the server `tournament` is empty. `answer` is what a repeat needs to know beside the events; it
    never holds a secret.
    """

    tournament: str
    command_id: str
    fingerprint: str
    version: int
    events: int = 0
    answer: str = ""
    at: str = ""


@dataclass(frozen=True, slots=True)
class DeletedTournament:
    """A tournament that was deleted at this moment, and the payload of its last event."""

    id: TournamentId
    at: str
    payload: str


@dataclass(frozen=True, slots=True)
class StoredPreset:
    """Rules that somebody saved under a name; no two names have the same `key`."""

    name: str
    key: str
    settings: str
    """As JSON."""
    at: str


@dataclass(frozen=True, slots=True)
class StoredSummary:
    """What a log said in short when it had this version; `edition` is of who wrote it down.

    It follows from the log, so it may be lost at any time, and counts for no other version.
    """

    tournament: TournamentId
    version: int
    edition: str
    text: str


@dataclass(frozen=True, slots=True)
class StoredPicture:
    """A picture of a tournament; its name is the SHA-256 of its data, and the type."""

    tournament: TournamentId
    name: str
    data: bytes

    @property
    def media_type(self) -> str:
        """What it is sent as."""
        return PICTURE_TYPES[self.name.rpartition(".")[2]]
