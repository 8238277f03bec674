"""Downloads: every export at its own address, and printable sheets as PDF."""

import asyncio
import hashlib
from collections.abc import Callable
from functools import partial
from typing import Annotated, Any

from fastapi import Depends, Path, Query, Response
from starlette.concurrency import run_in_threadpool

from fairpair.api.path_params import HERE, Stage
from fairpair.api.read_request import Anybody, ReadRequest, file_response, read_request, read_router
from fairpair.app.access.grants import Role
from fairpair.app.pictures import find_logo
from fairpair.app.printing import SHEETS, Job, get_sheet, local_time, render_sheet
from fairpair.app.proofs import proof_of
from fairpair.app.transfer.exports import EXPORTS, JSON, Export, Source, stored_archive
from fairpair.core.rounds import RoundRef
from fairpair.formats.archive import Archive
from fairpair.http.reach import reach_of
from fairpair.http.response_cache import CacheKey
from fairpair.language.languages import Language
from fairpair.log.journal import Journal
from fairpair.paper import Paper

PDF = "application/pdf"

ExportedRound = Annotated[
    int | None,
    Query(
        alias="round",
        ge=1,
        le=999,
        description="Only this round, or up to this round. Default: all rounds.",
    ),
]
SheetName = Annotated[
    str,
    Path(
        description=" ".join(f"`{one.name}`: {one.about}" for one in SHEETS.built_in.values()),
        examples=["pairings"],
        json_schema_extra=lambda schema: schema.update(enum=list(SHEETS)),
    ),
]
PrintedRound = Annotated[
    int | None,
    Query(ge=1, le=999, alias="round", description="Round number. Default: the latest round."),
]
PrintedStage = Annotated[int | None, Query(ge=1, le=9, description="1: main rounds; 2: knockout.")]
PrintedLanguage = Annotated[
    Language, Query(alias="language", description="Language of the printed text.")
]
PaperSize = Annotated[Paper, Query(description="Paper size.")]

prints = read_router("printing")
exports = read_router("exports")


@prints.get(
    f"{HERE}/print/{{sheet}}.pdf",
    summary="Get a printable sheet (PDF)",
    response_class=Response,
    responses=file_response(PDF, {"type": "string", "format": "binary"}),
)
async def print_sheet(  # noqa: PLR0913, PLR0917  what the address has
    read: Anybody,
    sheet: SheetName,
    number: PrintedRound = None,
    stage: PrintedStage = None,
    paper: PaperSize = Paper.A4,
    language: PrintedLanguage = "en",
) -> Response:
    """Lists are public. Only staff can print rounds that are not published, and handouts such as
    result slips, score sheets, badges and table numbers.

    QR codes on slips and table numbers lead to the public URL of the server if it was given one,
    else to the address of this request, or for `localhost` to the network address of the server;
    there are none if it has none.
    """
    wanted, here, state = get_sheet(sheet), read.tournament, read.request.app.state
    if wanted.staff:
        await run_in_threadpool(state.guard.check, read.request, Role.SCOREKEEPER)
    address = reach_of(read.request).base if wanted.codes else ""
    service = read.service

    def make(log: Journal) -> bytes:
        at = local_time(service.now)
        t, logo = log.tournament, find_logo(service, here, log.tournament)
        job = Job(here, t, log.version, at, paper, stage, number, address, language, logo)
        return render_sheet(sheet, job, apart=True)

    name = "-".join(filter(None, (here, wanted.name, f"round-{number}" if number else "")))
    # The address counts, as it stands on the paper as a code.
    look = "pdf-" + hashlib.sha256(address.encode()).hexdigest()[:8]
    details = (sheet, stage, number, paper, language, address)
    key = CacheKey("print", details, PDF, f"{name}.pdf", look, inline=True)
    turns: asyncio.Semaphore = state.printing
    async with turns:
        return await read.respond(key, make)


def _add_export(one: Export) -> None:
    """Add the route of an export for everybody who may have it."""
    reader = Annotated[ReadRequest, Depends(read_request(one.least))]

    async def give(read: ReadRequest, ref: RoundRef | None) -> Response:
        here, store = read.tournament, read.service.store

        def source(log: Journal) -> Source:
            kept = partial(stored_archive, store, here, log.version)
            return Source(here, log, kept, ref, partial(proof_of, store))

        named = one.file_name(Source(here, Journal(), lambda: Archive(here, ()), ref))
        key = CacheKey(f"export/{one.path}", (ref,), one.media_type, named)
        return await read.respond(key, lambda log: one.make(source(log)))

    async def whole(read: reader) -> Response:
        return await give(read, None)

    async def by_round(
        read: reader,
        round_no: ExportedRound = None,
        stage: Stage = 1,
    ) -> Response:
        return await give(read, None if round_no is None else RoundRef(stage, round_no))

    endpoint: Callable[..., Any] = by_round if one.by_round else whole
    media_type = one.media_type.partition(";")[0]
    schema: dict[str, str] = {} if one.media_type == JSON else {"type": "string"}
    exports.get(
        f"{HERE}/export/{one.path}",
        operation_id=f"export{one.what.title()}{one.ending.title()}",
        summary=f"{one.title} ({one.ending.upper()})",
        description=f"The file `{one.path}`. Unpublished rounds are only included for staff.",
        response_class=Response,
        responses=file_response(media_type, schema),
    )(endpoint)


for _export in EXPORTS:
    _add_export(_export)
