"""Keys: create, verify, exchange for a login, revoke."""

import hashlib
import hmac
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import field
from datetime import UTC, datetime, timedelta
from functools import partial

from fairpair.app.access.grants import NOBODY, Grant, Role, grant_of
from fairpair.app.access.key_cache import KeyCache
from fairpair.app.access.key_text import LONGEST, digest, key_text
from fairpair.app.ports import Clock, KeyStore
from fairpair.core.dataclass import dataclass
from fairpair.core.errors import InvalidInputError, NotFoundError, UnauthorizedError
from fairpair.core.ids import PlayerId, TournamentId
from fairpair.core.stored import Receipt, StoredKey

SESSION_DAYS = 7
LOGIN_MINUTES = 15

_DERIVATION = ThreadPoolExecutor(1, "fairpair-keys")
"""Derives keys from a chosen one. That takes 16 MiB, which each thread would keep for itself."""


_BEGINNINGS = {
    Role.ADMIN: "adm",
    Role.ORGANISER: "org",
    Role.SCOREKEEPER: "sco",
    Role.PLAYER: "ply",
}


@dataclass(frozen=True, slots=True)
class KeySpec:
    """A key to create; `minutes` is its lifetime, None until it is revoked."""

    role: Role
    tournament: TournamentId | None = None
    player: PlayerId | None = None
    label: str = ""
    minutes: int | None = None


@dataclass(frozen=True, slots=True)
class NewKey:
    """A new key: `key` is shown once and not stored."""

    key: str = field(repr=False)
    kept: StoredKey

    @property
    def id(self) -> str:
        """The name it is listed and revoked by."""
        return key_id(self.kept)


@dataclass(frozen=True, slots=True)
class Login:
    """A new session: the value of its cookie, and what it allows."""

    key: str = field(repr=False)
    grant: Grant
    seconds: int


class Access:
    """Creates, verifies and revokes keys. Safe to use from threads.

    What is revoked here counts at once; what another process revokes, within a second.

    With `admin_digest`, that key is the administrator key, and those in the store do not count.
    """

    def __init__(self, keys: KeyStore, clock: Clock, admin_digest: str | None = None) -> None:
        self._keys = keys
        self._known = KeyCache(keys)
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
        """Create a key; its text is only in the result."""
        return self.make_all([KeySpec(role, tournament, player, label, minutes)])[0]

    def make_all(self, wanted: Sequence[KeySpec]) -> list[NewKey]:
        """Create several keys, all or none."""
        made = self.derive(wanted, NOBODY, "")
        self._keys.add([new.kept for new in made])
        return made

    def derive(self, wanted: Sequence[KeySpec], caller: Grant, salt: str) -> list[NewKey]:
        """New keys, not stored yet: for the same caller and salt the same ones again.

        They follow from the caller's own key, of which the database has the digest only, so who
        has stolen the database cannot find them out; nor can who knows the caller's key, without
        the salt. For nobody they are drawn.
        """
        secret = self._secret(caller, salt)
        return [
            self._build_key("key", key_text(_BEGINNINGS[one.role], secret, number), one)
            for number, one in enumerate(map(_validate_spec, wanted))
        ]

    def secret_text(self, kind: str, caller: Grant, salt: str) -> str:
        """Another secret derived from the caller's key, such as that of a webhook."""
        return key_text(kind, self._secret(caller, salt))

    def save(
        self,
        made: Sequence[NewKey],
        ended: Sequence[StoredKey] = (),
        receipt: Receipt | None = None,
    ) -> None:
        """Store new keys and end others, all or nothing, with the receipt of the request."""
        try:
            self._keys.add([new.kept for new in made], [key.digest for key in ended], receipt)
        finally:
            self._known.clear()

    def with_stored_data(self, made: NewKey) -> NewKey:
        """A key that was derived again, with what was stored of it the first time."""
        return NewKey(made.key, self._keys.find(made.kept.digest) or made.kept)

    def verify(self, key: str) -> Grant | None:
        """What this key allows; None if it is unknown, revoked or expired."""
        if not key or len(key) > LONGEST or not key.isascii():
            return None
        found = digest(key)
        if self._is_chosen(found):
            return Grant(Role.ADMIN, source=found, secret=key)
        both = self._known.with_parent(found)
        if not both or not hmac.compare_digest(both[0].digest, found):
            return None
        stored, parent = both[0], both[1:]
        if stored.kind == "login" or not self._is_valid(stored, *parent):
            return None
        return grant_of(stored, key)

    def is_known(self, key: str) -> bool:
        """Whether `verify` need not ask the store."""
        found = digest(key) if key.isascii() else ""
        return self._is_chosen(found) or bool(self._known.kept(found))

    def of(self, tournament: TournamentId | None) -> list[StoredKey]:
        """The keys of a tournament that are neither revoked nor expired, oldest first."""
        now = self._now()
        return [key for key in self._keys.of(tournament) if key.is_valid_at(now)]

    def get_key(self, tournament: TournamentId, wanted: str) -> StoredKey:
        """The active key of this tournament with this ID."""
        for key in self.of(tournament):
            if key_id(key) == wanted:
                return key
        raise NotFoundError("no-key", key=f"{wanted!r:.80}")

    def revoke(self, keys: Sequence[StoredKey], receipt: Receipt | None = None) -> None:
        """Revoke keys, and every session and login link derived from them."""
        try:
            self._keys.revoke([key.digest for key in keys], self._now(), receipt)
        finally:
            self._known.clear()

    def login_code(self, grant: Grant, minutes: int = LOGIN_MINUTES) -> str:
        """The last part of a login link; it can be used once within these minutes."""
        return self._stand_in("login", "log", grant, minutes)

    def derive_login(self, grant: Grant, minutes: int, caller: Grant, salt: str) -> NewKey:
        """The same, not stored yet, derived as in `derive`."""
        wanted = KeySpec(grant.role, grant.tournament, grant.player, grant.label, minutes)
        text = self.secret_text("log", caller, salt)
        return self._build_key("login", text, wanted, grant.source)

    def use_code(self, code: str) -> Login | None:
        """Start a session with a login link; None if it is used, expired or unknown."""
        found = self._keys.with_parent(digest(code)) if code.isascii() else []
        if not found or found[0].kind != "login" or not self._is_valid(*found):
            return None
        stored = found[0]
        if not self._keys.revoke([stored.digest], self._now()):
            return None  # somebody else has just used it
        return self.log_in(grant_of(stored))

    def log_in(self, grant: Grant) -> Login:
        """Start a session for the owner of a key."""
        minutes = SESSION_DAYS * 24 * 60
        return Login(self._stand_in("session", "ses", grant, minutes), grant, minutes * 60)

    def log_out(self, session: str) -> None:
        """End a session; the key itself stays valid."""
        stored = self._keys.find(digest(session)) if session.isascii() else None
        if stored is not None and stored.kind == "session":
            self.revoke([stored])

    def logins(self, grant: Grant) -> list[StoredKey]:
        """The sessions of the key behind a grant that are neither ended nor expired."""
        return [one for one in self._stand_ins(grant) if one.kind == "session"]

    def _stand_ins(self, grant: Grant) -> list[StoredKey]:
        now = self._now()
        return [one for one in self._keys.stand_ins(grant.source) if one.is_valid_at(now)]

    def end_logins(self, grant: Grant, wanted: str | None = None) -> None:
        """End the session with this ID, or all of them and all login links that nobody has used;
        the key itself stays valid.
        """
        found = [
            one
            for one in (self._stand_ins(grant) if wanted is None else self.logins(grant))
            if wanted in (None, key_id(one))
        ]
        if wanted is not None and not found:
            raise NotFoundError("no-login")
        if found:
            self.revoke(found)

    def first_admin_key(self) -> NewKey | None:
        """Create the administrator key; None if there already is one."""
        if self.admin_key_is_chosen or self.of(None):
            return None
        return self.make(Role.ADMIN)

    def reset_admin_key(self) -> NewKey:
        """Create a new administrator key; the old one and its sessions end."""
        before = self.of(None)
        new = self.make(Role.ADMIN)
        self.revoke(before)
        return new

    def admin(self) -> Grant:
        """The administrator, for people with access to the server itself."""
        if self._admin_digest is not None:
            return Grant(Role.ADMIN, source=self._admin_digest)
        for key in self.of(None):
            return grant_of(key)
        raise UnauthorizedError("no-admin-key")

    def _stand_in(self, kind: str, beginning: str, grant: Grant, minutes: int) -> str:
        """Create a temporary substitute for a key, which never outlives the key."""
        wanted = KeySpec(grant.role, grant.tournament, grant.player, grant.label, minutes)
        new = self._build_key(kind, key_text(beginning), wanted, grant.source)
        self._keys.add([new.kept])
        return new.key

    def _build_key(
        self, kind: str, text: str, wanted: KeySpec, parent: str | None = None
    ) -> NewKey:
        kept = StoredKey(
            digest(text),
            kind,
            wanted.role,
            wanted.tournament,
            wanted.player,
            wanted.label,
            self._now(),
            None if wanted.minutes is None else self._now(wanted.minutes),
            parent=parent,
        )
        return NewKey(text, kept)

    def _secret(self, caller: Grant, salt: str) -> bytes:
        """What keys are derived from; slowly for a key chosen by a person, as for passwords."""
        text = caller.secret.encode()
        if not text:
            return b""
        if self._is_chosen(digest(caller.secret)):
            derive = partial(hashlib.scrypt, text, salt=salt.encode(), n=2**14, r=8, p=1)
            return _DERIVATION.submit(derive).result()
        return hmac.digest(text, salt.encode(), "sha256")

    def _is_valid(self, key: StoredKey, parent: StoredKey | None = None) -> bool:
        """Whether it and the key it stands for are valid."""
        if not key.is_valid_at(self._now()):
            return False
        if key.parent is None:
            return key.role != Role.ADMIN or not self.admin_key_is_chosen
        if self._is_chosen(key.parent):
            return True
        return parent is not None and self._is_valid(parent)

    def _is_chosen(self, found: str) -> bool:
        return self._admin_digest is not None and hmac.compare_digest(self._admin_digest, found)

    def count_wrong(self, address: str) -> int:
        """Note a wrong key; how many came from this address in the last minute, with this one.

        All processes with this database count together.
        """
        return self._keys.count_wrong(address, self._now(), self._now(-1))

    def _now(self, and_minutes: int = 0) -> str:
        """The time in a fixed length, so that times can be compared as text."""
        moment = datetime.fromisoformat(self._clock()) + timedelta(minutes=and_minutes)
        return moment.astimezone(UTC).isoformat(timespec="microseconds")


def key_id(key: StoredKey) -> str:
    """The ID by which a key is listed and revoked; it gives no access."""
    return key.digest[:16]


def _validate_spec(wanted: KeySpec) -> KeySpec:
    if not wanted.label.isprintable() or len(wanted.label) > 80:
        raise InvalidInputError("bad-label")
    return wanted
