"""Rounds for everybody: by table, by name, as a tree, and why they are as they are."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from fastapi import APIRouter, Request, Response

from fairpair.app.views.bracket import BracketMatch, bracket_view
from fairpair.app.views.info import start_of
from fairpair.app.views.pairing_explanation import player_reasons, round_reasons
from fairpair.app.views.people import person, search_key
from fairpair.app.views.rounds import (
    RoundView,
    by_name,
    require_round,
    round_list,
    tables_view,
)
from fairpair.core.errors import NotFoundError
from fairpair.core.ids import PlayerId
from fairpair.core.rounds import Round, RoundRef
from fairpair.core.tournament import Tournament
from fairpair.engine.stages.progress import progress
from fairpair.http.late_route import page_router
from fairpair.web.lists import PER_PAGE, has_words
from fairpair.web.public.finished import finished
from fairpair.web.public.pages import PublicPages, PublicRequest
from fairpair.web.public.standings import all_players, names_in_order
from fairpair.web.ranks import explained_rank
from fairpair.web.tree import tree_of
from fairpair.web.view_cache import current_standings
from fairpair.web.why_not import why_not_data


def router(pages: PublicPages) -> APIRouter:
    """The routes."""
    routes = page_router()

    @routes.api_route("/t/{tournament}", methods=["GET", "HEAD"])
    async def home(request: Request) -> Response:
        """The round that is played; before the first the players, after the last the ranking."""
        return await pages.page(request, _home, "by", "q", "page")

    @routes.api_route("/t/{tournament}/round/{stage:int}/{n:int}", methods=["GET", "HEAD"])
    async def one_round(request: Request, stage: int, n: int) -> Response:
        """One round, or what it waits for."""
        return await pages.page(
            request, lambda sight: round_page(sight, stage, n), "by", "q", "page"
        )

    @routes.api_route("/t/{tournament}/bracket", methods=["GET", "HEAD"])
    async def bracket(request: Request) -> Response:
        """Known from the start: seeds, then players, and what each seat waits for."""
        return await pages.page(request, bracket_page)

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
        return await pages.page(
            request, lambda sight: _why_player(sight, (stage, n), player), "not"
        )

    return routes


def _home(sight: PublicRequest) -> tuple[str, Mapping[str, Any]]:
    if sight.t.finished:
        return finished(sight)
    now = _present(sight.t)
    return all_players(sight) if now is None else round_page(sight, now.stage, now.round_no)


def _present(t: Tournament) -> RoundRef | None:
    """The first round with open matches, else the last one there is."""
    there = sorted(t.rounds)
    return next((ref for ref in there if t.rounds[ref].pending), there[-1] if there else None)


def round_page(sight: PublicRequest, stage: int, n: int) -> tuple[str, Mapping[str, Any]]:
    """One round, or what it waits for."""
    try:
        _, round_ = require_round(sight.t, stage, n)
    except NotFoundError as missing:
        if missing.code != "not-published":
            raise
        return "public/locked.html", _locked_data(sight, stage, n)
    by_table = sight.query.get("by") != "name"
    ref = RoundRef(stage, n)
    make = _by_table if by_table else _by_name
    return "public/round.html", {
        "by": "table" if by_table else "name",
        "start": start_of(sight.t, ref),
        "missing": len(round_.pending),
        **make(sight, ref, round_),
    }


def _by_table(sight: PublicRequest, ref: RoundRef, round_: Round) -> dict[str, Any]:
    """A page of the tables, and all byes."""

    def text(table: int) -> str:
        return f"{table} {' '.join(_names(sight.t, round_.pairings[table].seats))}"

    part = sight.part(sorted(round_.pairings), text)
    view = _tables(sight, ref, part.rows)
    words = search_key(part.q).split()
    byes = [bye for bye in view.byes if has_words(f"{bye.name} {bye.club}", words)]
    return {"round": view, "part": part.with_rows(view.pairings), "byes": byes}


def _by_name(sight: PublicRequest, ref: RoundRef, round_: Round) -> dict[str, Any]:
    """A page of everybody in the order of the names."""
    tables = {player: table for table, x in round_.pairings.items() for player in x.seats}

    def text(player: PlayerId) -> str:
        return f"{' '.join(_names(sight.t, [player]))} {tables.get(player, '')}"

    there = [p for p in sight.view(names_in_order) if p in tables or p in round_.byes]
    part = sight.part(there, text)
    view = _tables(sight, ref, {tables[p] for p in part.rows if p in tables})
    shown = set(part.rows)
    lines = [line for line in by_name(sight.t, view) if line.id in shown]
    return {"round": view, "part": part.with_rows(lines), "byes": ()}


def _tables(sight: PublicRequest, ref: RoundRef, tables: Iterable[int]) -> RoundView:
    return tables_view(sight.t, sight.version, ref, tables, sight.points(ref))


def _names(t: Tournament, players: Iterable[PlayerId]) -> Iterator[str]:
    """What players are found by in a round."""
    for player in players:
        entrant = t.entries[player].entrant
        yield f"{entrant.name} {entrant.club}"


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


def bracket_page(sight: PublicRequest) -> tuple[str, Mapping[str, Any]]:
    """The tree of the knockout."""
    view = sight.view(bracket_view)
    return "public/bracket.html", {
        "view": view,
        "tree": tree_of(view, reseeded=sight.t.rules.reseed),
    }


def _why_rank(sight: PublicRequest, player: int) -> tuple[str, Mapping[str, Any]]:
    until = sight.number("until")
    standings = sight.view(current_standings, until)
    data = explained_rank(sight.t, sight.version, standings, player, sight.ranks_after)
    return "public/why_rank.html", {"until": until, **data}


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
    other = why.rival and sight.view(player_reasons, place, why.rival)
    return "public/why.html", {
        "why": why,
        "other": other,
        "asked_at": f"/t/{sight.tournament}/why/{place[0]}/{place[1]}/{player}",
        "live": None,
        **why_not_data(sight.t, sight.version, why, sight.number("not")),
    }
