"""The description of the API: OpenAPI 3.1, and an offline page to read it and try it out."""

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import fastapi_offline
from fastapi import FastAPI
from fastapi.openapi.utils import get_openapi
from fastapi.responses import HTMLResponse, JSONResponse, Response
from fastapi.routing import APIRoute
from fastapi.staticfiles import StaticFiles
from pydantic import BaseModel, Field
from pydantic.json_schema import models_json_schema

from fairpair.http.late_route import LateRoute
from fairpair.http.route_table import flat_routes

_ASSETS = Path(fastapi_offline.__file__).parent / "static"
_ABOUT = """Everything the web app can do, as an API.

- **Keys**: send `Authorization: Bearer <key>`. Public data needs no key.
- **Versions**: the `ETag` of every response contains the tournament's version. `If-None-Match`
  avoids reading again what has not changed; `If-Match` rejects a change based on old data.
- **Retries**: send an `Idempotency-Key` with a change and repeat the request as often as you
  like: it is carried out once, and every repeat returns the first response.
- **Errors** are problem documents (RFC 9457) with a stable `code`, a `hint` that says what to do,
  and all invalid fields at once. After an error, nothing was changed.
- **Languages**: texts are in the language of `Accept-Language`, English by default. Codes, keys
  and numbers are the same in every language.
- **Numbers**: points are decimal strings (`"1.5"`), never floats. Times are ISO 8601 in UTC.
"""
_PAGE = """<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Fairpair API</title>
<link rel="stylesheet" href="/api/docs/assets/swagger-ui.css">
</head>
<body>
<div id="api"></div>
<script src="/api/docs/assets/swagger-ui-bundle.js"></script>
<script src="/api/docs/show.js"></script>
</body>
</html>
"""
_SHOW = """SwaggerUIBundle({
  url: "/api/openapi.json",
  dom_id: "#api",
  deepLinking: true,
  docExpansion: "none",
  validatorUrl: null,
});
"""


class DescribedRoute(LateRoute):
    """A route that reads the type of its answer only when the API is described.

    The answer does not need it, and most servers are never asked for their description.
    """

    def __init__(
        self, path: str, endpoint: Callable[..., Any], response_model: Any = None, **options: Any
    ) -> None:
        self._described = partial(
            APIRoute, path, endpoint, response_model=response_model, **options
        )
        super().__init__(path, endpoint, response_model=None, **options)

    def described(self) -> APIRoute:
        """The route with the type of its answer."""
        return self._described()


def install(app: FastAPI) -> None:
    """Add the description and its page."""

    def described() -> dict[str, Any]:
        if app.openapi_schema is None:
            app.openapi_schema = _build_schema(app)
        return app.openapi_schema

    app.openapi = described  # type: ignore[method-assign]

    @app.get("/api/openapi.json", include_in_schema=False)
    def openapi() -> JSONResponse:
        """The description."""
        return JSONResponse(app.openapi())

    @app.get("/api/docs", include_in_schema=False)
    def docs() -> HTMLResponse:
        """The page."""
        return HTMLResponse(_PAGE)

    # A separate file, because inline scripts are forbidden.
    @app.get("/api/docs/show.js", include_in_schema=False)
    def show() -> Response:
        """What the page runs."""
        return Response(_SHOW, media_type="text/javascript")

    app.mount("/api/docs/assets", StaticFiles(directory=_ASSETS), name="api-docs")


def _build_schema(app: FastAPI) -> dict[str, Any]:
    shown = (one for one in flat_routes(app.routes) if getattr(one, "include_in_schema", False))
    routes = [one.described() if isinstance(one, LateRoute) else one for one in shown]
    found = get_openapi(title=app.title, version=app.version, description=_ABOUT, routes=routes)
    # Here, because most servers are never asked for their description.
    from fairpair.api.commands.schemas import (  # noqa: PLC0415
        EnterPlayerRequest,
        EnterPlayersRequest,
    )
    from fairpair.api.example_event import response_examples  # noqa: PLC0415
    from fairpair.api.webhook_description import PAYLOADS, webhooks  # noqa: PLC0415

    # Those that only the description of an operation mentions.
    mentioned = (EnterPlayersRequest, EnterPlayerRequest)
    described: list[type[BaseModel]] = [Problem, *PAYLOADS.values(), *mentioned]
    schemas: dict[str, Any] = found.setdefault("components", {}).setdefault("schemas", {})
    _, more = models_json_schema(
        [(model, "validation") for model in described],
        ref_template="#/components/schemas/{model}",
    )
    schemas.update(more["$defs"])
    # The framework's own validation errors are never sent.
    for unused in ("HTTPValidationError", "ValidationError"):
        schemas.pop(unused, None)
    found["webhooks"] = webhooks()
    answers = response_examples()
    for operation in (one for path in found["paths"].values() for one in path.values()):
        if "422" in operation["responses"]:
            operation["responses"]["422"] = problems(422)[422]
        _complete_body(operation.get("requestBody", {}), schemas)
        _add_example(operation, answers)
    return found


def _add_example(operation: dict[str, Any], answers: dict[str, Any]) -> None:
    """Add the answer of the example tournament to the response of success, if there is one."""
    if operation["operationId"] in answers:
        success = next(one for code, one in operation["responses"].items() if code < "3")
        success["content"]["application/json"]["example"] = answers[operation["operationId"]]


def _complete_body(body: dict[str, Any], schemas: dict[str, Any]) -> None:
    """Add the examples of the body's model, and make it optional if it has no required field."""
    for content in body.get("content", {}).values():
        model = schemas.get(content["schema"].get("$ref", "").rpartition("/")[2])
        if model is not None:
            body["required"] = "required" in model or "minProperties" in model
            values = enumerate(model.get("examples", ()), 1)
            content["examples"] = {f"example {n}": {"value": value} for n, value in values}


Data = dict[str, Any]


class FieldError(BaseModel):
    """One invalid field of a request."""

    where: str = Field(examples=["players.3.rating"])
    message: str = Field(examples=["must be from 0 to 9999, not 12000"])


class Problem(BaseModel):
    """An error (RFC 9457). Nothing was changed."""

    type: str = Field(examples=["about:blank"])
    title: str = Field(examples=["Round 2: 1 result pending: table 4."])
    status: int = Field(examples=[409])
    detail: str = Field(examples=["Round 2: 1 result pending: table 4.\nEnter it first."])
    code: str = Field(examples=["results-pending"])
    hint: str = Field(examples=["Enter the missing results first."])
    errors: list[FieldError]
    help: str | None = Field(
        None,
        description="The page on this server with more about the error, if there is one.",
        examples=["/help/how-to/give-access"],
    )
    pending: list[Data] | None = Field(
        None, description="For `results-pending`: the tables without a result and their IDs."
    )
    suggestions: list[Data] | None = Field(
        None, description="For `no-legal-pairing`: suggested solutions as ready-to-send requests."
    )


_WORDS = {
    400: "The request body is not valid JSON.",
    401: "A key is required, or the key is not valid.",
    403: "The key does not grant this permission, or the round is complete.",
    404: "The tournament, player, round or table does not exist.",
    409: "Not possible in the tournament's current state. See `code` and `hint`.",
    412: "The tournament version does not match `If-Match`.",
    413: "The request body is too large.",
    415: "The content type is not supported.",
    422: "The request contains invalid values; every invalid field is listed.",
    429: "Too many failed login attempts, or too many changes at once. Wait before trying again.",
    503: "The database is unavailable.",
}


def operation_id(route: APIRoute) -> str:
    """The name of an operation for programs, from its function: `swap_players` is `swapPlayers`."""
    first, *others = route.name.split("_")
    return first + "".join(part.title() for part in others)


def problems(*codes: int) -> dict[int | str, Data]:
    """The description of these errors; without codes, of all errors."""
    schema = {"$ref": "#/components/schemas/Problem"}
    content = {"application/problem+json": {"schema": schema}}
    return {code: {"description": _WORDS[code], "content": content} for code in codes or _WORDS}
