"""Public pages: rendered once for all who see the same, and kept as bytes."""

from collections import OrderedDict
from collections.abc import Callable, Hashable, Mapping
from dataclasses import dataclass, field, replace
from threading import Lock
from typing import Any, TypeVar
from urllib.parse import urlencode

from fastapi import Request, Response

from fairpair.app.access.grants import Role
from fairpair.app.views.audience import published
from fairpair.core.ids import TournamentId
from fairpair.core.tournament import Tournament
from fairpair.http.response_cache import CacheKey
from fairpair.log.journal import Journal
from fairpair.web.public.frame import frame_of
from fairpair.web.rendering import edition
from fairpair.web.site import PageRequest, Site, look_of

HTML = "text/html; charset=utf-8"
LONGEST = 60
"""Letters of a search, or of anything else behind the question mark."""

View = TypeVar("View")


class Views:
    """What pages are made from, once per version: all parts, languages and searches share it."""

    def __init__(self, most: int = 24) -> None:
        self._most = most
        self._kept: OrderedDict[Hashable, Any] = OrderedDict()
        self._lock = Lock()

    def of(self, key: Hashable, make: Callable[[], View]) -> View:
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
class Sight:
    """A tournament as the public sees it, and what of it is asked for."""

    tournament: TournamentId
    t: Tournament
    version: int
    query: Mapping[str, str] = field(default_factory=dict)
    views: Views = field(default_factory=Views)

    def view(self, make: Callable[..., View], *details: Any) -> View:
        """What `make(t, version, *details)` gives, made once."""
        key = (self.tournament, self.version, make.__qualname__, details)
        return self.views.of(key, lambda: make(self.t, self.version, *details))

    def number(self, name: str) -> int | None:
        """A number of the address; what is none is as if it were not there."""
        text = self.query.get(name, "")
        return int(text) if text.isascii() and text.isdecimal() and len(text) < 8 else None


Make = Callable[[Sight], tuple[str, Mapping[str, Any]]]
"""A template, and what it shows."""


class PublicPages:
    """The public pages of a site."""

    def __init__(self, site: Site) -> None:
        self.site = site
        self.views = Views()

    async def page(self, request: Request, make: Make, *names: str) -> Response:
        """The page for whoever asks. `names` are what its address may say behind the question
        mark: nothing else makes a page of its own.
        """
        grant = await self.site.guard.grant(request, Role.PUBLIC)
        tournament = TournamentId(request.path_params["tournament"])
        query = {name: _said(request, name) for name in names if _said(request, name)}
        here = request.url.path + (f"?{urlencode(query)}" if query else "")
        language, theme = look_of(request)
        look = f"{language}{theme[:1]}-{grant.role[:2]}-{edition()}"
        what = CacheKey("page", (here, look), HTML, look=look)

        def made(journal: Journal) -> bytes:
            seen = published(journal.tournament)
            sight = Sight(tournament, seen, journal.version, query, self.views)
            template, data = make(sight)
            visit = PageRequest(request, grant, tournament, replace(journal, tournament=seen))
            common = {"here": here, "done": None, "frame": sight.view(frame_of)}
            return self.site.html(visit, template, **{**common, **data}).encode()

        return await self.site.cache.give(request, tournament, grant, what, made)


def _said(request: Request, name: str) -> str:
    return request.query_params.get(name, "").strip()[:LONGEST]
