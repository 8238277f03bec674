"""Access: logging in with a key or a link, and the keys of a tournament."""

from typing import Annotated, Literal

from fastapi import APIRouter, Depends, Path, Query, Request, Response
from fastapi.responses import RedirectResponse
from pydantic import Field

from fairpair.api.bodies import RequestBody, examples
from fairpair.api.json_route import JsonRoute
from fairpair.api.openapi import operation_id, problems
from fairpair.api.path_params import HERE, Here
from fairpair.api.write_request import OrganiserOfAnyVersion
from fairpair.app.access import key_issuer
from fairpair.app.access.grants import NOBODY, Grant, Role
from fairpair.app.access.key_issuer import KeyIssuer, KeyView, NewKeyView
from fairpair.app.access.key_text import digest
from fairpair.app.access.keys import LOGIN_MINUTES, Access, KeySpec, key_id
from fairpair.core.dataclass import dataclass
from fairpair.core.errors import UnauthorizedError
from fairpair.core.ids import PlayerId, TournamentId
from fairpair.http.authentication import Guard, key_required_error, require_role
from fairpair.http.csrf import reject_cross_origin
from fairpair.http.reach import reach_of
from fairpair.http.sessions import forget_logins, remember_login

KEYS = f"{HERE}/keys"
_YEAR = 365 * 24
_PROBLEMS = problems(401, 403, 404, 422, 429, 503)
_WRITE_PROBLEMS = problems(400, 409, 413, 415)
_KEPT_NOWHERE = {"Cache-Control": "no-store"}
_KeyId = Annotated[str, Path(description="Key ID, from the list of keys.")]

_OfTournament = Annotated[
    str | None,
    Query(description="The tournament you are logged in to, for requests with a cookie."),
]

routes = APIRouter(tags=["access"], route_class=JsonRoute, generate_unique_id_function=operation_id)


class LoginRequest(RequestBody, json_schema_extra=examples({"key": "fp_org_..."})):
    """The key to log in with."""

    key: str


class KeyRequest(
    RequestBody,
    json_schema_extra=examples({"role": "scorekeeper", "label": "Judge Bo", "hours": 12}),
):
    """The key to create. Without `hours` it is valid until it is revoked."""

    role: Literal["organiser", "scorekeeper", "player"]
    label: Annotated[str, Field(max_length=80)] = ""
    player: Annotated[PlayerId, Field(ge=1, le=10**9)] | None = None
    hours: Annotated[int, Field(ge=1, le=_YEAR)] | None = None


class TokensRequest(RequestBody, json_schema_extra=examples({"to": "missing"})):
    """Who gets a key: `missing`, only players without one; `all`, everybody, replacing old keys."""

    to: Literal["missing", "all"] = "missing"


class LinkRequest(RequestBody, json_schema_extra=examples({"minutes": 30})):
    """How long the link is valid."""

    minutes: Annotated[int, Field(ge=1, le=7 * 24 * 60)] = LOGIN_MINUTES


@dataclass(frozen=True, slots=True)
class Who:
    """The current user. `tournament` is null for the administrator and without a key."""

    role: Role
    tournament: str | None
    player: int | None
    label: str


@dataclass(frozen=True, slots=True)
class LoginView:
    """A browser that is logged in; `current` if it is the one that asks."""

    id: str
    created_at: str
    expires_at: str | None
    current: bool


@dataclass(frozen=True, slots=True)
class Logins:
    """The active logins of one key."""

    logins: list[LoginView]


@dataclass(frozen=True, slots=True)
class Keys:
    """The active keys of a tournament."""

    keys: list[KeyView]


@dataclass(frozen=True, slots=True)
class NewKeys:
    """New keys; they are returned only once."""

    keys: list[NewKeyView]


@dataclass(frozen=True, slots=True)
class Link:
    """A login link that can be used once."""

    url: str
    path: str
    minutes: int


def _guard(request: Request) -> Guard:
    guard: Guard = request.app.state.guard
    return guard


def _access(request: Request) -> Access:
    return _guard(request).access


def _issuer(request: Request, write: OrganiserOfAnyVersion) -> KeyIssuer:
    return KeyIssuer(write.service, _access(request), write.context, write.grant)


Issuer = Annotated[KeyIssuer, Depends(_issuer)]


# For people: errors are shown on a page. Opening the link shows a button: programs that look at
# links, and other sites, must neither use it up nor replace the login of a browser.
@routes.post("/login/{code}", include_in_schema=False)
def use_login_link(request: Request, code: str) -> RedirectResponse:
    """Use the one-time link, set the session cookie and redirect to the tournament pages."""
    reject_cross_origin(request)
    guard = _guard(request)
    login = guard.access.use_code(code)
    if login is None:
        guard.wrong.count(request)
        raise UnauthorizedError("link-used")
    place = f"/desk/{login.grant.tournament}" if login.grant.tournament else "/"
    answer = RedirectResponse(place, 303, _KEPT_NOWHERE)
    remember_login(request, answer, login)
    return answer


@routes.post(
    "/api/login",
    summary="Log in with a key",
    responses=problems(400, 401, 403, 413, 415, 422, 429, 503),
)
def log_in(request: Request, response: Response, body: LoginRequest) -> Who:
    """For browsers. API clients do not need to log in; they send the key with each request."""
    reject_cross_origin(request)
    guard = _guard(request)
    login = guard.access.log_in(guard.verify_key(request, body.key))
    response.headers.update(_KEPT_NOWHERE)
    remember_login(request, response, login)
    return _identity(login.grant)


@routes.post(
    "/api/logout",
    summary="Log out",
    status_code=204,
    responses=problems(403, 503),
)
def log_out(request: Request) -> Response:
    """Ends all sessions in this browser. The keys stay valid."""
    reject_cross_origin(request)
    answer = Response(status_code=204)
    forget_logins(_access(request), request, answer)
    return answer


@routes.get("/api/whoami", summary="Show the current user", responses=problems(401, 429, 503))
def who_am_i(request: Request) -> Who:
    """Returns the role `public` if no key is sent. For a login to one tournament, use that
    tournament's `whoami`.
    """
    return _identity(_guard(request).authenticate(request, None) or NOBODY)


@routes.get(
    f"{HERE}/whoami", summary="Show the current user's role in a tournament", responses=_PROBLEMS
)
def who_am_i_here(
    tournament: Here,  # noqa: ARG001  the guard reads it; this describes it
    grant: Annotated[Grant, Depends(require_role(Role.PUBLIC))],
) -> Who:
    """Returns the role `public` without a key for this tournament."""
    return _identity(grant)


@routes.get("/api/logins", summary="List your logins", responses=problems(401, 422, 429, 503))
def list_logins(request: Request, tournament: _OfTournament = None) -> Logins:
    """Where somebody is logged in with the same key as you, oldest first."""
    grant = _own_grant(request, tournament)
    mine = digest(grant.secret)
    found = _access(request).logins(grant)
    return Logins(
        [LoginView(key_id(x), x.created_at, x.expires_at, x.digest == mine) for x in found]
    )


@routes.delete(
    "/api/logins",
    summary="Log out everywhere",
    status_code=204,
    responses=problems(401, 403, 422, 429, 503),
)
def end_all_logins(request: Request, tournament: _OfTournament = None) -> Response:
    """Ends every login with your key, in all browsers, and every login link that has not been
    used. The key itself stays valid.
    """
    _access(request).end_logins(_own_grant(request, tournament))
    return Response(status_code=204)


@routes.delete(
    "/api/logins/{login}",
    summary="End a login",
    status_code=204,
    responses=problems(401, 403, 404, 422, 429, 503),
)
def end_login(
    request: Request,
    login: Annotated[str, Path(description="Login ID, from the list of logins.", max_length=40)],
    tournament: _OfTournament = None,
) -> Response:
    """Ends one login with your key."""
    _access(request).end_logins(_own_grant(request, tournament), login)
    return Response(status_code=204)


def _own_grant(request: Request, tournament: str | None) -> Grant:
    grant = _guard(request).authenticate(
        request, None if tournament is None else TournamentId(tournament)
    )
    if grant is None:
        raise key_required_error()
    return grant


def _identity(grant: Grant) -> Who:
    return Who(grant.role, grant.tournament, grant.player, grant.label)


@routes.get(
    KEYS,
    summary="List access keys",
    responses=_PROBLEMS,
    dependencies=[Depends(require_role(Role.ORGANISER))],
)
def list_keys(request: Request, tournament: Here) -> Keys:
    """Returns all active keys with their labels. The keys themselves are not stored."""
    return Keys(key_issuer.list_keys(request.app.state.service, _access(request), tournament))


@routes.post(
    KEYS, summary="Create an access key", status_code=201, responses=_PROBLEMS | _WRITE_PROBLEMS
)
def make_key(issuer: Issuer, response: Response, body: KeyRequest) -> NewKeyView:
    """For a scorekeeper, another organiser or a player. The key is not stored: only repeating the
    request with the same key and Idempotency-Key returns it again.
    """
    response.headers.update(_KEPT_NOWHERE)
    minutes = None if body.hours is None else 60 * body.hours
    spec = KeySpec(Role(body.role), issuer.context.tournament, body.player, body.label, minutes)
    return issuer.issue(spec)


@routes.post(
    f"{KEYS}/players",
    summary="Create player links",
    status_code=201,
    responses=_PROBLEMS | _WRITE_PROBLEMS,
)
def make_player_tokens(issuer: Issuer, response: Response, body: TokensRequest) -> NewKeys:
    """Creates a personal key for each active player, for result reporting and the player page.
    The keys are not stored: only repeating the request with the same key and Idempotency-Key
    returns them again.
    """
    response.headers.update(_KEPT_NOWHERE)
    return NewKeys(issuer.issue_to_players(everybody=body.to == "all"))


@routes.delete(
    f"{KEYS}/{{key_id}}",
    summary="Revoke a key",
    status_code=204,
    responses=_PROBLEMS | problems(409),
)
def revoke_key(issuer: Issuer, key_id: _KeyId) -> None:
    """Takes effect immediately and ends every login made with the key. Only the administrator can
    revoke the last organiser key (otherwise 409 `last-organiser-key`).
    """
    issuer.revoke(key_id)


@routes.post(
    f"{KEYS}/{{key_id}}/login",
    summary="Create a login link",
    status_code=201,
    responses=_PROBLEMS | _WRITE_PROBLEMS,
)
def make_login_link(
    request: Request,
    response: Response,
    issuer: Issuer,
    key_id: _KeyId,
    body: LinkRequest,
) -> Link:
    """The first person to open it is logged in with this key, without seeing the key."""
    response.headers.update(_KEPT_NOWHERE)
    path = f"/login/{issuer.login_link(key_id, body.minutes)}"
    return Link(reach_of(request).url(path), path, body.minutes)
