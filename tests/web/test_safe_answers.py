"""Headers that keep browsers from harm, what other sites may read, and what errors give away."""

import asyncio

import httpx
import pytest
from fastapi import FastAPI

from fairpair.bootstrap import open_service
from fairpair.core.errors import StorageError
from fairpair.server import make_app

from .browser import Browser

DETAILS = "postgresql://ana@db.internal/fairpair"


@pytest.fixture
def cup(admin: Browser) -> Browser:
    """A tournament with its first round published."""
    admin.begin("Cup", "Ana", "Bo", "Cy", "Di")
    admin.post("/start")
    return admin


def test_every_page_says_whether_it_may_be_kept_and_what_it_may_do(cup: Browser) -> None:
    paths = ("/", "/login", f"/desk/{cup.here}", f"/t/{cup.here}", "/nowhere", "/api/health")
    for path in paths:
        answer = cup.client.get(path)
        assert answer.headers.get("cache-control"), path
        assert answer.headers["cross-origin-opener-policy"] == "same-origin"
        assert "camera=()" in answer.headers["permissions-policy"]
    assert cup.client.get(f"/desk/{cup.here}").headers["cache-control"] == "no-store"
    assert cup.client.get("/").headers["cache-control"] == "no-store"


def test_pages_of_other_sites_may_read_what_everybody_may(cup: Browser) -> None:
    cup.leave()
    origin = {"Origin": "https://club.example"}
    answer = cup.client.get(f"/api/tournaments/{cup.here}/standings", headers=origin)
    assert answer.headers["access-control-allow-origin"] == "*"
    assert "access-control-allow-credentials" not in answer.headers
    asked = {**origin, "Access-Control-Request-Method": "GET"}
    asked["Access-Control-Request-Headers"] = "if-none-match"
    allowed = cup.client.options(f"/api/tournaments/{cup.here}/standings", headers=asked)
    assert allowed.status_code == 204
    assert allowed.headers["access-control-allow-methods"] == "GET, HEAD"
    assert "authorization" not in allowed.headers["access-control-allow-headers"].lower()
    written = cup.client.post(f"/api/tournaments/{cup.here}/undo", headers=origin)
    assert "access-control-allow-origin" not in written.headers


PUBLIC = (
    *("", "/status", "/rounds", "/rounds/1", "/rounds/1/why", "/standings", "/players", "/teams"),
    *("/crosstable", "/ranking", "/statistics", "/rules", "/header", "/recommendation"),
    *("/export/standings.csv", "/export/tournament.json"),
)
PRIVATE = ("/history", "/requests", "/export", "/verification", "/webhooks")


def test_every_public_read_is_open_to_other_sites_and_no_private_one_is(cup: Browser) -> None:
    here, origin = f"/api/tournaments/{cup.here}", {"Origin": "https://club.example"}
    with_key = {**origin, "Authorization": f"Bearer {cup.key}"}
    for path in PRIVATE:
        answer = cup.client.get(here + path, headers=with_key)
        assert answer.status_code == 200, path
        assert "access-control-allow-origin" not in answer.headers, path
    cup.log_in()  # with a cookie it is no different
    assert "access-control-allow-origin" not in cup.client.get(f"{here}/history").headers
    cup.leave()
    for path in PUBLIC:
        answer = cup.client.get(here + path, headers=origin)
        assert answer.status_code == 200, path
        assert answer.headers["access-control-allow-origin"] == "*", path
    for path in PRIVATE:
        assert cup.client.get(here + path, headers=origin).status_code == 401, path
    for path in ("/api/tournaments", "/api/presets", "/api/tiebreaks", "/api/openapi.json"):
        assert cup.client.get(path).headers["access-control-allow-origin"] == "*"


def test_public_pages_can_be_embedded_and_all_others_cannot(cup: Browser) -> None:
    def ancestors(path: str) -> str:
        policy = cup.client.get(path).headers["content-security-policy"]
        return policy.rpartition("frame-ancestors ")[2]

    for path in ("", "/standings", "/round/1/1", "/players", "/embed/standings"):
        assert ancestors(f"/t/{cup.here}{path}") == "*"
    key = cup.player_key(1)
    for path in ("/", "/login", f"/desk/{cup.here}", f"/t/{cup.here}/me"):
        assert ancestors(path) == "'none'"
    assert ancestors(f"/t/{cup.here}/player/{key}") == "'none'"


def test_a_login_link_only_counts_when_its_button_is_pressed(cup: Browser) -> None:
    link = f"/login/{cup.access.login_code(cup.access.admin())}"
    cup.leave()
    page = cup.open(link)
    assert not cup.client.cookies
    assert "set-cookie" not in page.answer.headers
    foreign = cup.client.post(link, headers={"Origin": "https://evil.example"})
    assert foreign.status_code == 403
    cup.send(page.form(link))
    assert cup.client.get("/api/whoami").json()["role"] == "admin"


def test_errors_of_the_database_do_not_name_it(
    cup: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object, **__: object) -> None:
        raise StorageError("database-unreachable.server", place=DETAILS, reason="password wrong")

    monkeypatch.setattr(type(cup.service.store), "load", fail)
    monkeypatch.setattr(type(cup.service.store), "check", fail)
    cup.service._journals.clear()
    for path in (f"/t/{cup.here}/standings", f"/api/tournaments/{cup.here}/history", "/api/ready"):
        answer = cup.client.get(path, headers={"X-Request-ID": "ref-1"})
        assert answer.status_code == 503, path
        assert DETAILS not in answer.text
        assert "password" not in answer.text
        assert "ref-1" in answer.text
    assert answer.json()["code"] == "database-unreachable"


@pytest.mark.parametrize(
    ("method", "path", "allowed"),
    [
        ("PATCH", "/api/tournaments", "GET, HEAD, POST"),
        ("PUT", "/api/tournaments/x", "GET, HEAD, PATCH"),
        ("PATCH", "/api/tournaments/x/players", "GET, HEAD, POST"),
        ("POST", "/api/tournaments/x/players/1", "GET, HEAD, PATCH"),
        ("GET", "/api/tournaments/x/pairings/1-1-1/result", "DELETE, PUT"),
        ("PUT", "/login", "GET, POST"),
    ],
)
def test_a_wrong_method_names_all_right_ones(
    admin: Browser, method: str, path: str, allowed: str
) -> None:
    answer = admin.client.request(method, path)
    assert (answer.status_code, answer.headers["allow"]) == (405, allowed)


def test_no_header_is_sent_twice(cup: Browser) -> None:
    for path in ("/login/some-code", "/login", f"/t/{cup.here}", "/static/fairpair.css?1"):
        names = [name.lower() for name, _ in cup.client.get(path).headers.multi_items()]
        assert len(names) == len(set(names)), path
    answer = cup.client.get("/login/some-code")
    assert answer.headers["referrer-policy"] == "no-referrer"


@pytest.mark.parametrize("path", ["/login", "/login/wrong-code", "/api/login"])
def test_too_many_wrong_keys_are_told_how_long_to_wait(path: str) -> None:
    app = make_app(open_service("memory:"), wrong_keys=2)
    answers = asyncio.run(_log_in_wrongly(app, path))
    assert [one.status_code for one in answers] == [401, 401, 429]
    assert 1 <= int(answers[-1].headers["retry-after"]) <= 61


async def _log_in_wrongly(app: FastAPI, path: str) -> list[httpx.Response]:
    transport = httpx.ASGITransport(app)
    async with httpx.AsyncClient(transport=transport, base_url="http://here") as client:
        if path.startswith("/api"):
            return [await client.post(path, json={"key": "fp_org_wrong"}) for _ in range(3)]
        return [await client.post(path, data={"key": "fp_org_wrong"}) for _ in range(3)]
