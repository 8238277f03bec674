"""Who is asking, and may they? Every route that is not for everybody depends on it."""

from collections.abc import Awaitable, Callable
from typing import Annotated

from fastapi import Request, Security
from fastapi.security import APIKeyQuery, HTTPBearer
from starlette.concurrency import run_in_threadpool

from fairpair.app.access.grants import NOBODY, Grant, Role
from fairpair.app.access.keys import Access
from fairpair.app.service import Service, check_tournament_id, no_tournament
from fairpair.core.errors import ForbiddenError, InvalidInputError, UnauthorizedError
from fairpair.core.ids import TournamentId
from fairpair.http.csrf import reject_cross_origin
from fairpair.http.limits import LoginThrottle
from fairpair.http.sessions import session_keys

# Only for the description of the API: what they find is looked at by the guard.
_HEADER = HTTPBearer(
    scheme_name="key",
    description="A key: of the server's administrator, or of one tournament.",
    auto_error=False,
)
_QUERY = APIKeyQuery(
    name="key",
    scheme_name="key-in-address",
    description="The same key for who can only open addresses; it is never logged here, but the"
    " address may be kept elsewhere: prefer the header.",
    auto_error=False,
)


class Guard:
    """Recognises whoever asks by their key.

    A key comes as `Authorization: Bearer`, as `?key=`, or in the cookie of a login. `version`
    tells the newest version of a tournament from memory, if somebody keeps it there: then an
    event that is not hidden is shown without asking the database. `wrong` limits the wrong keys
    of one address.
    """

    def __init__(
        self,
        access: Access,
        service: Service,
        *,
        version: Callable[[TournamentId], int] | None = None,
        wrong: str = "20/minute",
    ) -> None:
        self.access = access
        self.wrong = LoginThrottle(wrong)
        self._service = service
        self._version = version
        self._hidden: dict[TournamentId, tuple[int, bool]] = {}

    async def grant(self, request: Request, least: Role) -> Grant:
        """The grant of who asks; an open tournament is shown to everybody without a query."""
        here = _tournament(request)
        if least == Role.PUBLIC and self._shown_from_memory(here) and not _has_key(request, here):
            return NOBODY
        grant = await run_in_threadpool(self.check, request, least)
        request.state.role = grant.role  # for the log
        return grant

    def check(self, request: Request, least: Role) -> Grant:
        """The same in a worker thread; it may wait for the database."""
        here = _tournament(request)
        grant = self.authenticate(request, here)
        if grant is None and least != Role.PUBLIC:
            raise key_required_error()
        hidden = here is not None and self._is_hidden(here)
        if least == Role.PUBLIC and not hidden:
            return grant if grant and grant.may(Role.PLAYER, here) else NOBODY
        if grant is None:
            raise key_required_error()
        if not grant.may(Role.PLAYER if least == Role.PUBLIC else least, here):
            raise ForbiddenError(
                "not-yours",
                f"Your key ({grant.audit_name}) does not allow this.",
                f"It takes the key of this tournament's {least}, or of its organiser."
                if here and least != Role.PUBLIC
                else "Use another key, or ask the organiser for one.",
            )
        return grant

    def authenticate(self, request: Request, here: TournamentId | None) -> Grant | None:
        """Whose key came with the request; None without one or with an old cookie only.

        A wrong key is refused wherever it is shown, so that nobody believes it works.
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
        """The grant of this key, or a refusal that counts as a try."""
        grant = self.access.verify(key, guessable=not self.wrong.too_many(request))
        if grant is None:
            self.wrong.count(request)
            raise UnauthorizedError(
                "bad-key",
                "This key is not known here: it is wrong, revoked or expired.",
                "Check that it was copied completely, or ask the organiser for a new one.",
            )
        return grant

    def _shown_from_memory(self, here: TournamentId | None) -> bool:
        known = self._hidden.get(here) if here and self._version else None
        return bool(known and here and self._version and known == (self._version(here), False))

    def _is_hidden(self, here: TournamentId) -> bool:
        """Raises `NotFoundError` for a tournament that is not there."""
        try:
            check_tournament_id(here)
            journal = self._service.existing_journal(here)
        except InvalidInputError as error:
            if error.code != "bad-tournament-id":
                raise
            raise no_tournament(here) from None
        hidden = journal.tournament.rules.hidden
        self._hidden[here] = (journal.version, hidden)
        return hidden


def require_role(least: Role) -> Callable[..., Awaitable[Grant]]:
    """For `Depends`: the grant of who asks, if that is at least this role here.

    Here is the `{tournament}` of the path; the administrator counts as organiser of every one. A
    route without one is the server's. A key of another tournament is nobody's here. The guard is
    the application's, in `app.state.guard`.
    """

    async def anybody(request: Request) -> Grant:
        return await _guard(request).grant(request, least)

    async def granted(
        request: Request,
        _header: Annotated[object, Security(_HEADER)],
        _query: Annotated[object, Security(_QUERY)],
    ) -> Grant:
        return await _guard(request).grant(request, least)

    return anybody if least == Role.PUBLIC else granted


def _guard(request: Request) -> Guard:
    guard: Guard = request.app.state.guard
    return guard


def request_key(request: Request) -> str | None:
    """The key in the header or the address of a request."""
    scheme, _, key = request.headers.get("authorization", "").partition(" ")
    if scheme.lower() == "bearer":
        return key.strip()
    return request.query_params.get("key") or None


def key_required_error() -> UnauthorizedError:
    """The refusal of somebody without a key."""
    return UnauthorizedError(
        "key-needed",
        "This needs a key.",
        "Log in, or send your key in the header: Authorization: Bearer <key>",
    )


def _tournament(request: Request) -> TournamentId | None:
    name = request.path_params.get("tournament")
    return None if name is None else TournamentId(name)


def _has_key(request: Request, here: TournamentId | None) -> bool:
    return request_key(request) is not None or any(session_keys(request, here))
