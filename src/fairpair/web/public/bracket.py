"""The knock-out tree for everybody: drawn, and as a list."""

from collections.abc import Mapping
from functools import partial
from typing import Any

from fastapi import APIRouter, Request, Response

from fairpair.app.views.bracket import bracket_view, scores_of
from fairpair.web.public.pages import PublicPages, Sight
from fairpair.web.tree import tree_of


def router(pages: PublicPages) -> APIRouter:
    """The routes."""
    routes = APIRouter()

    @routes.api_route("/t/{tournament}/bracket", methods=["GET", "HEAD"])
    async def bracket(request: Request) -> Response:
        """Known from the start: seeds, then players, and what each seat waits for."""
        return await pages.page(request, _bracket)

    return routes


def _bracket(sight: Sight) -> tuple[str, Mapping[str, Any]]:
    view = sight.view(bracket_view)
    return "public/bracket.html", {
        "view": view,
        "tree_of": partial(tree_of, view, reseeded=sight.t.rules.reseed),
        "scores_of": scores_of,
    }
