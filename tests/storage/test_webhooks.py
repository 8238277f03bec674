"""The same promises of every store: nothing is told by two at once, and nothing is forgotten."""

from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

import pytest

from fairpair.app.ports import EventStore
from fairpair.core.errors import StorageError
from fairpair.core.ids import TournamentId
from fairpair.core.webhooks import Webhook

from .conftest import Opened
from .sample import CUP, command, run_sql

OTHER = TournamentId("other")

EARLY, NOW, LATE = (f"2030-01-01T1{hour}:00:00.000000+00:00" for hour in (0, 1, 2))


def hook(name: str = "a", tournament: TournamentId = CUP, **more: object) -> Webhook:
    made = Webhook(name, tournament, "https://a.example", "json", "x y", "key", EARLY, 1)
    return replace(made, **more)  # type: ignore[arg-type]


def names(found: list[Webhook]) -> list[str]:
    return [one.id for one in found]


def test_what_is_added_comes_back_as_it_was(store: EventStore) -> None:
    one, two = hook("b"), hook("a", created_at=NOW, url="https://ü.example/\x7f'\"")
    assert store.webhooks.add(two, 2)
    assert store.webhooks.add(one, 2)
    assert store.webhooks.of(CUP) == [one, two]
    assert store.webhooks.of(OTHER) == []


def test_there_is_a_limit_for_each_tournament(store: EventStore) -> None:
    with ThreadPoolExecutor(8) as pool:
        added = list(pool.map(lambda n: store.webhooks.add(hook(f"h{n}"), 3), range(12)))
    assert sum(added) == 3
    assert len(store.webhooks.of(CUP)) == 3
    assert store.webhooks.add(hook("other", OTHER), 3)


def test_one_that_is_removed_is_gone(store: EventStore) -> None:
    store.webhooks.add(hook(), 9)
    assert not store.webhooks.remove(OTHER, "a")
    assert store.webhooks.remove(CUP, "a")
    assert not store.webhooks.remove(CUP, "a")
    assert store.webhooks.of(CUP) == []
    assert store.webhooks.acquire("a", "me", NOW, LATE) is None
    assert not store.webhooks.save(hook(holder="me"))


def test_those_wait_whose_log_has_grown(store: EventStore) -> None:
    store.append(CUP, 0, command(1))
    for one in (
        hook("a"),
        hook("b", stopped_at=EARLY),
        hook("c", next_try=LATE),
        hook("d", held_until=LATE),
        hook("e", OTHER),
    ):
        store.webhooks.add(one, 9)
    assert names(store.webhooks.list_due(NOW)) == []
    store.append(CUP, 1, command(2))
    assert names(store.webhooks.list_due(NOW)) == ["a"]
    assert sorted(names(store.webhooks.list_due(LATE))) == ["a", "c", "d"]


def test_one_of_many_takes_it(store: EventStore, opened: Opened, address: str) -> None:
    others = [store if address == "memory:" else opened() for _ in range(3)]
    store.webhooks.add(hook(), 9)
    with ThreadPoolExecutor(6) as pool:
        taken = list(
            pool.map(lambda n: others[n % 3].webhooks.acquire("a", f"h{n}", NOW, LATE), range(12))
        )
    [held] = [one for one in taken if one]
    assert (held.held_until, held.url) == (LATE, "https://a.example")


def test_the_holder_writes_and_nobody_else(store: EventStore) -> None:
    store.webhooks.add(hook(), 9)
    first = store.webhooks.acquire("a", "me", EARLY, NOW)
    assert first is not None
    assert store.webhooks.save(replace(first, delivered=7, tries=2, problem="no"))
    second = store.webhooks.acquire("a", "you", NOW, LATE)
    assert second is not None
    assert (second.delivered, second.tries, second.problem) == (7, 2, "no")
    assert not store.webhooks.save(replace(first, delivered=1))
    assert store.webhooks.save(replace(second, held_until="", stopped_at=NOW, last_at=NOW))
    [kept] = store.webhooks.of(CUP)
    assert kept == replace(second, held_until="", stopped_at=NOW, last_at=NOW)


class TestChecking:
    def test_all_is_well(self, store: EventStore) -> None:
        store.check()
        store.subscribe(lambda _tournament, _version: None)
        store.append(CUP, 0, command(1))
        store.check()

    def test_not_after_closing(self, opened: Opened) -> None:
        store = opened()
        store.close()
        with pytest.raises(StorageError) as caught:
            store.check()
        assert caught.value.code == "database-closed"

    @pytest.mark.parametrize("address", ["sqlite", "postgres"], indirect=True)
    def test_another_schema_is_seen(self, store: EventStore, address: str) -> None:
        run_sql(address, "UPDATE alembic_version SET version_num = '0001'")
        with pytest.raises(StorageError) as caught:
            store.check()
        assert caught.value.code == "schema-changed"
