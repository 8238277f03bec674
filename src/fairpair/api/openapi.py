"""The description of the API: OpenAPI 3.1, and a page to read and try it, without any network."""

from collections.abc import Iterable
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

_ASSETS = Path(fastapi_offline.__file__).parent / "static"
_ABOUT = """Everything the web app does, for programs.

- **Keys**: send `Authorization: Bearer <key>`. What is public needs none.
- **Versions**: every answer has the tournament's version as its `ETag`. `If-None-Match` saves a
  read, `If-Match` keeps a write from changing what you have not seen.
- **Repeats**: send an `Idempotency-Key` with a write and repeat it as often as you like: it is
  done once, and every repeat gets the first answer.
- **Refusals** are problem documents (RFC 9457) with a stable `code`, a `hint` that says what to
  do, and all wrong fields at once. Nothing was changed then.
- **Numbers**: points are texts with decimals (`"1.5"`), never floats. Times are ISO 8601 in UTC.
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


def install(app: FastAPI, *models: type[BaseModel]) -> None:
    """Add the description and its page; the routes that are there by then are in it.

    `models` are those that only the description of an operation names.
    """

    def described() -> dict[str, Any]:
        if app.openapi_schema is None:
            app.openapi_schema = _build_schema(app, models)
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

    # A file of its own: scripts inside pages are forbidden here.
    @app.get("/api/docs/show.js", include_in_schema=False)
    def show() -> Response:
        """What the page runs."""
        return Response(_SHOW, media_type="text/javascript")

    app.mount("/api/docs/assets", StaticFiles(directory=_ASSETS), name="api-docs")


def _build_schema(app: FastAPI, models: Iterable[type[BaseModel]]) -> dict[str, Any]:
    found = get_openapi(title=app.title, version=app.version, description=_ABOUT, routes=app.routes)
    schemas: dict[str, Any] = found.setdefault("components", {}).setdefault("schemas", {})
    _, more = models_json_schema(
        [(Problem, "validation"), *((model, "validation") for model in models)],
        ref_template="#/components/schemas/{model}",
    )
    schemas.update(more["$defs"])
    # What the framework says of wrong addresses is not what is answered here.
    for unused in ("HTTPValidationError", "ValidationError"):
        schemas.pop(unused, None)
    for operation in (one for path in found["paths"].values() for one in path.values()):
        if "422" in operation["responses"]:
            operation["responses"]["422"] = problems(422)[422]
        _complete_body(operation.get("requestBody", {}), schemas)
    return found


def _complete_body(body: dict[str, Any], schemas: dict[str, Any]) -> None:
    """Show the examples of the body's model, and that it can be left out if no field is needed."""
    for content in body.get("content", {}).values():
        model = schemas.get(content["schema"].get("$ref", "").rpartition("/")[2])
        if model is not None:
            body["required"] = "required" in model or "minProperties" in model
            values = enumerate(model.get("examples", ()), 1)
            content["examples"] = {f"example {n}": {"value": value} for n, value in values}


Data = dict[str, Any]


class FieldError(BaseModel):
    """One wrong place in what was sent."""

    where: str = Field(examples=["players.3.rating"])
    message: str = Field(examples=["must be from 0 to 9999, not 12000"])


class Problem(BaseModel):
    """Why something was refused (RFC 9457): nothing was changed."""

    type: str = Field(examples=["about:blank"])
    title: str = Field(examples=["Round 2: 1 result pending: table 4."])
    status: int = Field(examples=[409])
    detail: str = Field(examples=["Round 2: 1 result pending: table 4.\nEnter it first."])
    code: str = Field(examples=["results-pending"])
    hint: str = Field(examples=["Enter the missing results first."])
    errors: list[FieldError]
    pending: list[Data] | None = Field(
        None, description="With `results-pending`: the tables without a result, and their ids."
    )
    suggestions: list[Data] | None = Field(
        None, description="With `no-legal-pairing`: what helps, as requests that can be sent."
    )


_WORDS = {
    400: "The body is no JSON.",
    401: "A key is needed, or the one that was sent is not known.",
    403: "The key is not enough for this, or the round is closed.",
    404: "There is no such tournament, player, round or table.",
    409: "Not possible as the tournament stands; the code and the hint say why and what to do.",
    412: "The tournament has another version than `If-Match` says.",
    413: "The body is too large.",
    415: "The body has a type that is not understood here.",
    422: "Something sent makes no sense; all wrong fields are told.",
    429: "Too many wrong keys: wait.",
    503: "The database is in trouble.",
}


def operation_id(route: APIRoute) -> str:
    """The name of an operation for programs, from its function: `swap_players` is `swapPlayers`."""
    first, *others = route.name.split("_")
    return first + "".join(part.title() for part in others)


def problems(*codes: int) -> dict[int | str, Data]:
    """The description of these refusals; without codes, of all there are."""
    schema = {"$ref": "#/components/schemas/Problem"}
    content = {"application/problem+json": {"schema": schema}}
    return {code: {"description": _WORDS[code], "content": content} for code in codes or _WORDS}
