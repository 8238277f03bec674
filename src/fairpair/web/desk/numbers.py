"""Pairing numbers at the desk: in any order for a round robin, exchanged in a Swiss."""

from collections.abc import Callable
from typing import Any

from fastapi import APIRouter, Request, Response

from fairpair.app.access.grants import Role
from fairpair.app.requests import Outcome
from fairpair.app.views.numbers import number_list
from fairpair.app.views.people import player_in
from fairpair.app.views.status import number_warnings
from fairpair.core.errors import InvalidInputError
from fairpair.core.ids import PlayerId
from fairpair.http.late_route import page_router
from fairpair.language.message import Message
from fairpair.log import commands as c
from fairpair.web.forms import field_error, read_required_number
from fairpair.web.site import PageRequest, Site


def router(site: Site) -> APIRouter:
    """The list of numbers and what can be done to it."""
    routes = page_router()

    def page(visit: PageRequest, **data: Any) -> Response:
        return site.page(
            visit,
            "desk/numbers.html",
            form=visit.form,
            rules=visit.t.rules,
            found=number_list(visit.t, visit.version),
            renumbering=number_warnings(visit.t),
            **data,
        )

    @routes.get("/desk/{tournament}/numbers")
    def numbers(request: Request) -> Response:
        """Everybody by number."""
        return page(site.visit(request, Role.ORGANISER))

    def add(path: str, doing: Callable[[Site, PageRequest], Outcome]) -> None:
        @routes.post(f"/desk/{{tournament}}/numbers/{path}")
        async def route(request: Request) -> Response:
            return await site.act(request, Role.ORGANISER, lambda visit: doing(site, visit), page)

    add("order", _order)
    add("exchange", _exchange)
    return routes


def _order(site: Site, visit: PageRequest) -> Outcome:
    """The numbers as they were typed, or one player a place up or down."""
    order = [line.id for line in number_list(visit.t, visit.version).numbers]
    for word, step in (("up", -1), ("down", 1)):
        if word in visit.form:
            place = order.index(PlayerId(read_required_number(visit, word)))
            other = place + step
            if 0 <= other < len(order):
                order[place], order[other] = order[other], order[place]
            break
    else:
        order = _typed(visit, order)
    return site.service.run_command(visit.command_context, c.RenumberPlayers(tuple(order)))


def _typed(visit: PageRequest, order: list[PlayerId]) -> list[PlayerId]:
    """The players by the numbers beside them, which must be 1, 2, 3 and so on."""
    typed = {player: read_required_number(visit, f"number-{player}") for player in order}
    if sorted(typed.values()) != list(range(1, len(order) + 1)):
        raise field_error("number", Message("field-problem.numbers", n=len(order)))
    return sorted(order, key=typed.__getitem__)


def _exchange(site: Site, visit: PageRequest) -> Outcome:
    """Two players, each by pairing number or name."""
    a, b = (_numbered(visit, name) for name in ("a", "b"))
    return site.service.run_command(visit.command_context, c.ExchangeNumbers(a, b))


def _numbered(visit: PageRequest, name: str) -> PlayerId:
    typed = visit.form.get(name, "").strip()
    by_number = {str(x.number): x.id for x in number_list(visit.t, visit.version).numbers}
    if not typed:
        raise field_error(name, Message("field-problem.required"))
    try:
        return by_number[typed] if typed in by_number else player_in(visit.t, typed)
    except InvalidInputError as error:
        raise field_error(name, error.text) from error
