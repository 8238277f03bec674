"""Rating lists over HTTP: searched by staff, and players updated from them."""

import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from fairpair.app.access.grants import Role
from fairpair.app.rating_lists.imports import ListImport, import_list
from fairpair.core.ids import TournamentId
from rating_lists.fide_lines import PEOPLE, file_of
from timeouts import PATIENCE, wait_until

from .role_server import ADMIN_KEY
from .states import StateServer, open_state_server


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[StateServer]:
    path = tmp_path_factory.mktemp("lists") / "players.txt"
    path.write_bytes(file_of(PEOPLE))
    with open_state_server() as found:
        lists, now = found.service.store.rating_lists, found.service.now
        import_list(lists, ListImport(path=path, period="2026-11"), now)
        yield found


@pytest.fixture
def admin(server: StateServer) -> Iterator[httpx.Client]:
    headers = {"Authorization": f"Bearer {ADMIN_KEY}"}
    with httpx.Client(base_url=server.url, headers=headers, timeout=PATIENCE) as client:
        yield client


def test_staff_search_and_others_do_not(server: StateServer, admin: httpx.Client) -> None:
    [one] = admin.get("/api/lists").json()["lists"]
    assert (one["key"], one["period"], one["rows"]) == ("fide", "2026-11", len(PEOPLE))
    key = server.access.make(Role.SCOREKEEPER, server.copy("running")).key
    wanted = {"q": "carls", "federation": "SWE"}
    hits = admin.get("/api/lists/search", params={**wanted, "key": key}).json()["hits"]
    assert [hit["name"] for hit in hits] == ["Carlsson, Magda", "Carlsen, Magnus"]
    assert admin.get("/api/lists/search", params={"q": "ca"}).json() == {"hits": []}
    none = admin.get("/api/lists/search", params={"q": "carls", "lists": "nat.GER"})
    assert none.json() == {"hits": []}
    with httpx.Client(base_url=server.url, timeout=PATIENCE) as anybody:
        assert anybody.get("/api/lists/search", params=wanted).status_code == 401


def test_players_are_compared_and_updated(server: StateServer, admin: httpx.Client) -> None:
    here = server.copy("set up") if "set up" in server.states else server.copy("running")
    base = f"/api/tournaments/{here}"
    made = {"name": "Carlsen, Magnus", "ids": {"fide": "1503014"}}
    number = admin.post(f"{base}/players", json=made).json()["players"][0]["id"]
    check = admin.get(f"{base}/rating-check").json()
    [player] = check["players"]
    assert player["player"] == number
    assert {"field": "fide.rapid", "old": "", "new": "2801", "counts": False} in player["changes"]
    done = admin.post(f"{base}/rating-check", json={"players": [number]})
    assert done.status_code == 200, done.text
    chosen = admin.put(f"{base}/players/{number}/rating", json={"list": "fide.rapid"})
    assert chosen.status_code == 200, chosen.text
    found = admin.get(f"{base}/players/{number}").json()
    assert (found["rating"], found["ratings"]["fide.rapid"]["chosen"]) == (2801, True)
    wrong = admin.put(f"{base}/players/{number}/rating", json={"list": "nat.GER"})
    assert (wrong.status_code, wrong.json()["code"]) == (422, "no-list-rating")
    found = admin.get(f"{base}/players/{number}").json()
    assert (found["title"], found["ratings"]["fide.blitz"]["value"]) == ("GM", 2860)
    again = admin.post(f"{base}/rating-check", json={"players": [number]})
    assert (again.status_code, again.json()["code"]) == (409, "nothing-changed")
    shown = httpx.get(f"{server.url}{base}/players/{number}", timeout=PATIENCE).json()
    assert shown["birth"] == ""
    assert server.service.journal(TournamentId(here)).tournament.entries


def test_an_import_runs_in_the_background(server: StateServer, admin: httpx.Client) -> None:
    def send(content: bytes, **query: str) -> httpx.Response:
        headers = {"Content-Type": "application/octet-stream"}
        return admin.post("/api/lists", params=query, content=content, headers=headers)

    def ended() -> dict[str, Any]:
        wait_until(lambda: admin.get("/api/lists/import").json()["state"] != "running")
        found: dict[str, Any] = admin.get("/api/lists/import").json()
        return found

    csv = b"ID;Name;DWZ\n1;Lima, Ana;1500\n2;Chen, Bo;1600\n"
    assert send(csv, key="nat.GER", period="2026-11").status_code == 202
    done = ended()
    assert (done["state"], done["list"], done["rows"], done["share"]) == ("done", "nat.GER", 2, 100)
    hits = admin.get("/api/lists/search", params={"q": "lima"}).json()["hits"]
    assert [hit["list"] for hit in hits] == ["nat.GER"]
    assert send(b"Name;Elo\n", key="fide").status_code == 202
    failed = ended()
    assert (failed["state"], failed["code"]) == ("failed", "bad-rating-list")
    assert "not a FIDE rating list" in failed["message"]
    assert send(csv, key="other").json()["code"] == "bad-rating-list"
    [one] = [x for x in admin.get("/api/lists").json()["lists"] if x["key"] == "nat.GER"]
    assert admin.delete(f"/api/lists/{one['id']}").status_code == 204
    assert admin.delete(f"/api/lists/{one['id']}").status_code == 404


def test_a_refused_import_leaves_no_file(
    admin: httpx.Client, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    headers = {"Content-Type": "application/octet-stream"}
    for query in ({"perid": "2026-11"}, {"period": "November 2026"}, {"key": "other"}):
        refused = admin.post("/api/lists", params=query, content=b"x" * 1000, headers=headers)
        assert refused.status_code in (400, 422), refused.text
        assert list(tmp_path.iterdir()) == []
