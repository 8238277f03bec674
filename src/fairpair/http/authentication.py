"""Authentication and permissions of requests; every route that is not public depends on it."""

from collections.abc import Awaitable, Callable
from typing import Annotated

from fastapi import Request, Security
from fastapi.security import APIKeyQuery, HTTPBearer
from starlette.concurrency import run_in_threadpool

from fairpair.app.access.grants import NOBODY, Grant, Role
from fairpair.app.access.keys import Access
from fairpair.app.journals import no_tournament
from fairpair.app.requests import check_tournament_id
from fairpair.app.service import Service
from fairpair.core.dataclass import dataclass
from fairpair.core.errors import ForbiddenError, InvalidInputError, UnauthorizedError
from fairpair.core.ids import TournamentId
from fairpair.core.rules import Rules
from fairpair.core.vocabulary import vocabulary_of
from fairpair.http.csrf import reject_cross_origin
from fairpair.http.limits import LoginThrottle
from fairpair.http.sessions import session_keys
from fairpair.language.message import Message
from fairpair.language.texts import current_texts, set_language

# Only for the description of the API: what they find is looked at by the guard.
_HEADER = HTTPBearer(
    scheme_name="key",
    description="An administrator key, or a key for one tournament.",
    auto_error=False,
)
_QUERY = APIKeyQuery(
    name="key",
    scheme_name="key-in-address",
    description="The same key as a query parameter, for clients that cannot set headers. Fairpair"
    " never logs it, but other systems may store the URL, so prefer the header.",
    auto_error=False,
)


@dataclass(frozen=True, slots=True)
class _Known:
    """What the guard remembers of a tournament."""

    version: int
    rules: Rules
    vocabulary: str


class Guard:
    """Identifies callers by their key.

    A key comes as `Authorization: Bearer`, as `?key=`, or in the cookie of a login. `version`
    returns the newest version of a tournament from memory: with it, a tournament that is not
    hidden is shown without asking the database. `wrong` limits the wrong keys from one address.
    """

    def __init__(
        self,
        access: Access,
        service: Service,
        *,
        version: Callable[[TournamentId], int] = lambda _tournament: 0,
        wrong: int = 20,
    ) -> None:
        self.access = access
        self.wrong = LoginThrottle(wrong, access.count_wrong)
        self._service = service
        self._version = version
        self._known: dict[TournamentId, _Known] = {}

    async def grant(self, request: Request, least: Role) -> Grant:
        """The grant of the caller; an open tournament is shown to everybody without a query.

        From here on the request is answered in the words of the tournament's game.
        """
        here = _tournament(request)
        if least != Role.PUBLIC or not self._is_known_open(here) or _has_key(request, here):
            grant = await run_in_threadpool(self.check, request, least)
        else:
            grant = NOBODY
        self.use_words(request)
        return grant

    def grant_in_thread(self, request: Request, least: Role) -> Grant:
        """The same for a request that is handled in a worker thread as a whole."""
        grant = self.check(request, least)
        self.use_words(request)
        return grant

    def use_words(self, request: Request) -> None:
        """From here on, use the words of the tournament's game; no others know them."""
        known = self._known.get(_tournament(request) or TournamentId(""))
        if known is not None:
            set_language(current_texts().language, known.vocabulary)

    def check(self, request: Request, least: Role) -> Grant:
        """The same in a worker thread; it may wait for the database."""
        grant = self._check(request, least)
        request.state.role = grant.role  # for the log
        return grant

    def _check(self, request: Request, least: Role) -> Grant:
        here = _tournament(request)
        # First of all: the keys of a tournament that was deleted are not valid any more.
        hidden = here is not None and self._is_hidden(here)
        grant = self.authenticate(request, here)
        if grant is None and least != Role.PUBLIC:
            raise key_required_error()
        if least == Role.PUBLIC and not hidden:
            return grant if grant and grant.may(Role.PLAYER, here) else NOBODY
        if grant is None:
            raise key_required_error()
        if not grant.may(Role.PLAYER if least == Role.PUBLIC else least, here):
            raise ForbiddenError("not-yours", hint=Message(f"key-for.{least}"))
        return grant

    def check_any_staff(self, request: Request) -> Grant:
        """The grant of the caller, who must be staff of some tournament."""
        grant = self.authenticate(request, None)
        if grant is None:
            raise key_required_error()
        if not grant.role.reaches(Role.SCOREKEEPER):
            raise ForbiddenError("not-yours", hint=Message("key-for.scorekeeper"))
        request.state.role = grant.role  # for the log
        return grant

    def authenticate(self, request: Request, here: TournamentId | None) -> Grant | None:
        """The grant of the key sent with the request; None without one, or with an expired login
        only.

        An invalid key is rejected even where none is needed, so that nobody believes it works.
        """
        shown = request_key(request)
        if shown is not None:
            return self.verify_key(request, shown)
        found = [grant for key in session_keys(request, here) if (grant := self.access.verify(key))]
        if not found:
            return None
        reject_cross_origin(request)
        return min(found, key=lambda grant: list(Role).index(grant.role))

    def verify_key(self, request: Request, key: str) -> Grant:
        """The grant of this key, or an error that counts as a failed attempt.

        A right key always counts, however many wrong ones came from the same address.
        """
        grant = self.access.verify(key)
        if grant is None:
            self.wrong.count(request)
            raise UnauthorizedError("bad-key")
        return grant

    async def reject_wrong_key(self, request: Request) -> None:
        """Reject a wrong key for a tournament at once: those who guess do not wait behind the
        commands of others.
        """
        key = request_key(request) if "tournament" in request.path_params else None
        if key is not None and not self.access.is_known(key):
            await run_in_threadpool(self.verify_key, request, key)

    def _is_known_open(self, here: TournamentId | None) -> bool:
        known = None if here is None else self._newest_known(here)
        return known is not None and not known.rules.hidden

    def _newest_known(self, here: TournamentId) -> _Known | None:
        """What is remembered of a tournament, unless it has changed since."""
        known = self._known.get(here)
        return known if known is not None and known.version == self._version(here) else None

    def _is_hidden(self, here: TournamentId) -> bool:
        """Whether the tournament is hidden; `NotFoundError` if it does not exist."""
        known = self._newest_known(here)
        if known is not None:
            return known.rules.hidden
        try:
            check_tournament_id(here)
            journal = self._service.existing_journal(here, self._version(here))
        except InvalidInputError as error:
            if error.code != "bad-tournament-id":
                raise
            raise no_tournament(here) from None
        rules, before = journal.tournament.rules, self._known.get(here)
        words = before.vocabulary if before and before.rules is rules else vocabulary_of(rules)
        self._known[here] = _Known(journal.version, rules, words)
        return rules.hidden


@dataclass(frozen=True)
class _Requirement:
    """A role that the caller must have at least."""

    least: Role

    def in_thread(self, request: Request) -> Grant:
        """The grant of the caller, in a worker thread."""
        return _guard(request).grant_in_thread(request, self.least)


class _Anybody(_Requirement):
    """No key is needed, except for a hidden tournament."""

    async def __call__(self, request: Request) -> Grant:
        return await _guard(request).grant(request, self.least)


class _KeyRequirement(_Requirement):
    """A key is needed; the description of the API says where it goes."""

    async def __call__(
        self,
        request: Request,
        _header: Annotated[object, Security(_HEADER)],
        _query: Annotated[object, Security(_QUERY)],
    ) -> Grant:
        return await _guard(request).grant(request, self.least)


def require_role(least: Role) -> Callable[..., Awaitable[Grant]]:
    """For `Depends`: the grant of the caller, who must have at least this role.

    In a route with `{tournament}` in its path the role counts for that tournament, and the
    administrator counts as its organiser; a key of another tournament does not count. The guard is
    in `app.state.guard`.
    """
    return _Anybody(least) if least == Role.PUBLIC else _KeyRequirement(least)


class _AnyStaffRequirement(_KeyRequirement):
    """A key of the staff is needed, of whichever tournament."""

    def in_thread(self, request: Request) -> Grant:
        """The grant of the caller, in a worker thread."""
        return _guard(request).check_any_staff(request)

    async def __call__(
        self,
        request: Request,
        _header: Annotated[object, Security(_HEADER)],
        _query: Annotated[object, Security(_QUERY)],
    ) -> Grant:
        return await run_in_threadpool(self.in_thread, request)


require_any_staff = _AnyStaffRequirement(Role.SCOREKEEPER)
"""For `Depends`: the grant of somebody who is staff of any tournament."""


def _guard(request: Request) -> Guard:
    guard: Guard = request.app.state.guard
    return guard


def request_key(request: Request) -> str | None:
    """The key in the header or the query of a request."""
    scheme, _, key = request.headers.get("authorization", "").partition(" ")
    if scheme.lower() == "bearer":
        return key.strip()
    return request.query_params.get("key") or None


def key_required_error() -> UnauthorizedError:
    """The error for a caller without a key."""
    return UnauthorizedError("key-needed")


def _tournament(request: Request) -> TournamentId | None:
    name = request.path_params.get("tournament")
    return None if name is None else TournamentId(name)


def _has_key(request: Request, here: TournamentId | None) -> bool:
    return request_key(request) is not None or any(session_keys(request, here))
