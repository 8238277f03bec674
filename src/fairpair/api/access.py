"""Who may do what: logging in with a key or a link, and the keys of a tournament."""

from dataclasses import dataclass
from typing import Annotated, Literal

from fastapi import APIRouter, Depends, Path, Request, Response
from fastapi.responses import RedirectResponse
from pydantic import Field

from fairpair.api.bodies import Body, body
from fairpair.api.openapi import problems, takes
from fairpair.api.path_params import HERE, Here
from fairpair.api.write_request import WriteRequest, write_request
from fairpair.app.access import handing_out
from fairpair.app.access.grants import NOBODY, Grant, Role
from fairpair.app.access.handing_out import KeyIssuer, KeyView, NewKeyView
from fairpair.app.access.keys import LOGIN_MINUTES, KeySpec
from fairpair.app.service import Service
from fairpair.core.errors import UnauthorizedError
from fairpair.core.ids import PlayerId, TournamentId
from fairpair.http.authentication import Guard, requires
from fairpair.http.csrf import refuse_foreign
from fairpair.http.sessions import forget_logins, remember_login

_KEPT_NOWHERE = {"Cache-Control": "no-store"}


class LoginRequest(Body):
    """What is exchanged for the cookie."""

    key: str


@dataclass(frozen=True, slots=True)
class Who:
    """Whose key it is; `tournament` is null for the administrator and for who has no key."""

    role: Role
    tournament: str | None
    player: int | None
    label: str


def router(service: Service, guard: Guard) -> APIRouter:
    """The routes, asking this guard."""
    routes = APIRouter(tags=["access"])
    routes.include_router(_login_routes(guard))
    routes.include_router(_key_routes(service, guard))
    return routes


def _login_routes(guard: Guard) -> APIRouter:
    routes = APIRouter()

    @routes.get(
        "/login/{code}",
        include_in_schema=False,  # for people: what goes wrong is told on a page
        operation_id="useLoginLink",
        summary="Log in with a link",
        description="Uses the link up, sets the cookie and leads to the pages of the tournament.",
        status_code=303,
        response_class=RedirectResponse,
        responses=problems(401, 422, 429, 503),
    )
    def use_login_link(request: Request, code: str) -> RedirectResponse:
        login = guard.access.use_code(code)
        if login is None:
            guard.wrong.count(request)
            raise UnauthorizedError(
                "link-used",
                "This login link was used already, or it is too old.",
                "Ask whoever gave it to you for a new one.",
            )
        place = f"/desk/{login.grant.tournament}" if login.grant.tournament else "/"
        answer = RedirectResponse(place, 303, _KEPT_NOWHERE)
        remember_login(request, answer, login)
        return answer

    @routes.post(
        "/api/login",
        operation_id="logIn",
        summary="Exchange a key for a cookie",
        description="For pages in a browser. Programs need no login: they send the key itself.",
        responses=problems(400, 401, 403, 413, 415, 422, 429, 503),
        openapi_extra=takes(LoginRequest, {"key": "fp_org_..."}),
    )
    def log_in(
        request: Request,
        response: Response,
        shown: Annotated[LoginRequest, Depends(body(LoginRequest))],
    ) -> Who:
        refuse_foreign(request)
        login = guard.access.log_in(guard.recognise(request, shown.key))
        response.headers.update(_KEPT_NOWHERE)
        remember_login(request, response, login)
        return _who(login.grant)

    @routes.post(
        "/api/logout",
        operation_id="logOut",
        summary="End the logins of this browser",
        description="The keys themselves go on working elsewhere.",
        status_code=204,
        responses=problems(403, 503),
    )
    def log_out(request: Request) -> Response:
        refuse_foreign(request)
        answer = Response(status_code=204)
        forget_logins(guard.access, request, answer)
        return answer

    @routes.get(
        "/api/whoami",
        operation_id="whoAmI",
        summary="Whose key is this?",
        description="The role `public` for who sends no key. A login with the cookie of one"
        " tournament is told by `whoami` of that tournament.",
        responses=problems(401, 429, 503),
    )
    def who_am_i(request: Request) -> Who:
        return _who(guard.asking(request, None) or NOBODY)

    @routes.get(
        f"{HERE}/whoami",
        operation_id="whoAmIHere",
        summary="Who am I in this tournament?",
        description="The role `public` for who has no key of this tournament.",
        responses=problems(401, 403, 404, 422, 429, 503),
    )
    def who_am_i_here(
        tournament: Here,  # noqa: ARG001  the guard reads it; this describes it
        grant: Annotated[Grant, Depends(requires(Role.PUBLIC))],
    ) -> Who:
        return _who(grant)

    return routes


def _who(grant: Grant) -> Who:
    return Who(grant.role, grant.tournament, grant.player, grant.label)


_YEAR = 365 * 24
_ALWAYS = (401, 403, 404, 422, 429, 503)
_KeyId = Annotated[str, Path(description="The id of a key, from the list of keys.")]


class KeyRequest(Body):
    """A key to be made; without `hours` it works until it is revoked."""

    role: Literal["organiser", "scorekeeper", "player"]
    label: Annotated[str, Field(max_length=80)] = ""
    player: Annotated[int, Field(ge=1, le=10**9)] | None = None
    hours: Annotated[int, Field(ge=1, le=_YEAR)] | None = None


class TokensRequest(Body):
    """Whom to give tokens: `missing` leaves those in peace who have one, `all` replaces them."""

    to: Literal["missing", "all"] = "missing"


class LinkRequest(Body):
    """How long the link can be used."""

    minutes: Annotated[int, Field(ge=1, le=7 * 24 * 60)] = LOGIN_MINUTES


@dataclass(frozen=True, slots=True)
class Keys:
    """The keys of a tournament that work now."""

    keys: list[KeyView]


@dataclass(frozen=True, slots=True)
class NewKeys:
    """Keys that were just made; they are shown this once."""

    keys: list[NewKeyView]


@dataclass(frozen=True, slots=True)
class Link:
    """A login link, good for one use."""

    url: str
    path: str
    minutes: int


def _key_routes(service: Service, guard: Guard) -> APIRouter:
    """All are for organisers."""
    access = guard.access
    routes = APIRouter(prefix=f"{HERE}/keys")
    organiser = Depends(requires(Role.ORGANISER))
    writer = Depends(write_request(Role.ORGANISER))

    def issuer(asked: WriteRequest) -> KeyIssuer:
        return KeyIssuer(service, access, asked.order, asked.grant)

    @routes.get(
        "",
        operation_id="listKeys",
        summary="The keys of a tournament",
        description="Those that work now, with their labels. The keys themselves are not kept.",
        responses=problems(*_ALWAYS),
        dependencies=[organiser],
    )
    def list_keys(tournament: Here) -> Keys:
        return Keys(handing_out.listed(service, access, TournamentId(tournament)))

    @routes.post(
        "",
        operation_id="makeKey",
        summary="Make a key",
        description="For a scorekeeper, another organiser or a player. It is kept nowhere: only a"
        " repeat with the same key and Idempotency-Key shows it again.",
        status_code=201,
        responses=problems(*_ALWAYS, 400, 409, 413, 415),
        openapi_extra=takes(KeyRequest, {"role": "scorekeeper", "label": "Judge Bo", "hours": 12}),
    )
    def make_key(
        asked: Annotated[WriteRequest, writer],
        response: Response,
        wanted: Annotated[KeyRequest, Depends(body(KeyRequest))],
    ) -> NewKeyView:
        _keep_nowhere(response)
        spec = _wanted(asked.here, wanted)
        return issuer(asked).hand_out(spec)

    @routes.post(
        "/players",
        operation_id="makePlayerTokens",
        summary="Tokens for all players",
        description="Each player still in the tournament gets one: to report the own result and"
        " to see the own page. They are kept nowhere: only a repeat with the same key and"
        " Idempotency-Key shows them again.",
        status_code=201,
        responses=problems(*_ALWAYS, 400, 409, 413, 415),
        openapi_extra=takes(TokensRequest, {"to": "missing"}, needed=False),
    )
    def make_player_tokens(
        asked: Annotated[WriteRequest, writer],
        response: Response,
        wanted: Annotated[TokensRequest, Depends(body(TokensRequest))],
    ) -> NewKeys:
        _keep_nowhere(response)
        return NewKeys(issuer(asked).hand_out_to_players(everybody=wanted.to == "all"))

    @routes.delete(
        "/{key_id}",
        operation_id="revokeKey",
        summary="Revoke a key",
        description="It ends at once, with every login that came from it. The last organiser's"
        " key is only revoked by the administrator: 409 `last-organiser-key`.",
        status_code=204,
        responses=problems(*_ALWAYS, 409),
    )
    def revoke_key(asked: Annotated[WriteRequest, writer], key_id: _KeyId) -> None:
        issuer(asked).revoke(key_id)

    @routes.post(
        "/{key_id}/login",
        operation_id="makeLoginLink",
        summary="Make a login link",
        description="Whoever opens it first is logged in with this key in that browser, without"
        " ever seeing the key.",
        status_code=201,
        responses=problems(*_ALWAYS, 400, 409, 413, 415),
        openapi_extra=takes(LinkRequest, {"minutes": 30}, needed=False),
    )
    def make_login_link(
        request: Request,
        response: Response,
        asked: Annotated[WriteRequest, writer],
        key_id: _KeyId,
        wanted: Annotated[LinkRequest, Depends(body(LinkRequest))],
    ) -> Link:
        _keep_nowhere(response)
        path = f"/login/{issuer(asked).login_link(key_id, wanted.minutes)}"
        return Link(str(request.base_url).rstrip("/") + path, path, wanted.minutes)

    return routes


def _wanted(here: TournamentId, asked: KeyRequest) -> KeySpec:
    player = None if asked.player is None else PlayerId(asked.player)
    minutes = None if asked.hours is None else 60 * asked.hours
    return KeySpec(Role(asked.role), here, player, asked.label, minutes)


def _keep_nowhere(response: Response) -> None:
    response.headers["Cache-Control"] = "no-store"
