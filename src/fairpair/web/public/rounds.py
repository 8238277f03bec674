"""Rounds for everybody: by table, by name, as a tree, and why they are as they are."""

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

from fastapi import APIRouter, Request, Response

from fairpair.app.views.bracket import BracketMatch, bracket_view, scores_of
from fairpair.app.views.info import start_of
from fairpair.app.views.pairing_explanation import player_reasons, round_reasons
from fairpair.app.views.people import person
from fairpair.app.views.ranking import rank_reasons
from fairpair.app.views.rounds import (
    ByeView,
    NameLine,
    PairingView,
    RoundView,
    by_name,
    round_list,
    round_view,
)
from fairpair.app.views.standings import standings_view
from fairpair.core.errors import NotFoundError
from fairpair.core.ids import PlayerId
from fairpair.core.rounds import RoundRef
from fairpair.core.tournament import Tournament
from fairpair.engine.stages.progress import progress
from fairpair.web.public.pages import PER_PAGE, PublicPages, PublicRequest, part_of
from fairpair.web.public.standings import all_players, final_places
from fairpair.web.tree import tree_of


def router(pages: PublicPages) -> APIRouter:
    """The routes."""
    routes = APIRouter(include_in_schema=False)

    @routes.api_route("/t/{tournament}", methods=["GET", "HEAD"])
    async def home(request: Request) -> Response:
        """The round that is played; before the first the players, after the last the ranking."""
        return await pages.page(request, _home, "by", "q", "page")

    @routes.api_route("/t/{tournament}/round/{stage:int}/{n:int}", methods=["GET", "HEAD"])
    async def one_round(request: Request, stage: int, n: int) -> Response:
        """One round, or what it waits for."""
        return await pages.page(request, lambda sight: _round(sight, stage, n), "by", "q", "page")

    @routes.api_route("/t/{tournament}/bracket", methods=["GET", "HEAD"])
    async def bracket(request: Request) -> Response:
        """Known from the start: seeds, then players, and what each seat waits for."""
        return await pages.page(request, _bracket)

    @routes.api_route("/t/{tournament}/why/rank/{player:int}", methods=["GET", "HEAD"])
    async def rank(request: Request, player: int) -> Response:
        """Why this rank: every number with its sum."""
        return await pages.page(request, lambda sight: _why_rank(sight, player), "until")

    @routes.api_route("/t/{tournament}/why/{stage:int}/{n:int}", methods=["GET", "HEAD"])
    async def whole(request: Request, stage: int, n: int) -> Response:
        """How a round was paired: groups, floats, byes, colours."""
        return await pages.page(request, lambda sight: _why_round(sight, stage, n))

    @routes.api_route(
        "/t/{tournament}/why/{stage:int}/{n:int}/{player:int}", methods=["GET", "HEAD"]
    )
    async def pairing(request: Request, stage: int, n: int, player: int) -> Response:
        """Why this opponent, this colour, or this bye."""
        return await pages.page(request, lambda sight: _why_player(sight, (stage, n), player))

    return routes


def _home(sight: PublicRequest) -> tuple[str, Mapping[str, Any]]:
    if sight.t.finished:
        return final_places(sight)
    now = _present(sight.t)
    return all_players(sight) if now is None else _round(sight, now.stage, now.round_no)


def _present(t: Tournament) -> RoundRef | None:
    """The first round with open matches, else the last one there is."""
    there = sorted(t.rounds)
    return next((ref for ref in there if t.rounds[ref].pending), there[-1] if there else None)


def _round(sight: PublicRequest, stage: int, n: int) -> tuple[str, Mapping[str, Any]]:
    try:
        view = sight.view(round_view, stage, n)
    except NotFoundError as missing:
        if missing.code != "not-published":
            raise
        return "public/locked.html", _locked_data(sight, stage, n)
    by_name = sight.query.get("by") == "name"
    asked = (sight.query.get("q", ""), sight.number("page"))
    start = start_of(sight.t, RoundRef(stage, n))
    by = "name" if by_name else "table"
    data: dict[str, Any] = {"round": view, "by": by, "start": start}
    if by_name:
        data["part"] = part_of(sight.view(_by_name, stage, n), name_text, *asked)
    else:
        data["part"] = part_of(view.pairings, _table_text, *asked)
        searched = part_of(view.byes, _bye_text, asked[0])
        data["byes"] = searched.rows
    return "public/round.html", data


def _locked_data(sight: PublicRequest, stage: int, n: int) -> dict[str, Any]:
    """What a round waits for; of a knock-out match by match."""
    lines = sight.view(round_list).rounds
    line = next(line for line in lines if (line.stage, line.round) == (stage, n))
    matches: Sequence[BracketMatch] = ()
    if stage > 1:
        tree = sight.view(bracket_view)
        found = [r.matches for r in tree.rounds if (r.stage, r.round) == (stage, n)]
        matches = found[0] if found else ()
    return {"line": line, "progress": progress(sight.t), "matches": matches}


def _by_name(t: Tournament, version: int, stage: int, n: int) -> list[NameLine]:
    """Everybody of a round, in the order of the names."""
    view: RoundView = round_view(t, version, stage, n)
    return by_name(t, view)


def name_text(line: NameLine) -> str:
    """What a line is found by."""
    return f"{line.player.name} {line.player.club} {line.table or ''}"


def _table_text(pairing: PairingView) -> str:
    names = " ".join(f"{seat.name} {seat.club}" for seat in pairing.players)
    return f"{pairing.table} {names}"


def _bye_text(bye: ByeView) -> str:
    return f"{bye.name} {bye.club}"


def _bracket(sight: PublicRequest) -> tuple[str, Mapping[str, Any]]:
    view = sight.view(bracket_view)
    return "public/bracket.html", {
        "view": view,
        "tree_of": partial(tree_of, view, reseeded=sight.t.rules.reseed),
        "scores_of": scores_of,
    }


def _why_rank(sight: PublicRequest, player: int) -> tuple[str, Mapping[str, Any]]:
    until = sight.number("until")
    why = sight.view(rank_reasons, player, until)
    heads = {head.code: head for head in sight.view(standings_view, until).tiebreaks}
    return "public/why_rank.html", {"why": why, "heads": heads, "until": until}


def _why_round(sight: PublicRequest, stage: int, n: int) -> tuple[str, Mapping[str, Any]]:
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


def _why_player(
    sight: PublicRequest, place: tuple[int, int], player: int
) -> tuple[str, Mapping[str, Any]]:
    why = sight.view(player_reasons, place, player)
    other = None
    if why.pairing:
        rival = next((p for p in why.pairing.players if p != why.player), None)
        other = None if rival is None else sight.view(player_reasons, place, rival)
    return "public/why.html", {"why": why, "other": other, "live": None}
