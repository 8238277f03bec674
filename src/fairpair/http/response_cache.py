"""Responses about tournaments: made once per version and language, then sent from memory.

| header | value |
|---|---|
| `ETag` | `"12"`: the version; `"12-de"` in German; `"12-staff"` with what only the staff sees |
| | `-gzip` at the end if it is compressed |
| `Cache-Control` | `no-cache`: keep it, but ask whether it is still current |
| `If-None-Match` | with the current tag: 304 and nothing else |
"""

import asyncio
import gzip
import hashlib
from collections import OrderedDict
from collections.abc import Callable, Hashable
from dataclasses import field, replace
from functools import partial
from typing import Protocol

import msgspec
from fastapi import Request, Response
from starlette.concurrency import run_in_threadpool
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from fairpair.app.access.grants import Grant, Role
from fairpair.app.service import Service
from fairpair.app.views.audience import redact_for_public
from fairpair.core.dataclass import dataclass
from fairpair.core.errors import DomainError
from fairpair.core.ids import TournamentId
from fairpair.core.vocabulary import vocabulary_of
from fairpair.http.limits import Budget, client_address
from fairpair.http.responses import CachedResponse, ResponsePreferences, response
from fairpair.language.languages import DEFAULT
from fairpair.language.message import encode_message
from fairpair.language.texts import current_texts, use
from fairpair.log.journal import Journal

JSON = "application/json"
_SMALLEST_PACKED = 500
_PACKED_ALREADY = ("application/pdf", "image/png")
_ADDRESSES = 10_000
_LONGEST_ADDRESS = 300
"""Letters of one that is remembered: together they must not fill the memory."""
_VARY = (b"vary", b"Accept-Encoding, Accept-Language, Authorization, Cookie")

ContentFactory = Callable[[Journal], object]
"""What is to be shown, or its bytes, from the log as the audience may see it. It may be kept for
long, so it refers to no request.
"""


class Versions(Protocol):
    """Knows the newest version of every tournament."""

    def version(self, tournament: TournamentId) -> int:
        """The newest version, from memory except for the first time; 0 if there is none."""


@dataclass(frozen=True, slots=True)
class CacheKey:
    """What is requested: equal keys have the same response. With a `file_name` it is a download.

    `look` distinguishes, in the tag, the responses that one address can have for one audience; it
    includes the language. `inline`: a browser shows the file instead of saving it. `costly`: how
    many new ones are made is limited.
    """

    name: str
    details: tuple[Hashable, ...] = ()
    media_type: str = JSON
    file_name: str = ""
    look: str = ""
    inline: bool = False
    costly: bool = False


_PLAIN = CacheKey("")
Key = tuple[TournamentId, CacheKey, bool, str]
"""The tournament, what is asked for, whether by the staff, and in which language."""
Address = tuple[str, bytes, str, bytes, str]
"""The path, the query, the language, and by which name the server was asked."""


@dataclass(frozen=True, slots=True)
class _KnownAddress:
    """What an address leads to."""

    key: Key
    make: ContentFactory
    route: object


class ResponseCache:
    """The latest responses of one server; those not used for the longest time are dropped first."""

    def __init__(self, service: Service, live: Versions, most: int = 64 * 2**20) -> None:
        """`most` is the maximum number of bytes to keep."""
        self._service = service
        self._live = live
        self._most = most
        self.budget = Budget()
        self._size = 0
        self._kept: OrderedDict[Key, CachedResponse] = OrderedDict()
        self._under_way: dict[Key, asyncio.Task[CachedResponse]] = {}
        self._addresses: dict[Address, _KnownAddress] = {}
        self._known: set[TournamentId] = set()

    async def get_response(
        self,
        request: Request,
        tournament: str,
        grant: Grant,
        cache_key: CacheKey,
        make: ContentFactory,
    ) -> Response:
        """The response for the caller. A cached one needs neither a thread nor a query."""
        if cache_key.costly:
            make = self._within_budget(request, make)
        language = "" if cache_key.look else current_texts().language
        staff = grant.role.reaches(Role.SCOREKEEPER)
        key = (TournamentId(tournament), cache_key, staff, language)
        kept = await self._newest(key, make)
        preferences = ResponsePreferences.of(request.scope)
        if kept.for_all and _is_decided_by_address(request.scope, cache_key, preferences):
            if len(self._addresses) >= _ADDRESSES:
                self._addresses.clear()
            route = request.scope.get("route")
            self._addresses[address_of(request.scope)] = _KnownAddress(key, make, route)
        return response(preferences, kept)

    def forget_addresses(self) -> None:
        """What addresses lead to is to be found anew: the server has got another name."""
        self._addresses.clear()

    def _within_budget(self, request: Request, make: ContentFactory) -> ContentFactory:
        def spend(journal: Journal) -> object:
            with self.budget.spend(client_address(request)):
                return make(journal)

        return spend

    async def get_known_response(
        self, scope: Scope, preferences: ResponsePreferences
    ) -> Response | None:
        """The response for a caller without a key, if the same was requested before.

        None for everything else, which takes the usual way.
        """
        known = self._addresses.get(address_of(scope))
        if known is None or preferences.has_key:
            return None
        kept: CachedResponse | None
        try:
            kept = await self._newest(known.key, known.make)
        except DomainError:
            kept = None
        if kept is None or not kept.for_all:
            self._addresses.pop(address_of(scope), None)
            return None
        scope["route"] = known.route  # for those who count requests
        return response(preferences, kept)

    async def _newest(self, key: Key, make: ContentFactory) -> CachedResponse:
        kept = self._kept.get(key)
        if kept is None or kept.version != self._live.version(key[0]):
            return await self._new(key, make)
        self._kept.move_to_end(key)
        return kept

    async def _new(self, key: Key, make: ContentFactory) -> CachedResponse:
        """A new response, made once for all who wait for it; never older than the version known
        when it was requested.
        """
        version = partial(self._live.version, key[0])
        # Only for the first time it may ask the database.
        wanted = version() if key[0] in self._known else await run_in_threadpool(version)
        task = self._under_way.get(key)
        if task is not None:
            kept = await asyncio.shield(task)
            if kept.version >= wanted:
                return kept
        task = self._under_way.get(key) or self._start_task(key, make)
        return await asyncio.shield(task)

    def _start_task(self, key: Key, make: ContentFactory) -> asyncio.Task[CachedResponse]:
        task = asyncio.create_task(run_in_threadpool(self._build_response, key, make))
        self._under_way[key] = task
        task.add_done_callback(lambda done: self._finish_task(key, done))
        return task

    def _finish_task(self, key: Key, task: asyncio.Task[CachedResponse]) -> None:
        if self._under_way.get(key) is task:
            del self._under_way[key]
        if not task.cancelled() and task.exception() is None:
            self._store(key, task.result())

    def _store(self, key: Key, kept: CachedResponse) -> None:
        self._known.add(key[0])
        before = self._kept.pop(key, None)
        self._size += kept.size - (before.size if before else 0)
        self._kept[key] = kept
        while self._size > self._most:
            _, oldest = self._kept.popitem(last=False)
            self._size -= oldest.size

    def _build_response(self, key: Key, make: ContentFactory) -> CachedResponse:
        """In a worker thread: read, render, compress."""
        tournament, what, staff, language = key
        journal = self._service.existing_journal(tournament, self._live.version(tournament))
        t = journal.tournament
        shown_log = journal if staff else replace(journal, tournament=redact_for_public(t))
        with use(language or None, vocabulary_of(t.rules)):
            shown = make(shown_log)
            body = shown if isinstance(shown, bytes) else encode_json(shown)
        spoken = "" if language == DEFAULT else language
        tag = "-".join(filter(None, (str(journal.version), what.look, spoken, "staff" * staff)))
        for_all = not staff and not t.rules.hidden
        headers = _headers(what, language, private=not for_all)
        packed = None if what.media_type in _PACKED_ALREADY else _compress(body)
        return CachedResponse(journal.version, tag, body, packed, headers, for_all)


def address_of(scope: Scope) -> Address:
    """The exact address that was requested, with the current language.

    The name of the server is part of it: pages contain links that begin with it.
    """
    host = next((value for name, value in scope["headers"] if name == b"host"), b"")
    language = current_texts().language
    return scope["path"], scope["query_string"], language, host, scope.get("scheme", "http")


def content_response(request: Request, shown: object, *, private: bool = False) -> Response:
    """A response that belongs to no tournament; its tag is a digest of its content."""
    body = encode_json(shown)
    tag = hashlib.sha256(body).hexdigest()[:16]
    headers = _headers(_PLAIN, current_texts().language, private=private)
    kept = CachedResponse(0, tag, body, _compress(body), headers)
    return response(ResponsePreferences.of(request.scope), kept)


def _compress(body: bytes) -> bytes | None:
    return gzip.compress(body, 6, mtime=0) if len(body) >= _SMALLEST_PACKED else None


def encode_json(shown: object) -> bytes:
    """What is to be shown, as JSON with its messages in the current language."""
    return msgspec.json.encode(shown, enc_hook=encode_message)


def _headers(what: CacheKey, language: str, *, private: bool) -> tuple[tuple[bytes, bytes], ...]:
    caching = b"private, no-cache" if private else b"no-cache"
    headers = [(b"content-type", what.media_type.encode()), (b"cache-control", caching), _VARY]
    if language and what.media_type == JSON:
        headers.append((b"content-language", language.encode()))
    if what.file_name:
        how = "inline" if what.inline else "attachment"
        disposition = f'{how}; filename="{what.file_name}"'
        headers.append((b"content-disposition", disposition.encode()))
    return tuple(headers)


_PAGES = "/t/"
_PLACES = ("/api/tournaments/", _PAGES)


def _is_decided_by_address(
    scope: Scope, cache_key: CacheKey, preferences: ResponsePreferences
) -> bool:
    """Whether a short address and the language are all that decides about the response.

    Of what is costly, everybody pays for their own.
    """
    if len(scope["path"]) + len(scope["query_string"]) > _LONGEST_ADDRESS or cache_key.costly:
        return False
    if not cache_key.look:
        return not preferences.has_key
    return not (preferences.has_key or preferences.has_cookie or scope["query_string"])


@dataclass
class FastPath:
    """Answers requests without a key, and for pages without a cookie, from the cache; all others
    are passed on.

    Nothing that needs a key comes from here: neither unpublished rounds nor hidden tournaments. If
    several clients request something new at the same time, one request is carried out and the
    others wait for its response.
    """

    app: ASGIApp
    cache: ResponseCache
    _ahead: dict[Address, asyncio.Event] = field(default_factory=dict)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer from the cache, or pass the request on."""
        reads = scope["type"] == "http" and scope["method"] in ("GET", "HEAD")
        if not reads or not scope["path"].startswith(_PLACES):
            await self.app(scope, receive, send)
            return
        preferences = ResponsePreferences.of(scope)
        is_page = scope["path"].startswith(_PAGES)
        if preferences.has_key or (is_page and preferences.has_cookie):
            await self.app(scope, receive, send)
            return
        address = address_of(scope)
        found = await self.cache.get_known_response(scope, preferences)
        if found is None and address in self._ahead:
            await self._ahead[address].wait()
            found = await self.cache.get_known_response(scope, preferences)
            if found is None:
                await self.app(scope, receive, send)
                return
        if found is None:
            await self._go_ahead(address, scope, receive, send)
        else:
            await found(scope, receive, send)

    async def _go_ahead(self, address: Address, scope: Scope, receive: Receive, send: Send) -> None:
        """Take the usual way; the others do not wait until this client has received everything."""
        answered = self._ahead[address] = asyncio.Event()

        async def told(message: Message) -> None:
            done()
            await send(message)

        def done() -> None:
            answered.set()
            if self._ahead.get(address) is answered:
                del self._ahead[address]

        try:
            await self.app(scope, receive, told)
        finally:
            done()
