"""Versions of a mapping: each is like the dict that it stands for, and none changes another."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fairpair.core.snapshot import FEW, Snapshot, fork

KEYS = st.integers(0, 12)
CHANGES = st.lists(
    st.one_of(
        st.tuples(st.just("set"), KEYS, st.integers()),
        st.tuples(st.just("delete"), KEYS),
        st.tuples(st.just("read all")),
        st.tuples(st.just("version")),
    ),
    max_size=40,
)


@given(st.dictionaries(KEYS, st.integers()), CHANGES)
def test_every_version_is_like_its_dict_and_stays_so(
    start: dict[int, int], changes: list[Any]
) -> None:
    now, model = Snapshot(start), dict(start)
    earlier: list[tuple[Snapshot[int, int], dict[int, int]]] = []
    for kind, *what in changes:
        match kind:
            case "set":
                now[what[0]] = model[what[0]] = what[1]
            case "delete":
                assert now.pop(what[0], None) == model.pop(what[0], None)
            case "read all":
                assert list(now.items()) == list(model.items())
            case _:
                earlier.append((now, dict(model)))
                now = now.fork()
    for version, wanted in [*earlier, (now, model)]:
        assert [version.get(key) for key in range(13)] == [wanted.get(key) for key in range(13)]
        assert [key in version for key in range(13)] == [key in wanted for key in range(13)]
        assert len(version) == len(wanted)
        assert list(version) == list(wanted)
        assert list(version.values()) == list(wanted.values())
        assert version == wanted == version
        assert repr(version) == repr(wanted)


def test_a_removed_key_is_missing() -> None:
    some = Snapshot({1: "a"})
    del some[1]
    with pytest.raises(KeyError):
        some[1]
    with pytest.raises(KeyError):
        del some[1]


def test_small_mappings_are_copied_and_large_ones_shared() -> None:
    assert type(fork({1: "a"})) is dict
    large = fork(dict.fromkeys(range(FEW + 1)))
    assert isinstance(large, Snapshot)
    for n in range(3 * FEW):
        large = fork(large)
        large[n] = None
    assert list(large) == list(range(3 * FEW))


def test_a_version_made_while_another_thread_reads_all_values_loses_nothing() -> None:
    class Base(dict[int, str]):
        """Has its values read by somebody else at the moment it is shared."""

        def __len__(self) -> int:
            if readers:
                list(readers.pop())
            return super().__len__()

    readers: list[Snapshot[int, str]] = []
    first = Snapshot(Base({1: "a", 2: "b"}))
    first[1] = "new"
    del first[2]
    readers.append(first)
    second = first.fork()
    assert not readers
    assert dict(second) == dict(first) == {1: "new"}
    assert len(second) == 1
