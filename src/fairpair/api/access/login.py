"""Logging in: a key or a login link is exchanged for a cookie."""

import re
from dataclasses import dataclass
from typing import Annotated

from fastapi import APIRouter, Depends, Request, Response
from fastapi.responses import RedirectResponse

from fairpair.api.access.guard import COOKIE, Guard, cookie_name
from fairpair.api.access.origins import refuse_foreign
from fairpair.api.bodies import Body, body
from fairpair.api.documented import problems, takes
from fairpair.api.places import HERE, Here
from fairpair.app.access.grants import NOBODY, Grant, Role
from fairpair.app.access.keys import Login
from fairpair.core.errors import UnauthorizedError

_KEPT_NOWHERE = {"Cache-Control": "no-store"}
_OURS = re.compile(rf"{COOKIE}(-[a-z0-9-]+)?")


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


def router(guard: Guard) -> APIRouter:
    """The routes, asking this guard."""
    routes = APIRouter(tags=["access"])

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
        forget_logins(guard, request, answer)
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
        grant: Annotated[Grant, Depends(guard.may(Role.PUBLIC))],
    ) -> Who:
        return _who(grant)

    return routes


def _who(grant: Grant) -> Who:
    return Who(grant.role, grant.tournament, grant.player, grant.label)


def forget_logins(guard: Guard, request: Request, answer: Response) -> None:
    """End every login of this browser, and let it forget them."""
    for name, session in request.cookies.items():
        if _OURS.fullmatch(name):
            guard.access.log_out(session)
            answer.delete_cookie(name, path="/", httponly=True, samesite="lax")


def remember_login(request: Request, answer: Response, login: Login) -> None:
    """Let the browser keep the login in a cookie that no script can read."""
    answer.set_cookie(
        cookie_name(login.grant.tournament),
        login.key,
        max_age=login.seconds,
        path="/",
        secure=request.url.scheme == "https",
        httponly=True,
        samesite="lax",
    )
