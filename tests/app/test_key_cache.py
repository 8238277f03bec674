"""A key is looked up once a second, and never works longer than that after it has ended."""

from collections.abc import Iterator

import pytest

from fairpair.app.access.grants import NOBODY, Role
from fairpair.app.access.key_cache import TRUSTED_SECONDS, KeyCache
from fairpair.app.access.keys import Access, KeySpec, NewKey
from fairpair.app.ports import EventStore, KeyStore
from fairpair.bootstrap import utc_now
from fairpair.core.ids import TournamentId
from fairpair.core.stored import StoredKey
from fairpair.storage import open_store


class Keys:
    """Counts look-ups; something may happen just after one."""

    def __init__(self, keys: KeyStore) -> None:
        self._keys = keys
        self.looked_up = 0
        self.cache: KeyCache | None = None

    def with_parent(self, digest: str) -> list[StoredKey]:
        self.looked_up += 1
        found = self._keys.with_parent(digest)
        if self.cache is not None:
            self.cache.clear()
        return found


@pytest.fixture
def store() -> Iterator[EventStore]:
    store = open_store("memory:")
    yield store
    store.close()


@pytest.fixture
def made(store: EventStore) -> NewKey:
    return Access(store.keys, utc_now).make(Role.SCOREKEEPER, TournamentId("cup"))


def test_one_look_up_a_second(store: EventStore, made: NewKey) -> None:
    keys, now = Keys(store.keys), [100.0]
    cache = KeyCache(keys, lambda: now[0])  # type: ignore[arg-type]
    for _ in range(5):
        assert cache.with_parent(made.kept.digest)[0] == made.kept
    assert keys.looked_up == 1
    now[0] += TRUSTED_SECONDS
    cache.with_parent(made.kept.digest)
    assert keys.looked_up == 2


def test_unknown_keys_are_not_kept(store: EventStore) -> None:
    keys = Keys(store.keys)
    cache = KeyCache(keys)  # type: ignore[arg-type]
    assert cache.with_parent("nobody") == cache.with_parent("nobody") == []
    assert keys.looked_up == 2


def test_what_was_read_before_a_change_is_not_kept_after_it(
    store: EventStore, made: NewKey
) -> None:
    keys = Keys(store.keys)
    cache = keys.cache = KeyCache(keys)  # type: ignore[arg-type]
    cache.with_parent(made.kept.digest)
    cache.with_parent(made.kept.digest)
    assert keys.looked_up == 2


def test_what_ends_here_ends_at_once(store: EventStore, made: NewKey) -> None:
    access = Access(store.keys, utc_now)
    grant = access.verify(made.key)
    assert grant is not None
    login = access.log_in(grant)
    other = access.log_in(grant)
    assert access.verify(login.key)
    assert access.verify(other.key)
    access.log_out(login.key)
    assert access.verify(login.key) is None
    access.revoke([made.kept])
    assert access.verify(made.key) is None
    assert access.verify(other.key) is None  # it stood for the key


def test_a_key_that_is_replaced_ends_at_once(store: EventStore, made: NewKey) -> None:
    access = Access(store.keys, utc_now)
    assert access.verify(made.key)
    new = access.derive([KeySpec(Role.SCOREKEEPER, TournamentId("cup"))], NOBODY, "")
    access.save(new, [made.kept])
    assert access.verify(made.key) is None


def test_what_another_process_ends_ends_within_a_second(store: EventStore, made: NewKey) -> None:
    now = [100.0]
    cache = KeyCache(store.keys, lambda: now[0])
    assert cache.with_parent(made.kept.digest)
    Access(store.keys, utc_now).revoke([made.kept])  # knows nothing of this cache
    now[0] += TRUSTED_SECONDS
    assert not cache.with_parent(made.kept.digest)[0].is_valid_at(utc_now())
