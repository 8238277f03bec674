"""The list of tournaments of a server: a page of it costs the same, however many there are."""

import threading
from bisect import bisect, bisect_left, insort
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from typing import NamedTuple

import msgspec

from fairpair.app.service import Service
from fairpair.app.views.leaders import Leaders
from fairpair.app.views.tournaments import (
    EDITION,
    MANY,
    ListState,
    Summary,
    TournamentList,
    keep_summaries,
    list_order,
    list_states,
    list_words,
    read_stored,
    summary_of,
)
from fairpair.core.errors import NotFoundError, StorageError
from fairpair.core.ids import TournamentId
from fairpair.core.texts import same_name_key

_RECENT = 1000
"""The number of summaries kept in memory; others are read from the store when they are shown."""
_BLOCK = 1000
"""The number of tournaments that are searched at once."""
_SEARCHES = 100
"""The number of searches that are remembered at most."""
_FOUND = 100_000
"""The number of places that these may have found together."""


class Listed(NamedTuple):
    """By what a tournament is found, in which lists, and whether everybody may find it."""

    words: str
    hidden: bool
    states: tuple[ListState, ...]
    date: str
    version: int


Place = tuple[int, TournamentId]
"""The place of a tournament in a list that is sorted by day."""


class _Block:
    """Some tournaments that follow each other by ID; most searches skip all of them at once."""

    def __init__(self, ids: list[TournamentId], words: list[str]) -> None:
        self.ids = ids
        self._words = words
        self._text: str | None = "\n".join(words)

    def put(self, tournament: TournamentId, words: str) -> None:
        """Take in a tournament, or its new words."""
        place = bisect_left(self.ids, tournament)
        is_known = self.ids[place : place + 1] == [tournament]
        self.ids[place : place + is_known] = [tournament]
        self._words[place : place + is_known] = [words]
        self._text = None

    def find(self, word: str) -> list[TournamentId]:
        """Those with a word."""
        if self._text is None:
            self._text = "\n".join(self._words)
        if word not in self._text:
            return []
        return [one for one, words in zip(self.ids, self._words, strict=True) if word in words]

    def cut_off(self, length: int) -> "_Block":
        """Keep this many; the others are a block of their own."""
        rest = _Block(self.ids[length:], self._words[length:])
        self.ids, self._words, self._text = self.ids[:length], self._words[:length], None
        return rest


class Directory:
    """Which tournaments there are, in order of their days. A change of one moves only that one."""

    def __init__(self, entries: Mapping[TournamentId, Listed]) -> None:
        self._entries = dict(entries)
        self._all: dict[ListState, list[Place]] = {state: [] for state in ListState}
        self._public: dict[ListState, list[Place]] = {state: [] for state in ListState}
        for one, listed in self._entries.items():
            for places, place in self._places(one, listed):
                places.append(place)
        for places in (*self._all.values(), *self._public.values()):
            places.sort()
        self._hidden = {one for one, listed in self._entries.items() if listed.hidden}
        ids = sorted(self._entries)
        words = [self._entries[one].words for one in ids]
        starts = range(0, max(len(words), 1), _BLOCK)
        self._blocks = [_Block(ids[n : n + _BLOCK], words[n : n + _BLOCK]) for n in starts]
        self._searches: dict[object, list[Place]] = {}

    def version(self, tournament: TournamentId) -> int:
        """The version that is known of a tournament."""
        return self._entries[tournament].version

    def changed(self, versions: Mapping[TournamentId, int]) -> Iterator[tuple[TournamentId, int]]:
        """Those that are not known with their versions, which are of all that are there."""
        for one, version in versions.items():
            if one not in self._entries or self._entries[one].version != version:
                yield one, version
        for one in self._entries.keys() - versions.keys():
            yield one, self._entries[one].version

    def put(self, tournament: TournamentId, new: Listed) -> None:
        """Take in a tournament, or what is new about it."""
        before = self._entries.get(tournament)
        if before is not None and before[:-1] == new[:-1]:
            self._entries[tournament] = new
            return
        self.remove(tournament)
        self._entries[tournament] = new
        self._put_words(tournament, new.words)
        for places, place in self._places(tournament, new):
            insort(places, place)
        if new.hidden:
            self._hidden.add(tournament)

    def remove(self, tournament: TournamentId) -> None:
        """Forget a tournament, if it is known."""
        self._searches.clear()
        before = self._entries.pop(tournament, None)
        if before is not None:
            self._put_words(tournament, "")  # no search finds it
            self._hidden.discard(tournament)
            for places, place in self._places(tournament, before):
                del places[bisect_left(places, place)]

    def _places(self, one: TournamentId, listed: Listed) -> Iterator[tuple[list[Place], Place]]:
        for state in listed.states:
            place = list_order(state, listed.date, one)
            yield self._all[state], place
            if not listed.hidden:
                yield self._public[state], place

    def _put_words(self, tournament: TournamentId, words: str) -> None:
        where = bisect(self._blocks, tournament, lo=1, key=lambda block: block.ids[0]) - 1
        self._blocks[where].put(tournament, words)
        if len(self._blocks[where].ids) > 2 * _BLOCK:
            self._blocks.insert(where + 1, self._blocks[where].cut_off(_BLOCK))

    def find(
        self, unhidden: Collection[TournamentId] | None, query: str, state: ListState
    ) -> Sequence[Place]:
        """Those with all words of a query, with those hidden ones that are named; with none, all.

        A search is made once, until something about any tournament changes by which it is found.
        """
        words = tuple(same_name_key(query).split())
        named = self._hidden if unhidden is None else self._hidden.intersection(unhidden)
        if words:
            return self._search(words, named, state)
        if len(named) == len(self._hidden):
            return self._all[state]
        shown = [one for one in named if state in self._entries[one].states]
        seen = self._public[state].copy() if shown else self._public[state]
        for one in shown:
            insort(seen, list_order(state, self._entries[one].date, one))
        return seen

    def _search(
        self, words: tuple[str, ...], named: set[TournamentId], state: ListState
    ) -> Sequence[Place]:
        key = words, state, None if named is self._hidden else frozenset(named)
        if key not in self._searches:
            first, *others = sorted(words, key=len, reverse=True)
            found = [one for block in self._blocks for one in block.find(first)]
            for word in others:
                found = [one for one in found if word in self._entries[one].words]
            if len(named) < len(self._hidden):
                unseen = self._hidden - named
                found = [one for one in found if one not in unseen]
            self._remember(key, self._sorted(found, state))
        return self._searches[key]

    def _remember(self, key: object, found: list[Place]) -> None:
        """Keep a search; the first ones make room."""
        self._searches[key] = found
        kept = sum(map(len, self._searches.values()))
        while len(self._searches) > _SEARCHES or (kept > _FOUND and len(self._searches) > 1):
            kept -= len(self._searches.pop(next(iter(self._searches))))

    def _sorted(self, found: Iterable[TournamentId], state: ListState) -> list[Place]:
        entries = ((one, self._entries[one]) for one in found)
        return sorted(
            list_order(state, listed.date, one) for one, listed in entries if state in listed.states
        )


class TournamentIndex:
    """The tournaments of a server, for lists. Safe to use from threads.

    All of them are looked through once, by `load` or when the first list is asked for. From then
    on it hears of changes as a `VersionTracker` does, and reads only what has changed. Summaries
    are made from logs; they are kept in the store when there are many new ones.
    """

    def __init__(self, service: Service) -> None:
        self._service = service
        self._lock = threading.Lock()
        self._directory: Directory | None = None
        self._recent: dict[TournamentId, Summary] = {}
        self._unkept: dict[TournamentId, Summary] = {}
        self._leaders = Leaders()
        self._hearing = threading.Lock()
        self._changed: dict[TournamentId, int] = {}
        self._stop: Callable[[], None] | None = None
        self._interruptions = 0

    def load(self) -> None:
        """Look through all of them now, so that nobody has to wait for it later."""
        with self._lock, suppress(StorageError):  # the first list says what is wrong
            self._directory = self._directory or self._load()

    def page(
        self,
        limit: int,
        offset: int,
        unhidden: Collection[TournamentId] | None = (),
        query: str = "",
        state: ListState = ListState.CURRENT,
    ) -> TournamentList:
        """A page that starts at an offset, with those hidden ones that are named; with none, all.

        With a `query` only those that have all its words in their name, game, ID or place.
        """
        with self._lock:  # one reads the logs, the others wait for it
            directory = self._directory = self._directory or self._load()
            self._look_again(directory)
            for tournament, version in self._take_changed().items():
                self._sum_up(directory, tournament, version)
            seen = directory.find(unhidden, query, state)
            shown = self._summaries(directory, [one for _, one in seen[offset : offset + limit]])
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
        self._interruptions = self._service.store.interruptions
        versions = self._service.store.tournaments()
        entries = {}
        for one in self._service.store.summaries.all().values():
            if one.edition == EDITION and versions.get(one.tournament) == one.version:
                with suppress(msgspec.ValidationError, msgspec.DecodeError):
                    found = msgspec.json.decode(one.text, type=_Found)
                    entries[one.tournament] = _listed(found, found.hidden, one.version)
                    del versions[one.tournament]
        directory = Directory(entries)
        for tournament, version in versions.items():
            self._sum_up(directory, tournament, version)
        return directory

    def _look_again(self, directory: Directory) -> None:
        """Find what others changed while the store did not hear of it."""
        now = self._service.store.interruptions
        if now != self._interruptions:
            for tournament, version in directory.changed(self._service.store.tournaments()):
                self._hear(tournament, version)
            self._interruptions = now

    def _hear(self, tournament: TournamentId, version: int) -> None:
        with self._hearing:
            self._changed[tournament] = version

    def _take_changed(self) -> Mapping[TournamentId, int]:
        with self._hearing:
            changed, self._changed = self._changed, {}
        return changed

    def _sum_up(
        self, directory: Directory, tournament: TournamentId, version: int
    ) -> Summary | None:
        """Read a log; None if it was deleted. One that cannot be read is tried again by the next
        list; until that succeeds only those who may see everything see it.
        """
        try:
            new = summary_of(self._service, tournament, version, self._leaders)
        except NotFoundError:
            directory.remove(tournament)
            self._recent.pop(tournament, None)
            self._unkept.pop(tournament, None)
            return None
        directory.put(tournament, _listed(new, new.hidden or bool(new.trouble), new.version))
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
        found = [
            self._recent.get(one) or self._sum_up(directory, one, directory.version(one))
            for one in wanted
        ]
        return [one for one in found if one is not None]


class _Found(msgspec.Struct):
    """What is needed of a stored summary to find its tournament."""

    id: TournamentId
    name: str
    game: str
    hidden: bool
    place: str
    phase: str
    archived: bool
    date: str


def _listed(one: _Found | Summary, hidden: bool, version: int) -> Listed:
    words = list_words(one.name, one.game, one.id, one.place)
    return Listed(words, hidden, list_states(one.phase, one.archived), one.date, version)
