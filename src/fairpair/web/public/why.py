"""Why a round, a pairing, a bye, a colour or a rank is as it is, in plain words."""

from collections.abc import Mapping
from typing import Any

from fastapi import APIRouter, Request, Response

from fairpair.app.views.pairing_explanation import player_reasons, round_reasons
from fairpair.app.views.people import person
from fairpair.app.views.rank_explanation import rank_reasons
from fairpair.app.views.standings import standings_view
from fairpair.core.ids import PlayerId
from fairpair.web.public.lists import PER_PAGE
from fairpair.web.public.pages import PublicPages, Sight


def router(pages: PublicPages) -> APIRouter:
    """The routes."""
    routes = APIRouter()

    @routes.api_route("/t/{tournament}/why/rank/{player:int}", methods=["GET", "HEAD"])
    async def rank(request: Request, player: int) -> Response:
        """Why this rank: every number with its sum."""
        return await pages.page(request, lambda sight: _rank(sight, player), "until")

    @routes.api_route("/t/{tournament}/why/{stage:int}/{n:int}", methods=["GET", "HEAD"])
    async def whole(request: Request, stage: int, n: int) -> Response:
        """How a round was paired: groups, floats, byes, colours."""
        return await pages.page(request, lambda sight: _round(sight, stage, n))

    @routes.api_route(
        "/t/{tournament}/why/{stage:int}/{n:int}/{player:int}", methods=["GET", "HEAD"]
    )
    async def pairing(request: Request, stage: int, n: int, player: int) -> Response:
        """Why this opponent, this colour, or this bye."""
        return await pages.page(request, lambda sight: _player(sight, (stage, n), player))

    return routes


def _rank(sight: Sight, player: int) -> tuple[str, Mapping[str, Any]]:
    until = sight.number("until")
    why = sight.view(rank_reasons, player, until)
    heads = {head.code: head for head in sight.view(standings_view, until).tiebreaks}
    return "public/why_rank.html", {"why": why, "heads": heads, "until": until}


def _round(sight: Sight, stage: int, n: int) -> tuple[str, Mapping[str, Any]]:
    why = sight.view(round_reasons, stage, n)
    byes: dict[PlayerId, list[Any]] = {}
    for one in why.bye_history:
        byes.setdefault(one.player, []).append(one)
    people = {p: person(sight.t, p) for group in why.groups for p in group.players}
    return "public/why_round.html", {
        "why": why,
        "people": people,
        "byes_before": byes,
        "most": PER_PAGE,
        "live": None,
    }


def _player(sight: Sight, place: tuple[int, int], player: int) -> tuple[str, Mapping[str, Any]]:
    why = sight.view(player_reasons, place, player)
    other = None
    if why.pairing:
        rival = next((p for p in why.pairing.players if p != why.player), None)
        other = None if rival is None else sight.view(player_reasons, place, rival)
    return "public/why.html", {"why": why, "other": other, "live": None}
