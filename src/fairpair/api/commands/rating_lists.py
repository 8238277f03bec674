"""Rating lists: which there are, who is in them, and players compared with them."""

import os
import tempfile
from pathlib import Path
from typing import Annotated, Any

from fastapi import Depends, Query, Request
from fastapi import Path as PathParam
from pydantic import Field

from fairpair.api.bodies import RequestBody, examples, media_type, unsupported_media_type
from fairpair.api.path_params import HERE
from fairpair.api.write_request import Admin, Organiser, write_router
from fairpair.app.access.grants import Grant
from fairpair.app.rating_lists.checks import RatingCheck, changes_for, rating_check, take_over
from fairpair.app.rating_lists.imports import ListImport, require_key
from fairpair.app.rating_lists.jobs import ImportState, ListImports
from fairpair.app.rating_lists.lookup import ListHits, RatingLists, list_lines, search_lists
from fairpair.app.views.command_results import CommandResult, command_result
from fairpair.core.errors import DomainError, NotFoundError
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


ListId = Annotated[int, PathParam(ge=1, le=10**9, description="ID of a rating list.")]
_LIST_BODY: dict[str, Any] = {
    "requestBody": {
        "required": True,
        "content": {"application/octet-stream": {"schema": {"type": "string", "format": "binary"}}},
    }
}


class UpdateRatingsRequest(RequestBody, json_schema_extra=examples({"players": [7, 12]})):
    """The players to update from the rating lists."""

    players: list[Annotated[int, Field(ge=1, le=10**9)]] = Field(min_length=1, max_length=10_000)


@server.get("/api/lists", summary="List rating lists")
def list_rating_lists(request: Request, _grant: Staff) -> RatingLists:
    """Imported with `fairpair lists import`. Needs a key of any staff."""
    service, imports = request.app.state.service, request.app.state.list_imports.get()
    return list_lines(service.store.rating_lists, service.now, imports.checks)


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


class ListQuery(RequestBody):
    """Which list the file is."""

    key: str = Field("fide", max_length=60, description="`fide`, `nat.GER`, `custom.club`.")
    file_name: str = Field(
        "",
        max_length=200,
        description="Name of the file; it identifies the rating if the list has only one.",
    )
    period: str = Field("", max_length=7, description="Month of the list, `2026-11`.")
    name: str = Field("", max_length=100, description="Name of your own list.")
    mapping: str = Field(
        "", max_length=1000, description="Columns: `number=ID, name=Player, rating=Elo`."
    )
    confirm: str = Field(
        "", max_length=100, description="`shorter-list` to accept one that is much shorter."
    )


async def receive_list(
    request: Request, _grant: Admin, wanted: Annotated[ListQuery, Query()]
) -> ListImport:
    """The file in the body, written to the disk as it comes; only for a request that is right."""
    if media_type(request) != "application/octet-stream":
        raise unsupported_media_type(request, "application/octet-stream")
    require_key(wanted.key)
    number, name = tempfile.mkstemp(prefix="fairpair-list-")
    with os.fdopen(number, "wb") as file:
        try:
            async for part in request.stream():
                file.write(part)
        except BaseException:
            Path(name).unlink(missing_ok=True)
            raise
    return ListImport(
        path=Path(name),
        key=wanted.key,
        name=wanted.name,
        file_name=wanted.file_name or "list",
        period=wanted.period,
        mapping=wanted.mapping,
        confirmed=wanted.confirm.split(","),
    )


@server.post(
    "/api/lists", summary="Import a rating list", status_code=202, openapi_extra=_LIST_BODY
)
def import_rating_list(
    request: Request, wanted: Annotated[ListImport, Depends(receive_list)]
) -> ImportState:
    """The body is the file, at most 100 MB, zipped if it is FIDE's. Tournaments go on meanwhile,
    and the list before stays in use; `GET /api/lists/import` shows the progress.
    """
    imports: ListImports = request.app.state.list_imports.get()
    try:
        return imports.start(wanted)
    except DomainError:
        wanted.path.unlink(missing_ok=True)
        raise


class DownloadListRequest(
    RequestBody,
    json_schema_extra=examples({"address": "https://example.org/list.csv", "key": "nat.GER"}),
):
    """Where the list is, and which list it is; without a mapping, the columns are recognised."""

    address: str = Field(min_length=1, max_length=2000, description="Web address of the file.")
    key: str = Field("fide", max_length=60, description="`fide`, `nat.GER`, `custom.club`.")
    period: str = Field("", max_length=7, description="Month of the list, `2026-11`.")
    name: str = Field("", max_length=100, description="Name of your own list.")
    mapping: str = Field("", max_length=1000, description="Columns, as for an uploaded list.")


class UpdateListsRequest(RequestBody, json_schema_extra=examples({}, {"lists": ["fide"]})):
    """Which lists to update; all lists in use whose address is known by default."""

    lists: list[Annotated[str, Field(max_length=60)]] = Field(
        default_factory=list, max_length=100, description="Keys of lists."
    )


@server.post(
    "/api/lists/download", summary="Import a rating list from its address", status_code=202
)
def download_rating_list(request: Request, _grant: Admin, body: DownloadListRequest) -> ImportState:
    """Later updates of the list come from this address. At most 100 MB; the address must be in
    the open internet unless the server allows private ones. `GET /api/lists/import` shows the
    progress, and the list before stays in use until the new one is complete.
    """
    imports: ListImports = request.app.state.list_imports.get()
    about = {"key": body.key, "period": body.period, "name": body.name, "mapping": body.mapping}
    return imports.download(body.address, ListImport(path=Path(), **about))


@server.post("/api/lists/update", summary="Update the rating lists", status_code=202)
def update_rating_lists(request: Request, _grant: Admin, body: UpdateListsRequest) -> ImportState:
    """Every list in use whose address is known is downloaded and imported if a newer file is
    published there. `GET /api/lists/import` shows the progress and what came of each list.
    """
    imports: ListImports = request.app.state.list_imports.get()
    return imports.update(body.lists)


@server.get("/api/lists/import", summary="Get the progress of an import")
def read_list_import(request: Request, _grant: Admin) -> ImportState:
    """Of the import that is running on this server, or the last one."""
    imports: ListImports = request.app.state.list_imports.get()
    return imports.state


@server.delete("/api/lists/{list_id}", summary="Remove a rating list", status_code=204)
def delete_rating_list(request: Request, _grant: Admin, list_id: ListId) -> None:
    """Players keep the ratings that they got from it."""
    store = request.app.state.service.store.rating_lists
    if all(one.id != list_id for one in store.lists()):
        raise NotFoundError("no-rating-list")
    store.remove(list_id)
