"""Keys: made, recognised, exchanged for a login, and revoked."""

import hmac
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta

from fairpair.app.access.grants import Grant, Role, granted
from fairpair.app.access.key_texts import LONGEST, digest, new_key
from fairpair.app.ports import Clock, KeyStore
from fairpair.core.errors import InvalidInputError, NotFoundError, UnauthorizedError
from fairpair.core.ids import PlayerId, TournamentId
from fairpair.core.keys import StoredKey

SESSION_DAYS = 7
LOGIN_MINUTES = 15


_BEGINNINGS = {
    Role.ADMIN: "adm",
    Role.ORGANISER: "org",
    Role.SCOREKEEPER: "sco",
    Role.PLAYER: "ply",
}


@dataclass(frozen=True, slots=True)
class Wanted:
    """A key to be made; `minutes` is how long it works, None until it is revoked."""

    role: Role
    tournament: TournamentId | None = None
    player: PlayerId | None = None
    label: str = ""
    minutes: int | None = None


@dataclass(frozen=True, slots=True)
class NewKey:
    """A key that was just made: `key` is shown once and kept nowhere."""

    key: str = field(repr=False)
    kept: StoredKey

    @property
    def id(self) -> str:
        """The name it is listed and revoked by."""
        return key_id(self.kept)


@dataclass(frozen=True, slots=True)
class Login:
    """A session that was just begun: what goes into the cookie, and what it allows."""

    key: str = field(repr=False)
    grant: Grant
    seconds: int


class Access:
    """Makes, recognises and revokes keys. Safe to use from threads.

    With `admin_digest` that key is the administrator's, and those in the store do not count.
    """

    def __init__(self, keys: KeyStore, clock: Clock, admin_digest: str | None = None) -> None:
        self._keys = keys
        self._clock = clock
        self._admin_digest = admin_digest

    @property
    def admin_key_is_chosen(self) -> bool:
        """Whether the administrator's key comes from the environment."""
        return self._admin_digest is not None

    def make(
        self,
        role: Role,
        tournament: TournamentId | None = None,
        player: PlayerId | None = None,
        label: str = "",
        minutes: int | None = None,
    ) -> NewKey:
        """A new key; its text is in the answer and nowhere else."""
        return self.make_all([Wanted(role, tournament, player, label, minutes)])[0]

    def make_all(self, wanted: Sequence[Wanted]) -> list[NewKey]:
        """Several new keys, all or none."""
        made = [self._made("key", _BEGINNINGS[w.role], w) for w in map(_checked, wanted)]
        self._keys.add([new.kept for new in made])
        return made

    def verify(self, key: str, *, guessable: bool = True) -> Grant | None:
        """What this key allows; None for one that is unknown, revoked or expired.

        Without `guessable` only keys that were made here count: for whoever has tried too often,
        because an administrator's key that a person chose could be guessed.
        """
        if not key or len(key) > LONGEST or not key.isascii():
            return None
        found = digest(key)
        if guessable and self._is_chosen(found):
            return Grant(Role.ADMIN, source=found)
        stored = self._keys.find(found)
        if stored is None or not hmac.compare_digest(stored.digest, found):
            return None
        return granted(stored) if stored.kind != "login" and self._lives(stored) else None

    def of(self, tournament: TournamentId | None) -> list[StoredKey]:
        """The keys of a tournament that are neither revoked nor expired, oldest first."""
        now = self._now()
        return [key for key in self._keys.of(tournament) if key.lives(now)]

    def found(self, tournament: TournamentId, wanted: str) -> StoredKey:
        """The living key of this tournament with this id."""
        for key in self.of(tournament):
            if key_id(key) == wanted:
                return key
        raise NotFoundError(
            "no-key",
            f"This tournament has no key {wanted!r:.80}.",
            "List its keys; one that was revoked or has expired is gone.",
        )

    def revoke(self, keys: Sequence[StoredKey]) -> None:
        """End keys, and every session and login link that came from them."""
        self._keys.revoke([key.digest for key in keys], self._now())

    def login_code(self, grant: Grant, minutes: int = LOGIN_MINUTES) -> str:
        """What stands at the end of a login link: good for one use within these minutes."""
        return self._derived("login", "log", grant, minutes)

    def use_code(self, code: str) -> Login | None:
        """Begin a session with a login link; None for one that is used up, too old or unknown."""
        stored = self._keys.find(digest(code)) if code.isascii() else None
        if stored is None or stored.kind != "login" or not self._lives(stored):
            return None
        if not self._keys.revoke([stored.digest], self._now()):
            return None  # somebody else has just used it
        return self.log_in(granted(stored))

    def log_in(self, grant: Grant) -> Login:
        """Begin a session for who has shown a key."""
        minutes = SESSION_DAYS * 24 * 60
        return Login(self._derived("session", "ses", grant, minutes), grant, minutes * 60)

    def log_out(self, session: str) -> None:
        """End a session; a key itself is not ended like this."""
        stored = self._keys.find(digest(session)) if session.isascii() else None
        if stored is not None and stored.kind == "session":
            self.revoke([stored])

    def first_admin_key(self) -> NewKey | None:
        """The administrator's key, made now; None when there is one already."""
        if self.admin_key_is_chosen or self.of(None):
            return None
        return self.make(Role.ADMIN)

    def reset_admin_key(self) -> NewKey:
        """A new administrator's key; the old one and its sessions end."""
        before = self.of(None)
        new = self.make(Role.ADMIN)
        self.revoke(before)
        return new

    def admin(self) -> Grant:
        """The administrator, for who has the server itself in hand."""
        if self._admin_digest is not None:
            return Grant(Role.ADMIN, source=self._admin_digest)
        for key in self.of(None):
            return granted(key)
        raise UnauthorizedError(
            "no-admin-key", "There is no administrator key yet.", "Make one: fairpair key"
        )

    def _derived(self, kind: str, beginning: str, grant: Grant, minutes: int) -> str:
        """Something that stands for a key, for a while and no longer than the key."""
        wanted = Wanted(grant.role, grant.tournament, grant.player, grant.label, minutes)
        new = self._made(kind, beginning, wanted, grant.source)
        self._keys.add([new.kept])
        return new.key

    def _made(self, kind: str, beginning: str, wanted: Wanted, parent: str | None = None) -> NewKey:
        key = new_key(beginning)
        kept = StoredKey(
            digest(key),
            kind,
            wanted.role,
            wanted.tournament,
            wanted.player,
            wanted.label,
            self._now(),
            None if wanted.minutes is None else self._now(wanted.minutes),
            parent=parent,
        )
        return NewKey(key, kept)

    def _lives(self, key: StoredKey) -> bool:
        """Itself, and the key it stands for."""
        if not key.lives(self._now()):
            return False
        if key.parent is None:
            return key.role != Role.ADMIN or not self.admin_key_is_chosen
        if self._is_chosen(key.parent):
            return True
        parent = self._keys.find(key.parent)
        return parent is not None and self._lives(parent)

    def _is_chosen(self, found: str) -> bool:
        return self._admin_digest is not None and hmac.compare_digest(self._admin_digest, found)

    def _now(self, and_minutes: int = 0) -> str:
        """Always of one length, so that times can be compared as text."""
        moment = datetime.fromisoformat(self._clock()) + timedelta(minutes=and_minutes)
        return moment.astimezone(UTC).isoformat(timespec="microseconds")


def key_id(key: StoredKey) -> str:
    """The name a key is listed and revoked by: nothing can be done with it alone."""
    return key.digest[:16]


def _checked(wanted: Wanted) -> Wanted:
    if not wanted.label.isprintable() or len(wanted.label) > 80:
        raise InvalidInputError(
            "bad-label", "This cannot be the label of a key.", "Use up to 80 printable characters."
        )
    return wanted
