"""Errors as problem documents (RFC 9457)."""

from http import HTTPStatus
from typing import Any

import msgspec
from fastapi import FastAPI, Request
from starlette.exceptions import HTTPException
from starlette.responses import JSONResponse, PlainTextResponse, Response
from starlette.routing import Match

from fairpair.app.access.key_text import redact
from fairpair.core.action_warnings import UnconfirmedError
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
from fairpair.core.extras import MissingPackageError
from fairpair.http.help_codes import help_for_code
from fairpair.http.log_fields import REQUEST_ID, REQUESTS
from fairpair.language.message import encode_message
from fairpair.language.texts import current_texts


class HttpError(DomainError):
    """An error that only HTTP knows about; it carries its own status."""

    def __init__(self, status: int, code: str, **values: Any) -> None:
        super().__init__(code, **values)
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
    MissingPackageError: 501,
}


_UNREADABLE = "bad-request.unreadable"


def install(app: FastAPI) -> None:
    """Make the application answer errors with problem documents."""
    app.add_exception_handler(DomainError, _answer)


def _answer(_request: Request, error: Exception) -> JSONResponse:
    assert isinstance(error, DomainError)  # noqa: S101  the class it is registered for
    return problem(error)


def status_of(error: DomainError) -> int:
    """The HTTP status of an error."""
    return error.status if isinstance(error, HttpError) else _status(error)


def without_details(error: DomainError) -> DomainError:
    """The error as everybody may see it.

    What storage says names files, hosts and users: it goes to the log, and the answer has a
    reference to find it there. The code stays.
    """
    if not isinstance(error, StorageError):
        return error
    REQUESTS.error("storage", extra={"fields": {"code": error.code, "detail": redact(str(error))}})
    shown = StorageError("storage-trouble", reference=REQUEST_ID.get() or "-")
    shown.code, shown.retry_after = error.code, error.retry_after
    return shown


def problem(error: DomainError, **more: object) -> JSONResponse:
    """The response for an error; `more` are further members of its document."""
    error = without_details(error)
    status = status_of(error)
    body = {
        "type": "about:blank",
        "title": error.message,
        "status": status,
        "detail": str(error),
        "code": error.code,
        "hint": error.hint,
        "errors": [{"where": p.where, "message": p.message} for p in error.problems],
        **({"help": page} if (page := help_for_code(error.code)) else {}),
        **(_confirmation(error) if isinstance(error, UnconfirmedError) else {}),
        **more,
    }
    return _ProblemResponse(body, status, headers=_headers(error))


def _confirmation(error: UnconfirmedError) -> dict[str, Any]:
    """What is to be confirmed and how: by sending the request again with these codes."""
    found: dict[str, Any] = {
        "warnings": [
            {
                "code": one.where,
                "level": int(one.level),
                "text": one.message,
                "consequences": list(one.consequences),
            }
            for one in error.warnings
        ],
        "confirm": list(error.codes),
    }
    if error.token:
        found |= {"token": error.token, "question": error.question}
    return found


class _ProblemResponse(JSONResponse):
    """A problem document; messages in it are rendered in the language of the request."""

    media_type = "application/problem+json"

    def render(self, content: Any) -> bytes:
        """The document as JSON."""
        return msgspec.json.encode(content, enc_hook=encode_message)


def _status(error: DomainError) -> int:
    return next((STATUSES[c] for c in type(error).__mro__ if c in STATUSES), 500)


def _headers(error: DomainError) -> dict[str, str]:
    headers = {"Content-Language": current_texts().language, **retry_header(error)}
    if isinstance(error, UnauthorizedError):
        headers["WWW-Authenticate"] = "Bearer"
    return headers


def retry_header(error: DomainError) -> dict[str, str]:
    """When the request may be tried again, if the error says so."""
    if isinstance(error, RateLimitedError | StorageError) and error.retry_after is not None:
        return {"Retry-After": str(error.retry_after)}
    return {}


def framework_problem(request: Request, error: Exception) -> Response:
    """The response for an address that does not exist, or not with this method."""
    assert isinstance(error, HTTPException)  # noqa: S101  the class it is registered for
    status = error.status_code
    phrase = HTTPStatus(status).phrase.lower().replace(" ", "-")
    found = HttpError(status, _UNREADABLE if status == HTTPStatus.BAD_REQUEST else phrase)
    headers = dict(error.headers or {})
    if status == HTTPStatus.METHOD_NOT_ALLOWED:
        headers["Allow"] = ", ".join(sorted(_allowed_methods(request)))
    if not request.url.path.startswith("/api"):
        return PlainTextResponse(found.message, status, headers)
    answer = problem(found)
    answer.headers.update(headers)
    return answer


def _allowed_methods(request: Request) -> set[str]:
    """The methods of all routes at this address; the framework only knows those of the first."""
    found: set[str] = set()
    for route in request.app.router.routes:
        if route.matches(request.scope)[0] is not Match.NONE:
            found |= getattr(route, "methods", None) or set()
    return found
