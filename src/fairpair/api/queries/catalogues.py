"""What the server offers: tournaments, presets, tie-breaks."""

from collections.abc import Mapping, Sequence
from typing import Annotated

from fastapi import Path, Query, Request, Response

from fairpair.api.read_request import read_router
from fairpair.app.access.grants import NOBODY
from fairpair.app.own_presets import own_preset, own_presets
from fairpair.app.views.rules import PresetList, PresetView, preset_list, preset_view
from fairpair.app.views.tournaments import ListState, TournamentList
from fairpair.core.dataclass import dataclass
from fairpair.engine.standings.registry import catalogue
from fairpair.http.response_cache import content_response
from fairpair.language.texts import current_texts
from fairpair.presets import is_known, preset

Limit = Annotated[int, Query(ge=1, le=500, description="Maximum number of items to return.")]
Offset = Annotated[int, Query(ge=0, le=10**9, description="Number of items to skip.")]
Words = Annotated[
    str,
    Query(
        max_length=100,
        description="Only tournaments whose name, game, ID or place contains all these words.",
    ),
]
State = Annotated[
    ListState,
    Query(description="Which tournaments; `current` are all that are not archived."),
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
    request: Request,
    limit: Limit = 50,
    offset: Offset = 0,
    q: Words = "",
    state: State = ListState.CURRENT,
) -> Response:
    """Latest first, and those to come the other way round; one page at a time. Hidden tournaments
    are listed only with their key or the administrator key.
    """
    app = request.app.state
    grant = app.guard.authenticate(request, None)
    page = app.listing.page(limit, offset, (grant or NOBODY).unhidden, q, state)
    return content_response(request, page, private=grant is not None)


@server.get("/api/presets", response_model=PresetList, summary="List presets")
def list_presets(request: Request) -> Response:
    """The named rule sets a tournament can start from, those saved on this server last. Any rule
    can be changed.
    """
    return content_response(request, preset_list(own_presets(request.app.state.service)))


@server.get("/api/presets/{name:path}", response_model=PresetView, summary="Get a preset")
def read_preset(request: Request, name: Name) -> Response:
    """Every rule of a preset with its description."""
    found = None if is_known(name) else own_preset(request.app.state.service, name)
    return content_response(request, preset_view(found or preset(name)))


@server.get("/api/tiebreaks", response_model=Tiebreaks, summary="List tie-breaks")
def list_tiebreaks(request: Request) -> Response:
    """Their codes are the values of `standings_tiebreakers` and `pairing_tiebreakers`."""
    translated = current_texts().gettext
    words = ("name", "about")
    found = [{**one, **{key: translated(one[key]) for key in words}} for one in catalogue()]
    return content_response(request, Tiebreaks(found))
