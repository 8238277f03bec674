"""The keys of a tournament: list, make, hand out to all players, revoke, make a login link."""

from dataclasses import dataclass
from typing import Annotated, Literal

from fastapi import APIRouter, Depends, Path, Request, Response
from pydantic import Field

from fairpair.api.access.guard import Guard
from fairpair.api.bodies import Body, body
from fairpair.api.documented import problems, takes
from fairpair.api.places import HERE, Here
from fairpair.app.access import handing_out
from fairpair.app.access.grants import Grant, Role, granted
from fairpair.app.access.handing_out import KeyView, NewKeyView
from fairpair.app.access.keys import LOGIN_MINUTES, Wanted
from fairpair.app.service import Service
from fairpair.core.ids import PlayerId, TournamentId

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


def router(service: Service, guard: Guard) -> APIRouter:
    """The routes; all are for organisers."""
    access = guard.access
    routes = APIRouter(prefix=f"{HERE}/keys", tags=["access"])
    organiser = Depends(guard.may(Role.ORGANISER))

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
        description="For a scorekeeper, another organiser or a player. It is shown this once.",
        status_code=201,
        responses=problems(*_ALWAYS, 400, 413, 415),
        openapi_extra=takes(KeyRequest, {"role": "scorekeeper", "label": "Judge Bo", "hours": 12}),
        dependencies=[organiser],
    )
    def make_key(
        tournament: Here,
        response: Response,
        wanted: Annotated[KeyRequest, Depends(body(KeyRequest))],
    ) -> NewKeyView:
        _keep_nowhere(response)
        return handing_out.hand_out(service, access, _wanted(TournamentId(tournament), wanted))

    @routes.post(
        "/players",
        operation_id="makePlayerTokens",
        summary="Tokens for all players",
        description="Each player still in the tournament gets one: to report the own result and"
        " to see the own page. They are shown this once.",
        status_code=201,
        responses=problems(*_ALWAYS, 400, 413, 415),
        openapi_extra=takes(TokensRequest, {"to": "missing"}, needed=False),
        dependencies=[organiser],
    )
    def make_player_tokens(
        tournament: Here,
        response: Response,
        wanted: Annotated[TokensRequest, Depends(body(TokensRequest))],
    ) -> NewKeys:
        _keep_nowhere(response)
        here, everybody = TournamentId(tournament), wanted.to == "all"
        return NewKeys(handing_out.hand_out_to_players(service, access, here, everybody=everybody))

    @routes.delete(
        "/{key_id}",
        operation_id="revokeKey",
        summary="Revoke a key",
        description="It ends at once, with every login that came from it. The last organiser's"
        " key is only revoked by the administrator: 409 `last-organiser-key`.",
        status_code=204,
        responses=problems(*_ALWAYS, 409),
    )
    def revoke_key(tournament: Here, key_id: _KeyId, by: Annotated[Grant, organiser]) -> None:
        handing_out.revoke(access, TournamentId(tournament), key_id, by)

    @routes.post(
        "/{key_id}/login",
        operation_id="makeLoginLink",
        summary="Make a login link",
        description="Whoever opens it first is logged in with this key in that browser, without"
        " ever seeing the key.",
        status_code=201,
        responses=problems(*_ALWAYS, 400, 413, 415),
        openapi_extra=takes(LinkRequest, {"minutes": 30}, needed=False),
        dependencies=[organiser],
    )
    def make_login_link(
        request: Request,
        response: Response,
        tournament: Here,
        key_id: _KeyId,
        wanted: Annotated[LinkRequest, Depends(body(LinkRequest))],
    ) -> Link:
        _keep_nowhere(response)
        key = access.found(TournamentId(tournament), key_id)
        path = f"/login/{access.login_code(granted(key), wanted.minutes)}"
        return Link(str(request.base_url).rstrip("/") + path, path, wanted.minutes)

    return routes


def _wanted(here: TournamentId, asked: KeyRequest) -> Wanted:
    player = None if asked.player is None else PlayerId(asked.player)
    minutes = None if asked.hours is None else 60 * asked.hours
    return Wanted(Role(asked.role), here, player, asked.label, minutes)


def _keep_nowhere(response: Response) -> None:
    response.headers["Cache-Control"] = "no-store"
