"""Webhooks over HTTP: whose business they are, and what is shown of them."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import httpx
import pytest

from fairpair.app.access.grants import Role
from fairpair.app.access.keys import Access
from fairpair.app.service import Service
from fairpair.bootstrap import open_access, open_service
from fairpair.core.ids import TournamentId
from fairpair.server import make_app
from timeouts import PATIENCE, wait_until

from .receiver import Receiver
from .role_server import CUP, SECRET, begin, serve_app

HOOKS = f"/api/tournaments/{CUP}/webhooks"


@dataclass
class WebhookServer:
    """A whole server and keys for it."""

    service: Service
    access: Access
    client: httpx.Client

    def asks(
        self, method: str, path: str, role: Role | None = Role.ORGANISER, **more: object
    ) -> httpx.Response:
        headers = {}
        if role is not None:
            where = None if role == Role.ADMIN else CUP
            key = self.access.make(role, where).key
            headers["Authorization"] = f"Bearer {key}"
        return self.client.request(method, path, headers=headers, **more)  # type: ignore[arg-type]


@pytest.fixture
def webhook_server(sqlite_path: Path, request: pytest.FixtureRequest) -> Iterator[WebhookServer]:
    service = open_service(f"sqlite:///{sqlite_path}")
    begin(service, CUP)
    begin(service, SECRET)
    access = open_access(service)
    private = getattr(request, "param", True)
    app = make_app(service, access, allow_private_webhooks=private)
    with serve_app(app) as url, httpx.Client(base_url=url, timeout=PATIENCE) as client:
        yield WebhookServer(service, access, client)
    service.close()


def test_from_registering_to_removing(webhook_server: WebhookServer) -> None:
    receiver = Receiver()
    made = webhook_server.asks("POST", HOOKS, json={"url": f"{receiver.url}/42/s3cret"})
    assert made.status_code == 201, made.text
    assert made.headers["Cache-Control"] == "no-store"
    secret, hook = made.json()["secret"], made.json()["webhook"]
    assert secret.startswith("fp_whk_")
    assert (hook["state"], hook["format"], len(hook["events"])) == ("active", "json", 4)
    webhook_server.asks("POST", f"/api/tournaments/{CUP}/start", json={"total_rounds": 3})
    wait_until(lambda: len(receiver.got) == 1)
    receiver.stop()
    listed = webhook_server.asks("GET", HOOKS)
    assert [one["id"] for one in listed.json()["webhooks"]] == [hook["id"]]
    assert "s3cret" not in listed.text + made.text
    assert secret not in listed.text
    resumed = webhook_server.asks("POST", f"{HOOKS}/{hook['id']}/resume")
    assert (resumed.status_code, resumed.json()["id"]) == (200, hook["id"])
    other = HOOKS.replace(CUP, SECRET)
    assert webhook_server.asks("DELETE", f"{other}/{hook['id']}", Role.ADMIN).status_code == 404
    assert webhook_server.asks("DELETE", f"{HOOKS}/{hook['id']}").status_code == 204
    assert webhook_server.asks("DELETE", f"{HOOKS}/{hook['id']}").status_code == 404
    assert webhook_server.asks("GET", HOOKS).json() == {"webhooks": []}


@pytest.mark.parametrize(
    ("role", "status"),
    [(None, 401), (Role.PLAYER, 403), (Role.SCOREKEEPER, 403), (Role.ADMIN, 200)],
)
def test_they_are_the_organisers_business(
    webhook_server: WebhookServer, role: Role | None, status: int
) -> None:
    assert webhook_server.asks("GET", HOOKS, role).status_code == status
    elsewhere = HOOKS.replace(CUP, SECRET)
    assert webhook_server.asks("GET", elsewhere, Role.ORGANISER).status_code == 403
    nowhere = HOOKS.replace(CUP, "nothing")
    assert webhook_server.asks("GET", nowhere, Role.ADMIN).status_code in (404, 200)
    if status != 200:
        for method, path in (
            ("POST", HOOKS),
            ("DELETE", f"{HOOKS}/1"),
            ("POST", f"{HOOKS}/1/resume"),
        ):
            assert webhook_server.asks(method, path, role).status_code == status


@pytest.mark.parametrize(
    ("body", "where"),
    [
        ({}, "url"),
        ({"url": 5}, "url"),
        ({"url": "http://a.example", "format": "xml"}, "format"),
        ({"url": "http://a.example", "events": []}, "events"),
        ({"url": "http://a.example", "events": ["all"]}, "events.1"),
        ({"url": "http://a.example", "formats": "json"}, "formats"),
        ({"url": "http://" + "a" * 3000}, "url"),
    ],
)
def test_a_bad_body_is_refused_with_the_field(
    webhook_server: WebhookServer, body: dict[str, object], where: str
) -> None:
    refused = webhook_server.asks("POST", HOOKS, json=body)
    assert refused.status_code == 422
    assert [one["where"] for one in refused.json()["errors"]] == [where]


@pytest.mark.parametrize("webhook_server", [False], indirect=True)
def test_the_servers_own_network_is_closed_by_default(webhook_server: WebhookServer) -> None:
    refused = webhook_server.asks("POST", HOOKS, json={"url": "http://localhost/x"})
    assert (refused.status_code, refused.json()["code"]) == (422, "private-address")
    assert "--allow-private-webhooks" in refused.json()["hint"]


def test_an_unknown_tournament_has_none(webhook_server: WebhookServer) -> None:
    nowhere = f"/api/tournaments/{TournamentId('nothing')}/webhooks"
    refused = webhook_server.asks("POST", nowhere, Role.ADMIN, json={"url": "http://127.0.0.1/"})
    assert refused.status_code == 404
