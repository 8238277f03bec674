"""The description of the API: OpenAPI 3.1, and a page to read and try it, without any network."""

from pathlib import Path
from typing import Any

import fastapi_offline
from fastapi import FastAPI
from fastapi.openapi.utils import get_openapi
from fastapi.responses import HTMLResponse, JSONResponse, Response
from fastapi.staticfiles import StaticFiles

from fairpair.api.documented import Problem, problems

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


def install(app: FastAPI) -> None:
    """Add the description and its page; the routes that are there by then are in it."""

    def described() -> dict[str, Any]:
        if app.openapi_schema is None:
            app.openapi_schema = _described(app)
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


def _described(app: FastAPI) -> dict[str, Any]:
    found = get_openapi(title=app.title, version=app.version, description=_ABOUT, routes=app.routes)
    template = "#/components/schemas/{model}"
    problem = Problem.model_json_schema(ref_template=template)
    parts: dict[str, Any] = problem.pop("$defs")
    schemas: dict[str, Any] = found.setdefault("components", {}).setdefault("schemas", {})
    schemas.update({**parts, "Problem": problem})
    # What the framework says of wrong addresses is not what is answered here.
    for unused in ("HTTPValidationError", "ValidationError"):
        schemas.pop(unused, None)
    for path in found["paths"].values():
        for operation in path.values():
            if "422" in operation["responses"]:
                operation["responses"]["422"] = problems(422)[422]
    return found
