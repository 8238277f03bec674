"""The list of tournaments of a server: a page of it costs the same, however many there are."""

import threading
from bisect import insort
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from contextlib import suppress
from typing import NamedTuple

import msgspec

from fairpair.app.service import Service
from fairpair.app.views.tournaments import (
    EDITION,
    MANY,
    Summary,
    TournamentList,
    keep_summaries,
    read_stored,
    summary_of,
)
from fairpair.core.ids import TournamentId
from fairpair.core.texts import same_name_key

_RECENT = 1000
"""The number of summaries kept in memory; others are read from the store when they are shown."""
_SEARCHES = 100
"""The number of searches that are remembered."""


class Listed(NamedTuple):
    """By what a tournament is found, and whether everybody may find it."""

    words: str
    hidden: bool
    version: int


class Directory:
    """Which tournaments there are, in order of their IDs. A change of one moves only that one."""

    def __init__(self, entries: Mapping[TournamentId, Listed]) -> None:
        self._entries = dict(entries)
        self._all = sorted(self._entries)
        self._public = [one for one in self._all if not self._entries[one].hidden]
        self._searches: dict[object, list[TournamentId]] = {}

    def version(self, tournament: TournamentId) -> int:
        """The version that is known of a tournament."""
        return self._entries[tournament].version

    def put(self, tournament: TournamentId, new: Listed) -> None:
        """Take in a tournament, or what is new about it."""
        before = self._entries.get(tournament)
        self._entries[tournament] = new
        if before is not None and before[:2] == new[:2]:
            return
        self._searches.clear()
        if before is None:
            insort(self._all, tournament)
        if before is not None and not before.hidden:
            self._public.remove(tournament)
        if not new.hidden:
            insort(self._public, tournament)

    def find(self, unhidden: Collection[TournamentId] | None, query: str) -> Sequence[TournamentId]:
        """Those with all words of a query, with those hidden ones that are named; with none, all.

        A search is made once, until something about any tournament changes by which it is found.
        """
        words = tuple(same_name_key(query).split())
        if unhidden is None:
            return self._search(None, words, self._all)
        named = {one for one in unhidden if one in self._entries and self._entries[one].hidden}
        if not named:
            return self._search((), words, self._public)
        seen = self._public.copy()
        for one in named:
            insort(seen, one)
        return self._search(frozenset(named), words, seen)

    def _search(
        self, who: object, words: tuple[str, ...], seen: list[TournamentId]
    ) -> Sequence[TournamentId]:
        if not words:
            return seen
        found = self._searches.get((who, words))
        if found is None:
            found, entries = seen, self._entries
            for word in words:
                found = [one for one in found if word in entries[one][0]]
            if len(self._searches) >= _SEARCHES:
                self._searches.clear()
            self._searches[who, words] = found
        return found


class TournamentIndex:
    """The tournaments of a server, for lists. Safe to use from threads.

    All of them are looked through once, when the first list is asked for. From then on it hears of
    changes as a `VersionTracker` does, and reads only what has changed. Summaries are made from
    logs; they are kept in the store when there are many new ones.
    """

    def __init__(self, service: Service) -> None:
        self._service = service
        self._lock = threading.Lock()
        self._directory: Directory | None = None
        self._recent: dict[TournamentId, Summary] = {}
        self._unkept: dict[TournamentId, Summary] = {}
        self._hearing = threading.Lock()
        self._changed: dict[TournamentId, int] = {}
        self._stop: Callable[[], None] | None = None

    def page(
        self,
        limit: int,
        offset: int,
        unhidden: Collection[TournamentId] | None = (),
        query: str = "",
    ) -> TournamentList:
        """A page that starts at an offset, with those hidden ones that are named; with none, all.

        With a `query` only those that have all its words in their name, game or ID.
        """
        with self._lock:  # one reads the logs, the others wait for it
            directory = self._directory or self._load()
            for tournament, version in self._take_changed().items():
                self._sum_up(directory, tournament, version)
            seen = directory.find(unhidden, query)
            shown = self._summaries(directory, seen[offset : offset + limit])
        following = offset + limit
        return TournamentList(
            total=len(seen),
            limit=limit,
            offset=offset,
            next=following if following < len(seen) else None,
            tournaments=shown,
        )

    def _load(self) -> Directory:
        """Look through everything once; what is told meanwhile is read again."""
        self._stop = self._stop or self._service.store.subscribe(self._hear)
        versions = self._service.store.tournaments()
        entries = {}
        for one in self._service.store.summaries.all().values():
            if one.edition == EDITION and versions.get(one.tournament) == one.version:
                with suppress(msgspec.ValidationError, msgspec.DecodeError):
                    found = msgspec.json.decode(one.text, type=_Name)
                    words = _words(one.tournament, found.name, found.game)
                    entries[one.tournament] = Listed(words, found.hidden, one.version)
                    del versions[one.tournament]
        self._directory = Directory(entries)
        for tournament, version in versions.items():
            self._sum_up(self._directory, tournament, version)
        return self._directory

    def _hear(self, tournament: TournamentId, version: int) -> None:
        with self._hearing:
            self._changed[tournament] = version

    def _take_changed(self) -> Mapping[TournamentId, int]:
        with self._hearing:
            changed, self._changed = self._changed, {}
        return changed

    def _sum_up(self, directory: Directory, tournament: TournamentId, version: int) -> Summary:
        """Read a log. One that cannot be read is tried again by the next list; until that succeeds
        only those who may see everything see it.
        """
        new = summary_of(self._service, tournament, version)
        words = _words(tournament, new.name, new.game)
        directory.put(tournament, Listed(words, new.hidden or bool(new.trouble), new.version))
        if new.trouble:
            self._recent.pop(tournament, None)
            self._hear(tournament, version)
            return new
        self._remember(new)
        self._unkept[tournament] = new
        if len(self._unkept) >= MANY:
            keep_summaries(self._service, self._unkept.values())
            self._unkept.clear()
        return new

    def _remember(self, new: Summary) -> None:
        self._recent.pop(new.id, None)
        self._recent[new.id] = new
        if len(self._recent) > _RECENT:
            del self._recent[next(iter(self._recent))]

    def _summaries(self, directory: Directory, shown: Iterable[TournamentId]) -> list[Summary]:
        wanted = list(shown)
        for one in read_stored(self._service, [x for x in wanted if x not in self._recent]):
            if one.version == directory.version(one.id):
                self._remember(one)
        return [
            self._recent.get(one) or self._sum_up(directory, one, directory.version(one))
            for one in wanted
        ]


class _Name(msgspec.Struct):
    """What is needed of a stored summary to find its tournament."""

    name: str
    game: str
    hidden: bool


def _words(tournament: TournamentId, name: str, game: str) -> str:
    return same_name_key(f"{name} {game} {tournament}")
