"""The description of the API is complete, and its page needs nothing from elsewhere."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from fairpair.bootstrap import open_service
from fairpair.server import make_app

from .app_server import AppServer

DOCS = Path(__file__).parents[2] / "docs" / "reference" / "api-writing.md"


def described() -> dict[str, Any]:
    service = open_service("memory:")
    found: dict[str, Any] = make_app(service).openapi()
    service.close()
    return found


API = described()
OPERATIONS = {
    f"{method.upper()} {path}": operation
    for path, found in API["paths"].items()
    for method, operation in found.items()
}


def test_it_is_openapi_3_1_with_names_that_are_used_once() -> None:
    assert API["openapi"].startswith("3.1")
    names = [operation["operationId"] for operation in OPERATIONS.values()]
    assert len(set(names)) == len(names)


@pytest.mark.parametrize("name", OPERATIONS)
def test_every_operation_is_described(name: str) -> None:
    operation = OPERATIONS[name]
    for key in ("operationId", "summary", "description", "tags"):
        assert operation[key], key
    for body in operation.get("requestBody", {}).get("content", {}).values():
        assert body.get("examples") or name == "POST /api/tournaments/import"
        assert body["schema"]
    for parameter in operation.get("parameters", []):
        assert parameter["schema"]
    for status, answer in operation["responses"].items():
        if status >= "4":
            assert list(answer["content"]) == ["application/problem+json"], status


def test_every_reference_leads_somewhere() -> None:
    def references(value: Any) -> Iterator[str]:
        if isinstance(value, dict):
            if isinstance(value.get("$ref"), str):
                yield value["$ref"]
            value = list(value.values())
        if isinstance(value, list):
            for one in value:
                yield from references(one)

    for reference in references(API):
        assert reference.removeprefix("#/components/schemas/") in API["components"]["schemas"]


def test_the_page_of_the_api_needs_nothing_from_elsewhere(event: AppServer) -> None:
    page = event.client.get("/api/docs")
    assert page.headers["Content-Type"].startswith("text/html")
    files = re.findall(r'(?:src|href)="([^"]+)"', page.text)
    assert len(files) == 3
    for file in files:
        assert file.startswith("/api/docs/")
        assert event.client.get(file).status_code == 200
    assert "<script>" not in page.text
    assert "/api/openapi.json" in event.client.get("/api/docs/show.js").text
    assert event.client.get("/api/openapi.json").json() == API


def test_the_documents_name_every_operation_that_writes() -> None:
    text = DOCS.read_text(encoding="utf-8")
    here = "/api/tournaments/{tournament}"
    tags = {"tournaments", "players", "rounds", "results"}
    writing = {
        name.split(" ")[1]: operation
        for name, operation in OPERATIONS.items()
        if not name.startswith("GET") and set(operation["tags"]) & tags
    }
    assert len(writing) >= 30
    for path in writing:
        short = path.removeprefix(here) or "/"
        last = f"/{short.rpartition('/')[2]}"
        assert short in text or f"`{last}`" in text, path
