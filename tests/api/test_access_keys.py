"""Organisers make, list and revoke the keys of their tournament."""

from typing import Any

import pytest

from fairpair.app.access.grants import Role
from fairpair.core.ids import CommandId, PlayerId
from fairpair.core.players import Player
from fairpair.log.commands import DropPlayer, RegisterPlayers

from .role_server import ADMIN_KEY, CUP, SECRET, RoleServer, role_server

__all__ = ["role_server"]

HERE = "/api/tournaments/cup"
KEYS = f"{HERE}/keys"
in_memory = pytest.mark.parametrize("address", ["memory"], indirect=True)


@pytest.fixture
def ana(role_server: RoleServer) -> str:
    return role_server.key(Role.ORGANISER, label="Ana")


def listed(role_server: RoleServer, key: str) -> list[dict[str, Any]]:
    status, body = role_server.does("GET", KEYS, key)
    assert status == 200
    keys: list[dict[str, Any]] = body["keys"]
    return keys


def test_a_key_is_made_listed_used_and_revoked(role_server: RoleServer, ana: str) -> None:
    wanted = {"role": "scorekeeper", "label": "Judge Bo", "hours": 12}
    status, made = role_server.does("POST", KEYS, ana, wanted)
    assert status == 201
    key = made.pop("key")
    assert key.startswith("fp_sco_")
    assert made == {
        "id": made["id"],
        "role": "scorekeeper",
        "player": None,
        "name": "",
        "label": "Judge Bo",
        "created_at": "2030-01-01T10:00:00.000000+00:00",
        "expires_at": "2030-01-01T22:00:00.000000+00:00",
    }
    assert role_server.asks(f"{HERE}/scorekeeper", key) == (200, "scorekeeper Judge Bo")
    assert made in listed(role_server, ana)
    assert key not in str(listed(role_server, ana))
    assert role_server.does("DELETE", f"{KEYS}/{made['id']}", ana) == (204, {})
    assert role_server.asks(f"{HERE}/scorekeeper", key) == (401, "bad-key")
    assert [k["label"] for k in listed(role_server, ana)] == ["Ana"]
    assert role_server.does("DELETE", f"{KEYS}/{made['id']}", ana)[1]["code"] == "no-key"


def test_all_players_get_tokens_in_one_call(role_server: RoleServer, ana: str) -> None:
    role_server.service.execute(CUP, DropPlayer(PlayerId(3)), CommandId("drop"))
    status, body = role_server.does("POST", f"{KEYS}/players", ana)
    assert status == 201
    assert [(k["player"], k["name"]) for k in body["keys"]] == [(1, "Ana"), (2, "Bo"), (4, "Di")]
    for key in body["keys"]:
        assert role_server.asks(f"{HERE}/player", key["key"]) == (200, f"player {key['player']}")
    role_server.service.execute(CUP, RegisterPlayers((Player("Eve"),)), CommandId("late"))
    _, more = role_server.does("POST", f"{KEYS}/players", ana, {"to": "missing"})
    assert [k["name"] for k in more["keys"]] == ["Eve"]
    _, none = role_server.does("POST", f"{KEYS}/players", ana, {})
    assert none == {"keys": []}
    _, new = role_server.does("POST", f"{KEYS}/players", ana, {"to": "all"})
    assert [k["name"] for k in new["keys"]] == ["Ana", "Bo", "Di", "Eve"]
    assert role_server.asks(f"{HERE}/player", body["keys"][0]["key"]) == (401, "bad-key")
    assert role_server.asks(f"{HERE}/player", new["keys"][0]["key"]) == (200, "player 1")
    assert len(listed(role_server, ana)) == 5


def test_a_link_for_a_key_logs_its_holder_in(role_server: RoleServer, ana: str) -> None:
    bo = role_server.access.make(Role.SCOREKEEPER, CUP, label="Judge Bo")
    status, made = role_server.does("POST", f"{KEYS}/{bo.id}/login", ana, {"minutes": 30})
    assert (status, made["minutes"]) == (201, 30)
    assert made["url"] == f"{role_server.client.base_url}{made['path']}"
    assert bo.key not in made["url"]
    assert role_server.client.post(made["url"]).status_code == 303
    assert role_server.asks(f"{HERE}/scorekeeper") == (200, "scorekeeper Judge Bo")
    role_server.does("DELETE", f"{KEYS}/{bo.id}", ana)
    assert role_server.asks(f"{HERE}/scorekeeper") == (401, "key-needed")
    assert role_server.does("POST", f"{KEYS}/{bo.id}/login", ana)[0] == 404


@in_memory
def test_the_last_organiser_does_not_lock_everybody_out(role_server: RoleServer, ana: str) -> None:
    [own] = listed(role_server, ana)
    status, body = role_server.does("DELETE", f"{KEYS}/{own['id']}", ana)
    assert (status, body["code"]) == (409, "last-organiser-key")
    _, second = role_server.does("POST", KEYS, ana, {"role": "organiser"})
    assert role_server.does("DELETE", f"{KEYS}/{own['id']}", ana)[0] == 204
    assert role_server.does("GET", KEYS, ana)[1]["code"] == "bad-key"
    assert role_server.does("DELETE", f"{KEYS}/{second['id']}", ADMIN_KEY)[0] == 204


@in_memory
def test_only_organisers_of_this_tournament_deal_with_its_keys(
    role_server: RoleServer, ana: str
) -> None:
    [own] = listed(role_server, ana)
    routes = [
        ("GET", KEYS, None),
        ("POST", KEYS, {"role": "organiser"}),
        ("POST", f"{KEYS}/players", {}),
        ("POST", f"{KEYS}/{own['id']}/login", {}),
        ("DELETE", f"{KEYS}/{own['id']}", None),
    ]
    for method, path, body in routes:
        for held in (
            role_server.key(Role.SCOREKEEPER),
            role_server.key(Role.PLAYER, player=1),
            role_server.key(Role.ORGANISER, SECRET),
        ):
            status, said = role_server.does(method, path, held, body)
            assert (status, said["code"]) == (403, "not-yours"), (method, path)
        assert role_server.asks(path, method=method)[0] == 401
    assert [k["id"] for k in listed(role_server, ana) if k["role"] == "organiser"] == [own["id"]]


@in_memory
def test_a_key_of_another_tournament_cannot_be_touched(role_server: RoleServer, ana: str) -> None:
    other = role_server.access.make(Role.ORGANISER, SECRET)
    admin = role_server.access.make(Role.ADMIN)
    for key in (other, admin):
        assert role_server.does("DELETE", f"{KEYS}/{key.id}", ana)[1]["code"] == "no-key"
        assert role_server.does("POST", f"{KEYS}/{key.id}/login", ana)[1]["code"] == "no-key"
    assert role_server.access.verify(other.key)


@in_memory
@pytest.mark.parametrize(
    ("body", "code"),
    [
        ({"role": "player"}, "bad-key-request"),
        ({"role": "organiser", "player": 1}, "bad-key-request"),
        ({"role": "player", "player": 99}, "no-player"),
        ({"role": "scorekeeper", "label": "a\nb"}, "bad-label"),
        ({"role": "scorekeeper", "label": "\0"}, "bad-label"),
        ({"role": "admin"}, None),
        ({"role": "public"}, None),
        ({"role": "scorekeeper", "label": "x" * 81}, None),
        ({"role": "scorekeeper", "hours": 0}, None),
        ({"role": "scorekeeper", "hours": 10**30}, None),
        ({"role": "player", "player": 10**30}, None),
        ({"role": 7}, None),
        ([], None),
        ("scorekeeper", None),
        (None, None),
    ],
    ids=str,
)
def test_a_request_that_makes_no_sense_makes_no_key(
    role_server: RoleServer, ana: str, body: object, code: str | None
) -> None:
    status, said = role_server.does("POST", KEYS, ana, body)
    assert status == (404 if code == "no-player" else 422)
    assert said.get("code") == code or code is None
    assert len(listed(role_server, ana)) == 1


@in_memory
@pytest.mark.parametrize("key_id", ["%00", "x" * 5000, "'", "%F0%9F%98%80", "*", "0"])
def test_an_id_that_was_never_given(role_server: RoleServer, ana: str, key_id: str) -> None:
    assert role_server.does("DELETE", f"{KEYS}/{key_id}", ana)[1]["code"] == "no-key"


@in_memory
def test_the_description_names_every_answer(role_server: RoleServer) -> None:
    described = role_server.client.get("/api/openapi.json").json()
    ours = {p: r for p, r in described["paths"].items() if "/keys" in p or "log" in p or "who" in p}
    assert len(ours) == 10
    assert set(described["components"]["securitySchemes"]) == {"key", "key-in-address"}
    for path, operations in ours.items():
        for operation in operations.values():
            assert operation["operationId"]
            assert operation["summary"]
            assert operation["description"]
            assert operation["tags"] == ["access"]
            for status, told in operation["responses"].items():
                refused = "application/problem+json" in told.get("content", {})
                assert refused == (int(status) >= 400), (path, status)
            assert "503" in operation["responses"]
            if "/keys" in path:
                assert {"key": []} in operation["security"]
                assert {"401", "403", "404", "429"} <= set(operation["responses"])
