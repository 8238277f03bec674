"""Everything that can be read."""

from fastapi import APIRouter

from fairpair.api.access.guard import Guard
from fairpair.api.answering.answers import Answers
from fairpair.api.reads import catalogues, exports, field, prints, rounds, tables, whole
from fairpair.app.service import Service


def router(service: Service, guard: Guard, answers: Answers) -> APIRouter:
    """All reading routes; answers about tournaments come from `answers`."""
    routes = APIRouter()
    routes.include_router(rounds.router(answers, guard))
    routes.include_router(tables.router(answers, guard))
    routes.include_router(field.router(answers, guard))
    routes.include_router(whole.router(service, answers, guard))
    routes.include_router(prints.router(service, answers, guard))
    routes.include_router(exports.router(service, answers, guard))
    routes.include_router(catalogues.router(service, guard))
    return routes
