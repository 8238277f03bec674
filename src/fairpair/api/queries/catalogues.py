"""What there is: tournaments, presets, tie-breaks."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated

from fastapi import APIRouter, Path, Query, Request, Response

from fairpair.api.queries.routes import Routes
from fairpair.app.access.grants import NOBODY
from fairpair.app.service import Service
from fairpair.app.views.rules import PresetList, PresetView, preset_list, preset_view
from fairpair.app.views.tournaments import Listing, TournamentList
from fairpair.engine.standings.registry import catalogue
from fairpair.http.authentication import Guard
from fairpair.http.response_cache import of_content

Limit = Annotated[int, Query(ge=1, le=500, description="So many at most.")]
Offset = Annotated[int, Query(ge=0, le=10**9, description="Without the first so many.")]
Words = Annotated[
    str, Query(max_length=100, description="Only those with all these words in name, game or id.")
]
Name = Annotated[str, Path(description="The name of a preset.", examples=["mtg_standard"])]


@dataclass(frozen=True, slots=True)
class Tiebreaks:
    """Every tie-break: code, name, what it is, modifiers, range, games, the clause it follows."""

    tiebreaks: Sequence[Mapping[str, str]]


def router(service: Service, guard: Guard) -> APIRouter:
    """The lists of the server."""
    routes = Routes("server")
    listing = Listing(service)

    @routes.get(
        "/api/tournaments", TournamentList, "listTournaments", "The tournaments of this server"
    )
    def tournaments(
        request: Request, limit: Limit = 50, offset: Offset = 0, q: Words = ""
    ) -> Response:
        """By id, a page at a time; hidden ones only with their key, or the administrator's."""
        grant = guard.asking(request, None)
        page = listing.page(limit, offset, (grant or NOBODY).unhidden, q)
        return of_content(request, page, private=grant is not None)

    @routes.get("/api/presets", PresetList, "listPresets", "The named rule sets")
    def presets(request: Request) -> Response:
        """What a tournament can start from; any key can be set anew."""
        return of_content(request, preset_list())

    @routes.get("/api/presets/{name}", PresetView, "readPreset", "One rule set with every key")
    def one_preset(request: Request, name: Name) -> Response:
        """Every rule of a preset with what it means."""
        return of_content(request, preset_view(name))

    @routes.get("/api/tiebreaks", Tiebreaks, "listTiebreaks", "All tie-breaks")
    def tiebreaks(request: Request) -> Response:
        """Their codes are what `standings_tiebreakers` and `pairing_tiebreakers` take."""
        return of_content(request, Tiebreaks(catalogue()))

    return routes.finished()
