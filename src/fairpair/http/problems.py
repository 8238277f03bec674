"""Every refusal as a problem document (RFC 9457)."""

from http import HTTPStatus
from typing import Any

from fastapi import FastAPI, Request
from starlette.exceptions import HTTPException
from starlette.responses import JSONResponse, PlainTextResponse, Response

from fairpair.core.errors import (
    ConflictError,
    DomainError,
    ForbiddenError,
    InvalidInputError,
    InvalidStateError,
    NotFoundError,
    OverloadedError,
    RateLimitedError,
    StorageError,
    UnauthorizedError,
    VersionConflictError,
)


class HttpError(DomainError):
    """Something only HTTP knows about is wrong: it says its own status."""

    def __init__(
        self,
        status: int,
        code: str,
        message: str | None = None,
        hint: str | None = None,
        **values: Any,
    ) -> None:
        super().__init__(code, message, hint, **values)
        self.status = status


STATUSES: dict[type[DomainError], int] = {
    UnauthorizedError: 401,
    ForbiddenError: 403,
    NotFoundError: 404,
    InvalidInputError: 422,
    InvalidStateError: 409,
    VersionConflictError: 412,
    ConflictError: 409,
    RateLimitedError: 429,
    OverloadedError: 503,
    StorageError: 503,
}


_HINTS = {
    404: "The API is described at /api/docs.",
    405: "The API is described at /api/docs.",
}


def install(app: FastAPI) -> None:
    """Let the application answer refusals like this."""
    app.add_exception_handler(DomainError, _answer)


def _answer(_request: Request, error: Exception) -> JSONResponse:
    assert isinstance(error, DomainError)  # noqa: S101  the class it is registered for
    return problem(error)


def status_of(error: DomainError) -> int:
    """The status that goes with a refusal."""
    return error.status if isinstance(error, HttpError) else _status(error)


def problem(error: DomainError, **more: object) -> JSONResponse:
    """The answer that tells a refusal; `more` are further members of its document."""
    status = status_of(error)
    body = {
        "type": "about:blank",
        "title": error.message,
        "status": status,
        "detail": str(error),
        "code": error.code,
        "hint": error.hint,
        "errors": [{"where": p.where, "message": p.message} for p in error.problems],
        **more,
    }
    return JSONResponse(
        body, status, headers=_headers(error), media_type="application/problem+json"
    )


def _status(error: DomainError) -> int:
    return next((STATUSES[c] for c in type(error).__mro__ if c in STATUSES), 500)


def _headers(error: DomainError) -> dict[str, str]:
    match error:
        case UnauthorizedError():
            return {"WWW-Authenticate": "Bearer"}
        case RateLimitedError():
            return {"Retry-After": str(error.retry_after)}
        case _:
            return {}


def framework_problem(request: Request, error: Exception) -> Response:
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
