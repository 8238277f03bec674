"""Every store keeps keys the same way."""

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

import pytest

from fairpair.app.ports import EventStore
from fairpair.core.errors import StorageError
from fairpair.core.ids import TournamentId
from fairpair.core.stored import StoredKey

from .conftest import Opened
from .sample import CUP, command

OTHER = TournamentId("other")


def a_key(digest: str, kind: str = "key", minute: int = 0, **more: object) -> StoredKey:
    made = StoredKey(digest, kind, "organiser", CUP, None, "", f"2030-01-01T10:{minute:02}")
    return replace(made, **more)  # type: ignore[arg-type]


def digests(keys: Sequence[StoredKey]) -> list[str]:
    return [key.digest for key in keys]


def test_what_was_added_is_found(store: EventStore) -> None:
    full = StoredKey("d", "session", "player", OTHER, 7, "Zoë 😀", "1", "2", None, "parent")
    empty = StoredKey("e", "key", "admin", None, None, "", "1")
    store.keys.add([full, empty])
    store.keys.add([])
    assert store.keys.find("d") == full
    assert store.keys.find("e") == empty
    assert store.keys.find("f") is None
    assert store.tournaments() == {}


def test_keys_are_listed_by_tournament_in_order_without_sessions_and_links(
    store: EventStore,
) -> None:
    store.keys.add([a_key("late", minute=9), a_key("b"), a_key("a"), a_key("s", "session")])
    store.keys.add([a_key("l", "login"), a_key("o", tournament=OTHER), a_key("x", tournament=None)])
    assert digests(store.keys.of(CUP)) == ["a", "b", "late"]
    assert digests(store.keys.of(OTHER)) == ["o"]
    assert digests(store.keys.of(None)) == ["x"]
    assert store.keys.of(TournamentId("none")) == []


def test_a_revoked_key_stays_and_says_when(store: EventStore) -> None:
    store.keys.add([a_key("a"), a_key("b"), a_key("c")])
    assert store.keys.revoke(["a", "c", "unknown"], "then") == 2
    assert store.keys.revoke(["a", "b"], "later") == 1
    assert store.keys.revoke([], "later") == 0
    assert store.keys.of(CUP) == [
        a_key("a", revoked_at="then"),
        a_key("b", revoked_at="later"),
        a_key("c", revoked_at="then"),
    ]


def test_a_thousand_keys_at_once(store: EventStore) -> None:
    many = [a_key(f"{number:04}") for number in range(1200)]
    store.keys.add(many)
    assert store.keys.of(CUP) == many
    assert store.keys.revoke(digests(many), "then") == 1200


def test_expired_sessions_and_links_go_when_something_is_added(store: EventStore) -> None:
    old = [a_key("s", "session"), a_key("l", "login"), a_key("k")]
    store.keys.add([replace(key, expires_at="2030-01-01T10:30") for key in old])
    store.keys.add([a_key("on", "session", expires_at="2030-01-01T10:31")])
    store.keys.add([a_key("new", minute=30)])
    found = {digest: store.keys.find(digest) is not None for digest in ("s", "l", "k", "on", "new")}
    assert found == {"s": False, "l": False, "k": True, "on": True, "new": True}


def test_of_many_at_once_exactly_one_uses_a_link_up(opened: Opened, address: str) -> None:
    stores = [opened()] if address == "memory:" else [opened(), opened()]
    names = [f"link {number}" for number in range(10)]
    stores[0].keys.add([a_key(name, "login") for name in names])

    def use(number: int) -> int:
        return stores[number % len(stores)].keys.revoke([names[number // 8]], "now")

    with ThreadPoolExecutor(8) as pool:
        used = list(pool.map(use, range(80)))
    assert [sum(used[n : n + 8]) for n in range(0, 80, 8)] == [1] * 10


def test_keys_and_events_are_written_side_by_side(store: EventStore) -> None:
    with ThreadPoolExecutor(2) as pool:
        added = [pool.submit(store.keys.add, [a_key(f"{n:02}")]) for n in range(30)]
        for number in range(30):
            store.append(CUP, number, command(number + 1))
        for one in added:
            one.result()
    assert len(store.keys.of(CUP)) == 30
    assert store.version(CUP) == 30


@pytest.mark.parametrize("address", ["sqlite", "postgres"], indirect=True)
def test_keys_are_there_after_reopening(opened: Opened) -> None:
    first = opened()
    first.keys.add([a_key("a"), a_key("b")])
    first.keys.revoke(["b"], "then")
    first.close()
    assert opened().keys.of(CUP) == [a_key("a"), a_key("b", revoked_at="then")]


def test_a_closed_store_says_so(store: EventStore) -> None:
    keys = store.keys
    store.close()
    for use in (
        lambda: keys.add([a_key("a")]),
        lambda: keys.find("a"),
        lambda: keys.of(CUP),
        lambda: keys.revoke(["a"], "now"),
    ):
        with pytest.raises(StorageError) as caught:
            use()
        assert caught.value.code == "database-closed"
