"""Archive, copy and delete over HTTP; a deleted tournament is not found anywhere."""

from collections.abc import Iterator
from typing import Any

import httpx
import pytest

from fairpair.app.access.grants import Role
from timeouts import PATIENCE

from .app_server import AppServer
from .role_server import ADMIN_KEY
from .states import StateServer, open_state_server

READS = ("", "/status", "/standings", "/players", "/rounds", "/rounds/1", "/export/archive.json")


@pytest.fixture(scope="module")
def server() -> Iterator[StateServer]:
    with open_state_server() as found:
        yield found


@pytest.fixture
def admin(server: StateServer) -> Iterator[httpx.Client]:
    headers = {"Authorization": f"Bearer {ADMIN_KEY}"}
    with httpx.Client(base_url=server.url, headers=headers, timeout=PATIENCE) as client:
        yield client


def listed(client: httpx.Client, **query: Any) -> list[str]:
    found = client.get("/api/tournaments", params={"limit": 500, **query}).json()
    return [one["id"] for one in found["tournaments"]]


def test_an_archived_tournament_is_listed_apart(server: StateServer, admin: httpx.Client) -> None:
    here = server.copy("running")
    assert here in listed(admin)
    assert here in listed(admin, state="running")
    done = admin.post(f"/api/tournaments/{here}/archive").json()
    assert done["events"] == ["tournament_archived"]
    assert here not in listed(admin)
    assert here not in listed(admin, state="running")
    assert here in listed(admin, state="archived")
    assert here in listed(admin, state="all")
    again = admin.post(f"/api/tournaments/{here}/archive")
    assert (again.status_code, again.json()["code"]) == (409, "nothing-changed")
    admin.post(f"/api/tournaments/{here}/undo", json={})
    assert here in listed(admin)
    wrong = admin.get("/api/tournaments", params={"state": "lost"})
    assert wrong.status_code == 422


def test_a_copy_has_rules_details_and_players(admin: httpx.Client) -> None:
    here = admin.post("/api/tournaments", json={"name": "First", "config": {"rounds": 4}}).json()
    base = f"/api/tournaments/{here['id']}"
    entries = [{"name": "Ana Lima", "rating": 2100}, {"name": "Bo Chen", "club": "Rooks"}]
    admin.post(f"{base}/players", json={"players": entries})
    admin.post(f"{base}/start", json={})
    details = {"city": "Leipzig", "first_day": "2026-11-20", "announcement": "Lunch until 13:30"}
    admin.patch(f"{base}/header", json=details)
    admin.post(f"{base}/archive")
    body, headers = {"name": "Second", "players": True}, {"Idempotency-Key": "copy"}
    first = admin.post(f"{base}/copy", json=body, headers=headers)
    made = first.json()
    assert first.status_code == 201
    assert admin.post(f"{base}/copy", json=body, headers=headers).json() == made
    new = f"/api/tournaments/{made['id']}"
    assert admin.get(f"{new}/rules").json()["config"] == admin.get(f"{base}/rules").json()["config"]
    names = [one["name"] for one in admin.get(f"{base}/players").json()["players"]]
    assert [one["name"] for one in admin.get(f"{new}/players").json()["players"]] == names
    header = {one["key"]: one["value"] for one in admin.get(f"{new}/header").json()["fields"]}
    left = [header[key] for key in details]
    assert left == ["Leipzig", "", ""]
    assert admin.get(f"{new}/status").json()["current_round"] == 0
    assert made["id"] in listed(admin), "a copy of an archived tournament is not archived"
    bare = admin.post(f"{base}/copy", json={"name": "Third"}).json()
    assert admin.get(f"/api/tournaments/{bare['id']}/players").json()["players"] == []


def test_a_repeated_copy_gets_the_first_answer(admin: httpx.Client) -> None:
    here = admin.post("/api/tournaments", json={"name": "Source"}).json()
    base, headers = f"/api/tournaments/{here['id']}", {"Idempotency-Key": "a copy"}
    first = admin.post(f"{base}/copy", json={"name": "Target"}, headers=headers)
    admin.patch(f"{base}/header", json={"city": "Leipzig"})
    again = admin.post(f"{base}/copy", json={"name": "Target"}, headers=headers)
    assert (again.status_code, again.json()) == (201, first.json())
    other = admin.post(f"{base}/copy", json={"name": "Target 2"}, headers=headers)
    assert (other.status_code, other.json()["code"]) == (409, "command-id-reused")


def test_a_repeated_creation_gets_the_first_answer(admin: httpx.Client) -> None:
    """Whatever became of the preset that it was made with."""
    source = admin.post("/api/tournaments", json={"name": "Rules", "config": {"rounds": 4}}).json()
    admin.post("/api/presets", json={"name": "Evening", "tournament": source["id"]})
    body, headers = {"name": "Friday", "preset": "Evening"}, {"Idempotency-Key": "friday"}
    first = admin.post("/api/tournaments", json=body, headers=headers).json()
    admin.patch(f"/api/tournaments/{source['id']}", json={"rules": {"rounds": 7}})
    saved = {"name": "Evening", "tournament": source["id"], "replace": True}
    assert admin.post("/api/presets", json=saved).status_code == 201
    assert admin.post("/api/tournaments", json=body, headers=headers).json() == first
    admin.delete("/api/presets/Evening")
    assert admin.post("/api/tournaments", json=body, headers=headers).json() == first
    changed = {**body, "config": {"rounds": 5}}
    other = admin.post("/api/tournaments", json=changed, headers=headers)
    assert (other.status_code, other.json()["code"]) == (409, "command-id-reused")


def test_a_deleted_tournament_is_not_found(server: StateServer, admin: httpx.Client) -> None:
    here = server.copy("running")
    base = f"/api/tournaments/{here}"
    own = {"Authorization": f"Bearer {server.access.make(Role.ORGANISER, here).key}"}
    for path in READS:
        assert admin.get(f"{base}{path}").status_code == 200
    with httpx.Client(base_url=server.url, timeout=PATIENCE) as anybody:
        for _ in range(3):  # it is answered from memory
            assert anybody.get(f"{base}/standings").status_code == 200
        wrong = admin.post(f"{base}/delete", json={"confirm": "something else"})
        assert (wrong.status_code, wrong.json()["code"]) == (422, "deletion-unconfirmed")
        gone = anybody.post(f"{base}/delete", json={"confirm": here}, headers=own)
        assert gone.status_code == 200
        assert gone.json()["id"] == here
        for path in READS:
            for asked in (anybody.get(f"{base}{path}"), anybody.get(f"{base}{path}", headers=own)):
                assert (asked.status_code, asked.json()["code"]) == (404, "no-tournament")
        result = anybody.put(f"{base}/pairings/1-1-1/result", json={"games": [2, 0]}, headers=own)
        assert result.status_code == 404
        for page in (f"/t/{here}", f"/desk/{here}", f"/t/{here}/screen"):
            assert anybody.get(page).status_code == 404
        assert anybody.get(f"{base}/events").status_code == 404
    assert here not in listed(admin, state="all")
    assert admin.post(f"{base}/delete", json={"confirm": here}).status_code == 404


def test_the_administrator_can_restore_it(server: StateServer, admin: httpx.Client) -> None:
    here = server.copy("running")
    base = f"/api/tournaments/{here}"
    before = admin.get(f"{base}/standings").json()
    admin.post(f"{base}/delete", json={"confirm": here})
    assert here in [one["id"] for one in admin.get("/api/deleted").json()["deleted"]]
    back = admin.post(f"/api/deleted/{here}/restore")
    assert admin.post(f"/api/deleted/{here}/restore").json() == back.json()
    assert back.json() == {"id": here, "version": before["version"] + 2}
    after = admin.get(f"{base}/standings").json()
    assert {**after, "version": 0} == {**before, "version": 0}
    assert admin.get(f"{base}/keys").json()["keys"] == []
    assert here in listed(admin)
    admin.post(f"{base}/delete", json={"confirm": here})
    assert admin.delete(f"/api/deleted/{here}").status_code == 204
    assert admin.post(f"/api/deleted/{here}/restore").status_code == 404


def test_own_presets_with_a_slash(server: StateServer, admin: httpx.Client) -> None:
    here = server.copy("running")
    admin.post("/api/presets", json={"name": "60/15 cards", "tournament": here})
    assert admin.get("/api/presets/60%2F15 cards").json()["name"] == "60/15 cards"
    renamed = admin.patch("/api/presets/60%2F15 cards", json={"name": "40/15?"})
    assert renamed.json()["name"] == "40/15?"
    assert admin.delete("/api/presets/40%2F15%3F").status_code == 204


def test_own_presets(server: StateServer, admin: httpx.Client) -> None:
    here = server.copy("setup")
    admin.patch(f"/api/tournaments/{here}", json={"rules": {"rounds": 3}})
    saved = admin.post("/api/presets", json={"name": "Club  evening", "tournament": here})
    assert (saved.status_code, saved.json()["name"]) == (201, "Club evening")
    assert saved.json()["own"]
    body = {"name": "club EVENING", "tournament": here}
    assert admin.post("/api/presets", json=body).json()["code"] == "preset-exists"
    assert admin.post("/api/presets", json={**body, "replace": True}).status_code == 201
    for name in ("mtg_standard", "MTG_Standard", "chess_with_finals"):
        shadow = admin.post("/api/presets", json={"name": name, "tournament": here})
        assert (shadow.status_code, shadow.json()["code"]) == (409, "preset-built-in")
    new = {"name": "From preset", "preset": "Club Evening", "config": {"best_of": 1}}
    made = admin.post("/api/tournaments", json=new).json()
    config = admin.get(f"/api/tournaments/{made['id']}/rules").json()["config"]
    assert (config["rounds"], config["best_of"]) == (3, 1)
    renamed = admin.patch("/api/presets/club evening", json={"name": "Thursday"})
    assert renamed.json()["name"] == "Thursday"
    assert admin.get("/api/presets/Thursday").json()["config"]["rounds"] == 3
    assert [one["name"] for one in admin.get("/api/presets").json()["presets"] if one["own"]] == [
        "Thursday"
    ]
    assert admin.delete("/api/presets/Thursday").status_code == 204
    assert admin.delete("/api/presets/Thursday").status_code == 404
    assert admin.delete("/api/presets/mtg_standard").status_code == 404
    assert admin.post("/api/tournaments", json=new).json()["code"] == "no-preset"


def test_a_preset_of_a_tournament_that_no_id_can_name(app_server: AppServer) -> None:
    body = {"name": "Club evening", "tournament": "a\0b"}
    app_server.refused(422, "bad-tournament-id", "POST", "/api/presets", json=body)
    app_server.refused(422, "bad-tournament-id", "POST", "/api/deleted/a%00b/restore")
