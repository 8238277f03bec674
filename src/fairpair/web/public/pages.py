"""Public pages: rendered once for all who see the same, long lists in parts, and kept as bytes."""

import hashlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Any
from urllib.parse import urlencode

from fastapi import Request, Response

from fairpair.app.access.grants import Role
from fairpair.app.odds.jobs import OddsState
from fairpair.app.views.audience import redact_for_public
from fairpair.app.views.outlook import OutlookView
from fairpair.app.views.ranking import Ranks
from fairpair.app.views.ratings import PlayerRating, shown_rating
from fairpair.app.views.rounds import LOCKED, ClockView, RoundLine, clock_view, round_list
from fairpair.app.views.tournaments import state_text
from fairpair.core.dataclass import dataclass
from fairpair.core.errors import NotFoundError
from fairpair.core.ids import PlayerId, TournamentId
from fairpair.core.rounds import RoundRef
from fairpair.core.tournament import Tournament
from fairpair.engine.stages.progress import plan_for
from fairpair.http.language import COOKIE as LANGUAGE
from fairpair.http.reach import reach_of
from fairpair.http.response_cache import CacheKey
from fairpair.language.message import Message
from fairpair.log.journal import Journal
from fairpair.web.chances import is_open, public_guarantees, public_odds
from fairpair.web.lists import ALL, Part, Row, part_of
from fairpair.web.rendering import asset_fingerprint
from fairpair.web.site import THEME, PageRequest, Site, appearance_of
from fairpair.web.view_cache import View, ViewCache, kept_points

HTML = "text/html; charset=utf-8"
LONGEST = 60
"""Letters of a search, or of anything else behind the question mark."""
_PUBLIC = "public"


@dataclass(frozen=True, slots=True)
class PublicRequest:
    """A tournament as the public sees it, and what of it is asked for."""

    tournament: TournamentId
    t: Tournament
    version: int
    query: Mapping[str, str]
    views: ViewCache
    ranks_after: Callable[[int], Sequence[Ranks]]
    """Everybody's rank after each of the first rounds, up to this number."""
    rating: Callable[[int], PlayerRating | None]
    """A player's estimated rating change, where the organiser shows it."""
    odds: Callable[[], OddsState | None]
    """Everybody's odds, where the organiser shows them."""

    @property
    def outlook(self) -> OutlookView | None:
        """The guarantees, where the organiser shows them."""
        return public_guarantees(self.views, self.tournament, self.t, self.version)

    def view(self, make: Callable[..., View], *details: Any) -> View:
        """What `make(t, version, *details)` gives, made once."""
        key = (_PUBLIC, self.tournament, make.__qualname__, details)
        return self.views.get_or_build(
            key, self.version, lambda: make(self.t, self.version, *details)
        )

    def points(self, ref: RoundRef) -> Mapping[PlayerId, str]:
        """Everybody's points when the round begins."""
        return kept_points(self.views, (_PUBLIC, self.tournament), self.t, ref)

    def part(
        self,
        rows: Sequence[Row],
        text_of: Callable[[Row], str],
        at: Callable[[Row], bool] | None = None,
    ) -> Part[Row]:
        """The page of a list that is asked for, of the rows that have the words looked for."""
        page = self.query.get("page", "")
        return part_of(rows, text_of, self.query.get("q", ""), "" if page == ALL else page, at)

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

    async def page(self, request: Request, make: TemplateFactory, *names: str) -> Response:
        """The page for whoever asks. `names` are what its address may say behind the question
        mark: nothing else makes a page of its own.
        """
        grant = await self.site.guard.grant(request, Role.PUBLIC)
        if _has_padded_number(request.url.path):
            raise NotFoundError("no-page")
        tournament = TournamentId(request.path_params["tournament"])
        query = {name: _query_value(request, name) for name in names if _query_value(request, name)}
        here = request.url.path + (f"?{urlencode(query)}" if query else "")
        language, theme = appearance_of(request)
        reach = reach_of(request)
        whose = hashlib.sha256(reach.base.encode()).hexdigest()[:6]
        look = f"{language}{theme[:1]}-{grant.role[:2]}-{asset_fingerprint()}-{whose}"
        if done := self.site.odds.count_done(tournament):
            look += f"-{done}"
        costly = f"/t/{tournament}/why/" in here
        plain = _plain_request(request.url.path, language, theme)
        what = CacheKey("page", (here, look), HTML, look=look, costly=costly)

        def made(journal: Journal) -> bytes:
            seen = redact_for_public(journal.tournament)
            views = self.site.views
            ranks = partial(self.site.ranks_after, tournament, journal.tournament)
            rating = partial(shown_rating, journal.tournament, journal.version)
            odds = partial(public_odds, self.site.odds, tournament, seen, journal.version)
            about = (tournament, seen, journal.version)
            sight = PublicRequest(*about, query, views, ranks, rating, odds)
            template, data = make(sight)
            visit = PageRequest(plain, grant, tournament, replace(journal, tournament=seen))
            common: dict[str, Any] = {"here": here, "done": None, "frame": sight.view(frame_of)}
            common |= {"site_url": reach.base, "is_local": reach.is_local, "layout": None}
            return self.site.html(visit, template, **{**common, **data}).encode()

        return await self.site.cache.get_response(request, tournament, grant, what, made)


def _plain_request(path: str, language: str, theme: str) -> Request:
    """All that a page shows of the request for it: it is made again long after that is over."""
    cookies = f"{LANGUAGE}={language}; {THEME}={theme}".encode()
    head = {"path": path, "query_string": b"", "headers": [(b"cookie", cookies)]}
    return Request({"type": "http", "method": "GET", **head})


def _has_padded_number(path: str) -> bool:
    """Whether a number behind the id has a zero before it: a page has one address."""
    return any(part[:1] == "0" != part and part.isdecimal() for part in path.split("/")[3:])


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
    clock: ClockView | None
    """Of the round that is played."""


def frame_of(t: Tournament, version: int) -> Frame:
    """The frame of a tournament; `t` is what the public may see of it."""
    rounds = round_list(t, version).rounds
    there = [line for line in rounds if line.status != LOCKED]
    open_ = [line for line in there if line.pending]
    now = open_[0] if open_ else there[-1] if there else None
    finals = plan_for(t).finals is not None
    menu = [
        *(["info"] if t.header.is_described or t.draw else []),
        *(["pairings"] if rounds else []),
        *(["standings", "crosstable"] if any(line.stage == 1 for line in there) else []),
        *(["outlook"] if t.rules.show_outlook and is_open(t) else []),
        *(["odds"] if t.rules.show_odds and is_open(t) else []),
        *(["bracket"] if finals and t.entries else []),
        *(["ranking"] if there and (t.finished or t.seeds) else []),
        "players",
        *(["statistics"] if there else []),
    ]
    active = sum(not entry.dropped for entry in t.entries.values())
    colours, teams = t.rules.has_colours, t.rules.boards is not None
    clock = clock_view(t.rounds[RoundRef(now.stage, now.round)]) if now else None
    return Frame(state_text(t), menu, active, rounds, now, colours, teams, t.finished, clock)
