"""Tied players at the desk: the order the organiser gives them, and values from outside."""

from collections.abc import Callable
from typing import Any

from fastapi import APIRouter, Request, Response

from fairpair.app.access.grants import Role
from fairpair.app.requests import Outcome
from fairpair.app.use_cases.edits import run_idempotent
from fairpair.app.views.people import person
from fairpair.app.views.standings import orders_in
from fairpair.app.views.ties import external_values, ties_in
from fairpair.core.errors import InvalidValueError
from fairpair.core.ids import PlayerId
from fairpair.core.numbers import parse_number
from fairpair.core.players import ExternalValue
from fairpair.engine.standings.codes import is_external
from fairpair.http.late_route import page_router
from fairpair.language.message import Message
from fairpair.log import commands as c
from fairpair.web.desk.round_forms import HERE
from fairpair.web.forms import field_error, read_number, read_required_number
from fairpair.web.lists import part_of, person_text
from fairpair.web.site import PageRequest, Site
from fairpair.web.view_cache import current_standings

MOST_TIES = 30
"""The number of ties on the page: each has a form."""


def router(site: Site) -> APIRouter:
    """The page of the ties, and its forms."""
    routes = page_router()

    def page(visit: PageRequest, **data: Any) -> Response:
        t, asked = visit.t, visit.request.query_params
        standings = site.view(visit, current_standings, None)
        sought = (asked.get("q", "").strip()[:100], asked.get("page", ""))
        part = part_of(standings.rows, lambda row: person_text(person(t, row.player)), *sought)
        values = external_values(t, [row.player for row in part.rows])
        return site.page(
            visit,
            "desk/ties.html",
            form=visit.form,
            ties=ties_in(t, standings)[:MOST_TIES],
            orders=orders_in(t, standings),
            round=standings.inputs.sheet.rounds,
            finished=t.finished,
            meaning=t.external_meaning,
            used=any(map(is_external, t.rules.standings_tiebreakers)),
            part=part.with_rows(values),
            **data,
        )

    @routes.get(f"{HERE}/ties")
    def ties(request: Request) -> Response:
        """Who is tied, and the values that come from outside."""
        return page(site.visit(request, Role.ORGANISER))

    def add(path: str, doing: Callable[[PageRequest], c.Command]) -> None:
        @routes.post(f"{HERE}/ties/{path}")
        async def route(request: Request) -> Response:
            def act(visit: PageRequest) -> Outcome:
                command = doing(visit)
                return site.service.run(visit.command_context, run_idempotent, command)

            return await site.act(request, Role.ORGANISER, act, page)

    add("order", _order)
    add("values", _values)
    return routes


def _order(visit: PageRequest) -> c.OrderTied:
    """The players by the places beside them, which must be 1, 2, 3 and so on."""
    players = _players_in(visit, "place-")
    typed = {player: read_required_number(visit, f"place-{player}") for player in players}
    if sorted(typed.values()) != list(range(1, len(players) + 1)):
        raise field_error("place", Message("field-problem.numbers", n=len(players)))
    order = tuple(sorted(players, key=typed.__getitem__))
    return c.OrderTied(order, visit.form.get("reason", ""), read_number(visit, "round"))


def _values(visit: PageRequest) -> c.SetExternalValues:
    """The values of the players on the page; an empty field removes one."""
    values = []
    for player in _players_in(visit, "value-"):
        typed = visit.form[f"value-{player}"].strip().replace(",", ".")
        try:
            values.append(ExternalValue(player, parse_number(typed) if typed else None))
        except InvalidValueError as error:
            raise field_error(f"value-{player}", error.text) from error
    return c.SetExternalValues(tuple(values), visit.form.get("meaning", ""))


def _players_in(visit: PageRequest, field: str) -> list[PlayerId]:
    """The players for whom the form has such a field, in its order."""
    numbers = (name.removeprefix(field) for name in visit.form if name.startswith(field))
    found = (PlayerId(int(n)) for n in numbers if n.isascii() and n.isdigit() and len(n) < 10)
    return [player for player in found if player in visit.t.entries]
