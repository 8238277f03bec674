"""The same promises of every store: a picture comes back bit for bit, and with its events."""

import json
from concurrent.futures import ThreadPoolExecutor
from itertools import count
from secrets import token_hex

import pytest

from fairpair.app.ports import EventStore
from fairpair.core.errors import InvalidStateError, VersionConflictError
from fairpair.core.ids import TournamentId
from fairpair.core.stored import MOST_PICTURES, StoredPicture

from .sample import CUP, command

OTHER = TournamentId("other")


def picture(n: int, here: TournamentId = CUP) -> StoredPicture:
    return StoredPicture(here, f"{n:064x}.png", bytes(range(256)) * n)


def add(
    store: EventStore, *pictures: StoredPicture, here: TournamentId = CUP, named: bool = True
) -> None:
    """Append an event that names the pictures, or none of them."""
    names = [one.name for one in pictures] if named else []
    version = store.version(here)
    events = command(version + 1, token_hex(8), payload=json.dumps({"logo": names}))
    store.append(here, version, events, pictures=pictures)


def test_what_is_added_comes_back_as_it_was(store: EventStore) -> None:
    one, two = picture(1), picture(2)
    add(store, two, one)
    assert store.pictures.find(CUP, one.name) == one
    assert store.pictures.of(CUP) == [one, two]
    assert store.pictures.find(OTHER, one.name) is None
    assert store.pictures.of(OTHER) == []


def test_the_same_picture_is_kept_once_and_counts_once(store: EventStore) -> None:
    every = [picture(n) for n in range(MOST_PICTURES)]
    add(store, *every)
    add(store, picture(1), picture(1))
    with pytest.raises(InvalidStateError) as refused:
        add(store, picture(99))
    assert refused.value.code == "too-many-pictures"
    add(store, picture(99), here=OTHER)
    assert store.pictures.of(CUP) == every
    assert store.pictures.of(OTHER) == [picture(99, OTHER)]


def test_a_picture_is_stored_with_its_events_or_not_at_all(store: EventStore) -> None:
    add(store, picture(1))
    with pytest.raises(VersionConflictError):
        store.append(CUP, 0, command(1, "late"), pictures=[picture(2)])
    assert store.pictures.of(CUP) == [picture(1)]
    with pytest.raises(InvalidStateError):
        add(store, *(picture(n) for n in range(2, 50)))
    assert (store.version(CUP), store.pictures.of(CUP)) == (1, [picture(1)])


def test_pictures_that_no_event_names_make_room(store: EventStore) -> None:
    add(store, *(picture(n) for n in range(MOST_PICTURES - 1)))
    add(store, picture(50), named=False)
    add(store, picture(99))
    found = store.pictures.of(CUP)
    assert len(found) == MOST_PICTURES
    assert picture(99) in found
    assert picture(50) not in found


def test_the_limit_holds_for_many_at_once(store: EventStore) -> None:
    add(store, *(picture(n) for n in range(MOST_PICTURES - 3)))
    numbers = count(100)

    def attempt(_n: int) -> bool:
        new = picture(next(numbers))
        while True:
            try:
                add(store, new)
            except VersionConflictError:
                continue
            except InvalidStateError:
                return False
            return True

    with ThreadPoolExecutor(8) as pool:
        assert sum(pool.map(attempt, range(12))) == 3
    assert len(store.pictures.of(CUP)) == MOST_PICTURES
