"""Mappings of which every change gives a new version, without a copy of all that stays the same."""

from collections.abc import ItemsView, Iterator, KeysView, Mapping, MutableMapping, ValuesView
from typing import Any, TypeVar, cast

K = TypeVar("K")
V = TypeVar("V")
T = TypeVar("T")

FEW = 64
"""Up to this number, values are copied rather than shared, and changes are kept beside them."""


class Snapshot(MutableMapping[K, V]):
    """A mapping that shares its values with the version it was made from, and knows its changes.

    It behaves like a dict, also in its order. One value is looked up at once; who asks for all of
    them has them put together once. It is written to only until somebody else sees it.
    """

    __slots__ = ("_base", "_changes", "_length")

    def __init__(self, base: Mapping[K, V]) -> None:
        self._base = base
        self._changes: dict[K, Any] = {}
        self._length = len(base)

    def fork(self) -> "Snapshot[K, V]":
        """A version to write to, which leaves this one as it is."""
        changes = self._changes  # before the base: see `_all`
        if len(changes) > FEW:
            return Snapshot(self._all())
        new = Snapshot(self._base)
        new._changes, new._length = dict(changes), self._length
        return new

    def __getitem__(self, key: K) -> V:
        found = self._changes.get(key, _Absent)
        if found is _Gone:
            raise KeyError(key)
        return self._base[key] if found is _Absent else cast("V", found)

    def __setitem__(self, key: K, value: V) -> None:
        if self._changes.get(key) is _Gone:  # it comes back behind all others
            self._all()
        self._length += key not in self
        self._changes[key] = value

    def __delitem__(self, key: K) -> None:
        if key not in self:
            raise KeyError(key)
        self._length -= 1
        if key in self._base:
            self._changes[key] = _Gone
        else:
            del self._changes[key]

    def __contains__(self, key: object) -> bool:
        found = self._changes.get(cast("K", key), _Absent)
        return key in self._base if found is _Absent else found is not _Gone

    def __len__(self) -> int:
        return self._length

    def __iter__(self) -> Iterator[K]:
        return iter(self._all())

    def __eq__(self, other: object) -> bool:
        return self._all() == (other._all() if isinstance(other, Snapshot) else other)

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return repr(self._all())

    def keys(self) -> KeysView[K]:
        """The keys in their order."""
        return self._all().keys()

    def values(self) -> ValuesView[V]:
        """The values in the order of their keys."""
        return self._all().values()

    def items(self) -> ItemsView[K, V]:
        """The keys with their values."""
        return self._all().items()

    def _all(self) -> Mapping[K, V]:
        """Everything as one mapping, which is the base from now on.

        Another thread may do or have done the same: whoever reads the changes before the base gets
        the same in any case.
        """
        changes = self._changes
        whole = self._base
        if changes:
            whole = dict(whole)
            for key, value in changes.items():
                if value is _Gone:
                    whole.pop(key, None)
                else:
                    whole[key] = value
            self._base = whole
            self._changes = {}
        return whole


class _Gone:
    """Stands for the value of a key that was removed."""


class _Absent:
    """Stands for the value of a key that did not change."""


def fork(values: Mapping[K, V]) -> MutableMapping[K, V]:
    """A version to write to, which leaves the given one as it is."""
    if isinstance(values, Snapshot):
        return values.fork()
    return dict(values) if len(values) <= FEW else Snapshot(values)
