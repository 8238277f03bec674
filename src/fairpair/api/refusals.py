"""Refusals of the framework and of pairing, as problem documents like all others."""

from http import HTTPStatus

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.responses import JSONResponse, PlainTextResponse, Response

from fairpair.api.bodies import bad_fields
from fairpair.api.problems import HttpError, problem
from fairpair.api.suggestions import suggested
from fairpair.app.use_cases.rounds import RoundNotPairableError
from fairpair.core.errors import FieldProblem
from fairpair.core.ids import TournamentId
from fairpair.log.rounds import ResultsPendingError

_HINTS = {
    404: "The API is described at /api/docs.",
    405: "The API is described at /api/docs.",
}


def install(app: FastAPI) -> None:
    """Let the application answer these refusals too."""
    app.add_exception_handler(RoundNotPairableError, _impossible)
    app.add_exception_handler(ResultsPendingError, _pending)
    app.add_exception_handler(RequestValidationError, _invalid)
    app.add_exception_handler(HTTPException, refused_by_framework)


def _impossible(request: Request, error: Exception) -> JSONResponse:
    """With every suggestion as the requests that follow it."""
    assert isinstance(error, RoundNotPairableError)  # noqa: S101  the class it is registered for
    here = TournamentId(request.path_params["tournament"])
    return problem(error, suggestions=suggested(here, error))


def _pending(_request: Request, error: Exception) -> JSONResponse:
    """With the tables that have no result."""
    assert isinstance(error, ResultsPendingError)  # noqa: S101  the class it is registered for
    ids = [error.ref.at(table).id for table in error.tables]
    return problem(
        error, pending=[{"id": i, "table": t} for i, t in zip(ids, error.tables, strict=True)]
    )


def _invalid(_request: Request, error: Exception) -> JSONResponse:
    """Wrong parts of the address and of headers; bodies are looked at by `bodies`."""
    assert isinstance(error, RequestValidationError)  # noqa: S101  the class it is registered for
    problems = [FieldProblem(_where(one["loc"]), one["msg"]) for one in error.errors()]
    return problem(bad_fields(problems))


def _where(place: tuple[str | int, ...]) -> str:
    return ".".join(str(part) for part in place[1:]) or str(place[0])


def refused_by_framework(request: Request, error: Exception) -> Response:
    """An address that is not there, or not with this method."""
    assert isinstance(error, HTTPException)  # noqa: S101  the class it is registered for
    if not request.url.path.startswith("/api"):
        return PlainTextResponse(str(error.detail), error.status_code, error.headers)
    phrase = HTTPStatus(error.status_code).phrase
    code = phrase.lower().replace(" ", "-")
    hint = _HINTS.get(error.status_code, "")
    answer = problem(HttpError(error.status_code, code, f"{phrase}.", hint))
    answer.headers.update(error.headers or {})
    return answer
