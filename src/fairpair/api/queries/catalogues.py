"""What there is on the server: tournaments, presets, tie-breaks."""

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

Limit = Annotated[int, Query(ge=1, le=500, description="So many at most.")]
Offset = Annotated[int, Query(ge=0, le=10**9, description="How many to skip at the beginning.")]
Words = Annotated[
    str, Query(max_length=100, description="Only those with all these words in name, game or id.")
]
Name = Annotated[str, Path(description="The name of a preset.", examples=["mtg_standard"])]

server = read_router("server")


@dataclass(frozen=True, slots=True)
class Tiebreaks:
    """Every tie-break: code, name, what it is, modifiers, range, games, the clause it follows."""

    tiebreaks: Sequence[Mapping[str, str]]


@server.get(
    "/api/tournaments", response_model=TournamentList, summary="The tournaments of this server"
)
def list_tournaments(
    request: Request, limit: Limit = 50, offset: Offset = 0, q: Words = ""
) -> Response:
    """By id, a page at a time; hidden ones only with their key, or the administrator's."""
    state = request.app.state
    grant = state.guard.authenticate(request, None)
    page = state.listing.page(limit, offset, (grant or NOBODY).unhidden, q)
    return content_response(request, page, private=grant is not None)


@server.get("/api/presets", response_model=PresetList, summary="The named rule sets")
def list_presets(request: Request) -> Response:
    """What a tournament can start from; any key can be set anew."""
    return content_response(request, preset_list())


@server.get("/api/presets/{name}", response_model=PresetView, summary="One rule set with every key")
def read_preset(request: Request, name: Name) -> Response:
    """Every rule of a preset with what it means."""
    return content_response(request, preset_view(name))


@server.get("/api/tiebreaks", response_model=Tiebreaks, summary="All tie-breaks")
def list_tiebreaks(request: Request) -> Response:
    """Their codes are what `standings_tiebreakers` and `pairing_tiebreakers` take."""
    return content_response(request, Tiebreaks(catalogue()))
