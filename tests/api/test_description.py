"""The description of the API is complete, and its page needs nothing from elsewhere."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import jsonschema_rs
import msgspec
import pytest

from fairpair.api.openapi import DescribedRoute
from fairpair.api.plans import plan_of
from fairpair.api.webhook_description import PAYLOADS
from fairpair.app.webhooks.sender import signature
from fairpair.bootstrap import open_service
from fairpair.core.webhooks import WebhookEvent
from fairpair.http.route_table import flat_routes
from fairpair.server import make_app

from .app_server import AppServer

GOLDEN = Path(__file__).parent / "operation_ids.txt"
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


def test_the_types_of_answers_are_read_only_for_the_description() -> None:
    service = open_service("memory:")
    routes = [
        one for one in flat_routes(make_app(service).routes) if isinstance(one, DescribedRoute)
    ]
    service.close()
    assert len(routes) > 80
    for route in routes:
        route.read()
    at_once = [one for one in routes if one.response_field]
    assert all(plan_of(one.dependant) is None for one in at_once)  # they read files
    assert len(at_once) < 5


FILES = (
    "POST /api/lists",
    "POST /api/tournaments/import",
    "PUT /api/tournaments/{tournament}/pictures/{kind}",
)
"""Their bodies are files, of which no example would help."""


@pytest.mark.parametrize("name", OPERATIONS)
def test_every_operation_is_described(name: str) -> None:
    operation = OPERATIONS[name]
    for key in ("operationId", "summary", "description", "tags"):
        assert operation[key], key
    for body in operation.get("requestBody", {}).get("content", {}).values():
        assert body.get("examples") or name in FILES
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


def test_names_of_operations_change_only_deliberately() -> None:
    """Programs are generated from them: after a deliberate change, change the file too."""
    now = sorted(f"{operation['operationId']} {name}" for name, operation in OPERATIONS.items())
    assert now == GOLDEN.read_text(encoding="utf-8").splitlines()


def example_of(operation: Any) -> tuple[Any, Any] | None:
    """The schema and the example of the answer, if there is one."""
    for status, answer in operation["responses"].items():
        content = answer.get("content", {}).get("application/json", {})
        if status < "3" and "example" in content:
            return content["schema"], content["example"]
    return None


EXAMPLES = {name: found for name, one in OPERATIONS.items() if (found := example_of(one))}


def is_valid(schema: Any, example: Any) -> bool:
    whole = {**schema, "components": API["components"]}
    return bool(jsonschema_rs.validator_for(whole).is_valid(example))


def test_the_most_used_operations_have_examples_of_what_they_answer() -> None:
    assert len(EXAMPLES) >= 20
    for name, (schema, example) in EXAMPLES.items():
        assert is_valid(schema, example), name
        assert len(str(example)) > 50, name
    schema, example = EXAMPLES["GET /api/tournaments/{tournament}/standings"]
    assert not is_valid(schema, {**example, "players": "none"})


def test_every_event_of_webhooks_is_described_with_what_is_sent() -> None:
    assert set(API["webhooks"]) == {str(event) for event in WebhookEvent}
    for event, described in API["webhooks"].items():
        operation = described["post"]
        body = operation["requestBody"]["content"]["application/json"]
        assert is_valid(body["schema"], body["example"]), event
        assert body["example"]["event"] == event
        assert set(body["example"]) == set(PAYLOADS[event].model_fields), event
        headers = {one["name"]: one["example"] for one in operation["parameters"]}
        assert headers["Fairpair-Event"] == event
        assert headers["Fairpair-Delivery"] == body["example"]["id"]
        signed = signature(
            "whk_example",
            int(headers["Fairpair-Signature"][2:].partition(",")[0]),
            msgspec.json.encode(body["example"]),
        )
        assert headers["Fairpair-Signature"] == signed


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
