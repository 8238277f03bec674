"""Requests that come again: the first answer, whatever happened since, for every kind of write."""

from collections.abc import Iterator
from typing import Any

import httpx
import pytest

from fairpair.app.access.grants import Role
from fairpair.core.ids import CommandId, PlayerId
from fairpair.core.rounds import RoundRef

from .app_server import NAMES, AppServer, open_server

KEY = {"Idempotency-Key": "K"}
RESULT = "/pairings/1-1-1/result"


@pytest.fixture
def event() -> Iterator[AppServer]:
    with open_server("memory:") as event:
        event.begin("Cup", *NAMES, rounds=3)
        event.post("/start")
        yield event


def twice(event: AppServer, method: str, path: str, body: Any = None) -> httpx.Response:
    """The same request two times: the second answer is the first one."""
    how: dict[str, Any] = {"headers": KEY} if body is None else {"headers": KEY, "json": body}
    first, again = (event.ask(method, path, **how) for _ in range(2))
    assert first.status_code in (200, 201, 204), first.text
    assert (again.status_code, again.content) == (first.status_code, first.content)
    return first


def test_a_result_that_was_so_already_is_not_entered_later(event: AppServer) -> None:
    event.put(RESULT, {"games": [2, 0]}, headers={"Idempotency-Key": "a"})
    nothing = event.put(RESULT, {"games": [2, 0]}, headers=KEY)
    assert (nothing["action"], nothing["done"]) == (None, [])
    event.put(RESULT, {"games": [0, 2]}, headers={"Idempotency-Key": "b"})
    before = event.t
    assert event.put(RESULT, {"games": [2, 0]}, headers=KEY) == nothing
    assert event.t == before
    other = {"games": [2, 1]}
    event.refused(409, "command-id-reused", "PUT", RESULT, json=other, headers=KEY)


def test_details_that_were_so_already_are_not_changed_later(event: AppServer) -> None:
    event.good("PATCH", "/players/2", {"name": "Bo Lee"}, headers={"Idempotency-Key": "a"})
    nothing = event.good("PATCH", "/players/2", {"name": "Bo Lee"}, headers=KEY)
    assert (nothing["action"], nothing["done"]) == (None, [])
    event.good("PATCH", "/players/2", {"name": "Bo Moss"}, headers={"Idempotency-Key": "b"})
    assert event.good("PATCH", "/players/2", {"name": "Bo Lee"}, headers=KEY) == nothing
    assert event.t.name_of(PlayerId(2)) == "Bo Moss"


def test_receipts_forget_a_person_who_is_erased(event: AppServer) -> None:
    """Neither the label of a key stays, nor a hash by which somebody could guess the name."""
    name = event.t.name_of(PlayerId(2))
    event.good("PATCH", "/players/2", {"name": name}, headers={"Idempotency-Key": "same"})
    wanted = {"role": "player", "player": 2, "label": name}
    assert twice(event, "POST", "/keys", wanted).json()["label"] == name
    event.post("/players/2/erase", {})
    left = [event.service.store.receipt(event.here, CommandId(one)) for one in ("same", "K")]
    assert left[0] is not None
    assert left[0].fingerprint == "edit_player:"
    assert name not in str(left)
    assert event.ask("POST", "/keys", json=wanted, headers=KEY).json()["label"] == ""


def test_a_key_is_made_once_and_shown_again_to_the_same_caller(event: AppServer) -> None:
    wanted = {"role": "scorekeeper", "label": "Judge Bo", "hours": 12}
    made = twice(event, "POST", "/keys", wanted).json()
    assert [one.label for one in event.access.of(event.here)].count("Judge Bo") == 1
    event.refused(
        409, "command-id-reused", "POST", "/keys", json={"role": "organiser"}, headers=KEY
    )
    stored = str(event.service.store.receipt(event.here, "K"))  # type: ignore[arg-type]
    assert made["key"] not in stored
    event.ask("DELETE", f"/keys/{made['id']}")
    assert event.ask("POST", "/keys", json=wanted, headers=KEY).json() == made
    event.key = event.access.make(Role.ORGANISER, event.here).key
    event.refused(409, "command-id-reused", "POST", "/keys", json=wanted, headers=KEY)


def test_without_a_name_every_request_is_a_new_one(event: AppServer) -> None:
    keys = {event.ask("POST", "/keys", json={"role": "organiser"}).json()["key"] for _ in range(3)}
    assert len(keys) == 3


def test_tokens_for_all_players_are_made_once(event: AppServer) -> None:
    made = twice(event, "POST", "/keys/players", {"to": "all"}).json()["keys"]
    assert len({one["key"] for one in made}) == len(event.t.entries)
    players = [key for key in event.access.of(event.here) if key.role == Role.PLAYER]
    assert len(players) == len(made)


def test_a_token_is_shown_again_when_its_player_is_gone(event: AppServer) -> None:
    late = event.post("/players", {"name": "Late"})
    wanted = {"role": "player", "player": len(event.t.entries)}
    made = twice(event, "POST", "/keys", wanted).json()
    event.post("/undo", {"action": late["action"]})
    again = event.ask("POST", "/keys", json=wanted, headers=KEY)
    assert (again.status_code, again.json()["key"]) == (201, made["key"])


@pytest.mark.parametrize(
    ("path", "body"),
    [
        ("/keys", {"role": "scorekeeper"}),
        ("/keys/players", {"to": "missing"}),
        ("/keys/{key}/login", {}),
        ("/webhooks", {"url": "https://example.org/hook"}),
    ],
)
def test_requests_for_secrets_that_overlap_have_one_answer(
    event: AppServer, monkeypatch: pytest.MonkeyPatch, path: str, body: Any
) -> None:
    """The second one looked for a receipt before the first one had left it."""
    made = event.ask("POST", "/keys", json={"role": "organiser"}).json()
    path = path.replace("{key}", made["id"])
    first = event.ask("POST", path, json=body, headers=KEY)
    overlapping(event, monkeypatch)
    again = event.ask("POST", path, json=body, headers=KEY)
    assert (again.status_code, again.content) == (first.status_code, first.content)


def test_revocations_that_overlap_have_one_answer(
    event: AppServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = event.ask("POST", "/keys", json={"role": "organiser"}).json()
    for _ in range(2):
        gone = event.ask("DELETE", f"/keys/{made['id']}", headers=KEY)
        assert gone.status_code == 204
        overlapping(event, monkeypatch)


def overlapping(event: AppServer, monkeypatch: pytest.MonkeyPatch) -> None:
    """The receipt is not seen by who looks for it first."""
    store = event.service.store
    look, unseen = store.receipt, [None]
    monkeypatch.setattr(store, "receipt", lambda *which: unseen.pop() if unseen else look(*which))


def test_a_key_is_revoked_once(event: AppServer) -> None:
    made = event.ask("POST", "/keys", json={"role": "organiser"}).json()
    twice(event, "DELETE", f"/keys/{made['id']}")


def test_a_login_link_is_made_once(event: AppServer) -> None:
    made = event.ask("POST", "/keys", json={"role": "organiser"}).json()
    link = twice(event, "POST", f"/keys/{made['id']}/login", {"minutes": 30}).json()
    other = event.ask("POST", "/keys", json={"role": "organiser"}).json()
    name = {"Idempotency-Key": "L"}
    gone = event.ask("POST", f"/keys/{other['id']}/login", json={}, headers=name).json()
    event.ask("DELETE", f"/keys/{other['id']}")
    again = event.ask("POST", f"/keys/{other['id']}/login", json={}, headers=name)
    assert again.json()["path"] == gone["path"]
    assert event.client.post(gone["path"]).status_code == 401
    assert event.client.post(link["path"]).status_code == 303
    assert event.client.post(link["path"]).status_code == 401


def test_a_webhook_is_registered_and_removed_once(event: AppServer) -> None:
    made = twice(event, "POST", "/webhooks", {"url": "https://example.org/hook"}).json()
    [listed] = event.ask("GET", "/webhooks").json()["webhooks"]
    assert listed["id"] == made["webhook"]["id"]
    assert made["secret"] not in str(event.service.store.receipt(event.here, "K"))  # type: ignore[arg-type]
    other = {"url": "https://example.org/other"}
    event.refused(409, "command-id-reused", "POST", "/webhooks", json=other, headers=KEY)
    hook = f"/webhooks/{listed['id']}"
    event.refused(409, "command-id-reused", "DELETE", hook, headers=KEY)
    for _ in range(2):
        name = {"Idempotency-Key": "gone"}
        gone = event.ask("DELETE", f"/webhooks/{listed['id']}", headers=name)
        assert gone.status_code == 204
    again = event.ask("POST", "/webhooks", json={"url": "https://example.org/hook"}, headers=KEY)
    assert again.json() == made
    assert event.ask("GET", "/webhooks").json()["webhooks"] == []


@pytest.mark.parametrize(
    ("method", "path", "body"),
    [
        ("PATCH", "", {"name": "Open"}),
        ("PATCH", "/header", {"city": "Leipzig"}),
        ("PATCH", "/players/1", {"club": "Rooks"}),
        ("PUT", "/players/1/byes/2", {"kind": "half"}),
        ("PUT", "/players/1/table", {"table": 3}),
        ("PUT", "/avoided/1/2", {"hard": False}),
        ("POST", "/players", {"name": "Late"}),
        ("POST", "/players/8/drop", {"reason": "train"}),
        ("PUT", "/rounds/1/clock", {"running": True}),
        ("POST", "/rounds/1/move", {"table": 1, "to": 9}),
        ("POST", "/undo", {"reason": "slip"}),
    ],
)
def test_every_write_is_one_action_and_answered_once(
    event: AppServer, method: str, path: str, body: Any
) -> None:
    version = event.version
    told = twice(event, method, path, body).json()
    rows = event.service.store.load(event.here, after=version)
    assert {row.action for row in rows} == {version + 1} == {told["action"]}
    event.post("/undo")
    again = event.ask(method, path, json=body, headers=KEY)
    assert again.json() == told
    assert again.headers["Idempotency-Replayed"] == "true"


def test_a_refused_request_leaves_its_name_free(event: AppServer) -> None:
    """It is carried out when it has become possible, unless it names the version it saw."""
    refused = event.refused(409, "no-result", "DELETE", RESULT, headers=KEY)
    assert refused
    seen = {"If-Match": f'"{event.version}"'}
    event.put(RESULT, {"games": [2, 0]})
    event.refused(412, "version-conflict", "DELETE", RESULT, headers=KEY | seen)
    assert event.ask("DELETE", RESULT, headers=KEY).status_code == 200
    assert event.t.rounds[RoundRef(1, 1)].pairings[1].result is None
