"""Public pages: rendered once for all who see the same, long lists in parts, and kept as bytes."""

from collections import OrderedDict
from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from threading import Lock
from typing import Any, Generic, TypeVar
from urllib.parse import urlencode

from fastapi import Request, Response

from fairpair.app.access.grants import Role
from fairpair.app.views.audience import redact_for_public
from fairpair.app.views.rounds import LOCKED, RoundLine, round_list, search_key
from fairpair.app.views.tournaments import state_text
from fairpair.core.header import Header
from fairpair.core.ids import TournamentId
from fairpair.core.tournament import Tournament
from fairpair.engine.stages.progress import plan_for
from fairpair.http.response_cache import CacheKey
from fairpair.language.message import Message
from fairpair.log.journal import Journal
from fairpair.web.rendering import asset_fingerprint
from fairpair.web.site import PageRequest, Site, appearance_of

HTML = "text/html; charset=utf-8"
LONGEST = 60
"""Letters of a search, or of anything else behind the question mark."""

View = TypeVar("View")


class ViewCache:
    """What pages are made from, once per version: all parts, languages and searches share it."""

    def __init__(self, most: int = 24) -> None:
        self._most = most
        self._kept: OrderedDict[Hashable, Any] = OrderedDict()
        self._lock = Lock()

    def get_or_build(self, key: Hashable, make: Callable[[], View]) -> View:
        """The view that is kept under this key, else a new one."""
        with self._lock:
            if key in self._kept:
                self._kept.move_to_end(key)
                found: View = self._kept[key]
                return found
        made = make()
        with self._lock:
            self._kept[key] = made
            while len(self._kept) > self._most:
                self._kept.popitem(last=False)
        return made


@dataclass(frozen=True, slots=True)
class PublicRequest:
    """A tournament as the public sees it, and what of it is asked for."""

    tournament: TournamentId
    t: Tournament
    version: int
    query: Mapping[str, str] = field(default_factory=dict)
    views: ViewCache = field(default_factory=ViewCache)

    def view(self, make: Callable[..., View], *details: Any) -> View:
        """What `make(t, version, *details)` gives, made once."""
        key = (self.tournament, self.version, make.__qualname__, details)
        return self.views.get_or_build(key, lambda: make(self.t, self.version, *details))

    def number(self, name: str) -> int | None:
        """A number of the address; what is none is as if it were not there."""
        text = self.query.get(name, "")
        return int(text) if text.isascii() and text.isdecimal() and len(text) < 8 else None


TemplateFactory = Callable[[PublicRequest], tuple[str, Mapping[str, Any]]]
"""A template, and what it shows."""


class PublicPages:
    """The public pages of a site."""

    def __init__(self, site: Site) -> None:
        self.site = site
        self.views = ViewCache()

    async def page(self, request: Request, make: TemplateFactory, *names: str) -> Response:
        """The page for whoever asks. `names` are what its address may say behind the question
        mark: nothing else makes a page of its own.
        """
        grant = await self.site.guard.grant(request, Role.PUBLIC)
        tournament = TournamentId(request.path_params["tournament"])
        query = {name: _query_value(request, name) for name in names if _query_value(request, name)}
        here = request.url.path + (f"?{urlencode(query)}" if query else "")
        language, theme = appearance_of(request)
        look = f"{language}{theme[:1]}-{grant.role[:2]}-{asset_fingerprint()}"
        costly = f"/t/{tournament}/why/" in here
        what = CacheKey("page", (here, look), HTML, look=look, costly=costly)

        def made(journal: Journal) -> bytes:
            seen = redact_for_public(journal.tournament)
            sight = PublicRequest(tournament, seen, journal.version, query, self.views)
            template, data = make(sight)
            visit = PageRequest(request, grant, tournament, replace(journal, tournament=seen))
            common = {"here": here, "done": None, "frame": sight.view(frame_of)}
            return self.site.html(visit, template, **{**common, **data}).encode()

        return await self.site.cache.get_response(request, tournament, grant, what, made)


def _query_value(request: Request, name: str) -> str:
    return request.query_params.get(name, "").strip()[:LONGEST]


@dataclass(frozen=True, slots=True)
class Frame:
    """`menu` names the pages there are; `rounds` are the tabs, and `now` is the one that is played.

    `colours` tells whether it matters who has White.
    """

    state: Message
    menu: Sequence[str]
    players: int
    rounds: Sequence[RoundLine]
    now: RoundLine | None
    colours: bool
    teams: bool
    finished: bool


def frame_of(t: Tournament, version: int) -> Frame:
    """The frame of a tournament; `t` is what the public may see of it."""
    rounds = round_list(t, version).rounds
    there = [line for line in rounds if line.status != LOCKED]
    open_ = [line for line in there if line.pending]
    now = open_[0] if open_ else there[-1] if there else None
    finals = plan_for(t).finals is not None
    described = t.header != Header()
    menu = [
        *(["info"] if described else []),
        *(["pairings"] if rounds else []),
        *(["standings", "crosstable"] if any(line.stage == 1 for line in there) else []),
        *(["bracket"] if finals and t.entries else []),
        *(["ranking"] if there and (t.finished or t.seeds) else []),
        "players",
        *(["statistics"] if there else []),
    ]
    active = sum(not entry.dropped for entry in t.entries.values())
    colours, teams = t.rules.has_colours, t.rules.boards is not None
    return Frame(state_text(t), menu, active, rounds, now, colours, teams, t.finished)


PER_PAGE = 200

Row = TypeVar("Row")


@dataclass(frozen=True, slots=True)
class Part(Generic[Row]):
    """A page of a list. `found` are those that were looked for, out of `total`."""

    rows: Sequence[Row]
    q: str
    page: int
    pages: int
    found: int
    total: int

    @property
    def whole(self) -> bool:
        """Whether all of the list is on this page: then it can be searched where it stands."""
        return not self.q and self.pages == 1


def part_of(
    rows: Sequence[Row],
    text_of: Callable[[Row], str],
    q: str = "",
    page: int | None = None,
    at: Callable[[Row], bool] | None = None,
) -> Part[Row]:
    """The page with this number of what is looked for; `at` finds the page with one row on it.

    >>> part_of(["José", "Bo"], str, "jose").rows
    ['José']
    """
    words = search_key(q).split()
    found = [row for row in rows if _has(search_key(text_of(row)), words)] if words else rows
    pages = max(1, -(-len(found) // PER_PAGE))
    place = next((n for n, row in enumerate(found) if at(row)), 0) if at else 0
    number = min(max(page or place // PER_PAGE + 1, 1), pages)
    shown = found[(number - 1) * PER_PAGE : number * PER_PAGE]
    return Part(shown, q, number, pages, len(found), len(rows))


def _has(text: str, words: Sequence[str]) -> bool:
    return all(word in text for word in words)
