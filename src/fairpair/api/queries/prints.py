"""Everything that can be printed, as PDF."""

import asyncio
import hashlib
from typing import Annotated

from fastapi import APIRouter, Path, Query, Response
from starlette.concurrency import run_in_threadpool

from fairpair.api.path_params import HERE
from fairpair.api.queries.routes import Reader, Routes, reader
from fairpair.app.access.grants import Role
from fairpair.app.printing import SHEETS, Job, Sheet, local_time, printed, sheet_named
from fairpair.app.service import Service
from fairpair.http.authentication import Guard
from fairpair.http.response_cache import CacheKey, ResponseCache
from fairpair.log.journal import Journal
from fairpair.paper import Paper
from fairpair.paper.languages import Language

PDF = "application/pdf"
_AT_ONCE = 4
"""So many are made or waited for at the same time; they must not take all threads."""

Wanted = Annotated[
    str,
    Path(
        description=" ".join(f"`{one.name}`: {one.about}" for one in SHEETS.values()),
        examples=["pairings"],
        json_schema_extra={"enum": list(SHEETS)},
    ),
]
Number = Annotated[
    int | None,
    Query(ge=1, le=999, alias="round", description="The round; without it the last one."),
]
Stage = Annotated[
    int | None, Query(ge=1, le=9, description="1: rounds for everybody; 2: knock-out.")
]
Tongue = Annotated[
    Language, Query(alias="language", description="The language of what the sheet itself says.")
]
Size = Annotated[Paper, Query(description="The size of the pages.")]


def router(service: Service, cache: ResponseCache, guard: Guard) -> APIRouter:
    """The route."""
    routes = Routes("printing")
    anybody = reader(cache, guard)
    turns = asyncio.Semaphore(_AT_ONCE)

    @routes.file(f"{HERE}/print/{{sheet}}.pdf", PDF, "printSheet", "A sheet to print")
    async def sheet_(  # noqa: PLR0913, PLR0917  what the address has
        reads: Annotated[Reader, anybody],
        sheet: Wanted,
        number: Number = None,
        stage: Stage = None,
        paper: Size = Paper.A4,
        language: Tongue = "en",
    ) -> Response:
        """Lists are for everybody; only the staff can print a round that is not published yet, and
        what is handed out in the hall: slips, score sheets, badges and table numbers.

        Codes on slips and table numbers lead to the address that was asked here; there are none
        if that names the computer itself (`localhost`).
        """
        wanted = sheet_named(sheet)
        if wanted.staff:
            await run_in_threadpool(guard.check, reads.request, Role.SCOREKEEPER)
        address = str(reads.request.base_url) if wanted.codes else ""
        here = reads.tournament

        def made(log: Journal) -> bytes:
            at = local_time(service.now)
            job = Job(
                here, log.tournament, log.version, at, paper, stage, number, address, language
            )
            return printed(sheet, job, apart=True)

        what = what_of(here, wanted, (stage, number, paper, language, address))
        async with turns:
            return await reads.give(what, made)

    return routes.finished()


def what_of(
    tournament: str, sheet: Sheet, details: tuple[int | None, int | None, Paper, Language, str]
) -> CacheKey:
    """How the answer is kept: the address counts, as it stands on the paper as a code."""
    number = details[1]
    name = "-".join(filter(None, (tournament, sheet.name, f"round-{number}" if number else "")))
    look = "pdf-" + hashlib.sha256(details[-1].encode()).hexdigest()[:8]
    return CacheKey("print", (sheet.name, *details), PDF, f"{name}.pdf", look, inline=True)
