"""What the server offers: tournaments, presets, tie-breaks."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated

from fastapi import Path, Query, Request, Response

from fairpair.api.read_request import read_router
from fairpair.app.access.grants import NOBODY
from fairpair.app.views.rules import PresetList, PresetView, preset_list, preset_view
from fairpair.app.views.tournaments import TournamentList
from fairpair.engine.standings.registry import catalogue
from fairpair.http.response_cache import content_response
from fairpair.language.texts import current_texts

Limit = Annotated[int, Query(ge=1, le=500, description="Maximum number of items to return.")]
Offset = Annotated[int, Query(ge=0, le=10**9, description="Number of items to skip.")]
Words = Annotated[
    str,
    Query(
        max_length=100,
        description="Only tournaments whose name, game or ID contains all these words.",
    ),
]
Name = Annotated[str, Path(description="Preset name.", examples=["mtg_standard"])]

server = read_router("server")


@dataclass(frozen=True, slots=True)
class Tiebreaks:
    """Every tie-break: code, name, description, modifiers, range, games, and the regulation it
    follows.
    """

    tiebreaks: Sequence[Mapping[str, str]]


@server.get("/api/tournaments", response_model=TournamentList, summary="List tournaments")
def list_tournaments(
    request: Request, limit: Limit = 50, offset: Offset = 0, q: Words = ""
) -> Response:
    """In order of ID, one page at a time. Hidden tournaments are listed only with their key or the
    administrator key.
    """
    state = request.app.state
    grant = state.guard.authenticate(request, None)
    page = state.listing.page(limit, offset, (grant or NOBODY).unhidden, q)
    return content_response(request, page, private=grant is not None)


@server.get("/api/presets", response_model=PresetList, summary="List presets")
def list_presets(request: Request) -> Response:
    """The named rule sets a tournament can start from. Any rule can be changed."""
    return content_response(request, preset_list())


@server.get("/api/presets/{name}", response_model=PresetView, summary="Get a preset")
def read_preset(request: Request, name: Name) -> Response:
    """Every rule of a preset with its description."""
    return content_response(request, preset_view(name))


@server.get("/api/tiebreaks", response_model=Tiebreaks, summary="List tie-breaks")
def list_tiebreaks(request: Request) -> Response:
    """Their codes are the values of `standings_tiebreakers` and `pairing_tiebreakers`."""
    translated = current_texts().gettext
    words = ("name", "about")
    found = [{**one, **{key: translated(one[key]) for key in words}} for one in catalogue()]
    return content_response(request, Tiebreaks(found))
