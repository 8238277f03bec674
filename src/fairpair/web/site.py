"""What all pages have in common: who visits, how a page is shown, how a form is carried out."""

import gzip
import secrets
from collections.abc import Callable, Mapping, Sequence
from dataclasses import field, replace
from functools import partial
from typing import TYPE_CHECKING, Any
from urllib.parse import quote, urlencode, urlsplit

from fastapi import Request, Response
from fastapi.responses import HTMLResponse, RedirectResponse
from starlette.concurrency import run_in_threadpool
from starlette.datastructures import FormData, UploadFile

from fairpair.app.access.grants import NOBODY, Grant, Role
from fairpair.app.late import Late
from fairpair.app.requests import CommandContext, Outcome
from fairpair.app.service import Service
from fairpair.app.views.changed_pairings import changed_pairings
from fairpair.app.views.command_results import notices_of
from fairpair.app.views.history import entry_of, records_of
from fairpair.app.views.ranking import Ranks
from fairpair.core.action_warnings import UnconfirmedError
from fairpair.core.dataclass import dataclass
from fairpair.core.errors import DomainError, UnauthorizedError
from fairpair.core.ids import CommandId, PlayerId, TournamentId
from fairpair.core.rounds import RoundRef
from fairpair.core.tournament import Tournament
from fairpair.core.vocabulary import conventions_of, player_fields_of, vocabulary_of
from fairpair.http.authentication import Guard
from fairpair.http.csrf import form_token, reject_cross_origin, require_form_token
from fairpair.http.language import language_of
from fairpair.http.problems import retry_header, status_of, without_details
from fairpair.http.response_cache import ResponseCache
from fairpair.http.responses import takes_gzip
from fairpair.log.action_warnings import known_codes
from fairpair.log.events import WarningsRecorded
from fairpair.log.journal import Journal
from fairpair.web.help.topics import help_for_page, help_for_refusal, help_for_rules
from fairpair.web.identity import identity_of
from fairpair.web.menu import desk_menu
from fairpair.web.rendering import render
from fairpair.web.rows import MOST_ROWS, render_rows
from fairpair.web.view_cache import View, ViewCache, kept_points, kept_ranks

if TYPE_CHECKING:  # few pages need what it needs
    from fairpair.app.odds.jobs import OddsJobs

MOST_FIELDS = 2_000
_MOST_FILES = 2
THEMES = ("light", "dark")
THEME = "fairpair_theme"
"""The cookie with the theme that a reader chose."""
_MOST_VIEWS = 64
_MOST_RANKS = 256
_QUICKLY = 1
"""Such a page is packed for one visitor: it need not be as small as can be."""
_STAFF = "staff"
_VARY = {"Vary": "Accept-Encoding, Accept-Language, Cookie, Authorization"}


@dataclass(frozen=True, slots=True)
class PageRequest:
    """Somebody who opens a page or sends a form, and the tournament it is about, if any."""

    request: Request
    grant: Grant
    tournament: TournamentId | None = None
    journal: Journal = field(default_factory=Journal)
    form: Mapping[str, str] = field(default_factory=dict)
    """What was sent; of several fields with one name the last."""
    files: Mapping[str, UploadFile] = field(default_factory=dict)
    many: Mapping[str, Sequence[str]] = field(default_factory=dict)
    """The same with all values of a name."""

    @property
    def t(self) -> Tournament:
        """The tournament."""
        return self.journal.tournament

    @property
    def here(self) -> TournamentId:
        """Its id, on a page that is about one."""
        return TournamentId(self.tournament or "")

    @property
    def version(self) -> int:
        """Its version."""
        return self.journal.version

    @property
    def staff(self) -> bool:
        """Whether drafts and the desk are for them."""
        return self.grant.may(Role.SCOREKEEPER, self.tournament)

    @property
    def command_context(self) -> CommandContext:
        """What is to be done, under the id of the form: a form that is sent twice counts once."""
        made = self.form.get("command") or secrets.token_hex(8)
        return CommandContext(
            self.here,
            CommandId(f"page-{made:.64}"),
            self.grant.audit_name,
            confirmed=known_codes(self.confirmed),
            token=self.form.get("token", ""),
        )

    @property
    def confirmed(self) -> list[str]:
        """The codes of the warnings that a form confirms."""
        return [code for code in self.form.get("confirmed", "").split(",") if code]


Page = Callable[..., Response]
"""A page: takes the visit, and keywords for its template."""
Act = Callable[[PageRequest], Outcome | str | Response | None]
"""What a form does; a text is the address to go on to."""


class Site:
    """The pages of one service."""

    def __init__(
        self, service: Service, guard: Guard, cache: ResponseCache, odds: "Late[OddsJobs]"
    ) -> None:
        """`cache` keeps the pages that are the same for everybody."""
        self.service = service
        self.guard = guard
        self.cache = cache
        self._odds = odds
        self.views = ViewCache(_MOST_VIEWS)
        self.rows = ViewCache(MOST_ROWS)
        self._ranks = ViewCache(_MOST_RANKS)

    @property
    def odds(self) -> "OddsJobs":
        """The odds that are asked for on pages."""
        return self._odds.get()

    # Opening pages

    def visit(self, request: Request, least: Role, form: FormData | None = None) -> PageRequest:
        """Who asks, if they may; for a tournament in the address its journal too."""
        grant = self.guard.check(request, least)
        here = request.path_params.get("tournament")
        plain = {k: v for k, v in (form or {}).items() if isinstance(v, str)}
        files = {k: v for k, v in (form or {}).items() if isinstance(v, UploadFile)}
        many = {k: [v for v in form.getlist(k) if isinstance(v, str)] for k in form} if form else {}
        if here is None:
            return PageRequest(request, grant, form=plain, files=files, many=many)
        tournament = TournamentId(here)
        journal = self.service.journal(tournament)
        return PageRequest(request, grant, tournament, journal, plain, files, many)

    def page(
        self, visit: PageRequest, template: str, /, status: int = 200, **data: Any
    ) -> HTMLResponse:
        """A page for this visitor. On pages of a tournament `event` is its identity, and they
        update themselves unless `live=None` is given.
        """
        text = self.html(visit, template, **data)
        request = visit.request
        if request.method != "GET" or not takes_gzip(request.headers.get("accept-encoding", "")):
            return HTMLResponse(text, status, _VARY)
        packed = gzip.compress(text.encode(), _QUICKLY, mtime=0)
        return HTMLResponse(packed, status, {**_VARY, "Content-Encoding": "gzip"})

    def view(self, visit: PageRequest, make: Callable[..., View], *details: Any) -> View:
        """What `make(t, version, *details)` gives, for the staff, made once for each version."""
        key = (_STAFF, visit.tournament, make.__qualname__, details)
        return self.views.get_or_build(
            key, visit.version, lambda: make(visit.t, visit.version, *details)
        )

    def points(self, visit: PageRequest, ref: RoundRef) -> Mapping[PlayerId, str]:
        """Everybody's points when the round begins."""
        return kept_points(self.views, (_STAFF, visit.tournament), visit.t, ref)

    def ranks_after(self, tournament: TournamentId, t: Tournament, rounds: int) -> list[Ranks]:
        """Everybody's rank after each of the first rounds, which nobody has to keep secret."""
        return kept_ranks(self._ranks, tournament, t, rounds)

    def html(self, visit: PageRequest, template: str, /, **data: Any) -> str:
        """The text of a page."""
        request = visit.request
        language, theme = appearance_of(request)
        event = identity_of(visit.tournament, visit.t) if visit.tournament else None
        live = {"id": visit.tournament, "version": visit.version} if visit.tournament else None
        here = _page_address(visit)
        rules = visit.t.rules
        common = {
            "game": conventions_of(rules),
            "player_fields": player_fields_of(rules),
            "who": visit.grant,
            "staff": visit.staff,
            "theme": theme,
            "here": here,
            "path": urlsplit(here).path,
            "help_for_page": help_for_page,
            "help_for_refusal": help_for_refusal,
            "help_for_rules": help_for_rules,
            "event": event,
            "live": live,
            "csrf": form_token(request, visit.tournament),
            "fide": visit.t.fide_exit if visit.t.rules.fide else None,
            "refusal": None,
            "again": None,
            "done": self.done(visit, visit.request.query_params.get("did", "")),
            "desk_menu": lambda: desk_menu(visit.t),
            "rows": partial(render_rows, self.rows),
            "site_url": "",
            "share": partial(_share_address, visit),
        }
        vocabulary = vocabulary_of(rules) if visit.version else ""
        return render(language, vocabulary, template, common | data)

    def done(
        self, visit: PageRequest, action: str, before: Tournament | None = None
    ) -> dict[str, Any] | None:
        """What was just done, by the number of the action as in the address: `?did=12`; `before` is
        the state before it, if it is known.
        """
        if not (visit.staff and action.isdecimal() and len(action) < 10):
            return None
        entry = entry_of(visit.journal, int(action), before)
        if entry is None:
            return None
        return {"action": int(action), "notices": self._notices(visit, int(action)), **entry}

    def _notices(self, visit: PageRequest, action: int) -> list[str]:
        """What is to be known about an action that was just carried out."""
        records = records_of(visit.journal, action)
        told = (one.event for one in records if isinstance(one.event, WarningsRecorded))
        found = [one for event in told for one in event.warnings]
        if records[-1].seq == visit.version:
            found += changed_pairings(visit.t, [one.event for one in records])
        return [str(one.text) for one in notices_of(found, visit.t)]

    # Carrying out forms

    async def act(self, request: Request, least: Role, act: Act, page: Page) -> Response:
        """Do what a form asks for, then go back to where it was sent from; what is refused is
        told on the page itself, with everything that was typed.
        """
        reject_cross_origin(request)
        async with request.form(max_files=_MOST_FILES, max_fields=MOST_FIELDS) as form:
            return await run_in_threadpool(self._run_act, request, least, act, page, form)

    def _run_act(
        self, request: Request, least: Role, act: Act, page: Page, form: FormData
    ) -> Response:
        visit = self.visit(request, least, form)
        try:
            if least != Role.PUBLIC and visit.grant != NOBODY:
                require_form_token(request, visit.tournament, visit.form.get("csrf", ""))
            done = self._done_once(visit, act)
        except DomainError as refusal:
            again = self._with_newest_log(visit)
            shown = without_details(refusal)
            answer = page(again, refusal=shown, again=_confirmation_of(visit, refusal))
            answer.status_code = status_of(refusal)
            answer.headers.update(retry_header(refusal))
            return answer
        if isinstance(done, Response):
            return done
        if isinstance(done, str):
            return RedirectResponse(done, 303)
        back = local_address(visit.form.get("back", "")) or request.url.path.rpartition("/")[0]
        return RedirectResponse(_with_action(back, done), 303)

    def _with_newest_log(self, visit: PageRequest) -> PageRequest:
        """The same visit: whoever was let in stays so, even if their login has ended since."""
        if visit.tournament is None:
            return visit
        return replace(visit, journal=self.service.journal(visit.tournament))

    def _done_once(self, visit: PageRequest, act: Act) -> Outcome | str | Response | None:
        """What the form did, now or when it was sent for the first time.

        What a form asks for may follow from the state. So a repeat that is refused now is tried on
        the state of its first time, where it asks for the same and gets the first answer.
        """
        try:
            return act(visit)
        except DomainError:
            has_id = visit.tournament and visit.form.get("command")
            journal = self.service.journal_before(visit.command_context) if has_id else None
            if journal is None:
                raise
            for file in visit.files.values():
                file.file.seek(0)  # the first try has read it
            return act(replace(visit, journal=journal))

    # When nothing can be shown

    def error_page(self, request: Request, error: DomainError) -> Response:
        """The page that tells a refusal; who needs a key goes to the login and comes back."""
        needed = isinstance(error, UnauthorizedError) and error.code == "key-needed"
        if needed and request.method == "GET":
            return RedirectResponse(f"/login?next={quote(_address(request))}", 303)
        visit = PageRequest(request, NOBODY, journal=self._journal_of(request))
        shown = without_details(error)
        later = retry_header(error)
        answer = self.refusal_page(visit, refusal=shown, later=bool(later))
        answer.status_code = status_of(error)
        answer.headers.update(later)
        return answer

    def refusal_page(self, visit: PageRequest, *, later: bool = False, **data: Any) -> Response:
        """The page with the refusal alone; `later` offers to try again. In a frame of another site,
        it is only a sentence.
        """
        framed = "/embed/" in visit.request.url.path
        place = visit.request.path_params.get("tournament") if visit.version else None
        return self.page(visit, "refused.html", later=later, place=place, framed=framed, **data)

    def _journal_of(self, request: Request) -> Journal:
        """The log of the tournament in the address, for its words; empty if it cannot be read."""
        try:
            return self.service.journal(TournamentId(request.path_params.get("tournament", "")))
        except DomainError:
            return Journal()


def _share_address(visit: PageRequest, name: str = "") -> str:
    """Where a picture to share is: the one with this name, or the one that shows most."""
    from fairpair.app.printing.share import best_picture  # noqa: PLC0415 - and all of printing

    return f"/t/{visit.here}/share/{name or best_picture(visit.t)}.png"


def appearance_of(request: Request) -> tuple[str, str]:
    """The language and the theme for a visitor; no theme is the system's."""
    language = language_of(request.scope)
    theme = request.cookies.get(THEME, "")
    return language, theme if theme in THEMES else ""


def _confirmation_of(visit: PageRequest, refusal: DomainError) -> dict[str, Any] | None:
    """How to do knowingly what was refused, if that can be: the same form with a confirmation."""
    if isinstance(refusal, UnconfirmedError):
        codes = dict.fromkeys([*sorted(refusal.codes), *visit.confirmed])
        more = [("confirmed", ",".join(codes))]
        more += [("token", refusal.token)] if refusal.token else []
        more += refusal.kept
    elif refusal.code == "later-matches":
        more = [("void_later", "yes")]
    elif refusal.code == "draft-stale":
        more = [("as_it_is", "yes")]
    else:
        return None
    set_anew = {name for name, _ in more} | {"csrf", "command", "token"}
    kept = [(k, v) for k, values in visit.many.items() if k not in set_anew for v in values]
    asks_why = _can_say_why(visit, refusal)
    if asks_why:
        kept = [(k, v) for k, v in kept if k != "reason"]
    return {
        "action": visit.request.url.path,
        "fields": [*kept, *more],
        "asks_why": asks_why,
        "question": getattr(refusal, "question", None),
        "leaves_fide_mode": bool(getattr(refusal, "offer", "")),
    }


def _can_say_why(visit: PageRequest, refusal: DomainError) -> bool:
    """Whether a rule would be broken without a reason, and the form takes one."""
    action = visit.request.url.path.rpartition("/")[2]
    takes_one = action in ("swap", "replace", "bye", "publish")
    return refusal.code == "needs-confirmation" and takes_one and not visit.form.get("reason")


def _page_address(visit: PageRequest) -> str:
    """Where the page that is shown can be loaded again: not where its form was sent to."""
    request = visit.request
    if request.method in ("GET", "HEAD"):
        return _address(request)
    return local_address(visit.form.get("back", "")) or request.url.path.rpartition("/")[0] or "/"


def _address(request: Request) -> str:
    """The address of the page itself: without what was just done, and without a key."""
    kept = [(k, v) for k, v in request.query_params.multi_items() if k not in ("did", "key")]
    return request.url.path + (f"?{urlencode(kept)}" if kept else "")


def local_address(address: str) -> str:
    """An address of this server, or nothing: no form sends anybody elsewhere.

    >>> local_address("/desk/cup"), local_address("//evil.example"), local_address("https://evil.example/")
    ('/desk/cup', '', '')
    """
    parts = urlsplit(address)
    own = address.startswith("/") and not address.startswith(("//", "/\\")) and not parts.netloc
    return address if own and address.isprintable() else ""


def _with_action(back: str, done: object) -> str:
    if not isinstance(done, Outcome) or not done.events:
        return back
    first = done.version - len(done.events) + 1
    return f"{back}{'&' if '?' in back else '?'}did={first}"
