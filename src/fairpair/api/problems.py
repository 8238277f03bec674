"""Every refusal as a problem document (RFC 9457)."""

from fastapi import FastAPI, Request
from fastapi.responses import JSONResponse

from fairpair.core.errors import BadInput, Conflict, DomainError, NotAllowed, NotFound, StorageError

STATUSES: dict[type[DomainError], int] = {
    NotFound: 404,
    BadInput: 422,
    NotAllowed: 409,
    Conflict: 409,
    StorageError: 503,
}


def install(app: FastAPI) -> None:
    """Let the application answer refusals like this."""
    app.add_exception_handler(DomainError, _answer)


def _answer(_request: Request, error: Exception) -> JSONResponse:
    assert isinstance(error, DomainError)  # noqa: S101  the class it is registered for
    status = next(STATUSES[c] for c in type(error).__mro__ if c in STATUSES)
    body = {
        "type": "about:blank",
        "title": error.message,
        "status": status,
        "detail": str(error),
        "code": error.code,
        "hint": error.hint,
        "errors": [{"where": p.where, "message": p.message} for p in error.problems],
    }
    return JSONResponse(body, status, media_type="application/problem+json")
