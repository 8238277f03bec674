"""Rating lists: which there are, who is in them, and players compared with them."""

from typing import Annotated

from fastapi import Depends, Query, Request
from pydantic import Field

from fairpair.api.bodies import RequestBody, examples
from fairpair.api.path_params import HERE
from fairpair.api.write_request import Organiser, write_router
from fairpair.app.access.grants import Grant
from fairpair.app.rating_lists.checks import RatingCheck, changes_for, rating_check, take_over
from fairpair.app.rating_lists.lookup import ListHits, RatingLists, list_lines, search_lists
from fairpair.app.views.command_results import CommandResult, command_result
from fairpair.core.ids import PlayerId
from fairpair.http.authentication import require_any_staff

routes = write_router("players")
server = write_router("server")
Staff = Annotated[Grant, Depends(require_any_staff)]
Words = Annotated[
    str,
    Query(
        max_length=100,
        description="Beginnings of names in any order, or of an ID number; at least 3 characters.",
        examples=["carl mag"],
    ),
]
Keys = Annotated[
    str, Query(max_length=200, description="Only these lists, such as `fide,nat.GER`.")
]
Federation = Annotated[
    str, Query(max_length=3, description="Players of this federation first.", examples=["GER"])
]


class UpdateRatingsRequest(RequestBody, json_schema_extra=examples({"players": [7, 12]})):
    """The players to update from the rating lists."""

    players: list[Annotated[int, Field(ge=1, le=10**9)]] = Field(min_length=1, max_length=10_000)


@server.get("/api/lists", summary="List rating lists")
def list_rating_lists(request: Request, _grant: Staff) -> RatingLists:
    """Imported with `fairpair lists import`. Needs a key of any staff."""
    return list_lines(request.app.state.service.store.rating_lists)


@server.get("/api/lists/search", summary="Search rating lists")
def search_rating_lists(
    request: Request, _grant: Staff, q: Words, lists: Keys = "", federation: Federation = ""
) -> ListHits:
    """At most 20 players: last names that begin with the first word first, then players of the
    federation, rated and active ones. Needs a key of any staff.
    """
    keys = [one for one in lists.split(",") if one]
    return search_lists(request.app.state.service.store.rating_lists, q, keys, federation)


@routes.get(f"{HERE}/rating-check", summary="Compare the players with rating lists")
def check_ratings(request: Organiser) -> RatingCheck:
    """With the lists of the month that counts. Changes nothing."""
    log = request.service.existing_journal(request.here)
    store, today = request.service.store.rating_lists, request.service.now[:10]
    return rating_check(log.tournament, log.version, store, today)


@routes.post(f"{HERE}/rating-check", summary="Update players from rating lists")
def update_ratings(request: Organiser, body: UpdateRatingsRequest) -> CommandResult:
    """One action, which can be undone. Once round 1 is published, the rating that counts stays."""
    log = request.service.existing_journal(request.here)
    store, today = request.service.store.rating_lists, request.service.now[:10]
    chosen = [PlayerId(one) for one in body.players]
    edits = changes_for(log.tournament, store, today, chosen)
    return command_result(request.run(take_over, edits))
