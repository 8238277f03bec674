"""For every request: an ID, a line in the log, and metrics.

The query, cookies and headers are never logged, and only the pattern of the path, because all of
them may contain keys.
"""

import asyncio
import logging
import re
import time
import uuid
from collections.abc import MutableMapping
from typing import Any

from starlette.requests import ClientDisconnect
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from fairpair.http.log_fields import REQUEST_ID, REQUESTS
from fairpair.http.metrics import Metrics
from fairpair.http.problems import HttpError, problem

HEADER = b"x-request-id"
_FINE = re.compile(rb"[A-Za-z0-9._-]{1,64}")
_METHODS = frozenset({"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"})
_STOPPING = HttpError(503, "stopping")


class RequestLogMiddleware:
    """ASGI middleware around all others, except the one that sets the language."""

    def __init__(self, app: ASGIApp, metrics: Metrics) -> None:
        self._app = app
        self._metrics = metrics

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass the request on and record its outcome."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        watched = _ResponseObserver(scope, send)
        REQUEST_ID.set(watched.id.decode())
        try:
            await self._app(scope, receive, watched.send)
        except ClientDisconnect:
            pass  # they went before all of the request had come
        except asyncio.CancelledError:
            # The server stops, and has waited long enough: it is the only one who does this.
            await watched.answer(_STOPPING, receive)
        except Exception:
            await watched.answer_for_bug(receive)
            raise
        finally:
            self._log_request(scope, watched)

    def _log_request(self, scope: Scope, watched: "_ResponseObserver") -> None:
        method = scope["method"] if scope["method"] in _METHODS else "other"
        route, now = _route(scope), time.perf_counter()
        end = watched.begun if watched.is_stream and watched.begun else now
        self._metrics.request(method, route, watched.status, end - watched.start)
        if REQUESTS.isEnabledFor(logging.INFO):
            fields = {
                "method": method,
                "route": route,
                "status": watched.status,
                "ms": round(1000 * (now - watched.start), 1),
                "role": str(scope.get("state", {}).get("role", "public")),
            }
            REQUESTS.info("request", extra={"fields": fields})


class _ResponseObserver:
    """A response on its way out."""

    __slots__ = ("_scope", "_send", "begun", "id", "is_stream", "start", "status")

    def __init__(self, scope: Scope, send: Send) -> None:
        self._scope = scope
        self._send = send
        self.id = _request_id(scope)
        self.start = time.perf_counter()
        self.begun: float | None = None
        self.status = 499  # they went before there was an answer
        self.is_stream = False

    async def send(self, message: Message) -> None:
        """Pass on a part of the response; the first one gets the ID."""
        if message["type"] == "http.response.start":
            self.begun = time.perf_counter()
            self.status = int(message["status"])  # an `HTTPStatus` would be logged as such
            headers = list(message.get("headers", ()))
            self.is_stream = any(
                name == b"content-type" and value.startswith(b"text/event-stream")
                for name, value in headers
            )
            message = {**message, "headers": [*headers, (HEADER, self.id)]}
        await self._send(message)

    async def answer_for_bug(self, receive: Receive) -> None:
        """Report an internal error, unless the response has begun."""
        error = HttpError(500, "internal-error", id=self.id.decode())
        await self.answer(error, receive)
        self.status = 500

    async def answer(self, error: HttpError, receive: Receive) -> None:
        """Send this error, unless the response has begun."""
        if self.begun is None:
            await problem(error)(self._scope, receive, self.send)


def _request_id(scope: MutableMapping[str, Any]) -> bytes:
    """The ID sent with the request if it is harmless, or a new one."""
    for name, value in scope["headers"]:
        if name == HEADER and _FINE.fullmatch(value):
            return bytes(value)
    return uuid.uuid4().hex.encode()


def _route(scope: MutableMapping[str, Any]) -> str:
    """The pattern of the path, such as `/api/tournaments/{tournament}`."""
    route = scope.get("route")
    if route is not None:
        return str(route.path)
    # What is mounted, such as the files of the pages, has its place but no pattern.
    return str(scope.get("root_path") or "unknown")
