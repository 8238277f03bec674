"""The stored form of an access key: everything about it but the key."""

from dataclasses import dataclass


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
