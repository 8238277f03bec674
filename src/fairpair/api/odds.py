"""Odds over the API: asked for again until they are estimated."""

from fastapi import Response
from starlette.concurrency import run_in_threadpool

from fairpair.api.read_request import ReadRequest
from fairpair.app.access.grants import Role
from fairpair.app.late import Late
from fairpair.app.odds.jobs import OddsJobs, OddsKey, OddsState
from fairpair.app.views.audience import redact_for_public
from fairpair.app.views.odds import OddsOptions
from fairpair.core.errors import ForbiddenError
from fairpair.core.vocabulary import vocabulary_of
from fairpair.http.response_cache import content_response
from fairpair.language.texts import use


async def ask_odds(read: ReadRequest, options: OddsOptions) -> Response:
    """How the odds are now; they begin to be made if they are not there."""
    return await run_in_threadpool(_answer, read, options)


def _answer(read: ReadRequest, options: OddsOptions) -> Response:
    journal = read.service.existing_journal(read.tournament)
    t, staff = journal.tournament, read.grant.role.reaches(Role.SCOREKEEPER)
    if not staff:
        if not t.rules.show_odds or options != OddsOptions():
            raise ForbiddenError("odds-not-public")
        t = redact_for_public(t)
    jobs: Late[OddsJobs] = read.request.app.state.odds
    state: OddsState = jobs.get().ask(OddsKey(read.tournament, staff, options), t, journal.version)
    with use(vocabulary=vocabulary_of(t.rules)):
        return content_response(read.request, state, private=staff or t.rules.hidden)
